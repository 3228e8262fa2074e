/** A text that may be a secret: one that is stored is not known to the page, and stays until another is written. */
export interface SecretText {
  /** What was written here; empty while the stored one is kept. */
  readonly text: string;
  /** Whether there is a stored one to keep. */
  readonly isStored: boolean;
  readonly isKept: boolean;
}

/** What stands in a configuration for a secret that is stored and not shown. */
const storedSecret = { set: true } as const;
export type StoredSecret = typeof storedSecret;

function isStoredSecret(value: unknown): value is StoredSecret {
  return typeof value === 'object' && value !== null && 'set' in value && value.set === true;
}

/** What a configuration says of it. */
export function secretText(value: unknown): SecretText {
  if (isStoredSecret(value)) return { text: '', isStored: true, isKept: true };
  return { text: typeof value === 'string' ? value : '', isStored: false, isKept: false };
}

/** What is said of a signing secret: `null` of one that is stored, and to be removed. */
export function signingSecretText(value: unknown): SecretText {
  return value === null ? { text: '', isStored: true, isKept: false } : secretText(value);
}

export function written(secret: SecretText, text: string): SecretText {
  return { ...secret, text, isKept: false };
}

/** What was written is forgotten; that the stored one is to be removed is no secret. */
export function unwritten(secret: SecretText): SecretText {
  return secret.text === '' ? secret : kept(secret);
}

export function kept(secret: SecretText): SecretText {
  return { ...secret, text: '', isKept: secret.isStored };
}

/** What is said of it in a configuration. */
export function said({ text, isKept }: SecretText): string | StoredSecret {
  return isKept ? storedSecret : text;
}

/** As it is once it was saved: what was written is stored, and what was removed is not. */
export function saved({ text, isKept }: SecretText): SecretText {
  return secretText(text !== '' || isKept ? storedSecret : '');
}
