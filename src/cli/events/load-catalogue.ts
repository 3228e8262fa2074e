import { readFile } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { SourceLines } from '../../diagnostics/frame/source-lines.ts';
import { InvalidArgument } from '../../options/define-options.ts';
import { didYouMean } from '../../spelling/did-you-mean.ts';
import { catalogueFromJson } from '../../webhook/events/catalogue-from-json.ts';
import type { EventCatalogue, EventMap } from '../../webhook/events/event-catalogue.ts';
import { processEvents } from '../../webhook/events/process-events.ts';
import { CommandError, systemCode } from '../command-error.ts';
import type { FileContents, FileNode } from '../contents/contents.ts';

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
  const path = resolve(directory, named);
  onFiles?.([path]);
  try {
    if (isData(named)) return await readCatalogue(path, named);
  } catch (error) {
    if (!(error instanceof InvalidArgument)) throw error;
    throw new CommandError('usage', `--catalogue: ${error.message}`);
  }
  const { loadCatalogueModule } = await import('./load-catalogue-module.ts');
  return loadCatalogueModule(path, named, { onFiles });
}

function isData(name: string): boolean {
  return ['.json', '.yaml', '.yml'].includes(extname(name));
}

/**
 * Reads the catalogue that a file of JSON or YAML describes.
 *
 * @param name What messages call the file.
 * @throws {CommandError} if it cannot be read.
 * @throws {InvalidArgument} `orders.yaml:7:15: …` if it describes none.
 */
export async function readCatalogue(path: string, name: string): Promise<LoadedCatalogue> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CommandError('usage', `${basename(path)} cannot be read${systemCode(error)}.`);
  });
  const { readContents } = await import('../contents/read-contents.ts');
  const { entries, problems }: FileContents = await readContents(text, name);
  const at = (offset: number): string => {
    const lines = new SourceLines(text);
    const line = lines.lineAt(offset);
    return `${name}:${line + 1}:${offset - lines.rangeOf(line).start + 1}`;
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
function locate(root: FileNode, place: string): number {
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
export function assertEvents(names: readonly string[], { names: known }: LoadedCatalogue): void {
  for (const name of names) {
    if (known.includes(name)) continue;
    const meant = didYouMean(name, known);
    const hint = meant === undefined ? `Known events: ${known.join(', ')}.` : `Did you mean ${meant}?`;
    throw new CommandError('usage', `--event: there is no event ${name}. ${hint}`);
  }
}
