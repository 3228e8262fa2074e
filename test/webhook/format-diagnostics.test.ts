import { expect, it } from 'vitest';
import { formatDiagnostics } from '../../src/diagnostics/frame/format-diagnostics.ts';
import { validateWebhook } from '../../src/webhook/check.ts';
import { parseWebhookProperties } from '../../src/webhook/config/properties.ts';
import { getConfig, postConfig } from './webhook-configs.ts';

/** Without the messages, which the catalogue knows. */
function frames(config: unknown): string {
  return formatDiagnostics(config, validateWebhook(config)).replace(/(?<=^\w+\[[\w-]+\]): .*/gm, '');
}

it('each field is shown under its name, with line and column', () => {
  const headers = [
    { name: 'X-A', value: 'a' },
    { name: 'X-B', value: 'é' },
  ] as const;
  expect(frames({ ...postConfig, headers, payload: '{\n"a": $profil$}' })).toBe(`\
error[header-non-ascii]
 --> headers[1].value:1:1
  |
1 | é
  | ^
help: Write \`%C3%A9\`
  |
1 | %C3%A9
  | ++++++

error[unknown-variable]
 --> payload:2:7
  |
2 | "a": $profil$}
  |       ^^^^^^
help: Did you mean \`profile\`?
  |
2 | "a": $profile$}
  |       +++++++`);
});

it('a setting without text has its field alone, and a fix its text', () => {
  const { profile, ...config } = getConfig;
  expect(frames(config).split('\n').slice(1)).toEqual([' --> profile']);
  const json = { ...getConfig, method: 'POST', payload: '{"a": "$profile$"}' };
  expect(frames(json).split('\n').slice(1)).toEqual([
    ' --> contentType',
    'help: Write `application/json`',
    '  |',
    '1 | application/json',
    '  | ++++++++++++++++',
  ]);
});

it('what is not a configuration has neither field nor frame', () => {
  expect(frames(5).split('\n')).toHaveLength(1);
  expect(frames([]).split('\n')).toHaveLength(1);
});

it('the name of an unknown setting lets no control character through', () => {
  expect(frames({ ...getConfig, 'a\u001b[31m': 'x' })).not.toContain('\u001b');
});

it('a configuration that throws is shown without its texts', () => {
  const diagnostics = validateWebhook({ ...getConfig, url: 'ftp://h' });
  const hostile = {
    get url(): string {
      throw new Error('reached');
    },
  };
  expect(formatDiagnostics(hostile, diagnostics).split('\n')[1]).toBe(' --> url');
});

it('properties are shown by their keys', () => {
  const properties = {
    'notification.webhook.profile': 'p',
    'notification.webhook.event.Started': 'true',
    'notification.webhook.method': 'GET',
    'notification.webhook.url': 'https://h/$profil$',
  };
  const { diagnostics } = parseWebhookProperties(properties);
  expect(formatDiagnostics(properties, diagnostics).split('\n').slice(1, 5)).toEqual([
    ' --> notification.webhook.url:1:12',
    '  |',
    '1 | https://h/$profil$',
    '  |            ^^^^^^',
  ]);
});
