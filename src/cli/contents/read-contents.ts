import { extname } from 'node:path';
import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.ts';
import { SourceLines } from '../../diagnostics/frame/source-lines.ts';
import type { OutputName } from '../../output/output.ts';
import { outputs } from '../../output/outputs.ts';
import type { FileContents } from './contents.ts';
import { FileText } from './file-text.ts';

/** The readers of files by extension. */
const readers: Readonly<Record<string, Reader>> = {
  '.json': readStrict,
  '.jsonc': readLenient,
  '.yaml': readYaml,
  '.yml': readYaml,
  '.properties': readProperties,
};

type Reader = (text: string) => Promise<FileContents>;

/** The extensions of files with configurations. */
export const configExtensions: readonly string[] = Object.keys(readers);

/** The extension of files with a bare template. */
export const templateExtension = '.hookplate';

/** Whether a file is a configuration by its extension. */
export function isConfigName(name: string): boolean {
  return extensionOf(name) in readers;
}

/** Whether a file is a bare template by its extension. */
export function isTemplateName(name: string): boolean {
  return extensionOf(name) === templateExtension;
}

function extensionOf(name: string): string {
  return extname(name).toLowerCase();
}

/** Other extensions of files in a format. */
const otherNames: ReadonlyMap<string, OutputName> = new Map([
  ['jsonl', 'json-lines'],
  ['ndjson', 'json-lines'],
]);

/** What a bare template writes, as far as its name says so: JSON, if that is `chat.json.hookplate` or `chat.json`. */
export function outputIn(name: string): OutputName | undefined {
  const format = isTemplateName(name) ? name.slice(0, -templateExtension.length) : name;
  // To Node.js, `.json` is a name without an extension.
  const given = (/\.([^./\\]*)$/.exec(format)?.[1] ?? '').toLowerCase();
  const said = otherNames.get(given) ?? given;
  return Object.hasOwn(outputs, said) ? (said as OutputName) : undefined;
}

/** Reads a file according to its extension; text from stdin has none, so its format is detected. */
export async function readContents(text: string, name: string | undefined): Promise<FileContents> {
  const read = name === undefined ? guessReader(text) : readers[extensionOf(name)];
  return read ? read(text) : readTemplate(text);
}

/** Reads a bare template, which is the text itself. */
export function readTemplate(value: string): FileContents {
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

/** A room that is loaded when it is needed, once: importing it again and again would take as long as parsing small files. */
function once<Room>(load: () => Promise<Room>): () => Promise<Room> {
  let room: Promise<Room> | undefined;
  return () => {
    room ??= load();
    return room;
  };
}

const forJson = once(() => import('./read-json.ts'));
const forYaml = once(() => import('./read-yaml.ts'));
const forProperties = once(() => import('./read-properties.ts'));

async function readStrict(text: string): Promise<FileContents> {
  const { readJson } = await forJson();
  return readJson(text, { allowsComments: false });
}

async function readLenient(text: string): Promise<FileContents> {
  const { readJson } = await forJson();
  return readJson(text, { allowsComments: true });
}

async function readYaml(text: string): Promise<FileContents> {
  const reader = await forYaml();
  return reader.readYaml(text);
}

async function readProperties(text: string): Promise<FileContents> {
  const reader = await forProperties();
  return reader.readProperties(text);
}

/** The line and the column of an offset in a text, counted from 1. */
export function placeIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = new SourceLines(text);
  const line = lines.lineAt(offset);
  return { line: line + 1, column: offset - lines.rangeOf(line).start + 1 };
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
