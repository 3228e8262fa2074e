import { readFile } from 'node:fs/promises';
import { type Diagnostic, diagnose, type Edit } from '../../diagnostics/diagnostic.ts';
import { applyEdits } from '../../diagnostics/fixes/apply-fix.ts';
import { overlap } from '../../diagnostics/fixes/apply-fixes.ts';
import { SourceLines } from '../../diagnostics/frame/source-lines.ts';
import { didYouMean } from '../../spelling/did-you-mean.ts';
import { isSettings } from '../../webhook/config/given-config.ts';
import { isWebhookProperty } from '../../webhook/config/properties.ts';
import { settingIn, settings } from '../../webhook/config/settings.ts';
import { systemCode } from '../command-error.ts';
import type { ConfigError } from '../config/config-files.ts';
import type { FileContents } from '../contents/contents.ts';
import { hideUnread, maskSecretsInFile, showsSecret } from '../contents/mask-secrets.ts';
import {
  decodeFile,
  isTemplateName,
  outputIn,
  readContents,
  readTemplate,
} from '../contents/read-contents.ts';
import { type CheckedContents, type CheckSettings, checkContents, type Finding } from './check-contents.ts';

/** A file and its findings. */
export interface CheckedFile {
  /** As the user named it, with slashes. */
  readonly path: string;
  /** The text that the ranges of the findings refer to, with asterisks for secrets. */
  readonly shown: string;
  readonly findings: readonly Finding[];
  /** The file before any fix; undefined if it is not UTF-8. */
  readonly contents?: FileContents;
  /** The file after its fixes. */
  readonly fixed?: FixedFile;
  /** Whether nobody named it, and it is only nearly a webhook, so that nothing else was checked. */
  readonly isNearly?: true;
}

export interface FixedFile {
  /** The whole new file. */
  readonly text: string;
  /** The number of mended mistakes. */
  readonly count: number;
  /** The text before the fixes, with asterisks for secrets. */
  readonly shownBefore: string;
}

/** How a file is checked. */
export interface FileCheck extends CheckSettings {
  /** Whether it is a bare template, whatever its name. */
  readonly isTemplate: boolean;
  /** The fixes that are applied before findings are reported. */
  readonly fixes: AppliedFixes;
}

/** `suggested`: besides the safe ones those that are only probable, where there is nothing to choose from. */
export type AppliedFixes = 'none' | 'safe' | 'suggested';

interface FileName {
  readonly path: string;
  /** The extension says how to read it; undefined for stdin. */
  readonly name: string | undefined;
  /** Whether the user named it, rather than a directory. */
  readonly isNamed: boolean;
}

/** Why a file could not be read. */
export function unreadable(error: unknown): Diagnostic {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  const reason = isMissing ? ', because it does not exist' : systemCode(error);
  return diagnose('file-unreadable', { start: 0, end: 0 }, { reason });
}

/** A configuration of a project that cannot be used, with what is wrong at its place there. */
export async function unusableConfig(error: ConfigError, path: string): Promise<CheckedFile> {
  const text = await readFile(error.file, 'utf8').catch(() => '');
  return { path, shown: hideUnread(text), findings: [{ ...explainConfig(error, text), field: '' }] };
}

export function explainConfig({ reason, at }: ConfigError, text: string): Diagnostic {
  const { start, end } = at ? new SourceLines(text).rangeOf(at.line - 1) : { start: 0, end: 0 };
  const from = Math.min(start + (at?.column ?? 1) - 1, end);
  return diagnose('config-unusable', { start: from, end }, { reason });
}

/** Checks a file; undefined if nobody named it and there is no webhook in it. */
export async function checkFile(
  bytes: Buffer,
  { path, name, isNamed }: FileName,
  given: FileCheck,
): Promise<CheckedFile | undefined> {
  const isTemplate = given.isTemplate || (name !== undefined && isTemplateName(name));
  const said = given.isTemplate || name === undefined ? undefined : outputIn(name);
  const settings = said === undefined ? given : { ...given, output: said };
  const { mark, text, problem } = decodeFile(bytes);
  if (problem && !isNamed && !isTemplate && !(await mayMeanWebhooks(bytes, name))) return undefined;
  if (problem) return { path, shown: hideUnread(text), findings: [{ ...problem, field: '' }] };
  const read = async (text: string): Promise<CheckedText> => {
    const contents = isTemplate ? readTemplate(text) : await readContents(text, name);
    return { contents, ...checkContents(contents, settings) };
  };
  const first = await read(text);
  const { contents, findings } = first;
  if (!isNamed && !isTemplate && !mayBeWebhooks(contents, text)) {
    const near = nearlyWebhook(contents);
    return near && { path, shown: hideUnread(text), findings: [near], isNearly: true };
  }
  if (findings.length === 0) return { path, shown: '', findings, contents };
  const shown = maskSecretsInFile(text, first);
  const unfixed = { path, shown, findings: withoutSecretFixes(findings, { file: text, shown }), contents };
  if (settings.fixes === 'none') return unfixed;
  const fixed = await fixText(text, first, read, settings.fixes);
  if (fixed.count === 0) return unfixed;
  const shownAfter = maskSecretsInFile(fixed.text, fixed);
  return {
    path,
    contents,
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

/** The same as `mayBeWebhooks` for a file that is not UTF-8, by the letters in it that every encoding has. */
export async function mayMeanWebhooks(bytes: Buffer, name: string | undefined): Promise<boolean> {
  const { kind } = await readContents('', name);
  // UTF-16 has a zero beside each of them.
  return mayBeWebhooks({ kind, entries: [] }, bytes.toString('latin1').replaceAll('\0', ''));
}

/** Many files of a directory are something else; a webhook has at least two of these settings. */
export function mayBeWebhooks(
  { kind, entries }: Pick<FileContents, 'kind' | 'entries'>,
  text: string,
): boolean {
  if (entries.length === 0)
    return kind === 'properties'
      ? text.includes('webhook')
      : settingNames.filter(name => text.includes(name)).length > 1;
  if (kind === 'properties')
    return entries.some(({ value }) => isSettings(value) && Object.keys(value).some(isWebhookProperty));
  return entries.some(({ value }) => {
    return isSettings(value) && settingNames.filter(name => Object.hasOwn(value, name)).length > 1;
  });
}

/** What is said of a file in which a webhook may be meant: one has at least three settings, though these are misspelt. */
export function nearlyWebhook({ entries }: FileContents): Finding | undefined {
  const names = ['profile', ...settingNames];
  for (const { node } of entries) {
    if (node.kind !== 'object') continue;
    const meant = node.entries.flatMap(({ key, keyRange }) => {
      const name = names.includes(key) ? key : didYouMean(key, names);
      return name === undefined ? [] : { key, keyRange, name };
    });
    const misspelt = meant.filter(({ key, name }) => key !== name);
    const [first] = misspelt;
    if (!first || new Set(meant.map(({ name }) => name)).size < 3) continue;
    return { ...diagnose('nearly-webhook', first.keyRange, { misspelt }), field: '' };
  }
  return undefined;
}

const settingNames = Object.keys(settings).filter(name => settingIn(settings, name)?.isTelling);

/** A text that was parsed and checked. */
export interface CheckedText extends CheckedContents {
  readonly contents: FileContents;
}

/** A limit, because mending one mistake may reveal another. */
const maxRounds = 10;

/**
 * Applies the fixes of a text, then those for the new findings, and so on. A round that would make the file unreadable, or
 * lead to more mistakes, is skipped.
 */
export async function fixText(
  text: string,
  first: CheckedText,
  read: (text: string) => Promise<CheckedText>,
  applied: Exclude<AppliedFixes, 'none'> = 'safe',
): Promise<CheckedText & { readonly text: string; readonly count: number }> {
  let current = { ...first, text, count: 0 };
  for (let round = 0; round < maxRounds; round++) {
    const { edits, count } = editsOf(current.findings, applied);
    if (count === 0) break;
    const fixed = applyEdits(current.text, edits);
    const reading = await read(fixed);
    const isWorse =
      reading.contents.problems.length > current.contents.problems.length ||
      reading.findings.length > current.findings.length;
    if (isWorse) break;
    current = { ...reading, text: fixed, count: current.count + count };
  }
  return current;
}

/** The edits of the fix of each finding, leaving out those that overlap or touch another. */
function editsOf(
  findings: readonly Finding[],
  applied: AppliedFixes,
): { readonly edits: readonly Edit[]; readonly count: number } {
  const edits: Edit[] = [];
  let count = 0;
  for (const { fixes } of findings) {
    const [fix, ...others] = fixes;
    const isApplied = fix?.kind === 'safe' || (applied === 'suggested' && others.length === 0);
    if (!fix || !isApplied) continue;
    if (fix.edits.some(edit => edits.some(other => overlap(edit, other)))) continue;
    edits.push(...fix.edits);
    count++;
  }
  return { edits, count };
}
