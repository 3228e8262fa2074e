import { describe, expect, it } from 'vitest';
import { directoryWith, runHookplate } from '../run-hookplate.ts';
import { checkFiles, configText } from './check-files.ts';

/** Clears the screen, turns the direction of writing, and rings. */
const hostile = '\u001b[2J\u202e\u0007';
/** Characters that would steer a terminal: all controls but line feeds. */
const steering = /[^\P{Cc}\n]|\p{Cf}/u;

describe('control characters of names and contents', () => {
  const template = `a ${hostile} $date; format=“yyyy”$ $x$ b`;

  it.each(['pretty', 'concise'])('do not reach a terminal as they are with --format %s', async format => {
    const name = `a${hostile}.txt`;
    const args = ['--output', 'text', '--format', format];
    const { status, stdout, stderr } = await checkFiles({ [name]: template }, [name, ...args]);
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'Found 1 error and 1 warning in 1 file.\n' });
    expect(stdout).toContain('a␛[2J�␇.txt:1:');
    expect(stdout).not.toMatch(steering);
    const dry = await checkFiles({ [name]: template }, [name, '--fix-dry-run', ...args]);
    expect(dry.stderr).toMatch(/^a␛\[2J�␇\.txt:1: - a ␛\[2J�␇ \$date.*\na␛\[2J�␇\.txt:1: \+ a ␛\[2J�␇ /);
    expect(dry.stdout + dry.stderr).not.toMatch(steering);
  });

  it('do not reach it with the message of an error', async () => {
    const none = await runHookplate(['render', `a${hostile}.json`, '--event', 'Errored']);
    expect(none).toMatchObject({ status: 2, stderr: 'error: a␛[2J�␇.json cannot be read (ENOENT).\n' });
    const directory = directoryWith({ 'a.json': `[${configText({ id: hostile })}, ${configText()}]` });
    const { stderr } = await runHookplate(['render', 'a.json', '--event', 'Errored'], { directory });
    expect(stderr).not.toMatch(steering);
  });
});
