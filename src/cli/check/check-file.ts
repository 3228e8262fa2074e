import { isSettings } from '../../webhook/config/read-config.ts';
import { hideSecrets, hideUnread, showsSecret } from '../secrets/hide-secrets.ts';
import { decodeFile } from '../sources/decode-file.ts';
import { readSource, readTemplate } from '../sources/read-source.ts';
import type { Source } from '../sources/source.ts';
import { type CheckSettings, checkSource } from './check-source.ts';
import type { Finding } from './finding.ts';
import { fixText, type Reading } from './fix-text.ts';

/** A file, and what is wrong with it. */
export interface CheckedFile {
  /** As people named it, with slashes. */
  readonly path: string;
  /** What the ranges of the findings are in, with asterisks for secrets. */
  readonly shown: string;
  readonly findings: readonly Finding[];
  /** What it said before any fix; undefined if it is not UTF-8. */
  readonly source?: Source;
  /** What fixes made of the file. */
  readonly fixed?: FixedFile;
}

export interface FixedFile {
  /** All of the new file. */
  readonly text: string;
  /** How many mistakes were mended. */
  readonly count: number;
  /** What people see of it before and after. */
  readonly shownBefore: string;
}

/** How a file is checked. */
export interface FileSettings extends CheckSettings {
  /** Whether files are bare templates whatever they are called. */
  readonly isTemplate: boolean;
  /** Whether safe fixes are applied before it is said what is wrong. */
  readonly fixes: boolean;
}

/** A file, and what is known of it. */
interface FileName {
  readonly path: string;
  /** What says how to read it; nothing for stdin. */
  readonly name: string | undefined;
  /** Whether somebody named it. */
  readonly isNamed: boolean;
}

/** Checks a file; undefined if nobody named it and there is no webhook in it. */
export async function checkFile(
  bytes: Buffer,
  { path, name, isNamed }: FileName,
  settings: FileSettings,
): Promise<CheckedFile | undefined> {
  const { mark, text, problem } = decodeFile(bytes);
  if (problem) return { path, shown: hideUnread(text), findings: [{ ...problem, field: '' }] };
  const read = async (text: string): Promise<Reading> => {
    const source = settings.isTemplate ? readTemplate(text) : await readSource(text, name);
    return { source, ...checkSource(source, settings) };
  };
  const first = await read(text);
  const { source, findings } = first;
  if (!isNamed && !mayBeWebhooks(source, text)) return undefined;
  const shown = hideSecrets(text, first);
  const unfixed = { path, shown, findings: withoutSecretFixes(findings, { file: text, shown }), source };
  if (!settings.fixes) return unfixed;
  const fixed = await fixText(text, first, read);
  if (fixed.count === 0) return unfixed;
  const shownAfter = hideSecrets(fixed.text, fixed);
  return {
    path,
    source,
    shown: shownAfter,
    findings: withoutSecretFixes(fixed.findings, { file: fixed.text, shown: shownAfter }),
    fixed: { text: mark + fixed.text, count: fixed.count, shownBefore: shown },
  };
}

/** Findings without the fixes that would show a secret. */
function withoutSecretFixes(
  findings: readonly Finding[],
  texts: { readonly file: string; readonly shown: string },
): readonly Finding[] {
  return findings.map(finding => ({
    ...finding,
    fixes: finding.fixes.filter(fix => !showsSecret(fix, texts)),
  }));
}

/** Of the files of a directory, many are something else; a webhook has two of these, however it is misspelt. */
export function mayBeWebhooks({ kind, entries }: Source, text: string): boolean {
  if (entries.length === 0) return settingNames.filter(name => text.includes(name)).length > 1;
  if (kind === 'properties') return text.includes('notification.webhook.');
  return entries.some(({ value }) => {
    return isSettings(value) && settingNames.filter(name => Object.hasOwn(value, name)).length > 1;
  });
}

const settingNames = ['events', 'method', 'url', 'authentication', 'headers', 'contentType', 'payload'];
