import { extname } from 'node:path';
import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.ts';
import { FileText } from './file-text.ts';
import type { Source } from './source.ts';

/** The readers of files by extension. */
const readers: Readonly<Record<string, Reader>> = {
  '.json': readStrict,
  '.jsonc': readLenient,
  '.yaml': readYaml,
  '.yml': readYaml,
  '.properties': readProperties,
};

type Reader = (text: string) => Promise<Source>;

/** The extensions of files with configurations. */
export const configExtensions: readonly string[] = Object.keys(readers);

/** Whether a file is a configuration by its extension; any other file is a bare template. */
export function isConfigName(name: string): boolean {
  return extname(name) in readers;
}

/** Reads a file according to its extension; text from stdin has none, so its format is detected. */
export async function readSource(text: string, name: string | undefined): Promise<Source> {
  const read = name === undefined ? guessReader(text) : readers[extname(name)];
  return read ? read(text) : readTemplate(text);
}

/** Reads a bare template, which is the text itself. */
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

/** A decoded file. Its byte order mark is kept, but is not part of the text. */
interface DecodedFile {
  readonly mark: '' | '\ufeff';
  readonly text: string;
  /** The reason why it is not UTF-8; the text is the part before that. */
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

/** A replacement character has other bytes than those that it replaces. */
function firstWrongByte(bytes: Buffer, text: string): number | undefined {
  if (!text.includes('\ufffd')) return undefined;
  const again = Buffer.from(text);
  if (again.equals(bytes)) return undefined;
  let at = again.findIndex((byte, index) => byte !== bytes[index]);
  if (at === -1) at = again.length;
  // Goes back to the beginning of the character that was replaced.
  while (at > 0 && ((again[at] ?? 0) & 0xc0) === 0x80) at--;
  return at;
}

function isUtf16(bytes: Buffer): boolean {
  const [first, second] = bytes;
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}
