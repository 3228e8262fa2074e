import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { Debounce } from '../../timing/debounce.ts';

/** Milliseconds without changes before they are told: many programs write a file in several steps. */
const quietMs = 100;

/** A folder that is watched for some names. */
interface WatchedFolder {
  readonly names: Set<string>;
  matters: (name: string) => boolean;
}

/** Tells when one of some files changes, is replaced, or appears. Keeps no process alive. */
export class FileWatcher {
  readonly #onChange: () => void;
  readonly #folders = new Map<string, WatchedFolder>();
  readonly #watchers: FSWatcher[] = [];
  readonly #quiet = new Debounce();
  #isClosed = false;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Watches more files, which need not be there yet. */
  add(files: readonly string[]): void {
    for (const file of files) this.#folder(dirname(file)).names.add(basename(file));
  }

  /** Watches what has a name that matters in some folders. */
  addFolders(folders: readonly string[], matters: (name: string) => boolean): void {
    for (const folder of folders) this.#folder(folder).matters = matters;
  }

  close(): void {
    this.#isClosed = true;
    this.#quiet.cancel();
    for (const watcher of this.#watchers) watcher.close();
  }

  #folder(path: string): WatchedFolder {
    const known = this.#folders.get(path);
    if (known) return known;
    const folder: WatchedFolder = { names: new Set(), matters: () => false };
    this.#folders.set(path, folder);
    if (!this.#isClosed) this.#watch(path, folder);
    return folder;
  }

  #watch(path: string, folder: WatchedFolder): void {
    try {
      // A file that is replaced is another one; its folder stays.
      const watcher = watch(path, { persistent: false }, (_event, name) => {
        if (name === null || folder.names.has(name) || folder.matters(name))
          this.#quiet.start(this.#onChange, quietMs);
      });
      // A folder may be removed.
      watcher.on('error', () => {});
      this.#watchers.push(watcher);
    } catch {
      // The folder does not exist, or there are too many watchers already.
    }
  }
}
