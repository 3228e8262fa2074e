import { basename, parse } from 'node:path';
import { hasErrors } from '../../diagnostics/diagnostic.ts';
import type { OutputName } from '../../output/output.ts';
import { precompileTemplate } from '../../template/precompile/precompile-template.ts';
import type { VariableSchema } from '../../template/resolve/variables.ts';
import { validateTemplate } from '../../template/template.ts';
import { inField } from '../../webhook/diagnostic.ts';
import { precompileWebhook } from '../../webhook/precompile/precompile-webhook.ts';
import { type CheckedFile, checkFile } from '../check/check-file.ts';
import { findingsOf } from '../check/finding.ts';
import type { LoadedCatalogue } from '../events/load-catalogue.ts';
import { decodeFile } from '../sources/decode-file.ts';
import { readTemplate } from '../sources/read-source.ts';
import { webhooksOf } from '../webhooks/load-webhooks.ts';
import type { NamedModule } from './write-modules.ts';

/** A file that was read. */
interface GivenFile {
  /** For people. */
  readonly path: string;
  /** Where it lies; nothing for stdin. */
  readonly name: string | undefined;
  /** Whether somebody named it, rather than a directory that it is in. */
  readonly isNamed: boolean;
  readonly bytes: Buffer;
}

/** What a bare template is given, and writes. */
interface TemplateSettings {
  readonly output: OutputName;
  readonly variables: VariableSchema;
}

interface CompileSettings {
  readonly catalogue: LoadedCatalogue;
  /** Where files are bare templates, whatever they are called. */
  readonly template: TemplateSettings | undefined;
}

/** A file with errors has no modules. */
export interface CompiledFile {
  readonly checked: CheckedFile;
  readonly modules: readonly NamedModule[];
}

/** The modules of a file; undefined if nobody named it and there is no webhook in it. */
export async function compileFile(
  file: GivenFile,
  { catalogue, template }: CompileSettings,
): Promise<CompiledFile | undefined> {
  if (template) return compileBare(file, template);
  const checked = await checkFile(file.bytes, file, {
    catalogue,
    events: [],
    output: 'text',
    isTemplate: false,
    fixes: false,
  });
  if (!checked) return undefined;
  if (!checked.source || hasErrors(checked.findings)) return { checked, modules: [] };
  const webhooks = webhooksOf(checked.source, catalogue);
  const modules = webhooks.map(({ config }) => ({
    ...precompileWebhook(config, { events: catalogue }),
    name: config.id ?? nameOf(file, 'webhook'),
    of: file,
    hasCredentials: config.authentication !== undefined,
  }));
  return { checked, modules };
}

function compileBare(file: GivenFile, { output, variables }: TemplateSettings): CompiledFile {
  const { path, bytes } = file;
  const { text, problem } = decodeFile(bytes);
  if (problem) return { checked: { path, shown: text, findings: [{ ...problem, field: '' }] }, modules: [] };
  const source = readTemplate(text);
  const diagnostics = inField('', validateTemplate(text, { output, variables }));
  const findings = source.entries.flatMap(entry =>
    findingsOf(entry, diagnostics, { kind: 'template', webhook: 0 }),
  );
  const checked = { path, shown: text, findings, source };
  if (hasErrors(findings)) return { checked, modules: [] };
  const module = precompileTemplate(text, { output, variables });
  const name = nameOf(file, 'template');
  return { checked, modules: [{ ...module, name, of: file, hasCredentials: false }] };
}

/** That of the file without its end; stdin has none. */
function nameOf({ name }: GivenFile, otherwise: string): string {
  return name === undefined ? otherwise : parse(basename(name)).name;
}
