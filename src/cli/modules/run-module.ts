import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createCatalogue } from '../../webhook/events/define-events.ts';
import type { EventCatalogue, EventMap } from '../../webhook/events/event-catalogue.ts';
import type { CatalogueData } from '../../webhook/events/sampled-catalogue.ts';
import { CommandError } from '../command-error.ts';
import { assertTypeScript } from './import-module.ts';

/** What a thread is asked for. */
export interface ModuleQuestion {
  readonly path: string;
  /** The keys of exported objects that are wanted. Default: all. */
  readonly keys: readonly string[] | undefined;
}

/** What a thread says of a module in the end. */
export type ModuleAnswer =
  | { readonly kind: 'loaded'; readonly exports: ExportedData }
  | { readonly kind: 'failed'; readonly message: string; readonly isExpected: boolean };

/** Before the answer comes each file that is about to run, since one of them may never end. */
export type ModuleMessage = ModuleAnswer | { readonly kind: 'imports'; readonly file: string };

/** What a module exports, by name, as far as it is data; catalogues are in the form that `exportedCatalogue` reads. */
export type ExportedData = Readonly<Record<string, unknown>>;

/** The only key of a catalogue that was made data. */
export const catalogueKey = 'catalogue of hookplate';

/** Milliseconds for a module, with all that it imports. */
const defaultTimeoutMs = 30_000;

export interface RunModuleOptions {
  readonly timeoutMs?: number | undefined;
  /** Called with files that are about to run, which change what the module exports. */
  readonly onFiles?: ((files: readonly string[]) => void) | undefined;
  readonly keys?: readonly string[] | undefined;
}

/**
 * What a module exports, without functions. It runs in a thread that is ended afterwards: what it prints goes to stderr,
 * and its loops, exits, timers and late errors harm nothing.
 *
 * @throws {CommandError} if it cannot be run, or takes too long.
 */
export async function runModule(
  path: string,
  { timeoutMs = defaultTimeoutMs, onFiles, keys }: RunModuleOptions = {},
): Promise<ExportedData> {
  assertTypeScript(path);
  onFiles?.([path]);
  const answer = await askThread({ path, keys }, { timeoutMs, onImport: file => onFiles?.([file]) });
  if (answer.kind === 'loaded') return answer.exports;
  throw answer.isExpected
    ? new CommandError('usage', answer.message)
    : new CommandError('usage', `${basename(path)} cannot be loaded: ${answer.message}`);
}

async function askThread(
  question: ModuleQuestion,
  { timeoutMs, onImport }: { readonly timeoutMs: number; readonly onImport: (file: string) => void },
): Promise<ModuleAnswer> {
  const worker = new Worker(script, { workerData: question, stdout: true });
  worker.stdout.on('data', (printed: Buffer) => process.stderr.write(printed));
  const failed = (message: string): ModuleAnswer => ({
    kind: 'failed',
    message,
    isExpected: false,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise(resolve => {
      let isAnswered = false;
      const give = (answer: ModuleAnswer): void => {
        if (isAnswered) return;
        isAnswered = true;
        // What it has printed meanwhile comes first.
        setImmediate(() => resolve(answer));
      };
      worker.on('message', (message: ModuleMessage) => {
        if (message.kind === 'imports') onImport(message.file);
        else give(message);
      });
      worker.on('error', (error: unknown) =>
        give(failed(error instanceof Error ? error.message : String(error))),
      );
      worker.once('exit', code => {
        const orWaits = code === 0 ? ', or waits for what never happens' : '';
        give(failed(`it ended the program, with status ${code}${orWaits}.`));
      });
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
  import.meta.url.endsWith('.ts') ? './module-thread.ts' : './module-thread.js',
  import.meta.url,
);

/**
 * The catalogue that a thread has made data, made anew; undefined for anything else. Samples that were functions have been
 * asked once.
 *
 * @throws {CommandError} if another version of hookplate has made it.
 */
export function exportedCatalogue(value: unknown, path: string): EventCatalogue<EventMap> | undefined {
  if (typeof value !== 'object' || value === null || !(catalogueKey in value)) return undefined;
  // Only the thread writes under this key.
  const { events, samples } = value[catalogueKey] as CatalogueData;
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
