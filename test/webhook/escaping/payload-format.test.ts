import { describe, expect, it } from 'vitest';
import { applyFix } from '../../../src/diagnostics/fixes/apply-fix.ts';
import { validateWebhook } from '../../../src/webhook/check.ts';
import { compileWebhook } from '../../../src/webhook/compile.ts';
import { processEvents } from '../../../src/webhook/events/process-events.ts';
import { summaries } from '../field-summaries.ts';
import { processFacts } from '../process-facts.ts';
import { postConfig } from '../webhook-configs.ts';

const json = '{"text":"$profile$"}';

function withPayload(contentType: string | undefined, payload: string): Record<string, unknown> {
  return { ...postConfig, contentType, payload };
}

/** The content type that the first fix writes. */
function mended(contentType: string | undefined, payload: string): string | undefined {
  const [diagnostic] = validateWebhook(withPayload(contentType, payload));
  const [fix] = diagnostic?.fixes ?? [];
  expect(diagnostic?.field).toBe('contentType');
  return fix && applyFix(contentType ?? '', fix);
}

// From the list of corrections: "Unknown content types send values unescaped".
describe('a content type that is not known', () => {
  it.each([
    ['aplication/json', 'application/json'],
    ['application/jsno', 'application/json'],
    ['application/x-json', 'application/json'],
    ['Application/X-JSON; charset=utf-8', 'application/json; charset=utf-8'],
    ['application/json-patch', 'application/json-patch+json'],
    ['application/problem-json', 'application/problem+json'],
    ['application/vnd.kafka.json.v2', 'application/vnd.kafka.json.v2+json'],
    ['app/json', 'application/json'],
    ['text/x-json', 'application/json'],
  ])('%s for JSON is answered with %s, which mends it', (contentType, meant) => {
    expect(mended(contentType, json)).toBe(meant);
    expect(validateWebhook(withPayload(contentType, json))).toHaveLength(1);
    expect(summaries(withPayload(meant, json))).toEqual([]);
  });

  it.each([
    ['application/x-xml', '<a>$profile$</a>', 'application/xml'],
    ['aplication/xml', '<a>$profile$</a>', 'application/xml'],
    ['text/xlm', '<a>$profile$</a>', 'text/xml'],
    ['application/x-www-form-urlencode', 'a=$profile$', 'application/x-www-form-urlencoded'],
    ['application/www-form-urlencoded', 'a=$profile$', 'application/x-www-form-urlencoded'],
    ['application/x-www-url-encoded', 'a=b', 'application/x-www-form-urlencoded'],
    ['application/x-form', 'a=$profile$', 'application/x-www-form-urlencoded'],
    ['text/plian', '$profile$', 'text/plain'],
    ['application/html', '<p>hello</p>', 'text/html'],
  ])('%s for %s is answered with %s', (contentType, payload, meant) => {
    expect(mended(contentType, payload)).toBe(meant);
    expect(summaries(withPayload(meant, payload))).toEqual([]);
  });

  it.each(['text/csv', 'text/markdown', 'application/yaml', 'image/svg', 'text/x-custom', 'application/pdf'])(
    '%s is warned of where a value may be any text, and only there',
    contentType => {
      expect(summaries(withPayload(contentType, '- $profile$'))).toEqual([
        `unchecked-payload at contentType [${contentType}]`,
      ]);
      expect(summaries(withPayload(contentType, '- $errorCount$ $date$ $event$'))).toEqual([]);
      expect(summaries(withPayload(contentType, 'hello'))).toEqual([]);
    },
  );

  it.each(['application/x-ndjson', 'application/jsonl', 'application/x-jsonlines; charset=utf-8'])(
    '%s is checked line by line',
    contentType => {
      expect(summaries(withPayload(contentType, `${json}\n${json}`))).toEqual([]);
      expect(summaries(withPayload(contentType, '{"errors":$errorCount$}\n'))).toEqual([]);
      expect(summaries(withPayload(contentType, '{"errors":\n$errorCount$}'))).toEqual([
        'json-line-break at payload [\n]',
      ]);
    },
  );

  it('application/json-seq, whose records begin with a control character, is not checked', () => {
    const contentType = 'application/json-seq';
    expect(summaries(withPayload(contentType, '\u001e{"profile":"$profile$"}\n'))).toEqual([
      `unchecked-payload at contentType [${contentType}]`,
    ]);
  });

  it('is plain text where its author says so', () => {
    expect(summaries(withPayload('text/plain', 'a=$profile$&b=$event$'))).toEqual([]);
    expect(summaries(withPayload('text/plain; charset=utf-8', 'Copy of <b>$profile$</b> is done.'))).toEqual(
      [],
    );
    expect(summaries(withPayload('text/json', json))).toEqual([]);
  });
});

it.each([
  ['text/plain', '{"a":$profile$ oops "', 'json-as-text'],
  ['application/x-json', '<a>$profile$', 'unknown-media-type'],
  [undefined, '<a>$profile$<b>', 'markup-as-text'],
  [undefined, '{"a":$profile$ oops "', 'json-as-text'],
])('%s for %s is not mended by a type that would refuse it', (contentType, payload, code) => {
  expect(validateWebhook(withPayload(contentType, payload))).toMatchObject([{ code, fixes: [] }]);
});

it('a payload that is wrong as text too is proposed its type', () => {
  const [diagnostic, ...more] = validateWebhook(withPayload('text/plain', '{"a":"$profil$"}'));
  expect(diagnostic).toMatchObject({ code: 'json-as-text', fixes: [{ title: 'Write `application/json`' }] });
  expect(more).toMatchObject([{ code: 'unknown-variable' }]);
});

describe('values in HTML', () => {
  it.each([
    [
      '<p>$profile$ $profile; null="-"$ $errorCount$</p>',
      '<p>$profile; format="xml-encode"$ $profile; null="-", format="xml-encode"$ $errorCount$</p>',
    ],
    ['<p>$if(isError)$$profile$$endif$</p>', '<p>$if(isError)$$profile; format="xml-encode"$$endif$</p>'],
  ])('of %s are encoded by the fix of one warning', (payload, encoded) => {
    const [diagnostic, ...more] = validateWebhook(withPayload('text/html', payload));
    const [fix] = diagnostic?.fixes ?? [];
    expect(diagnostic).toMatchObject({ code: 'html-unescaped', field: 'payload' });
    expect(more).toEqual([]);
    expect(fix && applyFix(payload, fix)).toBe(encoded);
    expect(summaries(withPayload('text/html', encoded))).toEqual([]);
  });

  it.each([
    '<a href="/x" title="$profile$">x</a>',
    "<a href='/x' title = '>$profile$' lang=en>x</a>",
    '<a href="https://h/$profile$">x</a>',
    '<a href="/$profile$" data-href="$profile$">x</a>',
    '<a href="$if(isError)$https://a/$else$/$endif$$profile$">x</a>',
    '<a href="/$if(isError)$$endif$$profile$">x</a>',
    '<meta name="by" content="$profile$"><tr data="$profile$">',
    '<meta property="og:image" content="https://h/?url=$profile$">',
    '<!-- <script> -->$profile$',
    '<script>f()</script><style>a > b {}</style>$profile$',
    'a < b $profile$',
  ])('in text or a quoted attribute are kept there by the fix: %s', payload => {
    const [diagnostic, ...more] = validateWebhook(withPayload('text/html', payload));
    const [fix] = diagnostic?.fixes ?? [];
    const encoded = fix ? applyFix(payload, fix) : '';
    expect(diagnostic).toMatchObject({ code: 'html-unescaped' });
    expect(more).toEqual([]);
    expect(summaries(withPayload('text/html', encoded))).toEqual([]);
    const webhook = compileWebhook({ ...postConfig, contentType: 'text/html', payload: encoded });
    const profile = `" onmouseover="alert(1)' onmouseover='alert(1)`;
    const request = webhook.requestFor(processEvents.create('Errored', { ...processFacts, profile }));
    expect(request?.body).not.toMatch(/["']( onmouse|alert)/);
  });

  it.each([
    '<a title=$profile$>x</a>',
    '<$profile$>x</$profile$>',
    '<a title="x" $if(isError)$$profile$$endif$>x</a>',
    '<button onclick="if (1 > 0) f(\'$profile$\')">x</button>',
    '<p style="color: $profile$">x</p>',
    '<script>f("$profile$")</script>',
    `<script>${'f();'.repeat(200)}f("$profile$")</script>`,
    '<STYLE>p { color: $profile$ }',
    '<p title=$profile$',
    '<a href="$profile$">x</a>',
    "<iframe src = ' $if(isError)$$profile$$endif$'></iframe>",
    '<a title="x" HREF="$event$$profile$/">x</a>',
    '<form action="$profile$"><button formaction="/x">x</button></form>',
    '<a href="javascript:show(\'$profile$\')">x</a>',
    '<a href="$profile$',
    '<iframe srcdoc="$profile$"></iframe>',
    '<iframe srcdoc="<p>x</p>$profile$"></iframe>',
    '<a href="$if(isError)$https://a/$endif$$profile$">x</a>',
    '<a href="$if(isError)$https://a/$else$$profile$$endif$">x</a>',
    '<a href="$if(isError)$https://a/$else$ $event$$endif$ $profile$">x</a>',
    "<a href='$if(isError)$/x$else$javascript:$endif$$profile$'>x</a>",
    '<object data="$profile$"></object>',
    '<meta http-equiv="refresh" content="0;url=$profile$">',
    '<meta http-equiv="refresh" content="$errorCount$; url=$profile$">',
    `<meta content="5; URL='$profile$'" http-equiv=refresh>`,
  ])('in code stay warned of, since no format mends them: %s', payload => {
    for (const format of ['', '; format="xml-encode"', '; format="json-encode"']) {
      const source = payload.replaceAll('$profile$', `$profile${format}$`);
      const [diagnostic, ...more] = validateWebhook(withPayload('text/html', source));
      expect(diagnostic).toMatchObject({ code: 'html-code', fixes: [] });
      expect(more).toEqual([]);
    }
    const numbers = payload.replaceAll('$profile$', '$errorCount$');
    expect(summaries(withPayload('text/html', numbers))).toEqual([]);
  });

  it('in a link are percent-encoded, which is enough', () => {
    for (const address of ['/?q=$profile; format="url-encode"$', '"$profile; format="url-encode"$"']) {
      expect(summaries(withPayload('text/html', `<a href=${address}>x</a>`))).toEqual([]);
    }
  });

  it('keep their other formats in the fix', () => {
    const payload = '<p>$profile; format="trim upper", max="9"$</p>';
    const [diagnostic] = validateWebhook(withPayload('text/html', payload));
    const [fix] = diagnostic?.fixes ?? [];
    const encoded = '<p>$profile; format="trim upper xml-encode", max="9"$</p>';
    expect(fix && applyFix(payload, fix)).toBe(encoded);
    expect(summaries(withPayload('text/html', encoded))).toEqual([]);
  });

  it('are right with `html-escape`, too', () => {
    expect(summaries(withPayload('text/html', '<p title="$profile; format="html-escape"$">x</p>'))).toEqual(
      [],
    );
  });

  it.each(['markdown-escape', 'json-encode'])(
    'that have the format %s get no fix that would leave it out',
    format => {
      const [diagnostic] = validateWebhook(withPayload('text/html', `<p>$profile; format="${format}"$</p>`));
      expect(diagnostic).toMatchObject({ code: 'html-unescaped', fixes: [] });
    },
  );
});

// From the list of corrections: "a forgotten content type for JSON that begins with `$if`, for XML and for forms".
describe('a forgotten content type', () => {
  it.each([
    [json, 'application/json'],
    ['$if(isError)$[{"a":"$profile$"}]$else$[{"b":1}]$endif$', 'application/json'],
    ['$! for the team !$\n[{"a":"$profile$"}]', 'application/json'],
    ['<?xml version="1.0"?>\n<a>$profile$</a>', 'application/xml'],
    ['$if(isError)$<a>$profile$</a>$else$<b/>$endif$\n', 'application/xml'],
    ['<a c="$profile$"/>', 'application/xml'],
    ['<!DOCTYPE html><p>hello</p>', 'text/html'],
    ['name=$profile$&event=$event$', 'application/x-www-form-urlencoded'],
    ['text=done$if(isError)$&error=$profile$$endif$', 'application/x-www-form-urlencoded'],
  ])('of %s is set by the fix to %s', (payload, meant) => {
    expect(mended(undefined, payload)).toBe(meant);
    expect(validateWebhook(withPayload(undefined, payload))).toHaveLength(1);
    expect(summaries(withPayload(meant, payload))).toEqual([]);
  });

  it.each([
    '$profile$ has ended',
    'status=$event$',
    '<$profile$> is done',
    '{$profile$}',
    '[$event$] $profile$',
    'a < b && c > d',
    '',
    'x=1 & y=$profile$',
    '<unknown',
  ])('is plain text for %j', payload => {
    expect(summaries(withPayload(undefined, payload))).toEqual([]);
  });
});
