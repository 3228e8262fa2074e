import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { atEnd } from '../shared/at-end.ts';
import { scratchDirectory } from '../shared/scratch-directory.ts';

/** A copy of all that is built, because a build begins with the removal of the one before. */
async function copyOfTheSources(): Promise<string> {
  const directory = await scratchDirectory('hookplate-build-');
  atEnd(() => rm(directory, { recursive: true, force: true }));
  for (const name of ['package.json', 'tsconfig.json', 'tsup.config.ts', 'src', 'grammar'])
    await cp(name, join(directory, name), { recursive: true });
  await symlink(resolve('node_modules'), join(directory, 'node_modules'));
  return directory;
}

/** What the script of npm says until it has said that. */
async function saidUntil(script: string, text: string): Promise<string> {
  const cwd = await copyOfTheSources();
  const npm = spawn('npm', ['run', '--silent', script], { cwd, detached: true });
  const ended = once(npm, 'close');
  atEnd(async () => {
    if (npm.pid !== undefined) process.kill(-npm.pid, 'SIGKILL');
    await ended;
  });
  let said = '';
  await new Promise<void>((resolveSaid, reject) => {
    const read = (part: string): void => {
      said += part;
      if (said.includes(text)) resolveSaid();
    };
    npm.stdout.setEncoding('utf8').on('data', read);
    npm.stderr.setEncoding('utf8').on('data', read);
    void ended.then(() => reject(new Error(`npm run ${script} ended with: ${said}`)));
  });
  return said;
}

it.each(['start', 'test'])('npm %s says first that it is building', async script => {
  expect(await saidUntil(script, '\n')).toBe('Building the code …\n');
});
