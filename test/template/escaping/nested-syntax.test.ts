import { describe, expect, it } from 'vitest';
import { applyFix } from '../../../src/diagnostics/fixes/apply-fix.ts';
import { validateTemplate } from '../../../src/template/template.ts';
import { validateWebhook } from '../../../src/webhook/check.ts';
import { summaries } from '../../webhook/field-summaries.ts';
import { getConfig, postConfig } from '../../webhook/webhook-configs.ts';
import { receiverCases } from '../receiver-cases.ts';

const form = 'application/x-www-form-urlencoded';
const json = 'application/json';
const xml = 'application/xml';

function withPayload(contentType: string, payload: string): Record<string, unknown> {
  return { ...postConfig, contentType, payload };
}

// From the list of corrections: "`payload={"text":"$profile$"}` in a form, JSON inside a JSON string".
describe('JSON inside another syntax', () => {
  it.each([
    [form, 'payload={"text":"$profile$"}'],
    [form, 'a=b&payload=%7B%22text%22:%22$profile$%22}'],
    [form, 'payload=$if(isError)$[{"text":"$profile$"}]$else$[]$endif$'],
    [json, '{"body":"{\\"text\\":\\"$profile$\\"}"}'],
    [json, '{"body":" [ {\\"text\\": \\"$profile$\\"}]"}'],
    [xml, '<a>{"text":"$profile$"}</a>'],
    [xml, '<a>{&quot;text&quot;:&quot;$profile$&quot;}</a>'],
    [xml, `<a b='{"text":"$profile$"}'/>`],
    [xml, '<a><![CDATA[{"text":"$profile$"}]]></a>'],
    [json, '{"body":"\\n{\\"text\\":\\"$profile$\\"}"}'],
  ])('%s: %s is warned of once, and mended by a format', (contentType, payload) => {
    expect(summaries(withPayload(contentType, payload))).toEqual(['nested-syntax at payload [$profile$]']);
    const [diagnostic] = validateWebhook(withPayload(contentType, payload));
    expect(diagnostic?.message).toMatch(/not for the JSON inside it.*add `format="json-encode"`/);
    const [fix] = diagnostic?.fixes ?? [];
    const mended = fix && applyFix(payload, fix);
    expect(mended).toBe(payload.replace('$profile$', '$profile; format="json-encode"$'));
    expect(summaries(withPayload(contentType, mended ?? ''))).toEqual([]);
  });

  it('outside its quotes is not mended by a format, which writes none', () => {
    const [diagnostic] = validateWebhook(withPayload(form, 'payload={"text":$profile$}'));
    expect(diagnostic).toMatchObject({ code: 'nested-syntax', fixes: [] });
  });

  it('in a parameter of a URL is warned of', () => {
    for (const url of [
      'https://h/?a=1&data={"text":"$profile$"}',
      'https://h/?data=%7b%22a%22:%22$profile$',
    ]) {
      expect(summaries({ ...getConfig, url })).toEqual(['nested-syntax at url [$profile$]']);
    }
  });
});

describe('JSON in a header or in the path of a URL', () => {
  it('is warned of, and mended by a format', () => {
    const header = { name: 'X-Report', value: '{"profile":"$profile$"}' };
    const config = { ...postConfig, headers: [header] };
    expect(summaries(config)).toEqual(['nested-syntax at headers[0].value [$profile$]']);
    const mended = { ...header, value: '{"profile":"$profile; format="json-encode"$"}' };
    expect(summaries({ ...config, headers: [mended] })).toEqual([]);
    const url = 'https://h.example/search/%7B%22name%22:%22$profile$%22%7D';
    expect(summaries({ ...getConfig, url })).toEqual(['nested-syntax at url [$profile$]']);
    const mendedUrl = url.replace('$profile$', '$profile; format="json-encode"$');
    expect(summaries({ ...getConfig, url: mendedUrl })).toEqual([]);
  });
});

describe('GraphQL inside JSON', () => {
  it.each([
    'mutation { create(name: \\"$profile$\\") { id } }',
    'mutation Create($if(isError)$ @live $endif$) { create(name: \\"$profile$\\") { id } }',
    '\\n  query Find {\\n  run(name: \\"$profile$\\") { id }\\n}',
    '{ run(name: \\"$profile$\\") { id } }',
    '{ viewer { run(name: \\"$profile$\\") { id } } }',
    '{ viewer { run(note: \\":) :) :)\\", name: \\"$profile$\\") { id } } }',
    'fragment F on Run { id }\\nquery { run(name: \\"$profile$\\") { ...F } }',
    '# Finds a run (by its name)\\n# and no more\\n{ run(name: \\"$profile$\\") { id } }',
    'query($if(isError)$\\$live: Boolean$endif$) { run(name: \\"$profile$\\") { id } }',
  ])('%s: a value in its text is advised its variables, and can be escaped', query => {
    const payload = `{"query":"${query}"}`;
    const [diagnostic, ...more] = validateWebhook(withPayload(json, payload));
    expect(diagnostic).toMatchObject({ code: 'nested-syntax', facts: { inner: 'GraphQL' } });
    expect(diagnostic?.message).toContain('not for the GraphQL inside it');
    expect(diagnostic?.message).toContain('write the value into `variables`');
    expect(more).toEqual([]);
    const [fix] = diagnostic?.fixes ?? [];
    expect(fix && summaries(withPayload(json, applyFix(payload, fix)))).toEqual([]);
  });

  it('outside its quotes is not mended by a format, and not warned of for a number or in its variables', () => {
    const [diagnostic] = validateWebhook(withPayload(json, '{"query":"{ run(id: $profile$) { id } }"}'));
    expect(diagnostic).toMatchObject({ code: 'nested-syntax', fixes: [] });
    for (const payload of [
      '{"query":"{ run(id: $errorCount$) { id } }"}',
      '{"query":"query(\\$name: ID!) { run(id: \\$name) { id } }","variables":{"name":"$profile$"}}',
      '{"query":"{app=\\"$profile$\\"} |= \\"x\\""}',
      '{"query":"{ $profile$ }","text":"query this: $profile$"}',
      '{"text":"# Runs\\n- $profile$: { $event$ }"}',
      '{"text":"Query failed ($profile$)"}',
    ]) {
      expect(summaries(withPayload(json, payload)), payload).toEqual([]);
    }
  });
});

it.each([
  ['form', 'query=query { run(name: "$profile$") { id } }'],
  ['form', 'query=query+Find+%7B%0A+run(name:+%22$profile$%22)+%7B+id+%7D+%7D'],
  ['url', 'https://h.example/graphql?query=%7B%20run(name:%20%22$profile$%22)%20%7B%20id%20%7D%20%7D'],
] as const)('GraphQL in a parameter needs escapes of its own: %s', (output, source) => {
  const [found, ...more] = validateTemplate(source, { output });
  expect(found).toMatchObject({ code: 'nested-syntax', facts: { inner: 'GraphQL' } });
  expect(more).toEqual([]);
  const [fix] = found?.fixes ?? [];
  expect(fix && validateTemplate(applyFix(source, fix), { output })).toEqual([]);
});

describe('XML and URLs inside another syntax', () => {
  it.each([
    [json, '{"html":"<b>$profile$</b>"}', 'xml-encode'],
    [json, '{"html":"<b class=\\"x\\">$profile$<\\/b> $profile; null="-"$"}', 'xml-encode'],
    [json, '{"html":"<a title=\\"$profile$\\">x</a>"}', 'xml-encode'],
    [form, 'text=<b>$profile$</b>&parse_mode=HTML', 'xml-encode'],
    [json, '{"url":"https://h/?q=$profile$"}', 'url-encode'],
    [json, '{"text":"see <https://h/?a=b&q=$profile$|this>"}', 'url-encode'],
    [xml, '<a href="https://h/?q=$profile$"/>', 'url-encode'],
    [xml, '<a>https://h/?q=$profile$</a>', 'url-encode'],
    [xml, '<a><![CDATA[<p>Copy of $profile$ is <b>done</b></p>]]></a>', 'xml-encode'],
    [xml, '<a><![CDATA[see https://h/?q=$profile$]]></a>', 'url-encode'],
    [
      json,
      `{"html":"<p>Dear reader,</p>${'<p>Your copy ran.</p>'.repeat(30)}<p>$profile$</p>"}`,
      'xml-encode',
    ],
  ])('%s: %s is mended by a format', (contentType, payload, format) => {
    const [diagnostic, ...more] = validateWebhook(withPayload(contentType, payload));
    const [fix] = diagnostic?.fixes ?? [];
    expect(diagnostic).toMatchObject({ code: 'nested-syntax', field: 'payload' });
    expect(diagnostic?.message).toContain(`add \`format="${format}"\``);
    expect(more).toEqual([]);
    expect(summaries(withPayload(contentType, fix ? applyFix(payload, fix) : ''))).toEqual([]);
  });
});

it.each([
  '<a title=$profile$>x</a>',
  '<script>f(\\"$profile$\\")</script>',
  '<b $profile$>x</b>',
  "<a href='$profile$'>x</a>",
  "<a href='javascript:$profile$'>x</a>",
  '<a href=\\"$if(isError)$https://a/$endif$$profile$\\">x</a>',
  '<a href=\\"$if(isError)$https://a/$else$$profile$$endif$\\">x</a>',
  "<object data='$profile$'>x</object>",
  "<iframe srcdoc='$profile$'></iframe>",
  "<p>x</p><meta http-equiv='refresh' content='0;url=$profile$'>",
])('code in the HTML of a text is warned of, whatever the format: %s', html => {
  for (const format of ['', '; format="xml-encode"']) {
    const payload = `{"html":"${html.replace('$profile$', `$profile${format}$`)}"}`;
    const [diagnostic, ...more] = validateWebhook(withPayload(json, payload));
    expect(diagnostic).toMatchObject({ code: 'html-code', field: 'payload', fixes: [] });
    expect(more).toEqual([]);
  }
});

it.each([
  [json, '{"text":"He said \\"$profile$\\""}'],
  [json, '{"text":"<https://h/hooks|$profile$>"}'],
  [json, '{"text":"<!channel> $profile$ <done>"}'],
  [json, '{"text":"{$profile$} [$profile$]"}'],
  [json, '{"a":"{\\"errors\\":$errorCount$,\\"event\\":\\"$event$\\"}"}'],
  [json, '{"url":"https://h/$profile$"}'],
  [json, '{"text":"Why? $profile$"}'],
  [json, '{"text":"fragment loss on disk $profile$"}'],
  [json, '{"text":"{ user (root) } $profile$"}'],
  [json, '{"text":"# Alert\\nquery (\\$ 5) $profile$"}'],
  [json, '{"text":"query @$profile$ failed"}'],
  [json, '{"text":"subscription {$profile$} expired"}'],
  // A definition that ends before the value says nothing about it.
  [json, '{"text":"query {name} failed: $profile$"}'],
  [json, '{"text":"subscription {id} expired: $profile$"}'],
  [json, '{"text":"query {#12} $profile$"}'],
  [json, '{"text":"query {...} took $profile$"}'],
  [json, '{"text":"query @ops in {#channel} $profile$"}'],
  [json, '{"text":"{ alert {x} } $profile$"}'],
  [json, '{"text":"{order (id: 5)} $profile$"}'],
  [form, 'text={+user+{+name+}+}+$profile$'],
  [form, 'text={+user+(root)+}+$profile$'],
  [form, 'text=$profile$&event=$event$'],
  [xml, '<a b="$profile$">$profile$ (see https://h/)</a>'],
  [xml, '<a><![CDATA[$profile$ <done> {$profile$}]]></a>'],
])('%s: %s has one syntax', (contentType, payload) => {
  expect(summaries(withPayload(contentType, payload))).toEqual([]);
});

it('the templates for well-known receivers have no values in a nested syntax that could break it', () => {
  const types: Readonly<Record<string, string>> = { json, form, xml };
  for (const { name, output, source } of receiverCases) {
    const found = summaries(withPayload(types[output] ?? 'text/plain', source));
    expect(
      found.filter(line => line.startsWith('nested')),
      name,
    ).toEqual([]);
  }
});
