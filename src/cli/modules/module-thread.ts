import { parentPort, workerData } from 'node:worker_threads';
import { isCatalogue } from '../../webhook/events/define-events.ts';
import type { EventCatalogue, EventMap } from '../../webhook/events/event-catalogue.ts';
import type { CatalogueData } from '../../webhook/events/sampled-catalogue.ts';
import { CommandError } from '../command-error.ts';
import { loadExports } from './import-module.ts';
import { catalogueKey, type ModuleAnswer, type ModuleMessage, type ModuleQuestion } from './run-module.ts';

/*
 * A thread that runs a module, and says as data what that exports. Whatever else the module does ends with the thread,
 * which `runModule` starts and ends.
 */

void load()
  .catch(
    (error: unknown): ModuleAnswer => ({
      kind: 'failed',
      message: error instanceof Error ? error.message : String(error),
      isExpected: error instanceof CommandError,
    }),
  )
  .then(answer => {
    // What the module does now, such as failing in a timer, changes nothing any more.
    process.on('uncaughtException', () => {});
    // What it printed goes first.
    setImmediate(() => tell(answer));
  });

function tell(message: ModuleMessage): void {
  parentPort?.postMessage(message);
}

async function load(): Promise<ModuleAnswer> {
  // `runModule` sends nothing else.
  const { path, keys } = workerData as ModuleQuestion;
  const exported = await loadExports(path, file => tell({ kind: 'imports', file }));
  const shown = Object.entries(exported).map(([name, value]) => [name, asData(value, keys)] as const);
  return { kind: 'loaded', exports: Object.fromEntries(shown) };
}

/**
 * What of a value can be sent to another thread: not its functions.
 *
 * @param keys The keys of the object that are asked for; of others only that they are there. Default: all.
 */
function asData(value: unknown, keys?: readonly string[]): unknown {
  if (isCatalogue(value)) return dataOf(value);
  if (Array.isArray(value)) return value.map(item => asData(item));
  if (!isPlain(value)) return sendable(value);
  const entries = Object.entries(value).filter(([, part]) => typeof part !== 'function');
  return Object.fromEntries(
    entries.map(([key, part]) => [key, keys?.includes(key) === false ? true : asData(part)]),
  );
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The value itself; undefined if it cannot be sent, such as a function. */
function sendable(value: unknown): unknown {
  try {
    structuredClone(value);
    return value;
  } catch {
    return undefined;
  }
}

const known = new Map<object, object>();

/** The same for the same one, so that what is exported twice is one. */
function dataOf(catalogue: EventCatalogue<EventMap>): object {
  const same = known.get(catalogue) ?? { [catalogueKey]: describe(catalogue) };
  known.set(catalogue, same);
  return same;
}

function describe(catalogue: EventCatalogue<EventMap>): CatalogueData {
  return {
    events: catalogue.events,
    samples: catalogue.names.flatMap(name => {
      try {
        return structuredClone(catalogue.sample(name));
      } catch {
        // Samples may fail, and be what cannot be sent: then one is made up.
        return [];
      }
    }),
  };
}
