import type { Position } from 'vscode-languageserver';
import { isSettings } from '../../webhook/config/given-config.ts';
import { type KnownReceiver, knownReceivers } from '../../webhook/receivers/receiver.ts';
import { webhooksOf } from '../webhooks/load-webhooks.ts';
import type { ReadDocument } from './read-document.ts';
import type { LanguageServerSettings } from './settings.ts';

/*
 * What the extension for VS Code asks beyond the protocol. Names and forms stay as they are: the extension may start a
 * server of another version, which is that of the folder.
 */

/** How it is with the configuration of a document. Params: `{ uri }`. */
export const statusRequest = 'hookplate/status';

/** Told to clients with `experimental: { hookplate: true }` when settings have changed, so that they ask again. */
export const settingsChanged = 'hookplate/settingsChanged';

/** The webhook at a position, with all that a preview needs. Params: `{ textDocument, position }`. */
export const previewRequest = 'hookplate/preview';

export interface Status {
  /** The path of the configuration; absent if there is none. */
  readonly config?: string;
  /** The names of the events that the document is checked for. */
  readonly events: readonly string[];
  /** Why nothing is checked. */
  readonly trouble?: string;
}

/** A webhook and what it is previewed with, as JSON. */
export interface PreviewData {
  readonly webhook: unknown;
  /** Definitions of events, in the form of `defineEvents`, with a sample each. */
  readonly events: Readonly<Record<string, unknown>>;
  readonly receivers: readonly KnownReceiver[];
  /** Why the events and receivers may be others than those of the webhook. */
  readonly trouble?: string;
}

export function statusOf({ config, catalogue, events, trouble }: LanguageServerSettings): Status {
  return {
    ...(config !== undefined && { config }),
    events: events.length > 0 ? events : catalogue.names,
    ...(trouble !== undefined && { trouble }),
  };
}

/** Null where there is no webhook, such as in a bare template. */
export function previewAt(
  read: ReadDocument,
  position: Position,
  { catalogue, receivers, trouble }: LanguageServerSettings,
): PreviewData | null {
  if (read.contents.kind === 'template') return null;
  const { entries } = read.contents;
  const offset = read.offsetAt(position);
  const index = entries.findLastIndex(({ node }) => node.range.start <= offset);
  const webhook = webhooksOf(read.contents, catalogue)[Math.max(0, index)]?.config;
  if (!isSettings(webhook)) return null;
  const events = catalogue.names.map(name => {
    const { variables = {}, constants = {}, ...words } = catalogue.events[name] ?? {};
    const sample = without(sampleOf(catalogue, name), ['event', 'date', ...Object.keys(constants)]);
    return [name, { ...words, constants, variables: without(variables, ['event', 'date']), sample }] as const;
  });
  return asJson({
    webhook,
    events: Object.fromEntries(events),
    receivers: knownReceivers(receivers),
    ...(trouble !== undefined && { trouble }),
  });
}

function sampleOf({ sample }: LanguageServerSettings['catalogue'], name: string): object {
  try {
    return sample(name);
  } catch {
    return {};
  }
}

function without(given: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)));
}

/** JSON has no bigints, which samples may have. */
function asJson(data: PreviewData): PreviewData {
  return JSON.parse(JSON.stringify(data, (_, value) => (typeof value === 'bigint' ? Number(value) : value)));
}
