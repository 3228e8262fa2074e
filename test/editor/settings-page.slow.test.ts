import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { openPage } from '../browser/open-page.ts';
import { write } from './editor-page.ts';

const guide = readFileSync('docs/settings-page.md', 'utf8');
const blocksOf = (language: string): readonly string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, code = '']) => code);
const [events = '', plain = ''] = blocksOf('javascript');
const [markup = ''] = blocksOf('html');
const [component = ''] = blocksOf('jsx');
const mounted = `
import { mount } from './mount-react.jsx';
import { WebhookSettings } from './settings.jsx';
mount(WebhookSettings);
`;

const config = {
  ...{ events: { 'order.placed': true }, method: 'POST', url: 'https://chat.example.com/hooks/42' },
  ...{ contentType: 'application/json', payload: '{"text":"$order.customer$ ordered"}' },
};

/** Bundles the files of a page as an application would, and serves them with a route that keeps what it is sent. */
async function serve(body: string, files: Readonly<Record<string, string>>) {
  const { outputFiles } = await build({
    stdin: { contents: files['page.jsx'] ?? '', resolveDir: import.meta.dirname, loader: 'jsx' },
    ...{ bundle: true, format: 'esm', write: false, logLevel: 'error', jsx: 'automatic' },
    plugins: [
      {
        name: 'files of the guide',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^\.\/(?:events\.js|settings\.jsx)$/ }, ({ path }) => ({
            path,
            namespace: 'guide',
          }));
          onLoad({ filter: /.*/, namespace: 'guide' }, ({ path }) => ({
            contents: files[path.slice(2)] ?? '',
            resolveDir: import.meta.dirname,
            loader: 'jsx',
          }));
        },
      },
    ],
  });
  const saved: unknown[] = [];
  const answer = {
    diagnostics: [{ field: 'url', code: 'taken', message: 'This address is taken.', severity: 'error' }],
  };
  const server = createServer(async (request, response) => {
    const { url = '', method } = request;
    if (url === '/api/webhook' && method === 'PUT') {
      const sent = await json(request);
      const isTaken = JSON.stringify(sent).includes('taken');
      if (!isTaken) saved.push(sent);
      return response.writeHead(isTaken ? 422 : 200).end(JSON.stringify(isTaken ? answer : {}));
    }
    if (url === '/api/webhook') return response.end(JSON.stringify(config));
    const isScript = url.endsWith('.js');
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    const code = url === '/page.js' ? outputFiles[0]?.contents : await readFile('dist/editor-worker.js');
    const page = `<!doctype html><link rel="icon" href="data:,">${body}<script type="module" src="page.js"></script>`;
    return response.end(isScript ? code : page);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // A server that listens on a port has an address of this kind.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, saved };
}

it.each([
  ['plain', markup, { 'page.jsx': plain, 'events.js': events }],
  ['with React', '<main></main>', { 'page.jsx': mounted, 'events.js': events, 'settings.jsx': component }],
])(
  'the page of the guide, %s, saves what is right, and shows what the server refuses',
  async (_, body, files) => {
    const { url, saved } = await serve(body, files);
    const page = await openPage(url, { expected: /422/ });
    const verdict = page.locator('webhook-editor').getByRole('status').first();
    await verdict.getByText(/^No value/).waitFor();
    await write(page, 'Payload', '{"text":"$order.customer$ paid"}');
    await verdict.getByText(/^No value/).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.', { exact: true }).last().waitFor();
    await expect
      .poll(() => saved)
      .toMatchObject([{ ...config, payload: '{"text":"$order.customer$ paid"}' }]);

    await write(page, 'URL', 'https://taken.example.com/');
    await expect.poll(() => page.getByText('Saved.', { exact: true }).count()).toBe(0);
    await verdict.getByText(/^No value/).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This address is taken.').first().waitFor();
    expect(saved).toHaveLength(1);
  },
);
