import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { defineConfig } from 'tsup';
import { createProgress } from './src/cli/progress.ts';

export default defineConfig(({ dts }) => ({
  entry: {
    index: 'src/index.ts',
    receivers: 'src/webhook/receivers/index.ts',
    // A file of its own, so that who describes a receiver does not load the engine, which another export of that entry needs.
    'define-receiver': 'src/webhook/receivers/define-receiver.ts',
    sources: 'src/webhook/sources/index.ts',
    delivery: 'src/delivery/index.ts',
    // A file of its own, evaluated before what needs a newer Node, and the only one with a side effect.
    'node-version': 'src/delivery/node-version.ts',
    outbox: 'src/outbox/index.ts',
    events: 'src/events/index.ts',
    workflow: 'src/workflow.ts',
    'workflow/database': 'src/workflow/database/index.ts',
    server: 'src/server/index.ts',
    // Threads, which are started by their address.
    'lease-thread': 'src/workflow/database/lease-thread.ts',
    'template-thread': 'src/server/templates/template-thread.ts',
    'module-thread': 'src/cli/modules/module-thread.ts',
    'document-thread': 'src/cli/language-server/document-thread.ts',
    runtime: 'src/runtime/index.ts',
    'runtime/numbers': 'src/runtime/numbers/index.ts',
    'runtime/required': 'src/runtime/required/index.ts',
    'runtime/texts': 'src/runtime/texts/index.ts',
    'runtime/webhooks': 'src/runtime/webhooks/index.ts',
    'runtime/wholes': 'src/runtime/wholes/index.ts',
    'runtime/zones': 'src/runtime/zones/index.ts',
    client: 'src/client/index.ts',
    editor: 'src/editor/index.ts',
    portal: 'src/portal/index.ts',
    cli: 'src/cli/index.ts',
    // The command.
    hookplate: 'src/cli/main.ts',
  },
  format: 'esm',
  target: 'es2023',
  platform: 'neutral',
  dts: true,
  clean: true,
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
  plugins: [
    { name: 'whoever waits is told for what', buildStart: () => showProgress(dts !== false) },
    {
      name: 'a chunk is not imported for side effects, of which package.json says that it has none',
      renderChunk(code) {
        const lines = code.split('\n').filter(line => !bareChunkImport.test(line));
        return { code: lines.join('\n') };
      },
    },
  ],
  async onSuccess() {
    // Without what drizzle-kit compares the next migration with.
    await cp('src/database/migrations', 'dist/migrations', {
      recursive: true,
      filter: path => !path.endsWith('_snapshot.json'),
    });
    console.error('Building the pages …');
    await build({ ...forPages, ...worker, outdir: 'dist' });
    await buildStudio();
    await writeSchemas();
  },
}));

/** tsup itself is silent, as it would list a hundred files. */
function showProgress(hasTypes: boolean): void {
  const started = performance.now();
  const seconds = (): string => `${Math.round((performance.now() - started) / 1000)} s`;
  console.error(hasTypes ? 'Building code and types, which takes most of a minute …' : 'Building the code …');
  const progress = createProgress(process);
  setInterval(() => progress.show(seconds()), 1000).unref();
  process.once('exit', status => {
    progress.clear();
    if (status === 0) console.error(`Built in ${seconds()}.`);
  });
}

/** esbuild writes them to keep an order that nothing depends on, and warns of them when it bundles what it wrote. */
const bareChunkImport = /^import "[./]+\/chunk-\w+\.js";$/;

const forPages: BuildOptions = {
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2023',
  platform: 'browser',
};

/** The thread of the editor is whole, because a page loads it by its address. */
const worker: BuildOptions = { entryPoints: { 'editor-worker': 'src/editor/check/editor-worker.ts' } };

/** A part of the engine that a page of the studio loads by its address, once somebody pastes an example. */
const example: BuildOptions = { entryPoints: { example: 'src/studio/webhooks/example.ts' } };

/** Style sheets and templates are texts, which esbuild does not minify: their layout is for readers of the source. */
const shortTexts: Plugin = {
  name: 'style sheets without comments, and no indentation',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/(?:editor|studio)\/.*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const plain = source.replace(/\bcss`[^`]*`/g, styles => styles.replace(/\/\*.*?\*\//gs, ''));
      return { contents: plain.replace(/\n\s+/g, '\n'), loader: 'ts' };
    });
  },
};

/** The pages, with all that they load in a folder that is named after its content: browsers keep it for good. */
async function buildStudio(): Promise<void> {
  const options: BuildOptions = { ...forPages, plugins: [shortTexts], write: false, outdir: 'out' };
  const built = await Promise.all([
    build({ ...options, ...worker }),
    build({ ...options, ...example }),
    build({
      ...options,
      entryPoints: { studio: 'src/studio/main.ts' },
      splitting: true,
      legalComments: 'linked',
      loader: { '.css': 'text' },
    }),
  ]);
  const files = built.flatMap(({ outputFiles = [] }) => outputFiles);
  const hash = createHash('sha256');
  for (const { contents } of files) hash.update(contents);
  const folder = hash.digest('hex').slice(0, 12);
  await rm('dist/studio', { recursive: true, force: true });
  await mkdir(`dist/studio/${folder}`, { recursive: true });
  await cp('src/studio/icon.svg', `dist/studio/${folder}/icon.svg`);
  for (const { path, contents } of files)
    await writeFile(`dist/studio/${folder}/${basename(path)}`, contents);
  const index = await readFile('src/studio/index.html', 'utf8');
  await writeFile('dist/studio/index.html', index.replaceAll('assets/', `assets/${folder}/`));
}

/** The JSON Schemas of files are what the command prints. */
async function writeSchemas(): Promise<void> {
  const schemas = { 'schema.json': [], 'config.schema.json': ['--config'] };
  for (const [name, options] of Object.entries(schemas)) {
    const args = ['dist/hookplate.js', 'schema', ...options];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    await writeFile(`dist/${name}`, stdout);
  }
}
