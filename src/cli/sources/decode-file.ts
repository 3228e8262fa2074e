import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.ts';

/** A file as text. What it begins with to say that it is Unicode is kept, and does not count as a character. */
export interface DecodedFile {
  readonly mark: '' | '\ufeff';
  readonly text: string;
  /** Where it is not UTF-8; the text is what stands before that. */
  readonly problem?: Diagnostic;
}

export function decodeFile(bytes: Buffer): DecodedFile {
  const whole = bytes.toString('utf8');
  const wrong = firstWrongByte(bytes, whole);
  const mark = whole.startsWith('\ufeff') ? '\ufeff' : '';
  if (wrong === undefined) return { mark, text: whole.slice(mark.length) };
  const text = bytes.toString('utf8', 0, wrong).slice(mark.length);
  const range = { start: text.length, end: text.length };
  const facts = { byte: bytes[wrong] ?? 0, isUtf16: isUtf16(bytes) };
  return { mark, text, problem: diagnose('file-not-utf-8', range, facts) };
}

/** A replacement character is written in other bytes than those that it replaces. */
function firstWrongByte(bytes: Buffer, text: string): number | undefined {
  if (!text.includes('\ufffd')) return undefined;
  const again = Buffer.from(text);
  if (again.equals(bytes)) return undefined;
  let at = again.findIndex((byte, index) => byte !== bytes[index]);
  if (at === -1) at = again.length;
  // Back to where the character begins that the replacement was written for.
  while (at > 0 && ((again[at] ?? 0) & 0xc0) === 0x80) at--;
  return at;
}

function isUtf16(bytes: Buffer): boolean {
  const [first, second] = bytes;
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}
