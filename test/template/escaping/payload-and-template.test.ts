import { expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import type { OutputName } from '../../../src/output/output.ts';
import { validateTemplate } from '../../../src/template/template.ts';
import { validateWebhook } from '../../../src/webhook/check.ts';
import { groupEvents } from '../../../src/webhook/events/event-groups.ts';
import { processEvents } from '../../../src/webhook/events/process-events.ts';
import { getConfig, postConfig } from '../../webhook/webhook-configs.ts';
import { receiverCases } from '../receiver-cases.ts';

const contentTypes: Partial<Record<OutputName, string>> = {
  text: 'text/plain',
  json: 'application/json',
  'json-lines': 'application/jsonl',
  xml: 'application/xml',
  form: 'application/x-www-form-urlencoded',
};

const [group] = groupEvents(processEvents, ['Errored'], []);

function foundInTemplate(output: OutputName, source: string): readonly Diagnostic[] {
  return validateTemplate(source, { output, variables: group?.variables });
}

/** What a webhook with this template says of it, in the field where the output belongs. */
function foundInWebhook(output: OutputName, source: string): readonly Diagnostic[] {
  const events = { Errored: true };
  const config =
    output === 'url'
      ? { ...getConfig, events, url: source }
      : output === 'header'
        ? { ...getConfig, events, headers: [{ name: 'X-Report', value: source }] }
        : { ...postConfig, events, contentType: contentTypes[output], payload: source };
  return validateWebhook(config);
}

function comparable(diagnostics: readonly Diagnostic[]): unknown {
  return diagnostics.map(({ code, range, message, fixes }) => ({ code, range, message, fixes }));
}

const templates: readonly (readonly [OutputName, string, readonly string[]])[] = [
  ['json', '{"body":"{\\"text\\":\\"$profile$\\"}"}', ['nested-syntax']],
  ['json', '{"html":"<b>$profile$</b>"}', ['nested-syntax']],
  ['json', '{"html":"<script>f(\\"$profile$\\")</script>"}', ['html-code']],
  ['json', '{"url":"https://h/?q=$profile$"}', ['nested-syntax']],
  ['json', '{"url":"https://h/?q=$profil$"}', ['unknown-variable']],
  ['json', '{"a":"$if(isError)$https://h/?q=$profile$$endif$"}', ['nested-syntax']],
  ['json', '{"query":"mutation { create(name: \\"$profile$\\") { id } }"}', ['nested-syntax']],
  ['json-lines', '{"body":"[\\"$profile$\\"]"}\n{"text":"$profile$"}\n', ['nested-syntax']],
  ['xml', '<a>{"text":"$profile$"}</a>', ['nested-syntax']],
  ['xml', '<a b="https://h/?q=$profile$"/>', ['nested-syntax']],
  ['xml', '<a>$profile; format="xml-encode"$</a>', ['double-encoding']],
  ['xml', '<a><![CDATA[{"text":"$profile$"}]]></a>', ['nested-syntax']],
  ['form', 'payload={"text":"$profile$"}', ['nested-syntax']],
  ['form', 'text=<b>$profile$</b>&mode=$event$', ['nested-syntax']],
  ['url', 'https://h.example/?data={"text":"$profile$"}', ['nested-syntax']],
  ['url', 'https://h.example/%7B%22text%22:%22$profile$%22%7D', ['nested-syntax']],
  ['header', '{"text":"$profile$"}', ['nested-syntax']],
  ['text', 'runs,profile=$profile$ errors=$errorCount$i', ['influx-unescaped']],
  ['text', 'runs,profile=nightly error=$errorMessage$', ['influx-unescaped']],
  ['text', '$profile$ has {{ errorCount }} errors', ['foreign-placeholder']],
];

it.each(templates)('the %s template %s gets the same findings in a webhook', (output, source, codes) => {
  const found = foundInTemplate(output, source);
  expect(found.map(({ code }) => code)).toEqual(codes);
  expect(comparable(found)).toEqual(comparable(foundInWebhook(output, source)));
});

it('the templates for well-known receivers get the same findings in a webhook', () => {
  for (const { name, output, source } of receiverCases) {
    if (contentTypes[output] === undefined || output === 'text') continue;
    const found = foundInWebhook(output, source).filter(
      each => 'field' in each && each.field === 'payload' && each.code !== neededEvents,
    );
    expect(comparable(foundInTemplate(output, source)), name).toEqual(comparable(found));
  }
});

/** Only a webhook knows which events do not come. */
const neededEvents = 'never-holds';
