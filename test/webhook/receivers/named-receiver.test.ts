import { describe, expect, it } from 'vitest';
import { applyFix } from '../../../src/diagnostics/fixes/apply-fix.ts';
import { validateWebhook } from '../../../src/webhook/check.ts';
import { compileWebhook } from '../../../src/webhook/compile.ts';
import { formatWebhookProperties, parseWebhookProperties } from '../../../src/webhook/config/properties.ts';
import { precompileWebhook } from '../../../src/webhook/precompile/precompile-webhook.ts';
import { previewWebhook } from '../../../src/webhook/preview/preview.ts';
import { receivers, slack } from '../../../src/webhook/receivers/index.ts';
import { receiverAt } from '../../../src/webhook/receivers/named-receiver.ts';

const config = {
  profile: 'Nightly',
  events: { Errored: true },
  method: 'POST',
  url: 'https://hooks.slack.com/services/T0/B0/x',
  contentType: 'application/json',
  payload: '{"text":"$profile; format="slack-escape", max="1000"$ failed"}',
} as const;

describe('the receiver of a webhook', () => {
  it('is proposed where the URL leads to it, by a fix that names it', () => {
    const [hint, ...others] = validateWebhook(config, { receivers });
    expect(others).toEqual([]);
    expect(hint).toMatchObject({
      severity: 'hint',
      code: 'receiver-of-url',
      field: 'receiver',
      facts: { name: 'Slack', id: 'slack' },
    });
    const [fix] = hint?.fixes ?? [];
    if (!fix) throw new Error('There is no fix.');
    expect(validateWebhook({ ...config, receiver: applyFix('', fix) }, { receivers })).toEqual([]);
  });

  it.each(['pagerdty', 'PagerDuty', ' pagerduty '])(
    'is meant by %j, with a warning that says so',
    receiver => {
      const [found] = validateWebhook({ ...config, receiver }, { receivers });
      expect(found).toMatchObject({ severity: 'warning', code: 'unknown-receiver', field: 'receiver' });
      const [fix] = found?.fixes ?? [];
      expect(fix && applyFix(receiver, fix)).toBe('pagerduty');
    },
  );

  it.each([
    ['lark', 'feishu'],
    ['ms-teams', 'teams'],
  ])('is meant by %s, which is a word of its name or has its own', (receiver, meant) => {
    const [found] = validateWebhook({ ...config, receiver }, { receivers });
    expect(found?.fixes.map(fix => applyFix(receiver, fix))).toEqual([meant]);
  });

  it.each(['', ' ', 'with', 'or', 'events'])('is not meant by %j', receiver => {
    const [found] = validateWebhook({ ...config, receiver }, { receivers });
    expect(found?.fixes).toEqual([]);
  });

  it('is known only if it is among the option', () => {
    const own = { ...config, receiver: 'slack' };
    expect(validateWebhook(own, { receivers: [slack] })).toEqual([]);
    expect(validateWebhook(own).map(({ code }) => code)).toEqual(['unknown-receiver']);
    expect(compileWebhook(own, { receivers: [slack] }).diagnostics).toEqual([]);
    expect(precompileWebhook(own, { receivers: [slack] }).diagnostics).toEqual([]);
    expect(previewWebhook(own, { receivers: [slack] }).diagnostics).toEqual([]);
  });

  it('is text, or an error', () => {
    const [found] = validateWebhook({ ...config, receiver: 7 }, { receivers });
    expect(found).toMatchObject({ severity: 'error', code: 'wrong-setting-type', field: 'receiver' });
  });

  it.each([
    ['method', { method: 'GET', contentType: undefined, payload: undefined }, 'POST'],
    ['contentType', { contentType: 'text/plain' }, 'application/json'],
    ['contentType', { contentType: undefined }, 'application/json'],
  ] as const)('wants its own %s where it says what it accepts', (field, changed, wanted) => {
    const given: Record<string, unknown> = { ...config, receiver: 'slack', ...changed };
    const others = (of: unknown) =>
      validateWebhook(of, { receivers }).filter(({ code }) => code === 'other-request');
    const [found] = others(given);
    expect(found).toMatchObject({ severity: 'warning', field, facts: { name: 'Slack', expected: wanted } });
    const [fix] = found?.fixes ?? [];
    if (!fix) throw new Error('There is no fix.');
    const before = given[field] ?? 'text/plain; charset=utf-8';
    const mended = { ...given, [field]: applyFix(String(before), fix) };
    expect(mended[field]).toBe(wanted);
    expect(others(mended)).not.toContainEqual(expect.objectContaining({ field }));
  });

  it('may be sent anything of which it does not say what it accepts', () => {
    const { payload, contentType, ...own } = config;
    const ping = { ...own, url: 'https://hc-ping.com/5a3b', receiver: 'healthchecks-io' };
    expect(validateWebhook({ ...ping, method: 'GET' }, { receivers })).toEqual([]);
    expect(validateWebhook({ ...ping, payload: 'x' }, { receivers })).toEqual([]);
  });

  it('is a property of a file, there and back', () => {
    const properties = formatWebhookProperties({ ...config, receiver: 'slack' });
    expect(properties).toMatchObject({ 'notification.webhook.receiver': 'slack' });
    const read = parseWebhookProperties(properties, { receivers });
    expect(read).toEqual({ config: { ...config, receiver: 'slack' }, diagnostics: [] });
    const [hint] = parseWebhookProperties(formatWebhookProperties(config), { receivers }).diagnostics;
    expect(hint).toMatchObject({ code: 'receiver-of-url', field: 'notification.webhook.receiver' });
  });

  it.each([
    ['https://hooks.slack.com/services/x', 'slack'],
    ['https://HOOKS.slack.com:443/services/$profile$', 'slack'],
    ['https://ada:secret@acme.atlassian.net/rest/api/3/issue', 'jira'],
    ['https://atlassian.net/', undefined],
    ['https://acme.atlassian.net/wiki/rest/api/content', undefined],
    ['https://api.atlassian.com/ex/jira/1324a887-45db-1bf4-1e99-ef0ff456d421/rest/api/3/issue', 'jira'],
    [
      'https://api.atlassian.com/ex/confluence/1324a887-45db-1bf4-1e99-ef0ff456d421/rest/api/3/issue',
      undefined,
    ],
    ['https://api.github.com/repos/acme/shop/dispatches', 'github'],
    ['https://api.github.com/repos/acme/shop/issues', undefined],
    ['https://api.telegram.org/bot1:x/sendPhoto', undefined],
    ['https://canary.discord.com/api/webhooks/1/x', 'discord'],
    ['https://discord.com/api/v10/webhooks/1/x', 'discord'],
    ['https://hooks.slack.com/triggers/T0/1/x', undefined],
    [
      'https://a1.5.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/x',
      'teams',
    ],
    ['https://prod-00.westeurope.logic.azure.com/workflows/x', undefined],
    ['https://hooks.slack.com.example.com/', undefined],
    ['https://example.com/?for=https://hooks.slack.com/', undefined],
    ['https://notatlassian.net/', undefined],
    ['hooks.slack.com', undefined],
  ])('of the address %s is %s', (url, id) => {
    expect(receiverAt(url, receivers)?.id).toBe(id);
  });
});

describe('a payload for a receiver', () => {
  const post = {
    profile: 'Nightly',
    events: { Errored: true },
    method: 'POST',
    contentType: 'application/json',
  };

  function found(receiver: string, payload: string): readonly string[] {
    const { url } = receivers.find(({ id }) => id === receiver) ?? {};
    const draft = { ...post, receiver, url: typeof url === 'string' ? url : 'https://example.com/', payload };
    const found = validateWebhook(draft, { receivers }).filter(({ code }) => code !== 'placeholder');
    return found.map(each => `${each.severity} ${each.code}: ${each.message}`);
  }

  it.each([
    [
      'pagerduty',
      '{"routing_key":"0123456789abcdef0123456789abcdef","event_action":"trigger","payload":{"summary":"Failed","source":"nightly"}}',
      /^error schema-missing-key: PagerDuty needs the key `severity`.*How bad it is: critical, error, warning or info/,
    ],
    [
      'pagerduty',
      '{"routing_key":"0123456789abcdef0123456789abcdef","event_action":"triger"}',
      /error schema-value: PagerDuty expects one of/,
    ],
    ['slack', '{"text":"$profile$ failed"}', /warning schema-syntax: Slack .*slack-escape/],
    [
      'slack',
      '{"blocks":[{"type":"section","text":{"type":"mrkdwn","text":"$profile; max="200"$"}}]}',
      /^warning schema-syntax: .*slack-escape/,
    ],
    [
      'slack',
      '{"blocks":[{"type":"header","text":{"type":"plain_text","text":"$profile$"}}]}',
      /^warning schema-unproved: Slack .*150/,
    ],
    [
      'telegram',
      '{"parse_mode":"HTML","chat_id":"@nightly","text":"<b>$profile; max="100"$</b>"}',
      /^warning schema-syntax: .*html-escape/,
    ],
    ['telegram', '{"text":"It failed"}', /^error schema-missing-key: Telegram needs the key `chat_id`/],
    ['discord', '{"username":"Nightly"}', /^error schema-/],
    ['github', '{"event_type":"$profile$"}', /^warning schema-unproved: GitHub .*100/],
    ['ntfy', '{"topic":"nightly","priority":7}', /^error schema-/],
  ])('of %s is told what is wrong with %s', (receiver, payload, message) => {
    expect(found(receiver, payload).join('\n')).toMatch(message);
  });

  it('may write what stands in a text of another syntax', () => {
    const payload =
      '{"blocks":[{"type":"header","text":{"type":"plain_text","text":"$profile; max="150", default="-"$"}}]}';
    expect(found('slack', payload)).toEqual([]);
  });
});
