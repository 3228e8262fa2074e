import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadSettings, settingNames } from '../../src/cli/language-server/settings.ts';
import { receivers } from '../../src/webhook/receivers/index.ts';

const page = readFileSync('docs/editors.md', 'utf8');

function blockOf(language: string): string {
  return new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(page)?.[1] ?? '';
}

it('the page about editors has every setting, with its default', async () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| (?:`(.+?)`|the events of processes) \|/gm)];
  expect(rows.map(([, name]) => name)).toEqual([...settingNames]);
  const defaults = await loadSettings({}, '.');
  expect(defaults.catalogue.names).toEqual(['Started', 'Completed', 'Errored']);
  expect(defaults.receivers).toBe(receivers);
  const shown = rows.flatMap(([, name = '', value]) => (value ? [[name, JSON.parse(value)]] : []));
  expect(Object.fromEntries(shown)).toEqual({
    events: defaults.events,
    output: defaults.output,
    allow: defaults.allow,
    receivers: null,
  });

  const { contributes } = JSON.parse(blockOf('json'));
  const { properties } = contributes.configuration;
  expect(Object.keys(properties)).toEqual(settingNames.map(name => `hookplate.${name}`));
  for (const output of properties['hookplate.output'].enum)
    expect(await loadSettings({ output }, '.')).toMatchObject({ output });
});

it('every editor starts the server by its command', () => {
  expect(blockOf('lua')).toContain("cmd = { 'npx', 'hookplate', 'lsp', '--stdio' }");
  expect(blockOf('toml')).toContain('command = "npx"\nargs = ["hookplate", "lsp", "--stdio"]');
});

it('the extension for VS Code starts the server, and stops it', async () => {
  const told: unknown[] = [];
  class LanguageClient {
    constructor(...given: readonly unknown[]) {
      told.push(given);
    }
    start = async () => void told.push('started');
    stop = async () => void told.push('stopped');
  }
  const modules: Readonly<Record<string, unknown>> = {
    vscode: { workspace: { workspaceFolders: [{ uri: { fsPath: '/a' } }] } },
    'vscode-languageclient/node': { LanguageClient },
  };
  const extension: { activate?: () => Promise<void>; deactivate?: () => Promise<void> } = {};
  new Function('require', 'exports', blockOf('javascript'))((name: string) => modules[name], extension);
  await extension.activate?.();
  await extension.deactivate?.();
  const server = {
    command: 'npx',
    args: ['hookplate', 'lsp', '--stdio'],
    options: { cwd: '/a', shell: false },
  };
  const documentSelector = expect.arrayContaining([{ language: 'hookplate' }, { language: 'yaml' }]);
  expect(told).toEqual([['hookplate', 'hookplate', server, { documentSelector }], 'started', 'stopped']);
});
