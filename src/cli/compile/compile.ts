import { hasErrors } from '../../diagnostics/diagnostic.ts';
import type { OutputName } from '../../output/output.ts';
import type { CheckedFile } from '../check/check-file.ts';
import { CommandError, type ExitStatus, exitStatus } from '../command-error.ts';
import { loadCatalogue } from '../events/load-catalogue.ts';
import { assertConfigNames, type FoundFile, findFiles, stdinName } from '../files/find-files.ts';
import { readFile } from '../files/read-file.ts';
import { createReport } from '../formats/create-report.ts';
import { interruptible } from '../interruptible.ts';
import { hasColors, type Terminal } from '../terminal.ts';
import { compileFile } from './compile-file.ts';
import { templateVariables } from './template-variables.ts';
import { type NamedModule, writeModules } from './write-modules.ts';

/** What `hookplate compile` was told. */
export interface CompileOptions {
  readonly out: string;
  readonly event?: string;
  readonly catalogue?: string;
  readonly output?: OutputName;
}

/**
 * Writes the webhooks of files, or bare templates, as modules: all of them, or none where a file has errors, which are printed.
 *
 * @throws {CommandError} for files that cannot be read or written, modules of the same name, options that do not fit, and after
 * Ctrl-C.
 */
export async function compile(
  named: readonly string[],
  options: CompileOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const catalogue = await loadCatalogue(options.catalogue, terminal.directory);
  const template = options.output && {
    output: options.output,
    variables: templateVariables(options, catalogue),
  };
  if (options.event !== undefined && !template)
    throw new CommandError('usage', '--event is for bare templates; a webhook says its events itself.');
  const files = await findFiles(named, terminal.directory);
  if (files.length === 0) throw new CommandError('usage', 'No files were found.');
  if (!template) assertConfigNames(files);
  return interruptible(terminal, async signal => {
    const modules: NamedModule[] = [];
    const checked: CheckedFile[] = [];
    for (const file of files) {
      if (signal.aborted) break;
      const compiled = await compileFile(await read(file, terminal), { catalogue, template });
      if (!compiled) continue;
      checked.push(compiled.checked);
      modules.push(...compiled.modules);
    }
    await print(checked, terminal);
    if (checked.some(({ findings }) => hasErrors(findings))) {
      terminal.stderr.write('Nothing was written.\n');
      return exitStatus.findings;
    }
    if (!signal.aborted) await writeModules(modules, options.out, terminal);
    return exitStatus.fine;
  });
}

async function read(file: FoundFile, terminal: Terminal) {
  const { path, location, isNamed } = file;
  const bytes = await readFile(file, terminal);
  return { path, name: location === stdinName ? undefined : location, isNamed, bytes };
}

/** As `check` does for people, but the data of this command are its files. */
async function print(checked: readonly CheckedFile[], { stderr }: Terminal): Promise<void> {
  const report = await createReport('pretty', { color: hasColors(stderr) });
  const printed = checked.map(report.file).join('');
  if (printed !== '') stderr.write(`${printed}\n`);
}
