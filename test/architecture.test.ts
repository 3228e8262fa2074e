import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { configSchema } from '../src/cli/config/config-schema.ts';
import * as schema from '../src/database/schema.ts';
import { settings } from '../src/webhook/config/settings.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The imports allowed to each room: only rooms listed above it, and of those only the ones that it has a reason for. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  spelling: [],
  options: ['spelling'],
  diagnostics: ['options'],
  timing: [],
  tracing: [],
  http: ['options'],
  grammar: ['options', 'diagnostics'],
  dates: ['spelling', 'diagnostics'],
  numbers: ['diagnostics'],
  output: ['spelling', 'options', 'diagnostics', 'http'],
  template: ['spelling', 'options', 'diagnostics', 'grammar', 'dates', 'numbers', 'output'],
  webhook: ['spelling', 'options', 'diagnostics', 'http', 'grammar', 'dates', 'output', 'template'],
  parameters: ['spelling', 'options', 'diagnostics', 'output'],
  runtime: ['dates', 'numbers', 'output', 'template', 'webhook'],
  assist: ['diagnostics', 'grammar', 'dates', 'output', 'template', 'webhook'],
  editor: ['options', 'diagnostics', 'timing', 'http', 'dates', 'output', 'template', 'webhook', 'assist'],
  portal: [],
  studio: ['timing', 'http', 'api', 'output', 'webhook', 'parameters', 'editor', 'portal'],
  delivery: ['options', 'timing', 'tracing', 'http', 'webhook'],
  database: ['spelling', 'options', 'timing'],
  outbox: ['options', 'timing', 'tracing', 'webhook', 'delivery', 'database'],
  events: ['options', 'timing', 'tracing', 'output', 'webhook', 'database', 'outbox'],
  workflow: [
    'spelling',
    'options',
    'diagnostics',
    'timing',
    'tracing',
    'output',
    'webhook',
    'parameters',
    'delivery',
    'database',
    'outbox',
    'events',
  ],
  api: ['options', 'diagnostics', 'output', 'webhook'],
  server: [
    'options',
    'diagnostics',
    'timing',
    'tracing',
    'output',
    'template',
    'webhook',
    'parameters',
    'delivery',
    'database',
    'outbox',
    'events',
    'workflow',
    'api',
  ],
  client: ['options', 'timing', 'http', 'api'],
  cli: [
    'spelling',
    'options',
    'diagnostics',
    'timing',
    'http',
    'grammar',
    'dates',
    'output',
    'template',
    'webhook',
    'assist',
    'delivery',
    'database',
    'outbox',
    'workflow',
    'api',
    'server',
    'client',
  ],
  // The entries of the package that two rooms make: the engine, and processes with their API.
  index: ['diagnostics', 'grammar', 'output', 'template', 'webhook'],
  'workflow entry': ['output', 'webhook', 'parameters', 'delivery', 'workflow', 'api', 'server'],
};
const browserRooms = [
  'spelling',
  'options',
  'diagnostics',
  'timing',
  'http',
  'grammar',
  'dates',
  'numbers',
  'output',
  'template',
  'webhook',
  'parameters',
  'runtime',
  'assist',
  'editor',
  'client',
  'index',
];

/** The rooms in the order in which the documentation lists them. */
const [, listed = ''] = sourceOf('docs/develop.md').split('| Room | Owns |');
const [roomTable = ''] = listed.split('\n\n');
const listedRooms = Array.from(roomTable.matchAll(/^\| `(?:src\/)?(\w+)` \|/gm), ([, room = '']) => room);

const files = ['src', 'grammar'].flatMap(filesUnder).filter(file => file.endsWith('.ts'));
const imports = files.flatMap(importsOf);
const ownImports = imports.filter(({ to }) => !isPackage(to));

interface Import {
  readonly from: string;
  readonly to: string;
}

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

function sourceOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** Every import and re-export of a file, also of types and on demand; those of its own house by their path. */
function importsOf(file: string): Import[] {
  return ts.preProcessFile(sourceOf(file), true, true).importedFiles.map(({ fileName }) => ({
    from: file,
    to: fileName.startsWith('.')
      ? relative(root, resolve(root, dirname(file), fileName)).replaceAll('\\', '/')
      : fileName,
  }));
}

function isPackage(specifier: string): boolean {
  return !/^(?:src|grammar)\/|\.\./.test(specifier);
}

/** The room of a file; `index` for the engine's entry, which stands above the rooms. */
function roomOf(file: string): string {
  if (file.startsWith('grammar/')) return 'grammar';
  const [, room = '', ...rest] = file.split('/');
  if (rest.length > 0) return room;
  return room === 'index.ts' ? 'index' : room.replace('.ts', ' entry');
}

describe('the house', () => {
  it('was read whole: there is no code but what was read, and every import leads to such a file', () => {
    const kinds = ['src', 'grammar'].flatMap(filesUnder).map(file => extname(file));
    expect(
      [...new Set(kinds)].filter(
        kind => !['.ts', '.md', '.ebnf', '.svg', '.html', '.json', '.sql', '.template'].includes(kind),
      ),
    ).toEqual([]);
    expect(files).toHaveLength(kinds.filter(kind => kind === '.ts').length);
    expect(ownImports.length).toBeGreaterThan(files.length);
    expect(ownImports.filter(({ to }) => !files.includes(to) && !to.endsWith('.json'))).toEqual([]);
  });

  it('has the rooms that are listed, and no others', () => {
    expect(new Set(files.map(roomOf))).toEqual(new Set(Object.keys(mayImport)));
  });

  it('has them in an order in which each imports only rooms above it', () => {
    const rooms = Object.keys(mayImport).filter(room => !/index|entry/.test(room));
    expect(listedRooms.toSorted()).toEqual(rooms.toSorted());
    const upwards = rooms.filter(room =>
      mayImport[room]?.some(imported => listedRooms.indexOf(imported) > listedRooms.indexOf(room)),
    );
    expect(upwards).toEqual([]);
  });

  it('lets a room import just the rooms that are listed for it', () => {
    const against = ownImports.filter(({ from, to }) => {
      const [importer, imported] = [roomOf(from), roomOf(to)];
      return importer !== imported && !mayImport[importer]?.includes(imported);
    });
    expect(against).toEqual([]);
    const pairs = new Set(ownImports.map(({ from, to }) => `${roomOf(from)} → ${roomOf(to)}`));
    const listed = Object.entries(mayImport).flatMap(([from, to]) => to.map(room => `${from} → ${room}`));
    expect(listed.filter(pair => !pairs.has(pair))).toEqual([]);
  });

  it('has no cycles, not even of types', () => {
    expect(findCycle(ownImports)).toBeUndefined();
  });

  it('lets nothing inside import an index above it', () => {
    const above = ownImports.filter(
      ({ from, to }) => to.endsWith('/index.ts') && dirname(from).startsWith(dirname(to)),
    );
    expect(above).toEqual([]);
  });

  it('keeps Node out of the rooms that run in a browser', () => {
    const node = imports.filter(
      ({ from, to }) => [...browserRooms, 'studio'].includes(roomOf(from)) && to.startsWith('node:'),
    );
    expect(node).toEqual([]);
  });

  it('keeps clock and randomness out of the rooms that run in a browser', () => {
    // A clock that is a parameter's default is still a parameter.
    const impure =
      /\bDate\.now\(|(?<!\(\) => )\bnew Date\(\)|\bMath\.random\b|\b(?:crypto|process|performance)\.\w/;
    expect(files.filter(file => browserRooms.includes(roomOf(file)) && impure.test(sourceOf(file)))).toEqual(
      [],
    );
  });

  it('keeps what only a page has out of all other rooms', () => {
    const page =
      /\bdocument\.(?:body|create|query)|\b(?:window|localStorage)\.\w|\bcustomElements\b|\bHTML\w*Element\b/;
    const withPage = files.filter(file => page.test(sourceOf(file))).map(roomOf);
    expect([...new Set(withPage)].filter(room => room !== 'studio').toSorted()).toEqual(['editor', 'portal']);
  });

  it('gives pages and the client types of the api alone, and none of its code', () => {
    const readers = files.filter(file => ['studio', 'client'].includes(roomOf(file)));
    const ofApi = readers.flatMap(file =>
      Array.from(sourceOf(file).matchAll(/^(import|export)( type)?\b[^;]*? from '([^']+)'/gm), found => ({
        file,
        isType: found[2] !== undefined,
        to: relative(root, resolve(root, dirname(file), found[3] ?? '')).replaceAll('\\', '/'),
      })).filter(({ to }) => to.startsWith('src/api/')),
    );
    expect(ofApi.length).toBeGreaterThan(20);
    expect(ofApi.filter(({ isType }) => !isType)).toEqual([]);
  });

  it('shares only the request between the template side and the wire side', () => {
    const templateSide = ['grammar', 'dates', 'output', 'template', 'webhook'];
    const shared = ownImports.filter(
      ({ from, to }) => ['delivery', 'outbox'].includes(roomOf(from)) && templateSide.includes(roomOf(to)),
    );
    expect([...new Set(shared.map(({ to }) => to))]).toEqual(['src/webhook/webhook-request.ts']);
  });
});

/** The names in each object, type, list, union and destructuring that a file writes down. */
function listsIn(file: string): readonly (readonly string[])[] {
  const found: string[][] = [];
  function visit(node: ts.Node): void {
    const isList =
      ts.isObjectLiteralExpression(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeLiteralNode(node) ||
      ts.isUnionTypeNode(node) ||
      ts.isObjectBindingPattern(node) ||
      ts.isArrayLiteralExpression(node);
    const names: string[] = [];
    ts.forEachChild(node, child => {
      const name = nameOf(child);
      if (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) names.push(name.text);
      visit(child);
    });
    if (isList) found.push(names);
  }
  visit(ts.createSourceFile(file, sourceOf(file), ts.ScriptTarget.Latest));
  return found;
}

/** What an item of a list is called where it comes from: `{ url: address }` takes `url`. */
function nameOf(node: ts.Node): ts.Node {
  if (ts.isLiteralTypeNode(node)) return node.literal;
  if (ts.isBindingElement(node)) return node.propertyName ?? node.name;
  return ts.getNameOfDeclaration(node as ts.Declaration) ?? node;
}

describe('an idea with one owner', () => {
  it('is a key of the configuration file: only its schema lists them', () => {
    const { properties } = configSchema();
    const keys = new Set(Object.keys(Object(properties)));
    // A few of them are also options of a command, or of what a command opens.
    const isList = (names: readonly string[]): boolean => names.filter(name => keys.has(name)).length > 4;
    const lists = files.filter(file => roomOf(file) === 'cli' && listsIn(file).some(isList));
    // The other opens what they say, each at its time.
    expect(lists).toEqual(['src/cli/config/config-schema.ts', 'src/cli/serve/serve.ts']);
  });

  it('is a column: only the room of its tables names it', () => {
    expect(owned.flat().toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
    const against = files.flatMap(file => {
      const room = roomOf(file);
      if (room === 'database' || file.startsWith('src/webhook/sources/')) return [];
      const words = new Set(sourceOf(file).match(/\w+/g));
      return [...ownersOf]
        .filter(([column, rooms]) => words.has(column) && !rooms.has(room) && !isExempt(file, column))
        .map(([column]) => `${column} in ${file}`);
    });
    expect(against).toEqual([]);
    for (const column of ['taken_by', 'records_processed', 'error_count'])
      expect([...ownersOf.keys()]).toContain(column);
  });

  it('is a setting of a webhook: whatever lists some of them by name has a reason', () => {
    // A receiver is described as a request, in a file each.
    const others = files.filter(file => dirname(file) !== 'src/webhook/receivers');
    const listing = others.filter(file => listsIn(file).some(isOfSettings));
    expect(listing.toSorted()).toEqual(Object.keys(namesSettings).toSorted());
  });
});

/** The tables of each room that keeps something. Columns of one word are words of other things, too. */
const ownedTables: Readonly<Record<string, readonly string[]>> = {
  outbox: [
    'job',
    'ended',
    'request',
    'attempt',
    'given_id',
    'figure',
    'new_figure',
    'endpoint',
    'cancelled_webhook',
  ],
  events: ['event', 'past_event'],
  workflow: ['instance', 'process'],
  server: [
    ...['webhook', 'webhook_version', 'flow_api', 'token', 'session', 'source'],
    ...['portal_access', 'audit_entry'],
  ],
};
const owned = Object.values(ownedTables);
const tables = Object.values(schema)
  .filter(each => is(each, PgTable))
  .map(table => getTableConfig(table));

/** The rooms that may name each column. */
const ownersOf = new Map<string, Set<string>>();
for (const { name, columns } of tables) {
  const room = Object.keys(ownedTables).find(each => ownedTables[each]?.includes(name)) ?? '';
  for (const { name: column } of columns.filter(each => each.name.includes('_')))
    ownersOf.set(column, (ownersOf.get(column) ?? new Set()).add(room));
}

/** Files that name columns of other rooms, and why they may. */
const exempt: Readonly<Record<string, readonly string[]>> = {
  // Its query looks for whatever has changed, in all tables.
  'src/server/change-feed.ts': [...ownersOf.keys()],
  // An event and a message that was given an id take it in the same transaction.
  'src/events/erase-events.ts': ['given_id'],
  'src/events/store-events.ts': ['given_id', 'is_used', 'kept_from'],
  // When each source last sent something, and what became of it.
  'src/server/sources/source-store.ts': ['stored_at'],
  // A word of its own, in a comment.
  'src/webhook/receivers/reported-facts.ts': ['error_count'],
};

function isExempt(file: string, column: string): boolean {
  return exempt[file]?.includes(column) === true;
}

/** Files that name three settings or more in one place, and why they may. */
const namesSettings: Readonly<Record<string, string>> = {
  'src/webhook/config/settings.ts': 'describes them',
  'src/webhook/config/check-settings.ts': 'rules between them',
  'src/webhook/webhook-templates.ts': 'the parts of a request that templates write',
  'src/webhook/build-request.ts': 'the parts of a request',
  'src/webhook/precompile/precompile-webhook.ts': 'the parts of a request, in a module',
  'src/webhook/check.ts': 'the parts of a request that a message becomes',
  'src/webhook/message-payload.ts': 'what a message stands in place of',
  'src/webhook/sources/alert-group.ts': 'facts of alerts that have the same names',
  'src/api/answers.ts': 'a receiver, and what everybody sees of a webhook',
  'src/cli/config/config-schema.ts': 'a receiver, typed by it',
  'src/cli/receivers.ts': 'a receiver, as it is printed',
  'src/cli/init.ts': 'what a new webhook begins with',
  'src/studio/webhooks/stored-webhook.ts': 'what a new webhook begins with',
  'src/studio/webhooks/receiver-beginning.ts': 'what a receiver says of a new webhook',
  'src/server/seed-webhooks.ts': 'what the type of a webhook that a server begins with says otherwise',
  'src/editor/element/form-values.ts': 'what the form keeps in another shape',
  'src/editor/element/edited-webhook.ts': 'what decides the format of the payload',
  'src/editor/check/check-job.ts': 'what a check says of a message and its payload',
  'src/editor/element/webhook-editor.ts': 'a payload in place of a message',
  'src/editor/element/settings.ts': 'the summary of the folded controls',
  'src/studio/webhooks/profile-screen.ts': 'how a webhook begins that is added there',
  'src/studio/webhooks/webhook-screen.ts': 'what viewers are shown of a webhook',
};

/** These are the settings of a webhook alone; others, such as `url`, are also parts of a request. */
const settingNames: ReadonlySet<string> = new Set(
  [...Object.keys(settings), 'signingSecret'].filter(
    name =>
      ![
        'id',
        'name',
        'description',
        'events',
        'profile',
        'url',
        'method',
        'headers',
        'catalogue',
        'output',
      ].includes(name) && !isOfErrors(name),
  ),
);

/** Errors and answers have messages, too. */
function isOfErrors(name: string): boolean {
  return name === 'message' || name === 'messages';
}

function isOfSettings(names: readonly string[]): boolean {
  const all = names.filter(
    name => (Object.hasOwn(settings, name) || name === 'signingSecret') && !isOfErrors(name),
  );
  return all.length > 2 && names.some(name => settingNames.has(name));
}

/** The files of a cycle of imports, if there is one. */
function findCycle(edges: readonly Import[]): readonly string[] | undefined {
  const targets = new Map<string, readonly Import[]>();
  for (const edge of edges) targets.set(edge.from, [...(targets.get(edge.from) ?? []), edge]);
  const done = new Set<string>();
  function visit(file: string, trail: readonly string[]): readonly string[] | undefined {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return undefined;
    done.add(file);
    return firstOf(targets.get(file) ?? [], ({ to }) => visit(to, [...trail, file]));
  }
  return firstOf(files, file => visit(file, []));
}

/** The first answer that is one. */
function firstOf<T, Answer>(items: readonly T[], ask: (item: T) => Answer | undefined): Answer | undefined {
  for (const item of items) {
    const answer = ask(item);
    if (answer !== undefined) return answer;
  }
  return undefined;
}
