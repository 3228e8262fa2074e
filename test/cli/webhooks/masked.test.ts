import { describe, expect, it } from 'vitest';
import { configText } from '../check/check-files.ts';
import { directoryWith, runHookplate } from '../run-hookplate.ts';

const headers = [
  ['Authorization', 'Bearer canary1'],
  ['Proxy-Authorization', 'canary2'],
  ['X-Api-Key', 'canary3'],
  ['Cookie', 'session=canary4'],
  ['X-Auth-Token', '$profile$ canary5'],
  ['X-Author', 'Ada'],
  ['X-Pwd', 'correct canary0'],
].map(([name, value]) => ({ name, value }));
const url =
  'https://ada:canary6@e.example/hooks/a@b?token=canary7&a=1&api%5Fkey=$profile$&key=canary8&tokens#x';
const forms = ['http', 'curl', 'json'];

async function preview(...args: readonly string[]): Promise<string> {
  return printed('preview', ...args);
}

async function printed(command: string, ...args: readonly string[]): Promise<string> {
  const file = configText({ profile: 'canary9', headers, url, payload: '{}' });
  const directory = directoryWith({ 'a.json': file });
  const { status, stdout, stderr } = await runHookplate([command, 'a.json', ...args], { directory });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

describe('hookplate preview', () => {
  it.each(forms)('shows no credentials of headers, and none of a URL, as %s', async form => {
    const shown = await preview('--as', form);
    expect(shown).not.toContain('canary');
    const line = (name: string, value: string) =>
      form === 'json' ? new RegExp(`"${name}",\\s+"${value}"`) : new RegExp(`${name}: ${value}'?( \\\\)?\n`);
    expect(shown).toMatch(line('Authorization', 'Bearer \\*\\*\\*'));
    expect(shown).toMatch(line('X-Auth-Token', '\\*\\*\\*'));
    expect(shown).toMatch(line('X-Author', 'Ada'));
    expect(shown).toMatch(line('X-Pwd', '\\*\\*\\*'));
    expect(shown).toContain('https://***@e.example/hooks/a@b?token=***&a=1&api%5Fkey=***&key=***&tokens#x');
  });

  it.each(forms)('shows them all as %s where secrets are wanted', async form => {
    const shown = await preview('--as', form, '--show-secrets');
    expect(new Set(shown.match(/canary\d/g)).size).toBe(10);
    expect(shown).not.toContain('***');
  });
});

describe('hookplate render', () => {
  const part = (field: string, ...args: readonly string[]) =>
    printed('render', '--event', 'Errored', '--field', field, ...args);

  it('shows no credentials of headers, and none of a URL, unless secrets are wanted', async () => {
    const masked = 'https://***@e.example/hooks/a@b?token=***&a=1&api%5Fkey=***&key=***&tokens#x';
    expect(await part('url')).toBe(masked);
    const hidden = await part('headers');
    expect(hidden).not.toContain('canary');
    expect(hidden).toContain('Authorization: Bearer ***\nProxy-Authorization: ***\nX-Api-Key: ***\n');
    const shown = (await part('url', '--show-secrets')) + (await part('headers', '--show-secrets'));
    expect(new Set(shown.match(/canary\d/g)).size).toBe(10);
    expect(shown).not.toContain('***');
  });
});
