import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HoverRequest } from 'vscode-languageserver/node';
import { type Entry, open, type ZipFile } from 'yauzl';
import { packExtension } from '../../../editors/vscode/pack.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { openPage } from '../../browser/pages.ts';
import { startEditorOfProcess } from '../../cli/language-server/editor.ts';
import { directoryWith } from '../../cli/run-hookplate.ts';
import { httpServer } from '../../loopback-server.ts';

let directory: string;
let unpacked: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hookplate-extension-'));
  const packed = await packExtension(directory);
  // Only what is in the file is examined, and not what it was made of.
  rmSync(join(directory, 'extension'), { recursive: true });
  unpacked = join(directory, 'unpacked');
  await unpack(packed, unpacked);
});
afterAll(() => rmSync(directory, { recursive: true }));

async function unpack(file: string, to: string): Promise<void> {
  const zip = await promisify<string, ZipFile>((path, done) =>
    open(path, { autoClose: false }, (error, zip) => done(error, zip as ZipFile)),
  )(file);
  const entries: Entry[] = [];
  zip.on('entry', (entry: Entry) => entries.push(entry));
  await new Promise((resolve, reject) => zip.on('end', resolve).on('error', reject));
  for (const entry of entries) {
    const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) =>
      zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream))),
    );
    const path = join(to, entry.fileName);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, await buffer(stream));
  }
  zip.close();
}

function inExtension(path: string): string {
  return join(unpacked, 'extension', path);
}

function readJson(path: string) {
  return JSON.parse(readFileSync(inExtension(path), 'utf8'));
}

describe('the packed extension', () => {
  it('has what it needs and nothing else', () => {
    const files = readdirSync(join(unpacked, 'extension'), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(join(unpacked, 'extension/').length));
    expect(files.filter(file => !/^server\/.*-\w{8}\.js$/.test(file)).sort()).toEqual(
      [
        ...['LICENSE.txt', 'changelog.md', 'package.json', 'readme.md', 'language-configuration.json'],
        ...['dist/extension.js', 'dist/preview.js', 'schemas/webhook.json', 'schemas/config.json'],
        ...['hookplate', 'json-injection', 'yaml-injection'].map(name => `grammars/${name}.tmLanguage.json`),
        ...['document-thread', 'module-thread', 'server'].map(name => `server/${name}.js`),
        'server/package.json',
      ].sort(),
    );
  });

  it('is described as VS Code wants it', () => {
    const manifest = readJson('package.json');
    const xml = readFileSync(join(unpacked, 'extension.vsixmanifest'), 'utf8');
    expect(xml).toContain(`<Identity Language="en-US" Id="hookplate" Version="${packageJson.version}"`);
    expect(manifest).toMatchObject({ name: 'hookplate', version: packageJson.version });
    expect(manifest.capabilities.untrustedWorkspaces.supported).toBe('limited');
    const { languages, grammars, jsonValidation, configuration, commands } = manifest.contributes;
    const named = [
      manifest.main,
      ...languages.map((each: { configuration: string }) => each.configuration),
      ...grammars.map((each: { path: string }) => each.path),
      ...jsonValidation.map((each: { url: string }) => each.url),
    ];
    expect(named.filter((path: string) => !existsSync(inExtension(path)))).toEqual([]);
    for (const { path, scopeName } of grammars) expect(readJson(path).scopeName).toBe(scopeName);
    const extension = readFileSync(inExtension('dist/extension.js'), 'utf8');
    for (const { command } of commands) expect(extension).toContain(`"${command}"`);
    for (const setting of Object.values<Record<string, unknown>>(configuration.properties)) {
      expect(setting).toMatchObject({ markdownDescription: expect.stringMatching(/\.$/) });
      const { scope } = setting;
      expect(scope).toMatch(/^(?:resource|window)$/);
    }
    const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    expect(Object.keys(configuration.properties)).toEqual(expect.arrayContaining(restrictedConfigurations));
  });

  it('has patterns for brackets, indentation and words that are regular expressions', () => {
    const { indentationRules, folding, wordPattern } = readJson('language-configuration.json');
    const increase = new RegExp(indentationRules.increaseIndentPattern);
    const decrease = new RegExp(indentationRules.decreaseIndentPattern);
    for (const line of ['{', '  "a": [', '$if(isError)$', '  $for(a in rows)$', '$else$', '$sep$'])
      expect(line).toMatch(increase);
    for (const line of ['"a": $if(isError)$1$else$2$endif$', '"[": 1,', '$total$'])
      expect(line).not.toMatch(increase);
    for (const line of ['}', '  ]', '$endif$', '$else$', '$elseif(a)$', '$sep$, '])
      expect(line).toMatch(decrease);
    for (const line of ['"a": 1', '$if(a)$']) expect(line).not.toMatch(decrease);
    expect('$if(a)$').toMatch(new RegExp(folding.markers.start));
    expect('$endif$').toMatch(new RegExp(folding.markers.end));
    expect('$order.name$'.match(new RegExp(wordPattern, 'g'))).toEqual(['order', 'name']);
  });

  it('has a server of its own that checks, explains, and loads configurations in a thread', async () => {
    const folder = directoryWith({
      'hookplate.config.json': JSON.stringify({ catalogue: './orders.json' }),
      'orders.json': JSON.stringify({ events: { Paid: { title: 'Paid', variables: { total: 'number' } } } }),
    });
    const editor = await startEditorOfProcess({
      directory: folder,
      folders: [folder],
      program: inExtension('server/server.js'),
      capabilities: { experimental: { hookplate: true } },
    });
    expect(editor.initialized.serverInfo).toEqual({ name: 'hookplate', version: packageJson.version });
    const file = await editor.open('a.json.hookplate', '{"a": $total$, "b": "$totl$"}');
    expect((await file.diagnostics()).map(({ range }) => file.slice(range))).toEqual(['totl']);
    const hover = await editor.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri: file.uri },
      position: { line: 0, character: 8 },
    });
    expect(JSON.stringify(hover)).toContain('number');
    expect(await editor.connection.sendRequest('hookplate/status', { uri: file.uri })).toEqual({
      config: join(folder, 'hookplate.config.json'),
      events: ['Paid'],
    });
    expect(await editor.quit()).toBe(0);
    expect(editor.stderr()).toBe('');
  });
});

describe('its server, in a folder where hookplate is not installed', () => {
  it.each([
    [
      'hookplate.config.ts',
      "import { defineConfig } from 'hookplate/cli';\nexport default defineConfig({});",
    ],
    ['hookplate.config.cjs', "module.exports = require('hookplate/cli').defineConfig({});"],
  ])('says what to do where %s imports it', async (name, text) => {
    const folder = directoryWith({ '.git/HEAD': '', [name]: text });
    const editor = await startEditorOfProcess({
      directory: folder,
      folders: [folder],
      program: inExtension('server/server.js'),
    });
    const file = await editor.open('a.hookplate', '$a$');
    expect(await file.diagnostics()).toEqual([]);
    const advice = 'hookplate is not installed in this folder: run `npm install hookplate` there';
    expect(editor.shown).toEqual([expect.stringContaining(advice)]);
    const marked = editor.published.findLast(({ uri }) => uri.endsWith(name));
    expect(marked?.diagnostics).toMatchObject([
      { code: 'config-unusable', message: expect.stringContaining(advice) },
    ]);
  });
});

describe('its preview', () => {
  const webhook = {
    events: { Errored: true },
    method: 'POST',
    profile: 'nightly',
    url: 'https://chat.example.com/hook',
    contentType: 'application/json',
    payload: '{"text": "$profile$ failed"}',
  };

  async function open(data: unknown) {
    const script = readFileSync(inExtension('dist/preview.js'));
    const page = `<!doctype html><html lang="en"><head><title>Request</title></head><body>
      <script>
        globalThis.acquireVsCodeApi = () => ({ postMessage: () => postMessage(${JSON.stringify(data)}) });
      </script>
      <hookplate-preview></hookplate-preview><script type="module" src="/preview.js"></script></body></html>`;
    const { url } = await httpServer((response, { path }) => {
      const isScript = path === '/preview.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? script : page);
    });
    return openPage(url, { expected: /editor-worker|favicon/ });
  }

  it('shows the request of each event, and why there is none', async () => {
    const editor = await startEditorOfProcess({ program: inExtension('server/server.js') });
    const file = await editor.open('a.json', JSON.stringify(webhook));
    const data = await editor.connection.sendRequest('hookplate/preview', {
      textDocument: { uri: file.uri },
      position: { line: 0, character: 0 },
    });
    const page = await open(data);
    await page.getByText('host: chat.example.com').waitFor();
    await page.getByText('nightly failed').waitFor();
    await page.evaluate(() => postMessage(null));
    await page.getByText('There is no webhook at the cursor.').waitFor();
  });
});
