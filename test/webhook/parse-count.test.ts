import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { formatWebhookProperties } from '../../src/webhook/config/properties.ts';
import { getConfig, postConfig } from './webhook-configs.ts';

// Test files share their modules, so those that parse are loaded anew, over a parser that counts.
vi.resetModules();
vi.doMock('../../grammar/parse-template.ts', { spy: true });
const { parseUnconfirmed } = await import('../../grammar/parse-template.ts');
const { compileTemplate, validateTemplate } = await import('../../src/template/template.ts');
const { validateWebhook } = await import('../../src/webhook/check.ts');
const { compileWebhook } = await import('../../src/webhook/compile.ts');
const { parseWebhookProperties } = await import('../../src/webhook/config/properties.ts');
const { previewWebhook } = await import('../../src/webhook/preview/preview.ts');

beforeEach(() => {
  vi.mocked(parseUnconfirmed).mockClear();
});

afterAll(() => {
  vi.doUnmock('../../grammar/parse-template.ts');
  vi.resetModules();
});

function parsesIn(run: () => unknown): number {
  run();
  return vi.mocked(parseUnconfirmed).mock.calls.length;
}

it.each<[name: string, run: () => unknown]>([
  ['validateTemplate', () => validateTemplate('$if(isError)$$profile$$endif$')],
  ['compileTemplate', () => compileTemplate('$if(isError)$$profile$$endif$')],
  ['validateWebhook', () => validateWebhook(getConfig)],
  ['compileWebhook', () => compileWebhook(getConfig)],
  ['previewWebhook', () => previewWebhook(getConfig)],
])('%s parses one template once', (_name, run) => {
  expect(parsesIn(run)).toBe(1);
});

it.each<[name: string, run: () => unknown]>([
  ['validateWebhook', () => validateWebhook(postConfig)],
  ['compileWebhook', () => compileWebhook(postConfig)],
  ['previewWebhook', () => previewWebhook(postConfig)],
  ['parseWebhookProperties', () => parseWebhookProperties(formatWebhookProperties(postConfig))],
])('%s parses the URL, each header and the payload once', (_name, run) => {
  expect(parsesIn(run)).toBe(2 + postConfig.headers.length);
});

it('a rendering parses nothing', () => {
  const webhook = compileWebhook(postConfig);
  vi.mocked(parseUnconfirmed).mockClear();
  expect(parsesIn(() => webhook.testRequest())).toBe(0);
});
