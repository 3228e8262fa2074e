import { describe, expect, it, onTestFinished } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { formatNames } from '../../../src/cli/check/report.ts';
import { hideUnread } from '../../../src/cli/contents/mask-secrets.ts';
import type { LoadedCatalogue } from '../../../src/cli/events/load-catalogue.ts';
import { dataOf, workOn } from '../../../src/cli/language-server/check-document.ts';
import { ReadDocument } from '../../../src/cli/language-server/read-document.ts';
import { codeActionsIn, hoverAt, toDiagnostic } from '../../../src/cli/language-server/replies.ts';
import { runCheck } from '../../../src/editor/check/check-job.ts';
import { contentWithoutSecrets, fieldOfPage, valuesOf } from '../../../src/editor/element/form-values.ts';
import { fieldsOf, webhookWords } from '../../../src/studio/webhooks/stored-webhook.ts';
import { withoutNamedSecrets } from '../../../src/studio/webhooks/without-named-secrets.ts';
import { validateWebhook } from '../../../src/webhook/check.ts';
import { processEvents } from '../../../src/webhook/events/process-events.ts';
import { previewWebhook } from '../../../src/webhook/preview/preview.ts';
import { receivers as gallery } from '../../../src/webhook/receivers/index.ts';
import { type SecretKind, secretKinds } from '../../../src/webhook/secrets/secret-kinds.ts';
import { directoryWith, runHookplate } from '../../cli/run-hookplate.ts';
import { httpServer } from '../../loopback-server.ts';
import { testServer } from '../../server/test-server.ts';

/* Nothing but the list of kinds is changed here: whatever shows a configuration to somebody reads that list. */

/** A header that is as secret as a marked one, though nobody marks it. */
const declaredKind: SecretKind = {
  name: 'header of this test',
  level: 'declared',
  names: 'x-note',
  find: ({ header }) => (header?.name === 'X-Note' ? 'whole' : []),
};

/** Pieces of texts that are known for what they are, wherever they stand. */
const namedKind: SecretKind = {
  name: 'piece of this test',
  level: 'named',
  find: ({ text = '' }) =>
    Array.from(text.matchAll(/piece-\d+/g), ({ index, 0: { length } }) => ({
      start: index,
      end: index + length,
    })),
};

/** Adds a kind until the test ends. */
function addKind(kind: SecretKind): void {
  // Only here is the list no constant.
  const kinds = secretKinds as SecretKind[];
  kinds.unshift(kind);
  onTestFinished(() => void kinds.splice(kinds.indexOf(kind), 1));
}

/** A name that says it all, like `X-Api-Key`. */
const acmeKind: SecretKind = {
  name: 'header of another test',
  level: 'named',
  find: ({ header }) => (header?.name === 'X-Acme-Note' ? 'whole' : []),
};

const header = 'canary-1 $profile$';
const note = { name: 'X-Note', value: header };
const marked = { name: 'X-Mark', value: 'marked-1 $profile$', secret: true };
const url = 'https://chat.example.com/hooks/piece-2';
const payload = '{"text": "$event$", "of": "piece-3"}';

function config(more: object = {}): Record<string, unknown> {
  return {
    profile: 'Nightly',
    events: { Started: true },
    method: 'POST',
    url,
    headers: [{ name: 'X-Other', value: 'plain' }, note, marked],
    contentType: 'application/json',
    payload,
    ...more,
  };
}

/** With a mistake in each text that has a secret. */
const mistaken = config({
  url: `${url}/$profil$`,
  headers: [
    { ...note, value: `${header} $profil$` },
    { ...marked, value: `${marked.value} $profil$` },
  ],
  payload: payload.replace('$event$', '$evnt$'),
});

/** All that a command writes. */
async function run(args: readonly string[], files: Readonly<Record<string, string>>): Promise<string> {
  const { stdout, stderr } = await runHookplate(args, { directory: directoryWith(files) });
  return stdout + stderr;
}

const propertiesText = [
  'profile=Nightly',
  'event.Started=true',
  'method=POST',
  `url=${url}/$profil$`,
  `header.X-Note=${header} $profil$`,
  'contentType=application/json',
  `payload=${payload.replace('$event$', '$evnt$')}`,
].map(line => `notification.webhook.${line}\n`);

const files: Readonly<Record<string, string>> = {
  'a.json': JSON.stringify(mistaken, null, 2),
  'a.yaml': JSON.stringify({ ...mistaken, contentType: ' application/json' }),
  'a.properties': propertiesText.join(''),
  // A fix writes all of it as text.
  'b.json': JSON.stringify(config({ payload: JSON.parse(payload) })),
};

/** Files that end too early to be read. */
const unread: readonly string[] = [
  JSON.stringify(mistaken).slice(0, -1),
  JSON.stringify(mistaken, null, 2).slice(0, -1),
  propertiesText.join('').replaceAll('=', ': '),
  `headers:\n- name: X-Note\n  value: ${header}\nurl: ${url}`,
  `headers:\n- value: ${header}\n  name: X-Note\nurl: ${url}`,
];

type Surface = readonly [name: string, show: () => string | Promise<string>];

/** Surfaces that show somebody a configuration as text. */
const printed: readonly Surface[] = [
  ...formatNames.flatMap(format =>
    Object.keys(files).flatMap((name): Surface[] => [
      [`check of ${name} as ${format}`, () => run(['check', name, '--format', format], files)],
      [
        `check of ${name} as ${format} with fixes`,
        () => run(['check', name, '--fix-dry-run', '--format', format], files),
      ],
    ]),
  ),
  ...['http', 'curl', 'json'].map(
    (form): Surface => [
      `preview as ${form}`,
      () => run(['preview', 'a.json', '--as', form], { 'a.json': JSON.stringify(config()) }),
    ],
  ),
  ...['url', 'headers', 'body'].map(
    (field): Surface => [
      `${field} of render`,
      () =>
        run(['render', 'a.json', '--event', 'Started', '--field', field], {
          'a.json': JSON.stringify(config()),
        }),
    ],
  ),
];

const kept: readonly Surface[] = [
  [
    'storage of the studio',
    () => JSON.stringify(withoutNamedSecrets(fieldsOf(contentWithoutSecrets(valuesOf(config()))))),
  ],
];

const onPages: readonly Surface[] = [
  ['preview of the editor', () => JSON.stringify(checkedByEditor(config()).events)],
  ['content of the editor without secrets', () => JSON.stringify(contentWithoutSecrets(valuesOf(config())))],
  [
    'conflict of the studio',
    () => {
      const { headers } = config();
      return webhookWords(processEvents).show('headers', headers);
    },
  ],
];

/** Surfaces that report on a configuration without showing it. */
const told: readonly Surface[] = [
  ['diagnostics', () => JSON.stringify(validateWebhook(mistaken))],
  ['diagnostics of the editor', () => JSON.stringify(checkedByEditor(mistaken).diagnostics)],
  ...Object.entries(files).map(
    ([name, text]): Surface => [`language server in ${name}`, () => serve(name, text)],
  ),
];

function checkedByEditor(given: object) {
  const { events } = processEvents;
  return runCheck({ config: given, events, receivers: [], samples: [processEvents.sample('Started')] });
}

/** All that the language server says of a file, apart from its own text. */
async function serve(name: string, text: string): Promise<string> {
  const document = TextDocument.create(`file:///${name}`, name.replace(/^.*\./, ''), 1, text);
  // In this thread, whose list of kinds is the one that was changed.
  const worker: Parameters<typeof ReadDocument.from>[2]['worker'] = {
    run: task => workOn({ ...task, settings: dataOf(task.settings) }),
  };
  const { signal } = new AbortController();
  const settings = {
    catalogue: processEvents as LoadedCatalogue,
    receivers: gallery,
    events: [],
    allow: [],
    config: undefined,
    template: undefined,
    output: 'text',
  } as const;
  const read = await ReadDocument.from(document, settings, { worker, signal });
  if (!read) throw new Error('It is no webhook.');
  const range = { start: document.positionAt(0), end: document.positionAt(text.length) };
  const hovers = Array.from(text, (_, at) => hoverAt(read, document.positionAt(at)));
  const actions = await codeActionsIn(
    read,
    { range, context: { diagnostics: [] } },
    {
      edits: 'plain',
      completes: 'never',
    },
  );
  const diagnostics = (await read.findings)?.map(finding => toDiagnostic(finding, document));
  return JSON.stringify([diagnostics, hovers, actions.map(({ title }) => title)]);
}

it.each([...kept, ...printed, ...onPages, ...told])(
  'a marked header is hidden in the %s',
  async (_name, show) => {
    expect(await show()).not.toContain('marked-1');
  },
);

it('a marked header is hidden in a preview of the engine, where the rest is shown', () => {
  const shown = JSON.stringify(previewWebhook(config()).events);
  expect(shown).toContain('canary-1');
  expect(shown).not.toContain('marked-1');
});

describe('a kind of secret that somebody declares', () => {
  it('is a secret field of the editor, though its box is not ticked', () => {
    const values = valuesOf(config());
    const isTemplate = (): boolean => fieldOfPage('headers[1].value', values).editor !== undefined;
    expect(isTemplate()).toBe(true);
    addKind(declaredKind);
    expect(isTemplate()).toBe(false);
  });

  it.each([...onPages])('is hidden in the %s', async (_name, show) => {
    expect(await show()).toContain('canary-1');
    addKind(declaredKind);
    const shown = await show();
    expect(shown).not.toContain('canary-1');
    expect(shown).toContain('plain');
  });

  it.each([...kept, ...printed])('is hidden in the %s', async (_name, show) => {
    addKind(declaredKind);
    expect(await show()).not.toContain('canary-1');
  });
});

describe('a kind of secret that is known by its name', () => {
  it.each([...kept, ...printed])('is hidden in the %s', async (_name, show) => {
    addKind(namedKind);
    expect(await show()).not.toMatch(/piece-\d/);
  });
});

it.each(unread)('an unreadable file is printed without secrets of such kinds, %#', text => {
  expect(hideUnread(text)).toContain('canary-1');
  expect(hideUnread(text)).toContain('piece-2');
  addKind(declaredKind);
  expect(hideUnread(text)).not.toContain('canary-1');
  addKind(namedKind);
  expect(hideUnread(text)).not.toMatch(/canary-1|piece-\d/);
});

it.each([declaredKind, namedKind])('compile warns of a secret that is a $name', async kind => {
  const compile = (): Promise<string> =>
    run(['compile', 'a.json', '--out', 'dist'], { 'a.json': JSON.stringify(config({ headers: [note] })) });
  expect(await compile()).not.toContain('with the credentials of its webhook');
  addKind(kind);
  expect(await compile()).toContain('with the credentials of its webhook');
});

it.each(told)('%s quote no secret', async (_name, show) => {
  expect(await show()).not.toMatch(/canary-1|piece-\d/);
});

it('without those kinds each surface shows what is hidden with them', async () => {
  const shown = new Map<string, string>();
  for (const [name, show] of [...kept, ...printed]) {
    const surface = name.replace(/^check of \S+ as (\S+).*$/, '$1');
    shown.set(surface, `${shown.get(surface) ?? ''}${await show()}`);
  }
  const silent = [...shown].filter(([, text]) => !/canary-1/.test(text) && !/piece-\d/.test(text));
  expect(silent.map(([surface]) => surface)).toEqual([]);
});

describe('the API', () => {
  it('shows no secret of a kind that is declared, in no version, message, trial or log', async () => {
    const receiver = await httpServer((response, { headers }) => response.end(JSON.stringify(headers)));
    const said: string[] = [];
    const tell = (what: unknown): void => void said.push(JSON.stringify(what));
    const { call } = await testServer({ log: tell, onError: tell });
    const ask = async (method: string, path: string, body?: unknown, more: object = {}): Promise<string> => {
      const response = await call(method, path, { ...(body !== undefined && { body }), ...more });
      const text = await response.text();
      said.push(text, JSON.stringify([...response.headers]));
      return text;
    };
    const stored = config({ url: `${receiver.url}/piece-2` });
    const { id } = JSON.parse(await ask('POST', '/api/webhooks', { config: stored }));
    expect(said.join()).toContain('canary-1');
    addKind(declaredKind);
    said.length = 0;
    const shown = JSON.parse(await ask('GET', `/api/webhooks/${id}`));
    expect(shown.config.headers).toEqual([
      { name: 'X-Other', value: 'plain' },
      { name: 'X-Note', value: { set: true }, secret: true },
      { name: 'X-Mark', value: { set: true }, secret: true },
    ]);
    const wrong = { ...shown.config, events: { Nothing: true } };
    await ask('PUT', `/api/webhooks/${id}`, { config: wrong }, { headers: { 'if-match': '"1"' } });
    const changed = { ...shown.config, payload: '{"a": "$event$"}' };
    await ask('PUT', `/api/webhooks/${id}`, { config: changed }, { headers: { 'if-match': '"1"' } });
    for (const path of ['validate', 'preview', 'test'])
      await ask('POST', `/api/webhooks/${path}`, { config: changed, id });
    const { request, attempt } = JSON.parse(await ask('POST', `/api/webhooks/${id}/test`, {}));
    // It was kept, and sent.
    expect(request.headers).toContainEqual(['X-Note', '***']);
    expect(JSON.parse(attempt.outcome.body)).toMatchObject({ 'x-note': '***', 'x-other': 'plain' });
    await ask('POST', '/api/v2/project/etl/task/copy/run?trigger=API', { job: { tables: [] } });
    for (const path of [
      `/api/webhooks/${id}`,
      `/api/webhooks/${id}/versions`,
      '/api/webhooks',
      '/api/messages',
    ])
      for (const as of ['viewer', 'operator', 'editor'] as const) await ask('GET', path, undefined, { as });
    const { items } = JSON.parse(await ask('GET', '/api/messages'));
    for (const { id: message } of items)
      await ask('GET', `/api/messages/${encodeURIComponent(message)}?include=request`);
    expect(said.filter(text => /canary-1|marked-1/.test(text))).toEqual([]);
  });

  it('shows no header that is known by its name in a message, nor its echo in an answer', async () => {
    const receiver = await httpServer((response, { headers }) => response.end(JSON.stringify(headers)));
    const { call } = await testServer();
    const headers = [{ name: 'X-Acme-Note', value: 'canary-4' }];
    const stored = config({ url: receiver.url, headers });
    const created = await call('POST', '/api/webhooks', { body: { config: stored } });
    const { id } = await created.json();
    const tryOut = async (): Promise<string> =>
      (await call('POST', `/api/webhooks/${id}/test`, { body: {} })).text();
    expect(await tryOut()).toContain('canary-4');
    addKind(acmeKind);
    expect(await tryOut()).not.toContain('canary-4');
  });
});
