import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, resolve } from 'node:path';
import { InvalidArgument } from '../../options/define-options.ts';
import { didYouMean } from '../../spelling/did-you-mean.ts';
import { catalogueFromJson } from '../../webhook/events/catalogue-from-json.ts';
import { isCatalogue } from '../../webhook/events/define-events.ts';
import type { EventCatalogue, EventMap } from '../../webhook/events/event-catalogue.ts';
import { processEvents } from '../../webhook/events/process-events.ts';
import { CommandError, systemCode } from '../command-error.ts';
import type { FileNode } from '../contents/contents.ts';
import { placeIn, readContents } from '../contents/read-contents.ts';

/** Any catalogue; its events are known only at run time. */
export type LoadedCatalogue = EventCatalogue<EventMap>;

/**
 * The catalogue that a module exports, as made by `defineEvents`, or that a file of JSON or YAML describes. Default: the
 * catalogue of processes.
 *
 * @param onFiles Called with the files that it is made of.
 * @throws {CommandError} if there is none.
 */
export async function loadCatalogue(
  named: string | undefined,
  directory: string,
  onFiles?: (files: readonly string[]) => void,
): Promise<LoadedCatalogue> {
  // The types of the events do not matter here.
  if (named === undefined) return processEvents as LoadedCatalogue;
  try {
    return await catalogueIn(named, directory, onFiles);
  } catch (error) {
    if (!(error instanceof InvalidArgument)) throw error;
    throw new CommandError('usage', `--catalogue: ${error.message}`);
  }
}

async function catalogueIn(
  named: string,
  directory: string,
  onFiles?: (files: readonly string[]) => void,
): Promise<LoadedCatalogue> {
  const path = resolve(directory, named);
  onFiles?.([path]);
  if (isData(named)) return readCatalogue(path, named);
  const { loadCatalogueModule } = await import('./load-catalogue-module.ts');
  return loadCatalogueModule(path, named, { onFiles });
}

function isData(name: string): boolean {
  return ['.json', '.yaml', '.yml'].includes(extname(name));
}

/**
 * The catalogue of a configuration: itself, the data of one, or that of a file beside the configuration.
 *
 * @throws {InvalidArgument} that begins with the name of the setting.
 * @throws {CommandError} for a file that cannot be read or run.
 */
export async function catalogueOf(
  given: unknown,
  {
    name,
    file,
    onFiles,
  }: {
    /** The setting. */
    readonly name: string;
    /** The path of the configuration. */
    readonly file: string;
    readonly onFiles?: ((files: readonly string[]) => void) | undefined;
  },
): Promise<LoadedCatalogue> {
  try {
    if (typeof given === 'string') return await catalogueIn(given, dirname(file), onFiles);
    if (isCatalogue(given)) return given;
    const { exportedCatalogue } = await import('../modules/run-module.ts');
    return exportedCatalogue(given, file) ?? catalogueFromJson(given);
  } catch (error) {
    if (!(error instanceof InvalidArgument)) throw error;
    throw new InvalidArgument(`${name}: ${error.message}`);
  }
}

/**
 * Reads the catalogue that a file of JSON or YAML describes.
 *
 * @param name What messages call the file.
 * @throws {CommandError} if it cannot be read.
 * @throws {InvalidArgument} `orders.yaml:7:15: …` if it describes none.
 */
async function readCatalogue(path: string, name: string): Promise<LoadedCatalogue> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CommandError('usage', `${basename(path)} cannot be read${systemCode(error)}.`);
  });
  const { entries, problems } = await readContents(text, name);
  const at = (offset: number): string => {
    const { line, column } = placeIn(text, offset);
    return `${name}:${line}:${column}`;
  };
  const problem = problems.find(({ severity }) => severity === 'error');
  if (problem) throw new InvalidArgument(`${at(problem.range.start)}: ${problem.message}`);
  const [entry, ...more] = entries;
  if (!entry || more.length > 0) throw new InvalidArgument(`${name}: expected one object, with \`events\``);
  try {
    return catalogueFromJson(entry.value);
  } catch (error) {
    if (!(error instanceof InvalidArgument)) throw error;
    const [place = ''] = error.message.split(': ');
    throw new InvalidArgument(`${at(locate(entry.node, place))}: ${error.message}`);
  }
}

/** Where a place such as `catalogue.events.order.paid.title` begins, or the nearest one around it. */
export function locate(root: FileNode, place: string): number {
  let node = root;
  let rest = place.replace(/^[^.[]*/, '');
  let start = root.range.start;
  for (;;) {
    const way = rest.replace(/^\./, '');
    const found = stepsFrom(node)
      .filter(({ key }) => way.startsWith(key) && /^(?:[.[]|$)/.test(way.slice(key.length)))
      .toSorted((a, b) => b.key.length - a.key.length)[0];
    if (!found) return start;
    ({ node, start } = found);
    rest = way.slice(found.key.length);
  }
}

interface Step {
  readonly key: string;
  readonly node: FileNode;
  readonly start: number;
}

function stepsFrom(node: FileNode): readonly Step[] {
  if (node.kind === 'list')
    return node.items.map((item, index) => ({ key: `[${index}]`, node: item, start: item.range.start }));
  if (node.kind !== 'object') return [];
  return node.entries.map(({ key, keyRange, value }) => ({ key, node: value, start: keyRange.start }));
}

/** @throws {CommandError} for a name without an event in the catalogue. */
export function assertEvents(names: readonly string[], catalogue: LoadedCatalogue): void {
  const mistake = unknownEvent(names, catalogue);
  if (mistake !== undefined) throw new CommandError('usage', `--event: ${mistake}`);
}

/** What is wrong with the first name that has no event in the catalogue; undefined if all have one. */
export function unknownEvent(
  names: readonly string[],
  { names: known }: LoadedCatalogue,
): string | undefined {
  const name = names.find(each => !known.includes(each));
  if (name === undefined) return undefined;
  const meant = didYouMean(name, known);
  const hint = meant === undefined ? `Known events: ${known.join(', ')}.` : `Did you mean ${meant}?`;
  return `there is no event ${name}. ${hint}`;
}
