import { describe, expect, it } from 'vitest';
import { configText } from './check/check-files.ts';
import { runProcess } from './hookplate-process.ts';
import { commandNames, directoryWith, runHookplate } from './run-hookplate.ts';

const webhook = configText({ id: 'chat', url: 'http://127.0.0.1:1/' });
const server = ['--base-url', 'http://127.0.0.1:1'];

/** A run of each command that does what it is for, and the status that it ends with. */
const runs: Readonly<Record<(typeof commandNames)[number], readonly [status: number, ...args: string[]]>> = {
  check: [1, 'wrong.json'],
  render: [0, 'webhook.json', '--event', 'Errored'],
  preview: [0, 'webhook.json'],
  send: [1, 'webhook.json', '--event', 'Errored'],
  compile: [0, 'webhook.json', '--out', 'out'],
  serve: [2],
  run: [1, 'etl', 'copy', ...server],
  status: [1, 'pid', ...server],
  interrupt: [1, 'pid', ...server],
  emit: [1, 'order.paid', '--profile', 'shop', ...server],
  explain: [0, 'repeated-key'],
  receivers: [0, 'slack'],
  lsp: [1, '--stdio'],
  schema: [0],
  init: [0, 'new.json'],
  'hash-password': [2],
  migrate: [2],
  'rotate-keys': [2],
  completion: [0, 'bash'],
};

describe('the program', () => {
  it.each(commandNames)(
    'prints with %s what the command does in this process, and ends as it does',
    async name => {
      const [status, ...args] = runs[name];
      const outcomes = [];
      for (const run of [runProcess, runHookplate]) {
        const directory = directoryWith({
          'webhook.json': webhook,
          'wrong.json': configText({ method: 'get' }),
          ...(['serve', 'migrate', 'rotate-keys'].includes(name)
            ? { 'hookplate.config.json': '{"prot": 1}' }
            : {}),
        });
        const { stdout, stderr, ...outcome } = await run([name, ...args], { directory });
        outcomes.push({ ...outcome, stdout: settled(stdout), stderr: settled(stderr) });
      }
      const [first, second] = outcomes;
      expect(first?.status).toBe(status);
      expect(first).toEqual(second);
      expect(`${first?.stdout}${first?.stderr}` === '').toBe(name === 'lsp');
    },
  );
});

/** Without what is different each time. */
function settled(text: string): string {
  return text.replace(/\b\d+ ms\b/g, '… ms').replace(/^\d\d:\d\d:\d\d /gm, '');
}
