import { describe, expect, it } from 'vitest';
import { applyFix } from '../../../src/diagnostics/fixes/apply-fix.ts';
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
  [form, 'text=$profile$&event=$event$'],
  [xml, '<a b="$profile$">$profile$ (see https://h/)</a>'],
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
