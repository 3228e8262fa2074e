import { extname } from 'node:path';
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
