import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CommandError } from './command-error.ts';
import { interruptibleStdin, type Terminal } from './terminal.ts';

/**
 * Asks for a password twice without showing it or, if stdin is not a terminal, reads its first line.
 *
 * @throws {CommandError} for an empty password, for two that differ, and after Ctrl-C.
 */
export async function readPassword(terminal: Terminal): Promise<string> {
  const password = terminal.stdin.isTTY ? await askTwice(terminal) : await firstLine(terminal);
  if (password === '') throw new CommandError('usage', 'The password is empty.');
  return password;
}

/**
 * The password of a user: from the variable HOOKPLATE_PASSWORD, typed without echo or, if stdin is not a terminal, from
 * its first line.
 *
 * @throws {CommandError} for an empty password, and after Ctrl-C.
 */
export async function readUserPassword(terminal: Terminal): Promise<string> {
  const { HOOKPLATE_PASSWORD: known } = terminal.env;
  if (known) return known;
  const password = terminal.stdin.isTTY ? await ask(terminal, 'Password: ') : await firstLine(terminal);
  if (password !== '') return password;
  throw new CommandError('usage', 'No password: set HOOKPLATE_PASSWORD, or pass it on stdin.');
}

async function firstLine(terminal: Terminal): Promise<string> {
  const [line = ''] = (await interruptibleStdin(terminal, text)).split(/\r?\n/, 1);
  return line;
}

async function askTwice(terminal: Terminal): Promise<string> {
  const password = await ask(terminal, 'Password: ');
  const again = await ask(terminal, 'Once more: ');
  if (again !== password) throw new CommandError('usage', 'The two passwords differ.');
  return password;
}

/** The line editor needs an output, but must not show the typed text. */
async function ask({ stdin, stderr }: Terminal, question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 });
  // The terminal no longer echoes: the answer may be typed at once.
  stderr.write(question);
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      const interrupted = (): void => reject(new CommandError('interrupted', 'Interrupted.'));
      lines.once('SIGINT', interrupted).once('close', interrupted);
    });
  } finally {
    lines.close();
    stderr.write('\n');
  }
}
