import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Debounce } from '../../timing/debounce.ts';

/** Milliseconds without changes before they are told: many programs write a file in several steps. */
const quietMs = 100;

/** A folder that is watched for some names. */
interface WatchedFolder {
  readonly names: Set<string>;
  /** Whether all that appears in it, or goes, matters. */
  isSearched: boolean;
  watcher: FSWatcher | undefined;
  /** Which folder has been at its path when that was watched; undefined if none was. */
  identity: string | undefined;
}

/**
 * Tells when one of some files changes, is replaced, or appears, and what appears in some folders or goes. Folders need not
 * be there yet, and may be removed and come back. Keeps no process alive.
 */
export class FileWatcher {
  readonly #onChange: (changed: ReadonlySet<string>) => void;
  readonly #folders = new Map<string, WatchedFolder>();
  readonly #quiet = new Debounce();
  #changed = new Set<string>();
  #isClosed = false;

  /** @param onChange Called with the paths that have changed, which are those of folders where these came or went. */
  constructor(onChange: (changed: ReadonlySet<string>) => void) {
    this.#onChange = onChange;
  }

  /** Watches more files. */
  add(files: readonly string[]): void {
    for (const file of files) this.#folder(dirname(file)).names.add(basename(file));
  }

  /** Watches what appears in some folders, or goes. Returns whether one of them was not watched so before. */
  addFolders(folders: readonly string[]): boolean {
    let isNew = false;
    for (const path of folders) {
      const folder = this.#folder(path);
      isNew ||= !folder.isSearched;
      folder.isSearched = true;
    }
    return isNew;
  }

  close(): void {
    this.#isClosed = true;
    this.#quiet.cancel();
    for (const { watcher } of this.#folders.values()) watcher?.close();
  }

  #folder(path: string): WatchedFolder {
    const known = this.#folders.get(path);
    if (known) return known;
    const folder = { names: new Set<string>(), isSearched: false, watcher: undefined, identity: undefined };
    this.#folders.set(path, folder);
    if (!this.#isClosed) this.#watch(path, folder);
    return folder;
  }

  #watch(path: string, folder: WatchedFolder): void {
    folder.watcher?.close();
    folder.watcher = undefined;
    folder.identity = identityOf(path);
    // That it appears is told by the folder above, which is watched before the last look whether it is there.
    if (folder.identity === undefined) this.add([path]);
    try {
      // A file that is replaced is another one; its folder stays.
      const watcher = watch(path, { persistent: false }, (event, name) => {
        const isOfFolder = event === 'rename' && name === basename(path);
        if (isOfFolder) folder.identity = undefined;
        const isMeant =
          isOfFolder || name === null || folder.names.has(name) || (folder.isSearched && event === 'rename');
        if (isMeant) this.#tell(isOfFolder || name === null ? path : join(path, name));
      });
      watcher.on('error', () => {
        folder.identity = undefined;
        this.#tell(path);
      });
      folder.watcher = watcher;
    } catch {
      // The folder does not exist, or there are too many watchers already.
    }
  }

  #tell(path: string): void {
    this.#changed.add(path);
    const tell = (): void => {
      const changed = this.#changed;
      this.#changed = new Set();
      this.#watchAgain();
      this.#onChange(changed);
    };
    this.#quiet.start(tell, quietMs);
  }

  /** Watches what is at the paths of the folders now; those above come first. */
  #watchAgain(): void {
    const folders = [...this.#folders].toSorted(([a], [b]) => a.length - b.length);
    for (const [path, folder] of folders)
      if (folder.identity === undefined || folder.identity !== identityOf(path)) this.#watch(path, folder);
  }
}

/** Another one for another folder at a path; undefined if there is none. */
function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path);
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}
