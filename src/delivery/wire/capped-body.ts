/** What is kept of a body: its first bytes, up to a cap. */
export class CappedBody {
  readonly #maxBytes: number;
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether more has come than is kept. */
  get isOverflown(): boolean {
    return this.#size > this.#maxBytes;
  }

  push(chunk: Buffer): void {
    if (this.isOverflown) return;
    this.#size += chunk.length;
    this.#chunks.push(chunk);
  }

  /** As UTF-8. A character that the cap cuts in two is left out. */
  get text(): string {
    if (this.#chunks.length === 0) return '';
    const bytes = Buffer.concat(this.#chunks).subarray(0, this.#maxBytes);
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
  }
}
