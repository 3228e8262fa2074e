import { cp } from 'node:fs/promises';
import { build } from 'esbuild';
import { defineConfig } from 'tsup';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    delivery: 'src/delivery/index.ts',
    // A file of its own, evaluated before what needs a newer Node, and the only one with a side effect.
    'node-version': 'src/delivery/node-version.ts',
    outbox: 'src/outbox/index.ts',
    workflow: 'src/workflow/index.ts',
    'workflow/database': 'src/workflow/database/index.ts',
    server: 'src/server/index.ts',
    client: 'src/client/index.ts',
    editor: 'src/editor/index.ts',
    cli: 'src/cli/index.ts',
    // The command.
    hookplate: 'src/cli/main.ts',
  },
  format: 'esm',
  target: 'es2023',
  platform: 'neutral',
  dts: true,
  clean: true,
  sourcemap: true,
  esbuildPlugins: [
    {
      name: 'node-version is imported by its name, which package.json has among its side effects',
      setup({ onResolve }) {
        onResolve({ filter: /\/node-version\.ts$/ }, ({ kind }) =>
          kind === 'import-statement'
            ? { path: './node-version.js', external: true, sideEffects: true }
            : undefined,
        );
      },
    },
  ],
  async onSuccess() {
    await cp('src/outbox/database/migrations', 'dist/migrations', { recursive: true });
    await buildWorker();
  },
});

/** The thread of the editor is whole, because a page loads it by its address. */
async function buildWorker(): Promise<void> {
  await build({
    entryPoints: { 'editor-worker': 'src/editor/check/worker.ts' },
    outdir: 'dist',
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    platform: 'browser',
  });
}
