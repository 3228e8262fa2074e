import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { moduleMark } from '../../template/precompile/module-writer.ts';
import { CommandError, systemCode } from '../command-error.ts';
import type { Terminal } from '../terminal.ts';
import { type MappedLine, writeSourceMap } from './source-map.ts';

/** A module and its origin. */
export interface NamedModule {
  /** The file's name without `.js`. */
  readonly name: string;
  readonly code: string;
  readonly types: string;
  readonly of: {
    readonly path: string;
    /** The path on disk; undefined for stdin. */
    readonly name: string | undefined;
  };
  readonly text: string;
  /** What lines of the code are for, in their order. */
  readonly mapped: readonly MappedLine[];
  readonly hasCredentials: boolean;
}

/**
 * Writes modules with their types and source maps into a directory, creating it if necessary, and prints their names. Existing files are
 * overwritten only if this command wrote them.
 *
 * @throws {CommandError} before anything is written, if two modules have the same name, or one has the name of its
 * source or of a foreign file; and if files cannot be written.
 */
export async function writeModules(
  modules: readonly NamedModule[],
  out: string,
  { directory, stderr }: Terminal,
): Promise<void> {
  assertDistinct(modules);
  const folder = resolve(directory, out);
  const taken = modules.find(({ of }) => modules.some(({ name }) => of.name === join(folder, `${name}.js`)));
  if (taken) throw new CommandError('usage', `${taken.of.path} would be overwritten; choose another --out.`);
  await assertOwn(modules, folder, out);
  try {
    await mkdir(folder, { recursive: true });
    for (const module of modules) {
      const { name, types, hasCredentials } = module;
      const map = mapOf(module, folder);
      const reference = map === undefined ? '' : `//# sourceMappingURL=${encodeURIComponent(name)}.js.map\n`;
      await writeFile(join(folder, `${name}.js`), module.code + reference);
      await writeFile(join(folder, `${name}.d.ts`), types);
      if (map !== undefined) await writeFile(join(folder, `${name}.js.map`), map);
      const path = shownPath(out, name);
      const warning = hasCredentials ? ', with the credentials of its webhook' : '';
      stderr.write(`Wrote ${path}.js and ${path}.d.ts${warning}.\n`);
    }
  } catch (error) {
    throw new CommandError('usage', `--out: ${out} cannot be written${systemCode(error)}.`);
  }
  if (modules.length > 0 && (await packageType(folder)) === 'commonjs') stderr.write(warningOf(out));
  if (modules.length === 0) stderr.write('Nothing was written: no webhooks were found.\n');
}

/** The source map of a module; undefined for stdin, which nobody could open. */
function mapOf({ name, of, text, mapped }: NamedModule, folder: string): string | undefined {
  if (of.name === undefined) return undefined;
  const source = relative(folder, of.name).split(sep).join('/');
  return writeSourceMap({ file: `${name}.js`, source, text, mapped });
}

/**
 * Refuses to overwrite a file of somebody else. Types have no mark, but never exist without their module.
 */
async function assertOwn(modules: readonly NamedModule[], folder: string, out: string): Promise<void> {
  for (const { name } of modules) {
    const code = await readText(join(folder, `${name}.js`));
    const types = code === undefined ? await readText(join(folder, `${name}.d.ts`)) : undefined;
    const isOther = code === undefined ? types !== undefined : !code.startsWith(moduleMark);
    if (!isOther) continue;
    const path = `${shownPath(out, name)}.${code === undefined ? 'd.ts' : 'js'}`;
    throw new CommandError(
      'usage',
      `${path} would be overwritten, which hookplate did not write; remove it, or choose another --out.`,
    );
  }
}

async function readText(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

function shownPath(out: string, name: string): string {
  return join(out, name).replaceAll('\\', '/');
}

function warningOf(out: string): string {
  const place = join(out, 'package.json').replaceAll('\\', '/');
  return `warning: These are ES modules, but their package.json says "type": "commonjs", so Node.js will not load them: write {"type": "module"} to ${place}.\n`;
}

/** Many file systems do not distinguish `Chat` from `chat`. */
function assertDistinct(modules: readonly NamedModule[]): void {
  const seen = new Map<string, NamedModule>();
  for (const module of modules) {
    const key = module.name.toLowerCase();
    const other = seen.get(key);
    if (other) throw new CommandError('usage', explainClash(other, module));
    seen.set(key, module);
  }
}

function explainClash(one: NamedModule, other: NamedModule): string {
  const written = one.name === other.name ? `${one.name}.js` : `${one.name}.js and ${other.name}.js`;
  const sources =
    one.of.path === other.of.path ? `Two webhooks of ${one.of.path}` : `${one.of.path} and ${other.of.path}`;
  return `${sources} would both be written as ${written}; give each webhook an id of its own, or each file a name.`;
}

/**
 * The `type` of the `package.json` nearest to a folder, which decides about `.js` files by the rules of Node.js.
 * Undefined if it has none: then Node.js looks at the contents of files.
 */
async function packageType(folder: string): Promise<unknown> {
  for (let place = folder; ; place = dirname(place)) {
    const text = await readFile(join(place, 'package.json'), 'utf8').catch(() => undefined);
    if (text !== undefined) return typeIn(text);
    if (place === dirname(place)) return undefined;
  }
}

function typeIn(text: string): unknown {
  try {
    const settings: unknown = JSON.parse(text);
    return typeof settings === 'object' && settings !== null && 'type' in settings
      ? settings.type
      : undefined;
  } catch {
    return undefined;
  }
}
