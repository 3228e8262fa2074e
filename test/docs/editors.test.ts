import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import extension from '../../editors/vscode/package.json' with { type: 'json' };
import { readSettings, settingNames } from '../../src/cli/language-server/settings.ts';

const page = readFileSync('docs/editors.md', 'utf8');
const { properties } = extension.contributes.configuration;

function blockOf(language: string): string {
  return new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(page)?.[1] ?? '';
}

it('the page about editors has every setting, with its default', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| (?:`(.+?)`|the events of processes) \|/gm)];
  expect(rows.map(([, name]) => name)).toEqual([...settingNames]);
  const { catalogue: _, receivers: __, trusted: ___, ...defaults } = readSettings({}, 'settings');
  const shown = rows.flatMap(([, name = '', value]) => (value ? [[name, JSON.parse(value)]] : []));
  expect(Object.fromEntries(shown)).toEqual({ ...defaults, receivers: null });
});

it('the extension for VS Code has every setting, with the same default and values', () => {
  const ofServer = Object.entries(properties).filter(([name]) => name !== 'hookplate.server');
  expect(ofServer.map(([name]) => name)).toEqual(settingNames.map(name => `hookplate.${name}`));
  const defaults: Readonly<Record<string, unknown>> = { ...readSettings({}, 'settings') };
  for (const [name, property] of ofServer) {
    const key = name.replace('hookplate.', '');
    // An empty text stands for none.
    expect([key, property.default]).toEqual([key, defaults[key] ?? '']);
    const values = 'enum' in property ? property.enum : [];
    for (const value of values)
      expect(readSettings({ [key]: value }, 'settings')).toMatchObject({ [key]: value });
  }
});

it('every editor starts the server by its command', () => {
  expect(blockOf('lua')).toContain("cmd = { 'npx', 'hookplate', 'lsp', '--stdio' }");
  expect(blockOf('toml')).toContain('command = "npx"\nargs = ["hookplate", "lsp", "--stdio"]');
});
