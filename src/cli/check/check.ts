import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { count } from '../../diagnostics/catalogue/list.ts';
import type { Severity } from '../../diagnostics/diagnostic.ts';
import { visibleText } from '../../diagnostics/frame/visible-cells.ts';
import type { JsonSchema } from '../../output/json/schema/schema.ts';
import type { OutputName } from '../../output/output.ts';
import { aJsonSchema } from '../../template/template-options.ts';
import { processEvents } from '../../webhook/events/process-events.ts';
import { CommandError, type ExitStatus, exitStatus, systemCode } from '../command-error.ts';
import { ConfigError, type ConfigFiles } from '../config/config-files.ts';
import { assertKnownNames, type FoundFile, shownPath, stdinName } from '../files/find-files.ts';
import { Places } from '../files/places.ts';
import { FileError, readFile } from '../files/read-file.ts';
import { replaceFile } from '../files/replace-file.ts';
import { runForFiles } from '../files/run-for-files.ts';
import { createProgress, type Progress } from '../progress.ts';
import { hasColors, interruptible, type Terminal } from '../terminal.ts';
import { ownEventsIn } from './check-contents.ts';
import { type CheckedFile, checkFile, type FileCheck, unreadable, unusableConfig } from './check-file.ts';
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
  readonly fixSuggestions?: boolean;
  readonly fixDryRun?: boolean;
  readonly passOnNoFiles?: boolean;
  readonly watch?: boolean;
}

/**
 * Checks files and prints the findings; with `watch` again after each change, until Ctrl-C.
 *
 * @throws {CommandError} for files that are missing or unreadable, options that do not fit together, and after Ctrl-C.
 */
export async function checkNamed(
  named: readonly string[],
  options: CheckFlags,
  terminal: Terminal,
): Promise<ExitStatus> {
  if (named.includes(stdinName) && writesFiles(options))
    throw new CommandError('usage', '--fix cannot write to stdin: use --fix-dry-run.');
  const { catalogue, receivers, event: events, allow, schema, watch } = options;
  const given = { catalogue, receivers, events, allow };
  const others = schema === undefined ? [] : [resolve(terminal.directory, schema)];
  return runForFiles(named, { given, others, watch, terminal }, (files, configs) =>
    checkFound(files, options, { terminal, configs }),
  );
}

interface World {
  readonly terminal: Terminal;
  readonly configs: ConfigFiles;
}

async function checkFound(
  files: readonly FoundFile[],
  options: CheckFlags,
  { terminal, configs }: World,
): Promise<ExitStatus> {
  if (files.length === 0 && !options.passOnNoFiles)
    throw new CommandError('usage', 'No files were found; with --pass-on-no-files that is fine.');
  if (options.output === undefined) await assertKnownNames(files, configs);
  const schema = await loadSchema(options, terminal.directory);
  const run = new CheckRun({
    report: createReport(options.format, {
      color: hasColors(terminal.stdout, terminal),
      places: await Places.around(terminal.directory),
    }),
    terminal,
    options,
    settingsFor: async location => {
      const { output, ...settings } = await configs.settingsFor(location);
      return {
        ...settings,
        schema,
        output: options.output ?? output ?? 'text',
        isTemplate: (options.output ?? output) !== undefined,
        fixes: options.fixSuggestions ? 'suggested' : options.fix || options.fixDryRun ? 'safe' : 'none',
      };
    },
  });
  const progress = createProgress(terminal);
  return interruptible(terminal, signal => run.checkAll(files, progress, signal));
}

function writesFiles({ fix, fixSuggestions, fixDryRun }: CheckFlags): boolean {
  return (fix === true || fixSuggestions === true) && !fixDryRun;
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
  const { loadObject } = await import('../files/load-value.ts');
  const given = await loadObject(resolve(directory, named));
  try {
    return aJsonSchema(given, named);
  } catch (error) {
    throw new CommandError('usage', `--schema: ${error instanceof Error ? error.message : ''}`);
  }
}

interface RunSettings {
  readonly report: Report;
  readonly terminal: Terminal;
  readonly options: CheckFlags;
  readonly settingsFor: (location: string) => Promise<FileCheck>;
}

class CheckRun {
  readonly #settings: RunSettings;
  #summary: Summary = { files: 0, errors: 0, warnings: 0, hints: 0, fixed: 0 };
  /** How many files have no webhook and no template. */
  #skipped = 0;
  /** How many have something that may be a webhook. */
  #near = 0;
  /** Events that are in no catalogue. */
  readonly #own = new Set<string>();
  /** What is wrong with configurations, and named files that do not exist. */
  readonly #unusable = new Set<string>();

  constructor(settings: RunSettings) {
    this.#settings = settings;
  }

  async checkAll(files: readonly FoundFile[], progress: Progress, signal: AbortSignal): Promise<ExitStatus> {
    const { report, options, terminal } = this.#settings;
    const { stdout, stderr } = terminal;
    for (const [index, file] of files.entries()) {
      // Nobody waits for the result, or reads the output, any more.
      if (signal.aborted || stdout.destroyed) break;
      // Files are read at once, and Ctrl-C is heard in between.
      await setImmediate();
      progress.show(`Checked ${index} of ${files.length} files`, index / files.length);
      const checked = await this.#checkOne(file);
      if (!checked) continue;
      progress.clear();
      if (checked.fixed && writesFiles(options)) await writeFixed(file, checked.fixed.text);
      const said = report.file(checked);
      if (said !== '') stdout.write(said);
      if (checked.fixed && !writesFiles(options))
        stderr.write(describeChanges(checked.path, checked.fixed, checked.shown));
    }
    progress.clear();
    if (signal.aborted) return exitStatus.interrupted;
    stdout.write(await report.end(this.#summary));
    if (this.#skipped > 0) stderr.write(`${count(this.#skipped, 'file')} skipped: no webhook in there.\n`);
    stderr.write(hintAtCatalogue(this.#own));
    if (this.#skipped + this.#near === files.length && files.length > 0 && !options.passOnNoFiles)
      throw new CommandError(
        'usage',
        'There was no webhook and no template to check; with --pass-on-no-files that is fine.',
      );
    const status = judge(this.#summary, options, terminal);
    return this.#unusable.size > 0 ? exitStatus.usage : status;
  }

  async #checkOne(file: FoundFile): Promise<CheckedFile | undefined> {
    const checked = await this.#readAndCheck(file);
    if (!checked) return undefined;
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

  /** One that cannot be read does not keep the others from being checked, and a configuration is told of once. */
  async #readAndCheck(file: FoundFile): Promise<CheckedFile | undefined> {
    const { terminal, settingsFor } = this.#settings;
    const { path, location, isNamed, isMissing } = file;
    const isStdin = location === stdinName;
    try {
      const settings = await settingsFor(isStdin ? resolve(terminal.directory, 'stdin') : location);
      const bytes = await readFile(file, terminal);
      const checked = await checkFile(
        bytes,
        { path, name: isStdin ? undefined : location, isNamed },
        settings,
      );
      if (!checked) this.#skipped++;
      else if (checked.isNearly) this.#near++;
      else if (settings.catalogue === processEvents)
        for (const name of ownEventsIn(checked.findings, settings.catalogue)) this.#own.add(name);
      return checked;
    } catch (error) {
      if (error instanceof ConfigError) return this.#tellOf(error);
      if (!(error instanceof FileError) || isStdin) throw error;
      if (isMissing) this.#unusable.add(location);
      return { path, shown: '', findings: [{ ...unreadable(error.cause), field: '' }] };
    }
  }

  async #tellOf(error: ConfigError): Promise<CheckedFile | undefined> {
    const { file, message } = error;
    if (this.#unusable.has(message)) return undefined;
    this.#unusable.add(message);
    return unusableConfig(error, shownPath(file, this.#settings.terminal.directory));
  }
}

function hintAtCatalogue(own: ReadonlySet<string>): string {
  if (own.size === 0) return '';
  const [first = '', ...others] = [...own].map(name => `\`${visibleText(name)}\``);
  const listed = others.length > 3 ? `${first} and ${others.length} others` : [first, ...others].join(', ');
  return `Events of your own, such as ${listed}? Name the catalogue that has them with --catalogue, or in hookplate.config.ts.\n`;
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
    errors + warnings === 0 ? 'no mistakes' : `${count(errors, 'error')} and ${count(warnings, 'warning')}`;
  const proposed = hints === 0 ? '' : ` and made ${count(hints, 'proposal')}`;
  stderr.write(`Found ${found} in ${count(files, 'file')}${proposed}.\n`);
  if (warnings > maxWarnings)
    stderr.write(`These are more warnings than the ${maxWarnings} of --max-warnings.\n`);
  return errors > 0 || warnings > maxWarnings ? exitStatus.findings : exitStatus.fine;
}
