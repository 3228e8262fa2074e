import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import { it, onTestFinished } from 'vitest';
import { expect, load, openPage } from '../browser/pages.ts';

const guide = readFileSync('docs/editor.md', 'utf8');
const [markup = ''] = Array.from(guide.matchAll(/^```html\n(.*?)^```/gms), ([, code = '']) => code);
const scripts = Array.from(guide.matchAll(/^```(?:javascript|ts)\n(.*?)^```/gms), ([, code = '']) => code);

/** Serves a page with this script, bundled as an application would, under the policy that the guide names. */
async function serve(script: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'error',
  });
  const policy = /^default-src.*$/m.exec(guide)?.[0] ?? '';
  const page = `<!doctype html>${markup}<script type="module" src="page.js"></script>`;
  const server = createServer(async ({ url }, response) => {
    const isScript = url?.endsWith('.js') ?? false;
    if (script.includes("import 'hookplate/editor'")) response.setHeader('content-security-policy', policy);
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    const code = url === '/page.js' ? outputFiles[0]?.contents : await readFile('dist/editor-worker.js');
    response.end(isScript ? code : page);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  // A server that listens on a port has an address of this kind.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

it.each(scripts)('the script of the guide prints on a page what the guide says: %#', async script => {
  const expected = Array.from(script.matchAll(/\/\/ → (.*)$/gm), ([, line]) => line);
  expect(expected).not.toEqual([]);
  const printed: string[] = [];
  const url = await serve(script);
  const page = await openPage('about:blank');
  page.on('console', message => printed.push(message.text()));
  await load(page, url);
  await expect.poll(() => printed).toEqual(expected);
});
