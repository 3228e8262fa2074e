import { Buffer } from 'node:buffer';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { formatDiagnostics } from '../../src/diagnostics/frame/format-diagnostics.ts';
import { validateWebhook } from '../../src/webhook/check.ts';
import { compileWebhook } from '../../src/webhook/compile.ts';
import { formatWebhookProperties, parseWebhookProperties } from '../../src/webhook/config/properties.ts';
import { WebhookError } from '../../src/webhook/error.ts';
import { processEvents } from '../../src/webhook/events/process-events.ts';
import { previewWebhook } from '../../src/webhook/preview/preview.ts';
import { summaries } from './field-summaries.ts';
import { processFacts } from './process-facts.ts';
import { getConfig, postConfig } from './webhook-configs.ts';

const started = processEvents.create('Started', { ...processFacts, profile: 'p' });

describe('methods', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    'a %s has its content type, headers and payload',
    method => {
      expect(compileWebhook({ ...postConfig, method }).requestFor(started)).toEqual({
        method,
        url: 'https://example.com/hook?profile=p',
        headers: [
          ['content-type', 'application/json'],
          ['X-Event', 'Started'],
          ['Authorization', 'Bearer s3cret'],
        ],
        body: '{"text": "p Started", "errors": 0}',
      });
    },
  );

  it('a GET has its headers and no body', () => {
    const headers = [{ name: 'X-Event', value: '$event$' }];
    expect(compileWebhook({ ...getConfig, headers }).requestFor(started)).toEqual({
      method: 'GET',
      url: 'https://example.com/hook?event=Started',
      headers: [['X-Event', 'Started']],
    });
    const [preview] = previewWebhook({ ...getConfig, headers }, { samples: [started] }).events;
    expect(preview?.kind === 'request' && preview.parts.map(({ field }) => field)).toEqual([
      'url',
      'headers[0].value',
    ]);
  });

  it('the headers of a GET are checked like those of a POST', () => {
    const headers = [
      { name: 'Host', value: '$evnt$' },
      { name: 'X A', value: 'é' },
    ];
    expect(summaries({ ...getConfig, headers })).toEqual([
      'reserved-header at headers[0].name [Host]',
      'unknown-variable at headers[0].value [evnt]',
      'invalid-header-name at headers[1].name [ ]',
      'header-non-ascii at headers[1].value [é]',
    ]);
  });

  it('a DELETE without a payload has no body', () => {
    expect(compileWebhook({ ...getConfig, method: 'DELETE' }).requestFor(started)).toEqual({
      method: 'DELETE',
      url: 'https://example.com/hook?event=Started',
      headers: [],
    });
  });

  it.each(['PUT', 'PATCH'] as const)('a %s without a payload sends an empty text', method => {
    expect(compileWebhook({ ...getConfig, method }).requestFor(started)).toMatchObject({
      headers: [['content-type', 'text/plain; charset=utf-8']],
      body: '',
    });
  });
});

describe('the output of a payload', () => {
  const hook = { ...postConfig, contentType: 'application/vnd.chat', payload: '{"text": "$profile$"}' };

  it('is what the configuration names, where the content type does not say', () => {
    const quoted = processEvents.create('Started', { ...processFacts, profile: 'a "b"' });
    expect(validateWebhook({ ...hook, output: 'json' })).toEqual([]);
    expect(compileWebhook({ ...hook, output: 'json' }).requestFor(quoted)?.body).toBe(
      '{"text": "a \\"b\\""}',
    );
    expect(compileWebhook(hook).requestFor(quoted)?.body).toBe('{"text": "a "b""}');
    const [preview] = previewWebhook({ ...hook, output: 'json' }, { samples: [quoted] }).events;
    expect(preview?.kind === 'request' && preview.body).toEqual({
      format: 'json',
      valid: true,
      by: 'parser',
    });
  });

  it('is checked as such', () => {
    expect(summaries({ ...hook, output: 'json', payload: '{"a": 1,}' })).toEqual([
      'json-extra-comma at payload [,]',
    ]);
    expect(summaries({ ...hook, output: 'jsn' })).toContain('unknown-output at output [jsn]');
    expect(summaries({ ...hook, output: 5 })).toContain('wrong-setting-type at output [0,0]');
  });

  it('that contradicts the content type is a warning, with what was meant', () => {
    const [problem] = validateWebhook({ ...postConfig, output: 'text' });
    expect(problem).toMatchObject({ code: 'output-not-content-type', severity: 'warning', field: 'output' });
    expect(problem?.fixes[0]?.edits[0]?.text).toBe('json');
    expect(validateWebhook({ ...postConfig, output: 'json' })).toEqual([]);
    const [broken] = validateWebhook({ ...postConfig, output: 'text', payload: '{"a": $profile' + '$' });
    expect(broken).toMatchObject({ code: 'output-not-content-type', fixes: [] });
  });
});

describe('credentials', () => {
  const authentication = { username: 'ünï', password: 'canary:0f7e' };
  const config = { ...getConfig, authentication };
  const authorization = `Basic ${Buffer.from('ünï:canary:0f7e').toString('base64')}`;

  it('are sent as Basic authentication, in UTF-8', () => {
    expect(compileWebhook(config).requestFor(started)?.headers).toEqual([['authorization', authorization]]);
    expect(compileWebhook(config).testRequest()?.headers).toEqual([['authorization', authorization]]);
  });

  it('are not templates', () => {
    const plain = { ...config, authentication: { username: '$profil$', password: '$if(' } };
    const value = Buffer.from('$profil$:$if(').toString('base64');
    expect(compileWebhook(plain).requestFor(started)?.headers).toEqual([['authorization', `Basic ${value}`]]);
  });

  it('come back from properties', () => {
    const properties = formatWebhookProperties(config);
    expect(properties).toMatchObject({
      'notification.webhook.authentication.username': 'ünï',
      'notification.webhook.authentication.password': 'canary:0f7e',
    });
    expect(parseWebhookProperties(properties)).toEqual({ config, diagnostics: [] });
  });

  it.each<[mistake: string, config: unknown, expected: string[]]>([
    ['text', { ...config, authentication: 'canary' }, ['wrong-setting-type at authentication [0,0]']],
    ['a list', { ...config, authentication: ['canary'] }, ['wrong-setting-type at authentication [0,0]']],
    [
      'a name without a password',
      { ...config, authentication: { username: 'canary' } },
      ['missing-setting at authentication.password [0,0]'],
    ],
    [
      'a misspelt password',
      { ...config, authentication: { username: 'a', pasword: 'canary' } },
      ['unknown-setting at authentication.pasword [0,0]'],
    ],
    [
      'a password that is a list',
      { ...config, authentication: { username: 'a', password: ['canary'] } },
      ['wrong-setting-type at authentication.password [0,0]'],
    ],
    [
      'a colon in the name',
      { ...config, authentication: { username: 'a:canary', password: '' } },
      ['invalid-username at authentication.username [0,0]'],
    ],
    [
      'control characters in the name and the password',
      { ...config, authentication: { username: 'canary\r', password: 'a\u0085' } },
      [
        'control-in-credentials at authentication.username [0,0]',
        'control-in-credentials at authentication.password [0,0]',
      ],
    ],
    [
      'credentials in the URL too',
      { ...config, url: 'https://a:canary@example.com/' },
      ['repeated-credentials at authentication [0,0]'],
    ],
    [
      'a header that says the same',
      { ...config, headers: [{ name: 'AUTHORIZATION', value: 'canary' }] },
      ['repeated-credentials at headers[0].name [AUTHORIZATION]'],
    ],
    ['another name for them', { ...getConfig, auth: 'canary' }, ['unknown-setting at auth [0,0]']],
    [
      'a password among the settings',
      { ...getConfig, password: 'canary' },
      ['unknown-setting at password [0,0]'],
    ],
  ])('%s is reported, and shown nowhere', (_mistake, wrong, expected) => {
    const diagnostics = validateWebhook(wrong);
    expect(summaries(wrong).map(summary => summary.replace('[]', '[0,0]'))).toEqual(expected);
    expect(JSON.stringify(diagnostics)).not.toContain('canary');
    expect(formatDiagnostics(wrong, diagnostics)).not.toContain('canary');
    expect(new WebhookError(diagnostics).message).not.toContain('canary');
  });

  it('are in no preview, command or dump', () => {
    const webhook = compileWebhook(config);
    const preview = previewWebhook(config);
    const [event] = preview.events;
    expect(event?.kind === 'request' && event.request.headers).toEqual([['authorization', 'Basic ***']]);
    const shown = [
      inspect(webhook, { depth: 9, showHidden: true }),
      JSON.stringify(preview),
      inspect(preview, { depth: 9 }),
    ];
    for (const text of shown) {
      expect(text).not.toContain('canary');
      expect(text).not.toContain(authorization.slice('Basic '.length));
    }
  });
});
