import { enUS } from 'date-fns/locale/en-US';
import { ModuleWriter, sourceOf, sourceOfText } from '../../template/precompile/module-writer.ts';
import { type PrecompiledModule, TypeWriter } from '../../template/precompile/precompile-template.ts';
import {
  type WrittenFunction,
  writeCompleteness,
  writeTemplate,
} from '../../template/precompile/write-template.ts';
import type { Missing } from '../../template/render/missing.ts';
import { basicAuthorization } from '../build-request.ts';
import { checkWebhook, type SoundWebhook } from '../check.ts';
import type { AnyConfig, WebhookConfig } from '../config/settings.ts';
import type { WebhookDiagnostic } from '../diagnostic.ts';
import { WebhookError } from '../error.ts';
import type { AnyCatalogue, EventDescription } from '../events/event-catalogue.ts';
import type { ProcessEvents } from '../events/process-events.ts';
import { readWebhookOptions, type WebhookOptions } from '../webhook-options.ts';
import { listTemplates, mapTemplates, type WebhookTemplates } from '../webhook-templates.ts';

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
  options?: WebhookOptions<Catalogue>,
): PrecompiledModule<WebhookDiagnostic> {
  const { events: catalogue, missing, maxOutputBytes, ...rules } = readWebhookOptions(options);
  const { sound, diagnostics } = checkWebhook(config, catalogue, rules);
  if (sound === undefined) throw new WebhookError(diagnostics);
  const module = new ModuleWriter();
  const { functions, requestFor } = writeRequestFor(sound, { catalogue, missing, maxOutputBytes }, module);
  return {
    ...module.finish(functions, [requestFor, 'export { requestFor };']),
    types: [
      'import type { WebhookRequest } from "hookplate/runtime/webhooks";\n',
      `${writeEventTypes(catalogue)}`,
      '/**',
      ' * The request that tells of an event; undefined for one that is switched off.',
      ' *',
      ' * @throws {RenderError} where a value cannot be written.',
      ' */',
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

interface TemplateFunction extends WrittenFunction {
  readonly field: string;
}

/** The functions of a module that makes requests: one per template, and `requestFor`. */
function writeRequestFor(
  { config, groups }: SoundWebhook,
  { catalogue, missing, maxOutputBytes }: RequestOptions,
  module: ModuleWriter,
): { readonly functions: readonly TemplateFunction[]; readonly requestFor: string } {
  const functions: TemplateFunction[] = [];
  const cases: string[] = [];
  for (const { group, templates } of groups) {
    const names = group.names.filter(name => config.events[name] === true);
    if (names.length === 0) continue;
    const known = new Set(names.flatMap(name => Object.keys(group.knownOf(name))));
    const fields = listTemplates(templates).map(([field]) => field);
    const renders = mapTemplates(templates, checked => {
      const name = module.nameFor('render');
      const written = writeTemplate(checked, { name, locale: enUS, maxOutputBytes, known }, module);
      functions.push({ ...written, field: fields.shift() ?? '' });
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
  return { functions, requestFor: writeSwitch(cases, catalogue, module) };
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

/** The TypeScript types of the events of a catalogue, each by a name of its own. */
function writeEventTypes({ names, events }: AnyCatalogue): string {
  const types = new TypeWriter('reject');
  const taken = new Set(['Event', 'WebhookRequest', 'DateValue', 'NumberValue']);
  const interfaces = names.map(name => {
    const typeName = freeName(name, taken);
    const event = events[name];
    return { typeName, code: event ? writeEvent({ name, typeName }, event, types) : '' };
  });
  const all = interfaces.map(({ typeName }) => typeName);
  return [
    types.aliases() + interfaces.map(({ code }) => code).join('\n\n'),
    `/** Any event of the catalogue. */\nexport type Event = ${all.join(' | ')};\n`,
  ].join('\n\n');
}

/** `OrderPaid` for `order.paid`. */
function freeName(event: string, taken: Set<string>): string {
  const words = event.split(/[^A-Za-z\d]+/).filter(word => word !== '');
  const name = words.map(([first = '', ...rest]) => first.toUpperCase() + rest.join('')).join('');
  const nth = [name, ...Array.from(taken, (_, index) => `${name}${index + 2}`)];
  const free = nth.find(each => !taken.has(each)) ?? name;
  taken.add(free);
  return free;
}

function writeEvent(
  { name, typeName }: { readonly name: string; readonly typeName: string },
  { title, description, variables, constants }: EventDescription,
  types: TypeWriter,
): string {
  const { event: _event, date: _date, ...others } = variables;
  const changing = Object.entries(others).filter(([key]) => !Object.hasOwn(constants, key));
  const constant = Object.entries(constants).map(([key, value]) => {
    const type = others[key];
    const isPlain = typeof value === 'string' || typeof value === 'boolean';
    const written = isPlain && type !== 'date' ? sourceOf(value) : type && types.type(type, '  ');
    return `readonly ${key}: ${written};`;
  });
  const fixed = [`readonly event: ${sourceOf(name)};`, `readonly date: ${types.type('date')};`, ...constant];
  const said = [title, description].filter(text => text !== undefined).map(comment);
  return `/** ${said.join(': ')} */\nexport interface ${typeName} ${types.members(Object.fromEntries(changing), '', fixed)}`;
}

/** A text for a comment, which it does not end. */
function comment(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('*/', '* /').trim();
}
