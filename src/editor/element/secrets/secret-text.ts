import { recordOf } from '../../record-of.ts';

/** A text that may be a secret: one that is stored is not known to the page, and stays until another is written. */
export interface SecretText {
  /** What was written here; empty while the stored one is kept. */
  readonly text: string;
  /** Whether there is a stored one to keep. */
  readonly isStored: boolean;
  readonly isKept: boolean;
  /** Whether one was written, and not kept with the rest. */
  readonly isLost: boolean;
}

/** What stands in a configuration for a secret that is stored and not shown. */
const storedSecret = { set: true } as const;
/** What stands there for one that is to be written again. */
const lostSecret = { set: false } as const;
export type UnshownSecret = typeof storedSecret | typeof lostSecret;

/** What a configuration says of it. */
export function secretText(value: unknown): SecretText {
  const { set } = recordOf(value);
  const text = typeof value === 'string' ? value : '';
  return { text, isStored: set === true, isKept: set === true, isLost: set === false };
}

/** What is said of a signing secret: `null` of one that is stored, and to be removed. */
export function signingSecretText(value: unknown): SecretText {
  return value === null ? { ...secretText(''), isStored: true } : secretText(value);
}

export function written(secret: SecretText, text: string): SecretText {
  return { ...secret, text, isKept: false, isLost: false };
}

/**
 * What was written is forgotten: the stored one is kept, and one that is new is to be written again. That the stored one is to
 * be removed is no secret.
 */
export function unwritten(secret: SecretText): SecretText {
  if (secret.text === '') return secret;
  return secret.isStored ? kept(secret) : secretText(lostSecret);
}

export function kept(secret: SecretText): SecretText {
  return { ...secret, text: '', isKept: secret.isStored };
}

/** What is said of it in a configuration. */
export function said({ text, isKept, isLost }: SecretText): string | UnshownSecret {
  if (isLost) return lostSecret;
  return isKept ? storedSecret : text;
}

/** Whether there is none: none was written, and none is kept. */
export function isEmpty({ text, isKept }: SecretText): boolean {
  return text === '' && !isKept;
}

/** As it is once it was saved: what was written is stored, and what was removed is not. */
export function saved({ text, isKept }: SecretText): SecretText {
  return secretText(text !== '' || isKept ? storedSecret : '');
}
