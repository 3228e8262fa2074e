import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { Debounce } from '../../timing/debounce.ts';

/** Milliseconds without changes before they are told: many programs write a file in several steps. */
const quietMs = 100;

/** Tells when one of some files changes, is replaced, or appears. Keeps no process alive. */
export class FileWatcher {
  readonly #onChange: () => void;
  readonly #folders = new Map<string, Set<string>>();
  readonly #watchers: FSWatcher[] = [];
  readonly #quiet = new Debounce();
  #isClosed = false;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Watches more files. */
  add(files: readonly string[]): void {
    if (this.#isClosed) return;
    for (const file of files) {
      const folder = dirname(file);
      const names = this.#folders.get(folder) ?? this.#watch(folder);
      names.add(basename(file));
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#quiet.cancel();
    for (const watcher of this.#watchers) watcher.close();
  }

  #watch(folder: string): Set<string> {
    const names = new Set<string>();
    this.#folders.set(folder, names);
    try {
      // A file that is replaced is another one; its folder stays.
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name === null || names.has(name)) this.#quiet.start(this.#onChange, quietMs);
      });
      // A folder may be removed.
      watcher.on('error', () => {});
      this.#watchers.push(watcher);
    } catch {
      // The folder does not exist, or there are too many watchers already.
    }
    return names;
  }
}
