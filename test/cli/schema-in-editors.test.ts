import { expect, it } from 'vitest';
import jsonLanguage from 'vscode-json-languageservice';
import { validateWebhook } from '../../src/webhook/check.ts';
import { createWebhookSchema } from '../../src/webhook/config/json-schema.ts';
import { directoryWith, runHookplate } from './run-hookplate.ts';

const catalogue = {
  events: {
    paid: { title: 'Order paid', description: 'A customer paid an order.' },
    refunded: { title: 'Refunded' },
  },
};

/** A JSON editor that uses the schema printed by the command for a custom catalogue. */
async function openEditor() {
  const directory = directoryWith({ 'own.json': JSON.stringify(catalogue) });
  const { stdout } = await runHookplate(['schema', '--catalogue', 'own.json'], { directory });
  const service = jsonLanguage.getLanguageService({});
  const schema = { uri: 'schema:hookplate', fileMatch: ['*.json'], schema: JSON.parse(stdout) };
  service.configure({ validate: true, schemas: [schema] });
  const open = (text: string) => {
    const document = jsonLanguage.TextDocument.create('file:///hook.json', 'json', 1, text.replace('|', ''));
    const parsed = service.parseJSONDocument(document);
    const position = document.positionAt(Math.max(0, text.indexOf('|')));
    return { document, parsed, position };
  };
  return {
    async complete(text: string) {
      const { document, position, parsed } = open(text);
      const list = await service.doComplete(document, position, parsed);
      return list?.items.map(({ label }) => label) ?? [];
    },
    async hover(text: string) {
      const { document, position, parsed } = open(text);
      return (await service.doHover(document, position, parsed))?.contents;
    },
    async problems(text: string) {
      const { document, parsed } = open(text);
      const found = await service.doValidation(document, parsed);
      return found.map(({ range, message }) => `${document.getText(range)}: ${message}`);
    },
  };
}

const webhook = '"method": "POST", "url": "https://e.example/", "contentType": "text/plain"';

it('a JSON editor completes settings, events and values of a catalogue of one’s own', async () => {
  const { complete } = await openEditor();
  expect(await complete('{"|": 1}')).toEqual(expect.arrayContaining(['events', 'method', 'url', 'payload']));
  expect(await complete('{"events": {"|"}}')).toEqual(['paid', 'refunded']);
  expect(await complete('[{"method": "|"}]')).toContain('"POST"');
});

it('a JSON editor shows the description of a setting and of an event', async () => {
  const { hover } = await openEditor();
  expect(await hover('{"i|d": "chat"}')).toEqual([
    expect.stringContaining('Tells the webhooks of a profile apart'),
  ]);
  expect(await hover('{"events": {"pa|id": true}}')).toEqual([
    expect.stringContaining('A customer paid an order'),
  ]);
});

it('a JSON editor reports a setting and an event that do not exist, and nothing of what is right', async () => {
  const { problems } = await openEditor();
  expect(await problems(`{"events": {"paid": true}, ${webhook}}`)).toEqual([]);
  expect(await problems(`{"events": {"payed": true}, ${webhook}, "ulr": ""}`)).toEqual([
    '"payed": Property payed is not allowed.',
    '"ulr": Property ulr is not allowed.',
  ]);
});

interface Described {
  readonly type?: string;
  readonly description?: string;
  readonly title?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly writeOnly?: boolean;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
}

/** Each property inside, by its path. */
function propertiesIn(
  schema: Described,
  path = '',
): readonly (readonly [path: string, property: Described])[] {
  const own = Object.entries(schema.properties ?? {}).map(
    ([name, each]) => [`${path}/${name}`, each] as const,
  );
  const inside = [...own, ...(schema.items ? [[`${path}/*`, schema.items] as const] : [])];
  return [...own, ...inside.flatMap(([below, each]) => propertiesIn(each, below))];
}

it.each([[[]], [['--catalogue', 'own.json']]])(
  'the schema that `schema %j` prints explains every setting, with examples where text is written',
  async options => {
    const directory = directoryWith({ 'own.json': JSON.stringify(catalogue) });
    const { stdout } = await runHookplate(['schema', ...options], { directory });
    const { definitions } = JSON.parse(stdout);
    const all = propertiesIn(definitions.webhook);
    expect(all.length).toBeGreaterThan(16);
    expect(all.filter(([, { description, title }]) => !(description ?? title)).map(([path]) => path)).toEqual(
      [],
    );
    const texts = all.filter(([path, each]) => each.type === 'string' && !each.enum && !/schema$/.test(path));
    const mute = texts.filter(([, { examples, writeOnly }]) => !(examples || writeOnly));
    expect(mute.map(([path]) => path)).toEqual([]);
  },
);

it('a JSON editor proposes examples, which are right', async () => {
  const { complete, problems } = await openEditor();
  expect(await complete('{"payload": |}')).toContain('"{\\"text\\":\\"$event$\\",\\"at\\":\\"$date$\\"}"');
  const { properties } = createWebhookSchema() as { properties: Record<string, Described> };
  const exampleOf = (name: string) => properties[name]?.examples?.[0];
  const names = ['id', 'name', 'url', 'contentType', 'payload', 'timeZone'] as const;
  const config = { method: 'POST', ...Object.fromEntries(names.map(name => [name, exampleOf(name)])) };
  expect(await problems(JSON.stringify({ events: { paid: true }, ...config }))).toEqual([]);
  const events = { Started: true };
  expect(validateWebhook({ events, profile: exampleOf('profile'), ...config })).toEqual([]);
});
