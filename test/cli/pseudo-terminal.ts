import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const program = fileURLToPath(new URL('../../dist/hookplate.js', import.meta.url));

export interface TerminalRun {
  readonly status: number | null;
  /** All that the terminal showed. */
  readonly shown: string;
  /** The arguments of all processes of the machine, once it had asked. */
  readonly listed: string;
}

interface TerminalSettings {
  readonly directory?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The question to wait for; `answer` is typed once it appears. */
  readonly prompt?: string;
  readonly answer?: string;
}

/** Runs `hookplate` in a terminal, which is that of `script`, and types an answer when it asks. */
export async function runInTerminal(
  args: readonly string[],
  { directory = tmpdir(), env = {}, prompt = '', answer = '' }: TerminalSettings,
): Promise<TerminalRun> {
  const command = [process.execPath, program, ...args].map(word => `'${word}'`).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: directory,
    env: {
      ...process.env,
      TERM: 'xterm-256color',
      NO_COLOR: undefined,
      FORCE_COLOR: undefined,
      CI: undefined,
      ...env,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let shown = '';
  let listed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const before = shown.includes(prompt);
    shown += text;
    if (prompt === '' || before || !shown.includes(prompt)) return;
    listed = listArguments();
    child.stdin.write(answer);
  });
  const [status] = await once(child, 'close');
  return { status, shown, listed };
}

function listArguments(): string {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  return pids.map(argumentsOf).join('\n');
}

/** The process may have ended since it was listed. */
function argumentsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
