/** An address that may not be dialled. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
  readonly code = 'refused-address';
  readonly address: string;
  readonly refusal: string;

  constructor(address: string, refusal: string) {
    super(`${address} may not be called: ${refusal}`);
    this.address = address;
    this.refusal = refusal;
  }
}

/** A name without addresses. What the resolver threw is not kept, but for its code: it may quote anything. */
export class UnresolvedName extends Error {
  override readonly name = 'UnresolvedName';
  readonly code: unknown;

  constructor(error: unknown) {
    super('the name has no address');
    this.code = typeof error === 'object' && error !== null && 'code' in error ? error.code : error;
  }
}
