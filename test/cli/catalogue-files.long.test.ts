import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { directoryWith, runHookplate } from './run-hookplate.ts';

const shop = readFileSync(join(import.meta.dirname, '../../examples/shop-events.yaml'), 'utf8');
const webhook = {
  profile: 'Shop Vienna',
  catalogue: 'shop',
  events: { 'order.paid': true },
  method: 'POST',
  url: 'https://example.com/hook',
  contentType: 'application/json',
  payload: '{"text":"$order.customer$ paid $order.id$ by $paidWith$"}',
};
const files = { 'shop.yaml': shop, 'webhook.json': JSON.stringify(webhook) };

describe('--catalogue with a file of YAML', () => {
  it('checks, renders and describes a configuration, which may name a catalogue of a server', async () => {
    const directory = directoryWith(files);
    const own = ['--catalogue', 'shop.yaml'];
    const checked = await runHookplate(['check', 'webhook.json', '--format', 'concise', ...own], {
      directory,
    });
    expect(checked).toMatchObject({ status: 0, stdout: '' });
    const rendered = await runHookplate(['render', 'webhook.json', '--event', 'order.paid', ...own], {
      directory,
    });
    expect(rendered.stdout).toContain('{"text":"Ada \\"Countess\\" Lovelace paid 1042 by card"}');
    const wrong = { ...webhook, payload: '{"text":"$order.custmer$"}' };
    const misspelt = directoryWith({ ...files, 'webhook.json': JSON.stringify(wrong) });
    const found = await runHookplate(['check', 'webhook.json', '--format', 'concise', ...own], {
      directory: misspelt,
    });
    expect(found).toMatchObject({ status: 1, stdout: expect.stringContaining('unknown-variable') });
  });

  it.each([
    [
      shop.replace('type: integer, minimum', 'type: intger, minimum'),
      'shop.yaml:49:9: catalogue.$defs.order.properties.lines.items.properties.count.type: expected "object"',
    ],
    [
      shop.replace('enum: [card', 'enm: [card'),
      'shop.yaml:18:9: catalogue.events.order.paid.schema.properties.paidWith.enm: there is no such keyword; did you mean `enum`?',
    ],
    [
      shop.replace('paidWith: card', 'paidWith: gold'),
      'shop.yaml:27:7: catalogue.events.order.paid.sample.paidWith: expected',
    ],
    [
      shop.replace('events:', 'event:'),
      'shop.yaml:11:1: catalogue.event: there is no such option; did you mean `events`?',
    ],
    ['events: [', 'shop.yaml:1:10: '],
    ['a: 1\n---\nb: 1\n', 'shop.yaml: expected one object, with `events`'],
    ['- events', 'shop.yaml:1:3: catalogue: expected an object'],
  ])('names the place of a mistake in it', async (text, message) => {
    const directory = directoryWith({ ...files, 'shop.yaml': text });
    const { status, stderr } = await runHookplate(['check', 'webhook.json', '--catalogue', 'shop.yaml'], {
      directory,
    });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining(`error: --catalogue: ${message}`),
    });
  });
});

describe('the catalogues of a server', () => {
  const refusal = async (config: object, beside: Readonly<Record<string, string>> = {}): Promise<string> => {
    const directory = directoryWith({ ...beside, 'hookplate.config.json': JSON.stringify(config) });
    const { status, stderr } = await runHookplate(['serve'], { directory });
    expect(status).toBe(2);
    return stderr;
  };

  it.each([
    [
      { catalogues: { shop: 'shop.yaml' } },
      { 'shop.yaml': shop.replace('order.paid:', '1st:') },
      'config.catalogues.shop: shop.yaml:12:3: catalogue.events.1st: expected a name that begins with a letter',
    ],
    [{ catalogues: { shop: 'none.yaml' } }, {}, 'none.yaml cannot be read (ENOENT)'],
    [
      { catalogues: { shop: { events: { paid: { schema: { type: 'string' } } } } } },
      {},
      'config.catalogues.shop: catalogue.events.paid.schema: expected a schema of an object',
    ],
    [{ catalogue: {} }, {}, 'config.catalogue: catalogue.events: expected an object with a definition'],
    [{ catalogues: [] }, {}, 'config.catalogues: expected an object'],
    [
      { catalogues: { Shop: 'shop.yaml' } },
      { 'shop.yaml': shop },
      'config.catalogues.Shop: expected a name of up to 64 letters',
    ],
  ])('are refused where they are wrong, with the place', async (config, beside, message) => {
    expect(await refusal(config, beside)).toContain(message);
  });
});

describe('events of another catalogue', () => {
  const own = { ...webhook, catalogue: undefined };

  it.each([
    ['webhook.json', JSON.stringify(own)],
    [
      'webhook.properties',
      'notification.webhook.profile=a\nnotification.webhook.event.order.paid=true\nnotification.webhook.method=GET\nnotification.webhook.url=https://example.com/$order.id$\n',
    ],
    ['webhook.json', JSON.stringify({ ...own, profile: undefined })],
    [
      'webhook.properties',
      'notification.webhook.event.order.paid=true\nnotification.webhook.method=GET\nnotification.webhook.url=https://example.com/$order.id$\n',
    ],
  ])('are the only mistake of %s, with a hint at the option that names theirs', async (name, text) => {
    const directory = directoryWith({ ...files, [name]: text });
    const run = await runHookplate(['check', name, '--format', 'concise'], { directory });
    expect(run).toEqual({
      status: 1,
      stdout: expect.stringMatching(
        /^webhook.*: error\[unknown-(?:event|property)\]: .*`[\w.]*order\.paid`.*\n$/,
      ),
      stderr:
        'Events of your own, such as `order.paid`? Name the catalogue that has them with --catalogue, or in hookplate.config.ts.\nFound 1 error and 0 warnings in 1 file.\n',
    });
    const named = ['check', name, '--format', 'concise', '--catalogue', 'shop.yaml'];
    expect((await runHookplate(named, { directory })).stderr).not.toContain('--catalogue');
  });

  it('do not hide what is wrong where an event is known or misspelt', async () => {
    for (const events of [{ 'order.paid': true, Errored: true }, { Erorred: true }]) {
      const directory = directoryWith({ 'a.json': JSON.stringify({ ...own, events }) });
      const { stdout } = await runHookplate(['check', 'a.json', '--format', 'concise'], { directory });
      expect(stdout).toContain('unknown-variable');
    }
  });
});
