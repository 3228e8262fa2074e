import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BuildOptions, build } from 'esbuild';
import packageJson from '../../package.json' with { type: 'json' };

/*
 * `npm run extension` bundles the extension, its preview and its server, and packs them as a `.vsix`, which VS Code and the
 * editors made from it install.
 */

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');

/** Packs the extension, with all that it is made of in a folder of a directory, and gives the path of the `.vsix`. */
export async function packExtension(directory: string): Promise<string> {
  const staged = join(directory, 'extension');
  await rm(staged, { recursive: true, force: true });
  await mkdir(staged, { recursive: true });
  await Promise.all([bundle(staged), copyFiles(staged), writeManifest(staged)]);
  const packed = join(directory, `hookplate-${packageJson.version}.vsix`);
  const vsce = fileURLToPath(import.meta.resolve('@vscode/vsce/vsce'));
  // What is bundled has no dependencies, and a version that was not published yet may have no repository.
  const options = [
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
    '--out',
    packed,
  ];
  await promisify(execFile)(process.execPath, [vsce, 'package', ...options], { cwd: staged });
  return packed;
}

async function bundle(staged: string): Promise<void> {
  const common: BuildOptions = { bundle: true, minify: true, absWorkingDir: root, legalComments: 'none' };
  // As modules: the form of CommonJS may load its parts in a way that cannot be bundled.
  const mainFields = ['module', 'main'];
  const forNode: BuildOptions = { ...common, platform: 'node', target: 'node22', mainFields };
  await Promise.all([
    build({
      ...forNode,
      entryPoints: ['editors/vscode/src/extension.ts'],
      outfile: join(staged, 'dist/extension.js'),
      format: 'cjs',
      external: ['vscode'],
    }),
    build({
      ...common,
      entryPoints: ['editors/vscode/src/preview.ts'],
      outfile: join(staged, 'dist/preview.js'),
      format: 'esm',
      target: 'es2023',
      platform: 'browser',
    }),
    build({
      ...forNode,
      // The threads are started by their addresses, which are beside that of the server.
      entryPoints: {
        server: 'editors/vscode/src/server.ts',
        'document-thread': 'src/cli/language-server/document-thread.ts',
        'module-thread': 'src/cli/modules/module-thread.ts',
      },
      outdir: join(staged, 'server'),
      format: 'esm',
      splitting: true,
      // What it bundles of CommonJS asks for modules of Node.
      banner: {
        js: "import { createRequire as createRequireHere } from 'node:module'; const require = createRequireHere(import.meta.url);",
      },
    }),
  ]);
}

async function copyFiles(staged: string): Promise<void> {
  const copies: readonly (readonly [from: string, to: string])[] = [
    ['editors/vscode/README.md', 'README.md'],
    ['editors/vscode/language-configuration.json', 'language-configuration.json'],
    ['LICENSE', 'LICENSE'],
    ['CHANGELOG.md', 'CHANGELOG.md'],
    ['dist/schema.json', 'schemas/webhook.json'],
    ['dist/config.schema.json', 'schemas/config.json'],
    ...['hookplate', 'json-injection', 'yaml-injection'].map(
      name => [`grammar/reference/${name}.tmLanguage.json`, `grammars/${name}.tmLanguage.json`] as const,
    ),
  ];
  for (const [from, to] of copies) await cp(join(root, from), join(staged, to));
  // The server is a module; the extension is not one.
  await mkdir(join(staged, 'server'), { recursive: true });
  await writeFile(join(staged, 'server/package.json'), '{ "type": "module" }\n');
}

/** The manifest of the sources, with the version of the package. */
async function writeManifest(staged: string): Promise<void> {
  const {
    type: _,
    private: __,
    ...manifest
  } = JSON.parse(await readFile(join(here, 'package.json'), 'utf8'));
  const packed = { ...manifest, version: packageJson.version, main: './dist/extension.js' };
  await writeFile(join(staged, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
}

if (import.meta.main) {
  const packed = await packExtension(join(here, 'dist'));
  process.stdout.write(`${packed}\n`);
}
