import { enUS } from 'date-fns/locale/en-US';
import { ModuleWriter, sourceOf, sourceOfText } from '../../template/precompile/module-writer.ts';
import {
  type PrecompiledModule,
  writeContextType,
  writeType,
} from '../../template/precompile/precompile-template.ts';
import { writeCompleteness, writeTemplate } from '../../template/precompile/write-template.ts';
import type { Missing } from '../../template/render/missing.ts';
import { basicAuthorization } from '../build-request.ts';
import { checkWebhook, type SoundWebhook } from '../check.ts';
import { type CompileOptions, readCompileOptions } from '../compile.ts';
import type { AnyConfig, WebhookConfig } from '../config/webhook-config.ts';
import type { WebhookDiagnostic } from '../diagnostic.ts';
import { WebhookError } from '../error.ts';
import type { AnyCatalogue, EventDescription } from '../events/event-catalogue.ts';
import type { ProcessEvents } from '../events/process-events.ts';
import { mapTemplates, type WebhookTemplates } from '../webhook-templates.ts';

/**
 * Writes a module whose function `requestFor` gives the same requests and throws the same errors as that of
 * `compileWebhook` with the same options. The module contains the credentials of the configuration in the form in which
 * they are sent, so it is just as secret.
 *
 * @throws {WebhookError} where `validateWebhook` would report an error.
 * @throws {TypeError} for options that are unknown or invalid.
 */
export function precompileWebhook<Catalogue extends AnyCatalogue = ProcessEvents>(
  config: WebhookConfig<NoInfer<Catalogue>>,
  options?: CompileOptions<Catalogue>,
): PrecompiledModule<WebhookDiagnostic> {
  const { events: catalogue, missing, maxOutputBytes, ...rules } = readCompileOptions(options);
  const { sound, diagnostics } = checkWebhook(config, catalogue, rules);
  if (sound === undefined) throw new WebhookError(diagnostics);
  const module = new ModuleWriter();
  const functions = writeRequestFor(sound, { catalogue, missing, maxOutputBytes }, module);
  return {
    code: module.finish([...functions, 'export { requestFor };']),
    types: [
      'import type { WebhookRequest } from "hookplate/runtime/webhooks";\n',
      `export type Event = ${writeEventType(catalogue)};`,
      '/** Undefined for an event that is switched off. @throws {RenderError} where a value cannot be written. */',
      'export declare function requestFor(event: Event): WebhookRequest | undefined;\n',
    ].join('\n'),
    diagnostics,
  };
}

interface RequestOptions {
  readonly catalogue: AnyCatalogue;
  readonly missing: Missing;
  readonly maxOutputBytes: number;
}

/** The functions of a module that makes requests: one per template, and `requestFor` at the end. */
function writeRequestFor(
  { config, groups }: SoundWebhook,
  { catalogue, missing, maxOutputBytes }: RequestOptions,
  module: ModuleWriter,
): readonly string[] {
  const functions: string[] = [];
  const cases: string[] = [];
  for (const { group, templates } of groups) {
    const names = group.names.filter(name => config.events[name] === true);
    if (names.length === 0) continue;
    const known = new Set(names.flatMap(name => Object.keys(group.knownOf(name))));
    const renders = mapTemplates(templates, checked => {
      const name = module.nameFor('render');
      functions.push(writeTemplate(checked, { name, locale: enUS, maxOutputBytes, known }, module));
      return name;
    });
    for (const name of names) {
      const ofEvent = module.constant('known', sourceOf(group.knownOf(name)));
      const calls = mapTemplates(renders, render => `${render}(event, ${ofEvent})`);
      const request = writeRequest(config, calls, module);
      const variables = catalogue.events[name]?.variables ?? {};
      const required = missing === 'reject' ? `      ${writeCompleteness(variables, 'event', module)}\n` : '';
      cases.push(`    case ${sourceOfText(name)}:\n${required}      return ${request};`);
    }
  }
  return [...functions, writeSwitch(cases, catalogue, module)];
}

function writeRequest(
  { method, contentType, headers = [], authentication }: AnyConfig,
  { url, headers: values, payload }: WebhookTemplates<string>,
  module: ModuleWriter,
): string {
  const settings = { method, contentType, headers: headers.map(({ name }) => ({ name })) };
  const constant = module.constant(
    'settings',
    sourceOf(settings),
    'import("hookplate/runtime/webhooks").RequestSettings',
  );
  const body = payload === undefined ? '' : `, payload: ${payload}`;
  const texts = `{ url: ${url}, headers: [${values.join(', ')}]${body} }`;
  const authorization = authentication ? sourceOfText(basicAuthorization(authentication)) : 'undefined';
  return `${module.use('buildRequest')}(${constant}, ${texts}, ${authorization})`;
}

/** An event that is off has no request; an event outside the catalogue is refused. */
function writeSwitch(cases: readonly string[], { names }: AnyCatalogue, module: ModuleWriter): string {
  const nameOf = module.constant(
    'nameOf',
    `${module.use('eventNameReader')}(${names.map(sourceOfText).join(', ')})`,
  );
  return [
    '/** @param {unknown} event */',
    'function requestFor(event) {',
    `  switch (${nameOf}(event)) {`,
    ...cases,
    '    default:',
    '      return undefined;',
    '  }',
    '}',
  ].join('\n');
}

/** The TypeScript type of any event of a catalogue. */
function writeEventType({ names, events }: AnyCatalogue): string {
  const types = names.map(name => {
    const event = events[name];
    return event ? writeEvent(name, event) : 'never';
  });
  return `\n  | ${types.join('\n  | ')}`;
}

function writeEvent(name: string, { variables, constants }: EventDescription): string {
  const { event: _event, date: _date, ...others } = variables;
  const changing = Object.entries(others).filter(([key]) => !Object.hasOwn(constants, key));
  const constant = Object.entries(constants).map(([key, value]) => {
    const type = others[key];
    const isPlain = typeof value === 'string' || typeof value === 'boolean';
    const written = isPlain && type !== 'date' ? sourceOf(value) : type && writeType(type, 'reject');
    return `readonly ${key}: ${written};`;
  });
  const fixed = `{ readonly event: ${sourceOf(name)}; readonly date: Date | number | string; ${constant.join(' ')} }`;
  return `(${fixed} & ${writeContextType(Object.fromEntries(changing), 'reject')})`;
}
