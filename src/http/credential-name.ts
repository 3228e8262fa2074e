/** What names of headers, of parameters and of settings have in them whose values let somebody in: a source of a `RegExp`. */
export const credentialWords = [
  'authori[sz]ation|auth(?:entication)?(?![a-z])|bearer|jwt|session|cookie|signature|secret|token|credential',
  'pass(?:word|wd|phrase|code)|pwd',
  '(?:api|access|account|auth|functions|license|master|private|shared|subscription)[-_]?key',
  // As whole names: others have these in them.
  '(?<![\\w-])(?:code|key|otp|pass|pin|sid|sig)(?![\\w-])',
].join('|');

const credential = new RegExp(credentialWords, 'i');

/** Whether the value of what is called so is a credential. */
export function isCredentialName(name: string): boolean {
  return credential.test(name);
}

/** Where the credential begins in the value of a header: a scheme, such as `Bearer`, is not secret. */
export function credentialStart(header: string, value: string): number {
  const [scheme = ''] = (/^(?:proxy-)?authorization$/i.test(header) && /^[a-z]+ +(?=\S)/i.exec(value)) || [];
  return scheme.length;
}
