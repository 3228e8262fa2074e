import { extname } from 'node:path';
import { visibleText } from '../../diagnostics/frame/visible-cells.ts';
import { CommandError, type ExitStatus } from '../command-error.ts';
import { ConfigFiles, type GivenSettings } from '../config/config-files.ts';
import { isConfigName, isTemplateName } from '../contents/read-contents.ts';
import { interruptible, type Terminal } from '../terminal.ts';
import { FileWatcher } from './file-watcher.ts';
import { type FoundFile, findFiles, stdinName } from './find-files.ts';

interface ForFiles {
  /** What goes before the configurations of the files. */
  readonly given: GivenSettings;
  /** Whether to begin again after each change, until Ctrl-C. */
  readonly watch: boolean | undefined;
  readonly terminal: Terminal;
}

/**
 * Runs something for files and their configurations; with `watch` again after each change.
 *
 * @throws {CommandError} if there is no such file, what `run` throws, and with `watch` only after Ctrl-C.
 */
export async function runForFiles(
  named: readonly string[],
  { given, watch, terminal }: ForFiles,
  run: (files: readonly FoundFile[], configs: ConfigFiles) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  const { directory, stderr } = terminal;
  if (!watch) {
    const configs = new ConfigFiles({ given, directory });
    return run((await findFiles(named, directory, configs)).files, configs);
  }
  if (named.includes(stdinName)) throw new CommandError('usage', '--watch is for files: stdin ends.');
  const changes = new Changes();
  const configs = new ConfigFiles({ given, directory, onChange: () => changes.happened() });
  const watcher = new FileWatcher(() => changes.happened());
  try {
    for (;;) {
      try {
        const { files, folders } = await findFiles(named, directory, configs);
        watcher.add(files.map(({ location }) => location));
        watcher.addFolders(folders, mayMatter);
        await run(files, configs);
      } catch (error) {
        // What is wrong may be mended while it waits.
        if (!(error instanceof CommandError) || error.code === 'interrupted') throw error;
        stderr.write(`error: ${error.message.split('\n').map(visibleText).join('\n')}\n`);
      }
      stderr.write('Waiting for changes; Ctrl-C ends it.\n');
      await interruptible(terminal, signal => changes.next(signal));
    }
  } finally {
    watcher.close();
    configs.close();
  }
}

/** Whether something new in a folder may be a file that is looked for, or a folder with some. */
function mayMatter(name: string): boolean {
  return isConfigName(name) || isTemplateName(name) || extname(name) === '' || name === '.gitignore';
}

const longMs = 2 ** 30;

/** Changes of files, of which the last one counts. */
class Changes {
  #tell: (() => void) | undefined;
  #hasHappened = false;

  happened(): void {
    this.#hasHappened = true;
    this.#tell?.();
  }

  /** Resolves when one has happened since the last call, or when the signal is aborted. */
  async next(signal: AbortSignal): Promise<void> {
    if (!this.#hasHappened && !signal.aborted) {
      // Watching alone keeps no process alive.
      const alive = setInterval(() => {}, longMs);
      await new Promise<void>(resolve => {
        this.#tell = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      clearInterval(alive);
    }
    this.#hasHappened = false;
  }
}
