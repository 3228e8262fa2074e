import { basename, parse, resolve } from 'node:path';
import { type Diagnostic, hasErrors } from '../../diagnostics/diagnostic.ts';
import type { OutputName } from '../../output/output.ts';
import { type PrecompiledModule, precompileTemplate } from '../../template/precompile/precompile-template.ts';
import { processVariables, type VariableSchema } from '../../template/resolve/variables.ts';
import { validateTemplate } from '../../template/template.ts';
import { inField } from '../../webhook/diagnostic.ts';
import { processEvents } from '../../webhook/events/process-events.ts';
import { precompileWebhook } from '../../webhook/precompile/precompile-webhook.ts';
import type { KnownReceiver } from '../../webhook/receivers/receiver.ts';
import { secretsOf } from '../../webhook/secrets/secrets.ts';
import { tagsIn } from '../../webhook/secrets/template-tags.ts';
import { findingsOf } from '../check/check-contents.ts';
import { type CheckedFile, checkFile } from '../check/check-file.ts';
import { createReport } from '../check/report.ts';
import { CommandError, type ExitStatus, exitStatus } from '../command-error.ts';
import type { ConfigFiles } from '../config/config-files.ts';
import { type FileValue, locateField } from '../contents/contents.ts';
import { decodeFile, isTemplateName, outputIn, readTemplate } from '../contents/read-contents.ts';
import { assertEvents, type LoadedCatalogue } from '../events/load-catalogue.ts';
import { assertKnownNames, type FoundFile, stdinName } from '../files/find-files.ts';
import { Places } from '../files/places.ts';
import { readFile } from '../files/read-file.ts';
import { runForFiles } from '../files/run-for-files.ts';
import { hasColors, interruptible, type Terminal } from '../terminal.ts';
import { webhooksOf } from '../webhooks/load-webhooks.ts';
import { type NamedModule, writeModules } from './write-modules.ts';

export interface CompileFlags {
  readonly out: string;
  readonly event?: string;
  readonly catalogue?: string;
  readonly receivers?: string;
  readonly output?: OutputName;
  readonly watch?: boolean;
}

/**
 * Writes the webhooks of files, or bare templates, as modules; with `watch` again after each change, until Ctrl-C. If a
 * file has errors, these are printed and nothing is written.
 *
 * @throws {CommandError} for files that cannot be read or written, modules with the same name, options that do not fit
 * together, and after Ctrl-C.
 */
export async function compile(
  named: readonly string[],
  options: CompileFlags,
  terminal: Terminal,
): Promise<ExitStatus> {
  const { catalogue, receivers, watch } = options;
  return runForFiles(named, { given: { catalogue, receivers }, watch, terminal }, (files, configs) =>
    compileFound(files, options, { terminal, configs }),
  );
}

async function compileFound(
  files: readonly FoundFile[],
  options: CompileFlags,
  { terminal, configs }: { readonly terminal: Terminal; readonly configs: ConfigFiles },
): Promise<ExitStatus> {
  if (files.length === 0) throw new CommandError('usage', 'No files were found.');
  if (options.output === undefined) await assertKnownNames(files, configs);
  return interruptible(terminal, async signal => {
    const modules: NamedModule[] = [];
    const checked: CheckedFile[] = [];
    let hasTemplates = false;
    for (const file of files) {
      if (signal.aborted) break;
      const settings = await settingsFor(file, options, { terminal, configs });
      hasTemplates ||= settings.template !== undefined;
      const compiled = await compileFile(await read(file, terminal), settings);
      if (!compiled) continue;
      checked.push(compiled.checked);
      modules.push(...compiled.modules);
    }
    if (options.event !== undefined && !hasTemplates)
      throw new CommandError('usage', '--event is for bare templates; a webhook says its events itself.');
    print(checked, terminal);
    if (checked.some(({ findings }) => hasErrors(findings))) {
      terminal.stderr.write('Nothing was written.\n');
      return exitStatus.findings;
    }
    if (!signal.aborted) await writeModules(modules, options.out, terminal);
    return exitStatus.fine;
  });
}

async function settingsFor(
  { location }: FoundFile,
  options: CompileFlags,
  { terminal, configs }: { readonly terminal: Terminal; readonly configs: ConfigFiles },
): Promise<CompileSettings> {
  const isStdin = location === stdinName;
  const path = isStdin ? resolve(terminal.directory, 'stdin') : location;
  const { catalogue, receivers, output: configured, events } = await configs.settingsFor(path);
  const named = isTemplateName(location) ? (outputIn(location) ?? 'text') : undefined;
  const output = options.output ?? configured ?? named;
  const template = output && { output, variables: templateVariables(options.event, events, catalogue) };
  return { catalogue, receivers, template };
}

async function read(file: FoundFile, terminal: Terminal) {
  const { path, location, isNamed } = file;
  const bytes = await readFile(file, terminal);
  return { path, name: location === stdinName ? undefined : location, isNamed, bytes };
}

/** Prints like `check` for people, without hints, but to stderr, since the output of this command is files. */
function print(checked: readonly CheckedFile[], { stderr, env, directory }: Terminal): void {
  const places = new Places(directory, directory);
  const report = createReport('pretty', { color: hasColors(stderr, { env }), places });
  const printed = checked.map(file => report.file({ ...file, findings: withoutHints(file) })).join('');
  if (printed !== '') stderr.write(`${printed}\n`);
}

function withoutHints({ findings }: CheckedFile): CheckedFile['findings'] {
  return findings.filter(({ severity }) => severity !== 'hint');
}

/**
 * The variables of a bare template: those of an event, which has to be named if the catalogue has several, or those of
 * processes.
 *
 * @param configured The events that the configuration has for it.
 * @throws {CommandError} if the event is not named.
 */
function templateVariables(
  named: string | undefined,
  configured: readonly string[],
  catalogue: LoadedCatalogue,
): VariableSchema {
  const { names, events } = catalogue;
  const [one, ...others] = configured.length > 0 ? configured : names;
  const event = named ?? (others.length > 0 ? undefined : one);
  if (event === undefined && configured.length === 0 && catalogue === processEvents) return processVariables;
  if (event === undefined) {
    const known = [one, ...others].join(', ');
    throw new CommandError('usage', `A bare template is for one event: name it with --event: ${known}.`);
  }
  assertEvents([event], catalogue);
  return events[event]?.variables ?? processVariables;
}

interface GivenFile {
  /** The path for messages. */
  readonly path: string;
  /** The path on disk; undefined for stdin. */
  readonly name: string | undefined;
  /** Whether the user named it, rather than a directory that contains it. */
  readonly isNamed: boolean;
  readonly bytes: Buffer;
}

interface TemplateSettings {
  readonly output: OutputName;
  readonly variables: VariableSchema;
}

interface CompileSettings {
  readonly catalogue: LoadedCatalogue;
  readonly receivers: readonly KnownReceiver[];
  /** Set if the file is a bare template. */
  readonly template: TemplateSettings | undefined;
}

/** The result for a file; with errors it has no modules. */
interface CompiledFile {
  readonly checked: CheckedFile;
  readonly modules: readonly NamedModule[];
}

/** Compiles a file; undefined if the user did not name it and there is no webhook in it. */
async function compileFile(
  file: GivenFile,
  { catalogue, receivers, template }: CompileSettings,
): Promise<CompiledFile | undefined> {
  if (template) return compileBare(file, template);
  const checked = await checkFile(file.bytes, file, {
    catalogue,
    receivers,
    events: [],
    output: 'text',
    isTemplate: false,
    fixes: 'none',
  });
  if (!checked) return undefined;
  if (!checked.contents || hasErrors(checked.findings)) return { checked, modules: [] };
  const webhooks = webhooksOf(checked.contents, catalogue);
  const { mark, text } = decodeFile(file.bytes);
  const { entries } = checked.contents;
  const modules = webhooks.map(({ config }, index) => ({
    ...mappedModule(precompileWebhook(config, { events: catalogue, receivers }), entries[index], mark),
    text: mark + text,
    name: config.id ?? nameOf(file, 'webhook'),
    of: file,
    hasCredentials: secretsOf(config, { level: 'named', tagsIn }).length > 0,
  }));
  return { checked, modules };
}

function compileBare(file: GivenFile, { output, variables }: TemplateSettings): CompiledFile {
  const { path, bytes } = file;
  const { mark, text, problem } = decodeFile(bytes);
  if (problem) return { checked: { path, shown: text, findings: [{ ...problem, field: '' }] }, modules: [] };
  const contents = readTemplate(text);
  const diagnostics = inField('', validateTemplate(text, { output, variables }));
  const findings = contents.entries.flatMap(entry =>
    findingsOf(entry, diagnostics, { kind: 'template', webhook: 0 }),
  );
  const checked = { path, shown: text, findings, contents };
  if (hasErrors(findings)) return { checked, modules: [] };
  const module = mappedModule(precompileTemplate(text, { output, variables }), contents.entries[0], mark);
  const name = nameOf(file, 'template');
  return { checked, modules: [{ ...module, text: mark + text, name, of: file, hasCredentials: false }] };
}

/** A module with the places in its file that its lines are for. */
function mappedModule(
  { code, types, origins }: PrecompiledModule<Diagnostic>,
  entry: FileValue | undefined,
  mark: string,
): Pick<NamedModule, 'code' | 'types' | 'mapped'> {
  const root = (entry?.nested ?? entry)?.node;
  const mapped = origins.flatMap(({ line, field, offset }) => {
    const { node } = root ? locateField(root, field) : {};
    if (node?.kind !== 'text') return [];
    const { start } = node.text.rangeInFile({ start: offset, end: offset + 1 });
    return [{ line, offset: start + mark.length }];
  });
  return { code, types, mapped };
}

/** The file's name without its extension; stdin has none. */
function nameOf({ name }: GivenFile, otherwise: string): string {
  return name === undefined ? otherwise : parse(basename(name)).name;
}
