import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The rooms in the order in which data flows, whether they are built yet or not. */
const flow = [
  'diagnostics',
  'http',
  'grammar',
  'dates',
  'numbers',
  'output',
  'template',
  'webhook',
  'delivery',
  'outbox',
  'workflow',
  'server',
  'cli',
];

/** What a room may import: in the flow all that stands before it; what branches off it is imported by no room. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(flow.map((room, index) => [room, flow.slice(0, index)])),
  runtime: ['http', 'dates', 'numbers', 'output', 'template', 'webhook'],
  assist: flow.slice(0, flow.indexOf('delivery')),
  editor: [...flow.slice(0, flow.indexOf('delivery')), 'assist'],
  studio: [...flow.slice(0, flow.indexOf('delivery')), 'assist', 'editor'],
  client: ['http'],
  // What the command line calls a server with, and what it offers editors.
  cli: [...flow.slice(0, flow.indexOf('cli')), 'client', 'assist'],
  // The entry of the package: the engine.
  index: flow.slice(0, flow.indexOf('delivery')),
};
const browserRooms = [
  ...flow.slice(0, flow.indexOf('delivery')),
  'runtime',
  'assist',
  'editor',
  'client',
  'index',
];

/** Files under 15 lines, each with its reason. */
const shortFiles: Readonly<Record<string, string>> = {
  'src/assist/colours/scan-url.ts': 'a format like those beside it',
  'src/cli/index.ts': 'an entry of the package',
  'src/client/index.ts': 'an entry of the package',
  'src/diagnostics/assert-never.ts': 'every room needs it',
  'src/editor/check/worker.ts': 'a script of its own',
  'src/editor/code-in.ts': 'parts of a page share it, however they are made',
  'src/editor/record-of.ts': 'what is read of a configuration that may be anything',
  'src/http/field-syntax.ts': 'two syntaxes of RFC 9110, stated once',
  'src/http/json-value.ts': 'a type that several rooms share',
  'src/numbers/compile-pattern.ts': 'reads a pattern, where precompiled modules print by one that was read',
  'src/outbox/database/sql-executor.ts': 'a type that rooms share which need no database',
  'src/runtime/numbers/index.ts': 'an entry of the package',
  'src/runtime/texts/index.ts': 'an entry of the package',
  'src/runtime/webhooks/index.ts': 'an entry of the package',
  'src/runtime/zones/index.ts': 'an entry of the package',
  'src/server/index.ts': 'an entry of the package',
  'src/server/openapi/json-schema-of.ts': 'several parts of the document ask it',
  'src/template/render/output-bound.ts': 'compiled templates and precompiled modules share it',
  'src/template/resolve/classes/compared-values.ts': 'compiled templates and precompiled modules share it',
  'src/workflow/database/index.ts': 'an entry of the package',
  'src/server/routes/as-json.ts': 'several routes answer with it',
  'src/studio/deliveries/uplot-styles.d.ts': 'says what the bundler makes of a file',
  'src/studio/flows/find-api.ts': 'a page and its form ask it',
  'src/studio/notifications/move-to-stored.ts': 'what a lost answer leaves to do, apart from the screen',
  'src/studio/parts/icon.ts': 'several screens have icons',
  'src/studio/processes/process-screen.ts': 'a screen like those beside it',
  'src/webhook/webhook-request.ts': 'all that the template side and the wire side share',
  'test/is-json.ts': 'several rooms ask it',
  'test/output/values.ts': 'what several outputs are given',
  'test/package/print-size.ts': 'a command',
  'test/property-seed.ts': 'a setting of every run',
};

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

/** The room of a file; `index` for what stands above the rooms. */
function roomOf(file: string): string {
  if (file.startsWith('grammar/')) return 'grammar';
  const [, room = '', ...rest] = file.split('/');
  return rest.length > 0 ? room : 'index';
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

  it('has no rooms but those that are planned', () => {
    expect(files.filter(file => !(roomOf(file) in mayImport))).toEqual([]);
  });

  it('lets data flow one way', () => {
    const against = ownImports.filter(({ from, to }) => {
      const [importer, imported] = [roomOf(from), roomOf(to)];
      return importer !== imported && !mayImport[importer]?.includes(imported);
    });
    expect(against).toEqual([]);
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
    expect([...new Set(withPage)].filter(room => room !== 'studio')).toEqual(['editor']);
  });

  it('shares only the request between the template side and the wire side', () => {
    const templateSide = ['grammar', 'dates', 'output', 'template', 'webhook'];
    const shared = ownImports.filter(
      ({ from, to }) => ['delivery', 'outbox'].includes(roomOf(from)) && templateSide.includes(roomOf(to)),
    );
    expect([...new Set(shared.map(({ to }) => to))]).toEqual(['src/webhook/webhook-request.ts']);
  });

  it('has no folder of more than 14 files of its own', () => {
    const folders = ['src', 'grammar', 'test'].flatMap(filesUnder).map(file => dirname(file));
    const crowded = folders.filter(folder => folders.filter(other => other === folder).length > 14);
    expect([...new Set(crowded)]).toEqual([]);
  });

  it('has a reason for every file under 15 lines', () => {
    const written = ['src', 'grammar', 'test']
      .flatMap(filesUnder)
      .filter(file => /(?<!\.test)\.ts$/.test(file));
    const short = written.filter(file => sourceOf(file).trimEnd().split('\n').length < 15);
    expect(short.toSorted()).toEqual(Object.keys(shortFiles).toSorted());
  });
});

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
