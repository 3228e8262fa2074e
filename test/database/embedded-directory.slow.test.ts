import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/outbox/index.ts';
import { migratedDirectory } from '../outbox/test-database.ts';

describe('the directory of an embedded database', () => {
  const modeOf = async (path: string) => (await stat(path)).mode & 0o7777;

  async function newDirectory(): Promise<string> {
    const directory = await mkdtemp(join(tmpdir(), 'hookplate-private-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    await chmod(directory, 0o755);
    return directory;
  }

  /** A directory with a program that everybody may run. */
  async function programsIn(directory: string): Promise<string> {
    await mkdir(directory, { recursive: true });
    await chmod(directory, 0o755);
    const program = join(directory, 'run.sh');
    await writeFile(program, 'true');
    await chmod(program, 0o755);
    return program;
  }

  it('is its owner’s alone, also one that was wider', async () => {
    const wider = await migratedDirectory();
    await chmod(wider, 0o755);
    await (await openDatabase({ directory: wider })).close();
    expect(await modeOf(wider)).toBe(0o700);
  });

  it('that is none is left as it was', async () => {
    const directory = await newDirectory();
    const program = await programsIn(join(directory, 'data'));
    await expect(openDatabase({ directory })).rejects.toMatchObject({ code: 'directory-damaged' });
    for (const path of [directory, join(directory, 'data'), program]) expect(await modeOf(path)).toBe(0o755);
    expect(await readdir(directory)).toEqual(['data']);
  });

  it('holds no link to its data, and what one leads to is left as it was', async () => {
    const directory = await newDirectory();
    const elsewhere = await migratedDirectory();
    const data = join(elsewhere, 'data');
    await chmod(data, 0o755);
    await symlink(data, join(directory, 'data'));
    await expect(openDatabase({ directory })).rejects.toThrow(
      `${directory}/data is a symbolic link, which an embedded database cannot use: make ${directory} itself the link`,
    );
    expect([await modeOf(directory), await modeOf(data)]).toEqual([0o755, 0o755]);
    await rm(join(directory, 'data'));

    const link = join(directory, 'link');
    await symlink(elsewhere, link);
    await (await openDatabase({ directory: link })).close();
    expect(await modeOf(data)).toBe(0o700);
  });

  it('stays open to others where it holds other things, or is shared; the data inside does not', async () => {
    const directory = await migratedDirectory();
    const data = join(directory, 'data');
    await chmod(directory, 0o1777);
    await chmod(data, 0o755);
    await (await openDatabase({ directory })).close();
    expect([await modeOf(directory), await modeOf(data)]).toEqual([0o1777, 0o700]);

    const program = await programsIn(directory);
    await chmod(data, 0o755);
    await (await openDatabase({ directory })).close();
    expect([await modeOf(directory), await modeOf(program), await modeOf(data)]).toEqual([
      0o755, 0o755, 0o700,
    ]);
  });
});
