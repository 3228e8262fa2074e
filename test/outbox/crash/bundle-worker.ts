import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export interface BundledWorker {
  /** The path of `worker-process.ts` and all that it imports, as one file. */
  readonly program: string;
  /** It may be gone already. */
  readonly remove: () => Promise<void>;
}

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** Inside `node_modules`, so that it finds the packages that stay outside of it. */
const cache = pathOf('../../../node_modules/.cache/hookplate-crash');
/** Packages in CommonJS ask for Node's own modules in their way. */
const require = `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);`;

/** Bundles the program of a worker: it starts in a sixth of the time of its sources, and one starts each second. */
export async function bundleWorker(): Promise<BundledWorker> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'worker-'));
  const program = join(folder, 'worker-process.mjs');
  await build({
    entryPoints: [pathOf('worker-process.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: require },
    // One reads files that lie beside it, the other is nowhere installed.
    external: ['@electric-sql/pglite', 'pg-native'],
    logLevel: 'error',
  });
  await cp(pathOf('../../../src/database/migrations'), join(folder, 'migrations'), {
    recursive: true,
  });
  return { program, remove: () => rm(folder, { recursive: true, force: true }) };
}
