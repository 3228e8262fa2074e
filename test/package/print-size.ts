import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { firstLoadOfOverview, firstLoadOfWebhooks } from '../studio/first-load.ts';
import { browserBundle } from './browser-bundle.ts';

for (const entry of ['hookplate', 'hookplate/runtime']) {
  const { minifiedBytes, gzippedBytes } = await browserBundle(entry);
  console.log(`${entry} for a browser: ${minifiedBytes} bytes minified, ${gzippedBytes} gzipped`);
}
const pages = { 'first page': await firstLoadOfOverview(), Webhooks: await firstLoadOfWebhooks() };
for (const [page, { gzippedBytes, files }] of Object.entries(pages)) {
  console.log(`${page} of the studio: ${gzippedBytes} bytes gzipped, in ${files} files`);
}

const { packages }: { readonly packages: Readonly<Record<string, object>> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);
const installed = Object.entries(packages)
  .filter(
    ([path, entry]) => path !== '' && !('dev' in entry || 'devOptional' in entry || 'optional' in entry),
  )
  .map(([path]) => path);
const bytesOf = (directory: string): number =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter(file => file.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
const megabytes = [...installed, 'dist', 'docs'].reduce((sum, path) => sum + bytesOf(path), 0) / 1e6;
console.log(`an installation: ${installed.length + 1} packages, ${Math.round(megabytes)} MB`);

const countModules = `
  const { registerHooks } = await import('node:module');
  const urls = new Set();
  registerHooks({ load: (url, context, next) => (urls.add(url), next(url, context)) });
  await import(process.argv[1]);
  console.log(urls.size);`;
for (const entry of ['hookplate', 'hookplate/runtime', 'hookplate/outbox', 'hookplate/server']) {
  const args = ['--input-type=module', '--eval', countModules, entry];
  console.log(
    `${entry} in Node: ${execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()} modules`,
  );
}
