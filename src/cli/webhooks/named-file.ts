import { resolve } from 'node:path';
import { stdinName } from '../files/find-files.ts';
import { readFile } from '../files/read-file.ts';
import type { Terminal } from '../terminal.ts';

/** A file that was named alone, and what is in it. */
export interface NamedFile {
  /** For people. */
  readonly path: string;
  /** What says how to read it; nothing for stdin. */
  readonly name: string | undefined;
  readonly bytes: Buffer;
}

/** @throws {CommandError} if it cannot be read. */
export async function readNamedFile(named: string, terminal: Terminal): Promise<NamedFile> {
  const isStdin = named === stdinName;
  const path = isStdin ? '<stdin>' : named;
  const location = isStdin ? stdinName : resolve(terminal.directory, named);
  const bytes = await readFile({ path, location }, terminal);
  return { path, name: isStdin ? undefined : named, bytes };
}
