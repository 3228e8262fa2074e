import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The rooms in the order in which data flows; a room imports only rooms before it. */
const flow = [
  'diagnostics',
  'http',
  'grammar',
  'dates',
  'output',
  'template',
  'webhook',
  'delivery',
  'workflow',
  'client',
];
const browserRooms = ['diagnostics', 'http', 'grammar', 'dates', 'output', 'template', 'webhook', 'client'];

interface Import {
  readonly from: string;
  readonly to: string;
}

const files = [...sourceFiles('src'), ...sourceFiles('grammar')];
const imports = files.flatMap(importsOf);
const relativeImports = imports.filter(({ to }) => to.startsWith('.')).map(resolved);

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => relative(root, join(entry.parentPath, entry.name)));
}

function importsOf(file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8');
  const specifiers = source.matchAll(
    /^(?:import|export)\b[^;'"]*?from\s*'([^']+)'|\bimport\(\s*'([^']+)'|^import '([^']+)'/gm,
  );
  return [...specifiers].map(match => ({ from: file, to: match[1] ?? match[2] ?? match[3] ?? '' }));
}

function resolved({ from, to }: Import): Import {
  return { from, to: relative(root, resolve(root, dirname(from), to)) };
}

/** The room of a file; `index` for what stands above the rooms. */
function roomOf(file: string): string {
  if (file.startsWith('grammar/')) return 'grammar';
  const [, room = '', ...rest] = file.split('/');
  return rest.length > 0 ? room : 'index';
}

describe('the house', () => {
  it('was read whole: every import of every file resolves to a file', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(relativeImports.length).toBeGreaterThan(files.length);
    const written = files.reduce((count, file) => {
      const source = readFileSync(join(root, file), 'utf8');
      return (
        count + (source.match(/\bfrom '/g)?.length ?? 0) + (source.match(/\bimport\(\s*'/g)?.length ?? 0)
      );
    }, 0);
    expect(imports.length).toBe(written);
    expect(relativeImports.filter(({ to }) => !files.includes(to) && !to.endsWith('.json'))).toEqual([]);
  });

  it('has no rooms but those of the flow', () => {
    expect([...new Set(files.map(roomOf))].filter(room => room !== 'index' && !flow.includes(room))).toEqual(
      [],
    );
  });

  it('lets data flow one way', () => {
    const against = relativeImports.filter(({ from, to }) => {
      const room = roomOf(from);
      return room !== 'index' && flow.indexOf(roomOf(to)) > flow.indexOf(room);
    });
    expect(against).toEqual([]);
  });

  it('lets nothing inside import an index above it', () => {
    const above = relativeImports.filter(
      ({ from, to }) => to.endsWith('index.ts') && dirname(from).startsWith(dirname(to)),
    );
    expect(above).toEqual([]);
  });

  it('has no cycles, not even of types', () => {
    expect(findCycle(relativeImports)).toBeUndefined();
  });

  it('keeps Node out of the rooms that run in a browser', () => {
    const node = imports.filter(
      ({ from, to }) => browserRooms.includes(roomOf(from)) && to.startsWith('node:'),
    );
    expect(node).toEqual([]);
  });

  it('keeps clock and randomness out of the rooms that run in a browser', () => {
    const impure = files.filter(
      file =>
        browserRooms.includes(roomOf(file)) &&
        /\bDate\.now\(|\bMath\.random\(|\bcrypto\.|\bprocess\.|\bperformance\./.test(
          readFileSync(join(root, file), 'utf8'),
        ),
    );
    expect(impure).toEqual([]);
  });

  it('shares only the request between the template side and the wire side', () => {
    const templateSide = ['grammar', 'dates', 'output', 'template', 'webhook'];
    const shared = relativeImports
      .filter(
        ({ from, to }) => ['delivery', 'outbox'].includes(roomOf(from)) && templateSide.includes(roomOf(to)),
      )
      .map(({ to }) => to);
    expect([...new Set(shared)]).toEqual(['src/webhook/webhook-request.ts']);
  });
});

function findCycle(edges: readonly Import[]): string[] | undefined {
  const targets = new Map<string, Import[]>();
  for (const edge of edges) targets.set(edge.from, [...(targets.get(edge.from) ?? []), edge]);
  const done = new Set<string>();
  function visit(file: string, trail: readonly string[]): string[] | undefined {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const { to } of targets.get(file) ?? []) {
      const cycle = visit(to, [...trail, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return undefined;
  }
  for (const file of files) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return undefined;
}
