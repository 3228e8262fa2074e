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
    ['https://hooks.slack.com.example.com/', undefined],
    ['https://example.com/?for=https://hooks.slack.com/', undefined],
    ['https://notatlassian.net/', undefined],
    ['hooks.slack.com', undefined],
  ])('of the address %s is %s', (url, id) => {
    expect(receiverAt(url, receivers)?.id).toBe(id);
  });
});
