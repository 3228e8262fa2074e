import { extname } from 'node:path';
import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.ts';
import { FileText } from './file-text.ts';
import type { Source } from './source.ts';

/** How files are read, by the ends of their names. */
const readers: Readonly<Record<string, Reader>> = {
  '.json': readStrict,
  '.jsonc': readLenient,
  '.yaml': readYaml,
  '.yml': readYaml,
  '.properties': readProperties,
};

type Reader = (text: string) => Promise<Source>;

/** The ends of names that files with configurations have. */
export const configExtensions: readonly string[] = Object.keys(readers);

/** Whether a file holds a bare template, unless it is said what its output is. */
export function isConfigName(name: string): boolean {
  return extname(name) in readers;
}

/** Reads what a file says, by the end of its name; what comes from stdin has none, and is looked at. */
export async function readSource(text: string, name: string | undefined): Promise<Source> {
  const read = name === undefined ? guessReader(text) : readers[extname(name)];
  return read ? read(text) : readTemplate(text);
}

/** A bare template is a text as it stands. */
export function readTemplate(value: string): Source {
  const range = { start: 0, end: value.length };
  const text = new FileText(value, range, {
    file: value,
    notation: { encode: same, decode: same, rewrite: same },
    findPieces: () => [{ at: 0, length: value.length, start: 0, size: value.length }],
  });
  return { kind: 'template', entries: [{ node: { kind: 'text', range, text }, value }], problems: [] };
}

function same(text: string): string {
  return text;
}

function guessReader(text: string): Reader {
  if (/^\s*[[{]/.test(text)) return readLenient;
  return /^[ \t]*notification\.webhook\./m.test(text) ? readProperties : readYaml;
}

async function readStrict(text: string): Promise<Source> {
  const { readJson } = await import('./read-json.ts');
  return readJson(text, { allowsComments: false });
}

async function readLenient(text: string): Promise<Source> {
  const { readJson } = await import('./read-json.ts');
  return readJson(text, { allowsComments: true });
}

async function readYaml(text: string): Promise<Source> {
  const reader = await import('./read-yaml.ts');
  return reader.readYaml(text);
}

async function readProperties(text: string): Promise<Source> {
  const reader = await import('./read-properties.ts');
  return reader.readProperties(text);
}

/** A file as text. What it begins with to say that it is Unicode is kept, and does not count as a character. */
interface DecodedFile {
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
