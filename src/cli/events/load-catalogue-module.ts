import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createCatalogue } from '../../webhook/events/define-events.ts';
import type { EventCatalogue, EventMap } from '../../webhook/events/event-catalogue.ts';
import type { CatalogueData } from '../../webhook/events/sampled-catalogue.ts';
import { CommandError } from '../command-error.ts';
import { assertTypeScript } from '../files/load-value.ts';

/** What a thread says of a module, and the files that it has loaded for it, besides packages. */
export type ThreadAnswer = { readonly files: readonly string[] } & (
  | { readonly kind: 'loaded'; readonly data: CatalogueData }
  | { readonly kind: 'none' }
  | { readonly kind: 'several' }
  | { readonly kind: 'failed'; readonly message: string; readonly isExpected: boolean }
);

/** Milliseconds for a module, with all that it imports. */
const defaultTimeoutMs = 30_000;

interface LoadOptions {
  readonly timeoutMs?: number;
  /** Called with the files that were loaded, which change what the catalogue is. */
  readonly onFiles?: ((files: readonly string[]) => void) | undefined;
}

/**
 * The catalogue that a module exports: by default, or as the only one by a name. The module runs in a thread that is
 * ended afterwards: what it prints goes to stderr, and its loops, exits, timers and late errors harm nothing. Samples that are
 * functions are asked once.
 *
 * @throws {CommandError} if it cannot be run, takes too long, or exports no catalogue, or several.
 */
export async function loadCatalogueModule(
  path: string,
  named: string,
  { timeoutMs = defaultTimeoutMs, onFiles }: LoadOptions = {},
): Promise<EventCatalogue<EventMap>> {
  assertTypeScript(path);
  const answer = await askThread(path, timeoutMs);
  onFiles?.(answer.files);
  switch (answer.kind) {
    case 'loaded':
      return catalogueOf(answer.data, path);
    case 'failed':
      throw answer.isExpected
        ? new CommandError('usage', answer.message)
        : new CommandError('usage', `${basename(path)} cannot be loaded: ${answer.message}`);
    case 'several':
      throw new CommandError(
        'usage',
        `--catalogue: ${named} exports several catalogues: write \`export default\` before the one that is meant.`,
      );
    case 'none':
      throw new CommandError(
        'usage',
        `--catalogue: ${named} exports no catalogue: write \`export default defineEvents({ … })\`.`,
      );
  }
}

async function askThread(path: string, timeoutMs: number): Promise<ThreadAnswer> {
  const worker = new Worker(script, { workerData: path, stdout: true });
  worker.stdout.pipe(process.stderr, { end: false });
  const failed = (message: string): ThreadAnswer => ({
    kind: 'failed',
    message,
    isExpected: false,
    files: [path],
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise(resolve => {
      let isAnswered = false;
      const give = (answer: ThreadAnswer): void => {
        if (isAnswered) return;
        isAnswered = true;
        // What it has printed meanwhile comes first.
        setImmediate(() => resolve(answer));
      };
      worker.once('message', give);
      worker.on('error', (error: unknown) =>
        give(failed(error instanceof Error ? error.message : String(error))),
      );
      worker.once('exit', code => give(failed(`it ended the program, with status ${code}.`)));
      const late = `it took longer than ${timeoutMs / 1000} seconds.`;
      timer = setTimeout(() => give(failed(late)), timeoutMs);
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** Beside this file, in the sources as in the package. */
const script = new URL(
  import.meta.url.endsWith('.ts') ? './catalogue-thread.ts' : './catalogue-thread.js',
  import.meta.url,
);

/** The same catalogue, made of what was sent. */
function catalogueOf({ events, samples }: CatalogueData, path: string): EventCatalogue<EventMap> {
  const definitions = Object.entries(events).map(([name, { variables, constants, ...words }]) => {
    const sample = samples.find(({ event }) => event === name);
    const given = ['event', 'date', ...Object.keys(constants)];
    const definition = {
      ...words,
      constants,
      variables: without(variables, ['event', 'date']),
      ...(sample && { sample: without(sample, given) }),
    };
    return [name, definition] as const;
  });
  try {
    return createCatalogue({ events: Object.fromEntries(definitions) });
  } catch {
    throw new CommandError(
      'usage',
      `${basename(path)} exports a catalogue that another version of hookplate has made.`,
    );
  }
}

function without<T extends object>(value: T, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}
