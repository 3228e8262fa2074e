import { readFileSync } from 'node:fs';
import { catalogue } from '../../src/diagnostics/catalogue.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { Example } from './reference-examples.ts';

/** The entry for one code: an example that yields it, the way out in words, and the example mended. */
interface Entry {
  readonly code: string;
  readonly broken: Example;
  readonly wayOut: string;
  readonly mended: Example;
}

/** A file of `grammar/reference/diagnostics`: the entries of one room of the catalogue, in any order. */
export interface EntryFile {
  /** The heading and what is said before the first entry. */
  readonly intro: string;
  readonly entries: readonly Entry[];
}

const form = /^([a-z0-9-]+)\n\n```(.*)\n([\s\S]*?)\n```\n\n(?!```)(.+\.)\n\n```(.*)\n([\s\S]*?)\n```\s*$/;

export function readEntries(room: string): EntryFile {
  const file = new URL(`../../grammar/reference/diagnostics/${room}.md`, import.meta.url);
  const [intro = '', ...texts] = readFileSync(file, 'utf8').split(/^### /m);
  return { intro, entries: texts.map(text => readEntry(text, room)) };
}

function readEntry(text: string, room: string): Entry {
  const [, code = '', info = '', broken = '', wayOut = '', mendedInfo = '', mended = ''] =
    form.exec(text) ?? [];
  if (code === '') {
    throw new Error(
      `${room}.md: an entry is a code, an example, one paragraph and the mended example:\n${text}`,
    );
  }
  return { code, broken: { info, text: broken }, wayOut, mended: { info: mendedInfo, text: mended } };
}

/** The section of the reference that a file makes, in the order of the catalogue, with the messages of its examples. */
export function renderEntries(
  { intro, entries }: EntryFile,
  diagnosticsOf: (example: Example) => readonly Pick<Diagnostic, 'severity' | 'message'>[],
): string {
  const order = Object.keys(catalogue);
  const sorted = entries.toSorted((a, b) => order.indexOf(a.code) - order.indexOf(b.code));
  return intro + sorted.map(entry => renderEntry(entry, diagnosticsOf(entry.broken))).join('\n');
}

function renderEntry(
  { code, broken, wayOut, mended }: Entry,
  diagnostics: readonly Pick<Diagnostic, 'severity' | 'message'>[],
): string {
  const messages = diagnostics.map(({ severity, message }) => `> **${severity}:** ${message}`);
  return `${[`### ${code}`, fenced(broken), ...messages, wayOut, fenced(mended)].join('\n\n')}\n`;
}

function fenced({ info, text }: Example): string {
  return `\`\`\`${info}\n${text}\n\`\`\``;
}
