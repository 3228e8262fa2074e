import { fstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { visibleText } from '../../diagnostics/frame/visible-cells.ts';
import { CommandError, type ExitStatus } from '../command-error.ts';
import { ConfigFiles, type GivenSettings } from '../config/config-files.ts';
import { interruptible, type OutputStream, type Terminal } from '../terminal.ts';
import { type FoundFile, findFiles, stdinName } from './find-files.ts';

interface ForFiles {
  /** What goes before the configurations of the files. */
  readonly given: GivenSettings;
  /** Other files that the result depends on, as absolute paths. */
  readonly others?: readonly string[];
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
  { given, others = [], watch, terminal }: ForFiles,
  run: (files: readonly FoundFile[], configs: ConfigFiles) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  const { directory, stderr } = terminal;
  if (!watch) {
    const configs = new ConfigFiles({ given, directory });
    return run((await findFiles(named, directory, configs)).files, configs);
  }
  if (named.includes(stdinName)) throw new CommandError('usage', '--watch is for files: stdin ends.');
  const changes = new Changes();
  /** What the last run was for; undefined if there was none with these configurations. */
  let last: string | undefined;
  const configs = new ConfigFiles({
    given,
    directory,
    onChange: what => {
      if (what === 'settings') last = undefined;
      changes.happened();
    },
  });
  try {
    for (;;) {
      let now: string | undefined;
      try {
        const search = () => findFiles(named, directory, configs);
        let { files, folders } = await search();
        const watchedFor = () => [...files.map(({ location }) => location), ...others];
        const rules = () => folders.map(folder => join(folder, '.gitignore'));
        // What came into a folder before it was watched is found by searching again.
        while (configs.watch([...watchedFor(), ...rules()], folders)) ({ files, folders } = await search());
        const watched = watchedFor();
        // What has changed may be what the last run has written itself.
        now = stateOf(watched, terminal);
        if (now !== last) {
          last = now;
          await run(files, configs);
          stderr.write(waiting);
        }
      } catch (error) {
        // What is wrong may be mended while it waits.
        last = now;
        if (!(error instanceof CommandError) || error.code === 'interrupted') throw error;
        stderr.write(`error: ${error.message.split('\n').map(visibleText).join('\n')}\n${waiting}`);
      }
      await interruptible(terminal, signal => changes.next(signal));
    }
  } finally {
    configs.close();
  }
}

const waiting = 'Waiting for changes; Ctrl-C ends it.\n';

/** Equal as long as files are the same and unchanged, apart from one that the output goes to. */
function stateOf(files: readonly string[], { stdout, stderr }: Terminal): string {
  const outputs = [stdout, stderr].map(({ fd }: OutputStream) => fd !== undefined && nameOf(fstatSync(fd)));
  const states = files.map(location => {
    try {
      const found = statSync(location);
      const isOutput = outputs.includes(nameOf(found));
      return isOutput ? [location] : [location, nameOf(found), found.ctimeMs, found.size];
    } catch {
      return [location];
    }
  });
  return JSON.stringify(states);
}

function nameOf({ dev, ino }: { readonly dev: number; readonly ino: number }): string {
  return `${dev}:${ino}`;
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
