import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { Debounce } from '../../timing/debounce.ts';

/** Milliseconds without changes before they are told: many programs write a file in several steps. */
const quietMs = 100;

/** Tells when one of some files changes, is replaced, or appears. Keeps no process alive. */
export class FileWatcher {
  readonly #watchers: FSWatcher[] = [];
  readonly #quiet = new Debounce();

  constructor(files: readonly string[], onChange: () => void) {
    for (const folder of new Set(files.map(file => dirname(file)))) {
      const names = new Set(files.filter(file => dirname(file) === folder).map(file => basename(file)));
      try {
        // A file that is replaced is another one; its folder stays.
        const watcher = watch(folder, { persistent: false }, (_event, name) => {
          if (name === null || names.has(name)) this.#quiet.start(onChange, quietMs);
        });
        // A folder may be removed.
        watcher.on('error', () => {});
        this.#watchers.push(watcher);
      } catch {
        // The folder does not exist, or there are too many watchers already.
      }
    }
  }

  close(): void {
    this.#quiet.cancel();
    for (const watcher of this.#watchers) watcher.close();
  }
}
