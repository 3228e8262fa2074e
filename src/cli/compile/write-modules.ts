import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CommandError, systemCode } from '../command-error.ts';
import type { Terminal } from '../terminal.ts';

/** A module, and where it comes from. */
export interface NamedModule {
  /** That of its file, without `.js`. */
  readonly name: string;
  readonly code: string;
  readonly types: string;
  readonly of: { readonly path: string; readonly name: string | undefined };
  readonly hasCredentials: boolean;
}

/**
 * Writes modules and their types into a directory, which is made where it is not there, and says so.
 *
 * @throws {CommandError} before anything is written, if two have the same name or one has that of what it was made from; and if
 * files cannot be written.
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
  try {
    await mkdir(folder, { recursive: true });
    for (const { name, code, types, hasCredentials } of modules) {
      await writeFile(join(folder, `${name}.js`), code);
      await writeFile(join(folder, `${name}.d.ts`), types);
      const path = join(out, name).replaceAll('\\', '/');
      const warning = hasCredentials ? ', with the credentials of its webhook' : '';
      stderr.write(`Wrote ${path}.js and ${path}.d.ts${warning}.\n`);
    }
  } catch (error) {
    throw new CommandError('usage', `--out: ${out} cannot be written${systemCode(error)}.`);
  }
  if (modules.length === 0) stderr.write('Nothing was written: no webhooks were found.\n');
}

/** Many file systems do not tell `Chat` from `chat`. */
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
