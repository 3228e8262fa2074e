import { resolve } from 'node:path';
import type { Severity } from '../../diagnostics/diagnostic.ts';
import type { JsonSchema } from '../../output/json/schema/schema.ts';
import type { OutputName } from '../../output/output.ts';
import { aJsonSchema } from '../../template/template-options.ts';
import { CommandError, type ExitStatus, exitStatus, systemCode } from '../command-error.ts';
import { assertEvents, loadCatalogue } from '../events/load-catalogue.ts';
import { assertConfigNames, type FoundFile, findFiles, stdinName } from '../files/find-files.ts';
import { readFile } from '../files/read-file.ts';
import { replaceFile } from '../files/replace-file.ts';
import { createProgress, type Progress } from '../progress.ts';
import { hasColors, interruptible, type Terminal } from '../terminal.ts';
import { loadReceivers } from '../webhooks/load-receivers.ts';
import { type CheckedFile, checkFile, type FileSettings } from './check-file.ts';
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
  if (options.output === undefined) assertConfigNames(files);
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
    createReport(options.format, { color: hasColors(terminal.stdout, terminal) }),
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
  const { loadValue } = await import('../files/load-value.ts');
  const given = await loadValue(resolve(directory, named));
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
  #passed = 0;

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
    if (!signal.aborted) stdout.write(this.#report.end(this.#summary));
    if (this.#passed > 0) stderr.write(`${count(this.#passed, 'file')} skipped: no webhook in there.\n`);
    return this.#summary;
  }

  async #checkOne(file: FoundFile, settings: FileSettings): Promise<CheckedFile | undefined> {
    const bytes = await readFile(file, this.#terminal);
    const name = file.location === stdinName ? undefined : file.location;
    const checked = await checkFile(bytes, { path: file.path, name, isNamed: file.isNamed }, settings);
    if (!checked) {
      this.#passed++;
      return undefined;
    }
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
