import { parentPort, workerData } from 'node:worker_threads';
import { isCatalogue } from '../../webhook/events/define-events.ts';
import type { EventCatalogue, EventMap } from '../../webhook/events/event-catalogue.ts';
import type { CatalogueData } from '../../webhook/events/sampled-catalogue.ts';
import { CommandError } from '../command-error.ts';
import { importedFiles, loadExports } from '../files/load-value.ts';
import type { ThreadAnswer } from './load-catalogue-module.ts';

/*
 * A thread that runs the module of a catalogue, and says as data what that exports. Whatever else the module does ends
 * with the thread, which `loadCatalogueModule` starts and ends.
 */

void load()
  .catch(
    (error: unknown): ThreadAnswer => ({
      kind: 'failed',
      message: error instanceof Error ? error.message : String(error),
      isExpected: error instanceof CommandError,
      files: importedFiles(),
    }),
  )
  .then(answer => {
    // What the module does now, such as failing in a timer, changes nothing any more.
    process.on('uncaughtException', () => {});
    // What it printed goes first.
    setImmediate(() => parentPort?.postMessage(answer));
  });

async function load(): Promise<ThreadAnswer> {
  // `loadCatalogueModule` sends nothing else.
  const { default: given, ...named } = await loadExports(String(workerData));
  const own = isCatalogue(given) ? [given] : Object.values(named).filter(isCatalogue);
  const [catalogue, ...others] = new Set(own);
  const files = importedFiles();
  if (others.length > 0) return { kind: 'several', files };
  return catalogue ? { kind: 'loaded', data: dataOf(catalogue), files } : { kind: 'none', files };
}

function dataOf(catalogue: EventCatalogue<EventMap>): CatalogueData {
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
