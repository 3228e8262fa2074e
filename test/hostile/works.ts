import { parseTemplate } from '../../grammar/parse-template.ts';
import { formatDiagnostics } from '../../src/diagnostics/frame/format-diagnostics.ts';
import { outlineOf } from '../../src/output/json/schema/outline.ts';
import { readSchema, type Schema } from '../../src/output/json/schema/schema.ts';
import { keyAt, writableAt } from '../../src/output/json/schema/schemas-at.ts';
import type { OutputName } from '../../src/output/output.ts';
import { compileTemplate, TemplateError, validateTemplate } from '../../src/template/template.ts';
import { validateWebhook } from '../../src/webhook/check.ts';
import { parseWebhookProperties } from '../../src/webhook/config/properties.ts';
import { previewWebhook } from '../../src/webhook/preview/preview.ts';
import { type HostileTemplate, hostileConfigs, hostileProperties, hostileTemplates } from './inputs.ts';
import { type HostileSchema, hostileSchemas } from './schemas.ts';

/** Something that must end soon, whatever it is given. */
export interface Work {
  readonly input: string;
  /** The function. */
  readonly name: string;
  readonly run: () => unknown;
}

const contentTypes: Readonly<Partial<Record<OutputName, string>>> = {
  json: 'application/json',
  xml: 'application/xml',
  form: 'application/x-www-form-urlencoded',
};

/** The configuration that has the template where its output belongs. */
function configOf({ output }: HostileTemplate, source: string): Readonly<Record<string, unknown>> {
  const url = output === 'url' ? source : 'https://example.com/hook';
  const contentType = contentTypes[output] ?? 'text/plain';
  const inBody = output !== 'url' && output !== 'header';
  return {
    profile: 'Sales',
    events: { Errored: true, Started: true },
    method: 'POST',
    url,
    contentType,
    ...(inBody && { payload: source }),
    ...(output === 'header' && { headers: [{ name: 'x-hostile', value: source }] }),
  };
}

/** Every function that takes the input, on the input of that length. */
export function worksOn(input: string, length: number): readonly Work[] {
  const template = hostileTemplates[input];
  const schema = hostileSchemas[input];
  const config = hostileConfigs[input];
  if (template) return templateWorks(input, template, template.make(length));
  if (schema) return schemaWorks(input, schema, schema.make(length));
  if (config) return webhookWorks(input, config(length));
  const properties = hostileProperties[input]?.(length) ?? {};
  const { diagnostics } = parseWebhookProperties(properties);
  return [
    { input, name: 'parseWebhookProperties', run: () => parseWebhookProperties(properties) },
    { input, name: 'formatDiagnostics', run: () => formatDiagnostics(properties, diagnostics) },
  ];
}

function templateWorks(input: string, template: HostileTemplate, source: string): readonly Work[] {
  const { output, variables } = template;
  const options = { output, ...(variables && { variables }) };
  return [
    { input, name: 'parseTemplate', run: () => parseTemplate(source) },
    { input, name: 'validateTemplate', run: () => validateTemplate(source, options) },
    { input, name: 'compileTemplate', run: () => compiled(source, options) },
    {
      input,
      name: 'validateTemplate and formatDiagnostics',
      run: () => formatDiagnostics(source, validateTemplate(source, options)),
    },
    ...webhookWorks(input, configOf(template, source)),
  ];
}

/** The schema is read anew each time, as where a receiver is checked for the first time. */
function schemaWorks(input: string, { schema, variables }: HostileSchema, source: string): readonly Work[] {
  const options = () => ({ output: 'json', variables, schema: schema() }) as const;
  return [
    { input, name: 'validateTemplate', run: () => validateTemplate(source, options()) },
    { input, name: 'compileTemplate', run: () => compiled(source, options()) },
    {
      input,
      name: 'validateTemplate and formatDiagnostics',
      run: () => formatDiagnostics(source, validateTemplate(source, options())),
    },
    { input, name: 'outlineOf', run: () => outlineOf(readSchema(schema(), 'schema')) },
    ...['', '[', '{"', '[{"', '[{"kind":"k1","'].map(before => ({
      input,
      name: `writableAt and keyAt after ${before}`,
      run: () => offered(readSchema(schema(), 'schema'), before),
    })),
  ];
}

/** What an editor asks where somebody has written so much. */
function offered(schema: Schema, text: string): unknown {
  const before = [{ start: 0, text }];
  const { length } = text;
  return [
    writableAt(schema, before, [{ start: length, text: '' }], length),
    keyAt(schema, before, [{ start: length, text: 'key1": 1}' }]),
  ];
}

function webhookWorks(input: string, config: Readonly<Record<string, unknown>>): readonly Work[] {
  return [
    {
      input,
      name: 'validateWebhook and formatDiagnostics',
      run: () => formatDiagnostics(config, validateWebhook(config)),
    },
    { input, name: 'previewWebhook', run: () => previewWebhook(config) },
    { input, name: 'parseWebhookProperties', run: () => parseWebhookProperties(flat(config)) },
  ];
}

function compiled(source: string, options: Parameters<typeof compileTemplate>[1]): unknown {
  try {
    return compileTemplate(source, options);
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
}

/** The texts of a configuration as properties. */
function flat(config: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const texts = Object.entries(config).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts.map(([name, text]) => [`notification.webhook.${name}`, text]));
}
