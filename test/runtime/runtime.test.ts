import { readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { places } from '../../src/output/places.ts';
import { precompileTemplate } from '../../src/template/precompile/precompile-template.ts';
import { listOf } from '../../src/template/resolve/variables.ts';
import { precompileWebhook } from '../../src/webhook/precompile/precompile-webhook.ts';
import { browserBundle } from '../package/browser-bundle.ts';
import { receiverCases, receiverVariables as variables } from '../template/receiver-cases.ts';

const doors = readdirSync('src/runtime', { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts'))
  .map(name => `src/runtime/${name}`);

/** All files that a file loads, packages by their names; what it imports for its types alone is not loaded. */
function loadedBy(file: string, loaded: Set<string> = new Set()): ReadonlySet<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  for (const statement of source.statements) {
    const isImport = ts.isImportDeclaration(statement) && !statement.importClause?.isTypeOnly;
    const isExport = ts.isExportDeclaration(statement) && !statement.isTypeOnly;
    if (!(isImport || isExport) || !statement.moduleSpecifier) continue;
    // The compiler allows nothing but a string there.
    const { text } = statement.moduleSpecifier as ts.StringLiteral;
    if (text.startsWith('.')) loadedBy(relative('.', resolve(dirname(file), text)), loaded);
    else loaded.add(text);
  }
  return loaded;
}

function namesExported(entry: string): readonly string[] {
  const text = readFileSync(`${entry.replace('hookplate', 'src')}/index.ts`, 'utf8');
  return text.match(/\w+/g) ?? [];
}

describe('the runtime', () => {
  it('owns nothing', () => {
    for (const door of doors) {
      const { statements } = ts.createSourceFile(door, readFileSync(door, 'utf8'), ts.ScriptTarget.Latest);
      expect(statements.filter(statement => !ts.isExportDeclaration(statement))).toEqual([]);
    }
    expect(doors.length).toBeGreaterThan(3);
  });

  it('loads neither the language nor the proof, and of packages the one that knows zones, where it is asked for', () => {
    for (const door of doors) {
      const loaded = [...loadedBy(door)];
      expect(
        loaded.filter(file => /^grammar\/|\/proof\/|\/fixes\/(?!did-you-mean)|\/catalogue/.test(file)),
      ).toEqual([]);
      const packages = loaded.filter(file => !file.startsWith('src/'));
      expect(packages).toEqual(door.includes('/zones/') ? ['@date-fns/tz/tzOffset'] : []);
    }
  });

  it('is smaller than 5 KB for a browser, gzipped', async () => {
    const { gzippedBytes, imports } = await browserBundle('hookplate/runtime');
    expect(gzippedBytes).toBeLessThan(5000);
    expect(imports).toEqual([]);
  });

  it('has every name that a module imports, and every place', () => {
    const webhook = precompileWebhook({
      profile: 'x',
      events: { Started: true },
      method: 'GET',
      url: 'https://h.example/$startedAt; timezone="Europe/Vienna"$?n=$errorCount; format="0"$&p=$profile; max="3"$',
    });
    const modules = [
      webhook,
      precompileTemplate('', { missing: 'reject' }),
      precompileTemplate('$xs$', { variables: { xs: listOf('string') }, output: 'json' }),
      ...receiverCases.map(({ source, output }) => precompileTemplate(source, { output, variables })),
    ];
    const entries = new Set<string>();
    for (const { code } of modules) {
      for (const [, names = '', entry = ''] of code.matchAll(/^import \{ (.*) \} from "(.*)";$/gm)) {
        entries.add(entry);
        expect(namesExported(entry)).toEqual(expect.arrayContaining(names.split(', ')));
      }
    }
    expect(entries.size).toBe(doors.length);
    expect(namesExported('hookplate/runtime')).toEqual(expect.arrayContaining(Object.keys(places)));
  });
});
