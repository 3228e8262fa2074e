import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readPassword } from '../../src/cli/read-password.ts';
import { isPassword, parsePasswordHash } from '../../src/server/access/users.ts';
import { runHookplate } from './run-hookplate.ts';

describe('hookplate hash-password', () => {
  it.each(['correct horse\n', 'correct horse\r\nmore\n', 'correct horse'])(
    'prints the hash of the first line of stdin alone: %j',
    async stdin => {
      const { status, stdout, stderr } = await runHookplate(['hash-password'], { stdin });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const hash = parsePasswordHash(stdout.trimEnd());
      expect(hash && (await isPassword('correct horse', hash))).toBe(true);
    },
  );

  it('refuses an empty password, and one among its arguments', async () => {
    expect(await runHookplate(['hash-password'])).toEqual({
      status: 2,
      stdout: '',
      stderr: 'error: The password is empty.\n',
    });
    const { status, stdout } = await runHookplate(['hash-password', 'secret']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });
});

/** A terminal, and what is typed there. */
function typing(...keys: readonly string[]) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stderr = new PassThrough({ encoding: 'utf8' });
  let shown = '';
  stderr.on('data', (text: string) => {
    shown += text;
    if (/: $/.test(text)) setImmediate(() => stdin.write(keys[(shown.match(/: /g) ?? []).length - 1]));
  });
  // All that it uses of a terminal.
  const terminal = { stdin, stderr } as unknown as Parameters<typeof readPassword>[0];
  return { password: readPassword(terminal), shown: () => shown };
}

describe('a password that is typed', () => {
  it('is asked for twice, and shown nowhere', async () => {
    const { password, shown } = typing('geheim\r', 'geheim\r');
    expect(await password).toBe('geheim');
    expect(shown()).toBe('Password: \nOnce more: \n');
  });

  it('has to be the same both times', async () => {
    await expect(typing('geheim\r', 'gehiem\r').password).rejects.toThrow('The two passwords differ.');
  });

  it('is given up with Ctrl-C, or with the end of the input', async () => {
    await expect(typing('geh\u0003').password).rejects.toMatchObject({ code: 'interrupted' });
    await expect(typing('\u0004').password).rejects.toMatchObject({ code: 'interrupted' });
  });
});
