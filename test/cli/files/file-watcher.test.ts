import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FileWatcher } from '../../../src/cli/files/file-watcher.ts';
import { directoryWith } from '../run-hookplate.ts';

/** A watcher of a directory, with the paths that it has told, from there. */
function watcherIn(files: Readonly<Record<string, string>> = {}) {
  const directory = directoryWith(files);
  const told = new Set<string>();
  const watcher = new FileWatcher(changed => {
    for (const path of changed) told.add(path.slice(directory.length + 1));
  });
  onTestFinished(() => watcher.close());
  const at = (name: string): string => join(directory, name);
  /** Does something that has to be told as a change of this path. */
  const tells = async (name: string, act: () => void): Promise<void> => {
    told.clear();
    act();
    await expect.poll(() => [...told]).toContain(name);
  };
  return { watcher, at, tells };
}

describe('a file that is watched', () => {
  it('is told of when it changes, is replaced, is removed and comes back', async () => {
    const { watcher, at, tells } = watcherIn({ 'a.json': '' });
    watcher.add([at('a.json')]);
    await tells('a.json', () => writeFileSync(at('a.json'), '1'));
    await tells('a.json', () => {
      writeFileSync(at('b.json'), '2');
      renameSync(at('b.json'), at('a.json'));
    });
    await tells('a.json', () => rmSync(at('a.json')));
    await tells('a.json', () => writeFileSync(at('a.json'), '3'));
  });

  it.each(['removed', 'moved away'])('is told of where its folder is %s and comes back', async how => {
    const { watcher, at, tells } = watcherIn({ 'x/y/a.json': '' });
    watcher.add([at('x/y/a.json'), at('x/b.json')]);
    for (const round of ['first', 'second']) {
      await tells('x', () => {
        if (how === 'removed') rmSync(at('x'), { recursive: true });
        else renameSync(at('x'), at(`away-${round}`));
      });
      await tells('x', () => mkdirSync(at('x/y'), { recursive: true }));
      await tells('x/y/a.json', () => writeFileSync(at('x/y/a.json'), round));
      await tells('x/b.json', () => writeFileSync(at('x/b.json'), round));
    }
  });

  it('is told of where its folder is replaced at once', async () => {
    const { watcher, at, tells } = watcherIn({ 'x/y/a.json': '' });
    watcher.add([at('x/y/a.json'), at('x/b.json')]);
    mkdirSync(at('new/y'), { recursive: true });
    await tells('x', () => {
      renameSync(at('x'), at('old'));
      renameSync(at('new'), at('x'));
    });
    await tells('x/y/a.json', () => writeFileSync(at('x/y/a.json'), '1'));
  });

  it('may be in folders that are not there yet', async () => {
    const { watcher, at, tells } = watcherIn();
    watcher.add([at('x/y/a.json')]);
    await tells('x', () => mkdirSync(at('x')));
    await tells('x/y', () => mkdirSync(at('x/y')));
    await tells('x/y/a.json', () => writeFileSync(at('x/y/a.json'), ''));
  });
});

it('of a searched folder, all that appears or goes is told, and no change of the rest', async () => {
  const { watcher, at, tells } = watcherIn({ log: '', 'a.json': '' });
  watcher.addFolders([at('')]);
  watcher.add([at('a.json')]);
  await tells('v1.2', () => mkdirSync(at('v1.2')));
  await tells('b.txt', () => writeFileSync(at('b.txt'), ''));
  await tells('b.txt', () => rmSync(at('b.txt')));
  const told = new Set<string>();
  const other = new FileWatcher(changed => {
    for (const path of changed) told.add(path);
  });
  onTestFinished(() => other.close());
  other.addFolders([at('')]);
  other.add([at('a.json')]);
  writeFileSync(at('log'), 'more');
  writeFileSync(at('a.json'), '1');
  await expect.poll(() => [...told]).toEqual([at('a.json')]);
});
