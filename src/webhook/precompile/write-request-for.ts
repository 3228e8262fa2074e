import { enUS } from 'date-fns/locale/en-US';
import type { ModuleWriter } from '../../template/precompile/module-writer.ts';
import { sourceOf, sourceOfText } from '../../template/precompile/source-text.ts';
import { writeCompleteness, writeTemplate } from '../../template/precompile/write-template.ts';
import type { Missing } from '../../template/render/missing.ts';
import { basicAuthorization } from '../build-request.ts';
import type { SoundWebhook } from '../check.ts';
import type { AnyConfig } from '../config/webhook-config.ts';
import type { AnyCatalogue } from '../events/event-catalogue.ts';
import { mapTemplates, type WebhookTemplates } from '../webhook-templates.ts';

interface RequestOptions {
  readonly catalogue: AnyCatalogue;
  readonly missing: Missing;
  readonly maxOutputBytes: number;
}

/** The functions of a module that makes requests: one for each template, and at last `requestFor`. */
export function writeRequestFor(
  { config, groups }: SoundWebhook,
  { catalogue, missing, maxOutputBytes }: RequestOptions,
  module: ModuleWriter,
): readonly string[] {
  const functions: string[] = [];
  const cases: string[] = [];
  for (const { group, templates } of groups) {
    const names = group.names.filter(name => config.events[name] === true);
    if (names.length === 0) continue;
    const calls = mapTemplates(templates, checked => {
      const name = module.nameFor('render');
      functions.push(writeTemplate(checked, { name, locale: enUS, maxOutputBytes }, module));
      return `${name}(event)`;
    });
    const request = writeRequest(config, calls, module);
    for (const name of names) {
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

/** An event that is off has no request, and one that the catalogue does not have is refused. */
function writeSwitch(cases: readonly string[], { names }: AnyCatalogue, module: ModuleWriter): string {
  const readName = module.constant(
    'readName',
    `${module.use('oneOf')}(${names.map(sourceOfText).join(', ')})`,
  );
  return [
    '/** @param {{ readonly event: string }} event */',
    'function requestFor(event) {',
    '  switch (event.event) {',
    ...cases,
    '    default:',
    `      ${readName}(event.event, "event.event");`,
    '      return undefined;',
    '  }',
    '}',
  ].join('\n');
}
