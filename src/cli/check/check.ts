import { resolve } from 'node:path';
import type { Severity } from '../../diagnostics/diagnostic.ts';
import { visibleText } from '../../diagnostics/frame/visible-cells.ts';
import type { JsonSchema } from '../../output/json/schema/schema.ts';
import type { OutputName } from '../../output/output.ts';
import { aJsonSchema } from '../../template/template-options.ts';
import { CommandError, type ExitStatus, exitStatus, systemCode } from '../command-error.ts';
import { assertEvents, loadCatalogue } from '../events/load-catalogue.ts';
import { assertKnownNames, type FoundFile, findFiles, stdinName } from '../files/find-files.ts';
import { Places } from '../files/places.ts';
import { readFile } from '../files/read-file.ts';
import { replaceFile } from '../files/replace-file.ts';
import { createProgress, type Progress } from '../progress.ts';
import { hasColors, interruptible, type Terminal } from '../terminal.ts';
import { loadReceivers } from '../webhooks/load-receivers.ts';
import { ownEventsIn } from './check-contents.ts';
import { type CheckedFile, checkFile, type FileSettings, type PassedFile, unreadable } from './check-file.ts';
import { describeChanges } from './describe-changes.ts';
import { createReport, type FormatName, type Report, type Summary } from './report.ts';

/** The options of `hookplate check`. */
export interface CheckFlags {
  readonly event: readonly string[];
  readonly allow: readonly string[];
  readonly catalogue?: string;
  readonly receivers?: string;
  readonly output?: OutputName;
  /** A file with a JSON Schema. */
  readonly schema?: string;
  readonly format: FormatName;
  readonly maxWarnings?: number;
  readonly fix?: boolean;
  readonly fixDryRun?: boolean;
  readonly passOnNoFiles?: boolean;
}

/**
 * Checks files and prints the findings.
 *
 * @throws {CommandError} for files that are missing or unreadable, options that do not fit together, and after Ctrl-C.
 */
export async function checkNamed(
  named: readonly string[],
  options: CheckFlags,
  terminal: Terminal,
): Promise<ExitStatus> {
  const catalogue = await loadCatalogue(options.catalogue, terminal.directory);
  assertEvents(options.event, catalogue);
  if (options.fix && named.includes(stdinName))
    throw new CommandError('usage', '--fix cannot write to stdin: use --fix-dry-run.');
  const files = await findFiles(named, terminal.directory);
  if (files.length === 0 && !options.passOnNoFiles)
    throw new CommandError('usage', 'No files were found; with --pass-on-no-files that is fine.');
  if (options.output === undefined) assertKnownNames(files);
  const settings: FileSettings = {
    catalogue,
    events: options.event,
    allow: options.allow,
    receivers: await loadReceivers(options.receivers, terminal.directory),
    output: options.output ?? 'text',
    schema: await loadSchema(options, terminal.directory),
    isTemplate: options.output !== undefined,
    fixes: options.fix === true || options.fixDryRun === true,
  };
  const run = new CheckRun(
    createReport(options.format, {
      color: hasColors(terminal.stdout, terminal),
      places: await Places.around(terminal.directory),
    }),
    terminal,
  );
  const progress = createProgress(terminal);
  const summary = await interruptible(terminal, signal =>
    run.checkAll(files, settings, { options, progress, signal }),
  );
  return judge(summary, options, terminal);
}

/**
 * What the templates have to fulfil as well.
 *
 * @throws {CommandError} if it cannot be read, with the place in it that cannot, or if the files are not to write JSON.
 */
async function loadSchema(
  { schema: named, output }: CheckFlags,
  directory: string,
): Promise<JsonSchema | undefined> {
  if (named === undefined) return undefined;
  if (output !== 'json' && output !== 'json-lines')
    throw new CommandError(
      'usage',
      '--schema is for bare templates of JSON, with --output json or json-lines; a configuration names its receiver.',
    );
  const { loadData } = await import('../files/load-value.ts');
  const given = await loadData(resolve(directory, named));
  try {
    return aJsonSchema(given, named);
  } catch (error) {
    throw new CommandError('usage', `--schema: ${error instanceof Error ? error.message : ''}`);
  }
}

interface RunSettings {
  readonly options: CheckFlags;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

class CheckRun {
  readonly #report: Report;
  readonly #terminal: Terminal;
  #summary: Summary = { files: 0, errors: 0, warnings: 0, hints: 0, fixed: 0 };
  readonly #passed: PassedFile[] = [];
  /** Events that are in no catalogue. */
  readonly #own = new Set<string>();

  constructor(report: Report, terminal: Terminal) {
    this.#report = report;
    this.#terminal = terminal;
  }

  async checkAll(
    files: readonly FoundFile[],
    settings: FileSettings,
    { options, progress, signal }: RunSettings,
  ): Promise<Summary> {
    const { stdout, stderr } = this.#terminal;
    for (const [index, file] of files.entries()) {
      // Nobody waits for the result, or reads the output, any more.
      if (signal.aborted || stdout.destroyed) break;
      progress.show(`Checked ${index} of ${files.length} files`);
      const checked = await this.#checkOne(file, settings);
      if (!checked) continue;
      progress.clear();
      if (checked.fixed && options.fix) await writeFixed(file, checked.fixed.text);
      stdout.write(this.#report.file(checked));
      if (checked.fixed && !options.fix)
        stderr.write(describeChanges(checked.path, checked.fixed, checked.shown));
    }
    progress.clear();
    if (!signal.aborted) stdout.write(await this.#report.end(this.#summary));
    stderr.write(passed(this.#passed) + (options.catalogue === undefined ? hintAtCatalogue(this.#own) : ''));
    return this.#summary;
  }

  async #checkOne(file: FoundFile, settings: FileSettings): Promise<CheckedFile | undefined> {
    const checked = await readAndCheck(file, settings, this.#terminal);
    if ('isNearly' in checked) {
      this.#passed.push(checked);
      return undefined;
    }
    for (const name of ownEventsIn(checked.findings, settings.catalogue)) this.#own.add(name);
    const { files, errors, warnings, hints, fixed } = this.#summary;
    const found = (wanted: Severity) => checked.findings.filter(({ severity }) => severity === wanted).length;
    this.#summary = {
      files: files + 1,
      errors: errors + found('error'),
      warnings: warnings + found('warning'),
      hints: hints + found('hint'),
      fixed: fixed + (checked.fixed?.count ?? 0),
    };
    return checked;
  }
}

/** One that cannot be read does not keep the others from being checked. */
async function readAndCheck(
  file: FoundFile,
  settings: FileSettings,
  terminal: Terminal,
): Promise<CheckedFile | PassedFile> {
  const { path, location, isNamed } = file;
  if (location === stdinName)
    return checkFile(await readFile(file, terminal), { path, name: undefined, isNamed }, settings);
  try {
    return await checkFile(await readFile(file, terminal), { path, name: location, isNamed }, settings);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { path, shown: '', findings: [{ ...unreadable(error.cause), field: '' }] };
  }
}

function passed(files: readonly PassedFile[]): string {
  if (files.length === 0) return '';
  const near = files.filter(({ isNearly }) => isNearly);
  const told = near.map(
    ({ path }) => `${visibleText(path)} is nearly a webhook: name it, and it is checked.\n`,
  );
  return [...told, `${count(files.length, 'file')} skipped: no webhook in there.\n`].join('');
}

function hintAtCatalogue(own: ReadonlySet<string>): string {
  if (own.size === 0) return '';
  const [first = '', ...others] = [...own].map(name => `\`${visibleText(name)}\``);
  const listed = others.length > 3 ? `${first} and ${others.length} others` : [first, ...others].join(', ');
  return `Events of your own, such as ${listed}? Name the catalogue that has them with --catalogue.\n`;
}

async function writeFixed({ path, location }: FoundFile, text: string): Promise<void> {
  try {
    await replaceFile(location, Buffer.from(text));
  } catch (error) {
    throw new CommandError('usage', `${path} cannot be written${systemCode(error)}.`);
  }
}

function judge(
  { files, errors, warnings, hints, fixed }: Summary,
  { maxWarnings = Number.POSITIVE_INFINITY, fixDryRun }: CheckFlags,
  { stderr }: Terminal,
): ExitStatus {
  if (fixed > 0) stderr.write(`${count(fixed, 'mistake')} ${fixDryRun ? 'would be mended' : 'mended'}.\n`);
  const found =
    errors + warnings === 0 ? 'nothing' : `${count(errors, 'error')} and ${count(warnings, 'warning')}`;
  const proposed = hints === 0 ? '' : ` and made ${count(hints, 'proposal')}`;
  stderr.write(`Found ${found} in ${count(files, 'file')}${proposed}.\n`);
  if (warnings > maxWarnings)
    stderr.write(`These are more warnings than the ${maxWarnings} of --max-warnings.\n`);
  return errors > 0 || warnings > maxWarnings ? exitStatus.findings : exitStatus.fine;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
