import type { WholeReceiver } from '../../api/answers.ts';
import type { EditedContent } from '../../editor/index.ts';
import { readGiven } from '../../webhook/config/given-config.ts';

/** What stands in capitals in a receiver's address or message until somebody fills it in. */
const placeholder = /YOUR[_/][A-Z0-9_/]*[A-Z0-9_]/;

/** A new webhook for a receiver: with its method, address, headers and message, and a name that its profile has not got. */
export function beginningFor(
  { config }: EditedContent,
  receiver: WholeReceiver | undefined,
  taken: readonly string[],
): EditedContent {
  if (!receiver) return { config };
  const { id, name, hosts, method, url, headers, contentType, payload } = receiver;
  const { payload: _, contentType: __, ...rest } = config;
  return {
    config: {
      ...rest,
      ...(hosts.length > 0 && { name: freeName(name, taken) }),
      receiver: id,
      method,
      url,
      ...(headers && { headers }),
      ...(contentType !== undefined && { contentType }),
      ...(payload !== undefined && { payload }),
    },
  };
}

/** `Slack`, or `Slack 2` where there is one already. */
function freeName(name: string, taken: readonly string[]): string {
  const isTaken = new Set(taken);
  if (!isTaken.has(name)) return name;
  for (let number = 2; ; number++) if (!isTaken.has(`${name} ${number}`)) return `${name} ${number}`;
}

/** Something that a receiver leaves to whoever sets it up. */
export interface ToFill {
  readonly text: string;
  /** Where it is, in words. */
  readonly field: string;
}

/** What is still to be filled in: the first of each field. */
export function toFillIn(config: Record<string, unknown>): readonly ToFill[] {
  return placesIn(config).map(({ words, text, range }) => ({
    field: words,
    text: text.slice(range.start, range.end),
  }));
}

/** What to select for whoever begins: the whole address if it is secret, as it is pasted whole. */
export function placeToFill(
  config: Record<string, unknown>,
  receiver: WholeReceiver | undefined,
): { readonly field: string; readonly range: SourceRange } {
  const [first] = placesIn(config);
  const isWholeAddress = receiver?.secret === 'url' || receiver?.secret === undefined;
  const { url = '' } = readGiven(config);
  if (!first || (first.field === 'url' && isWholeAddress))
    return { field: 'url', range: { start: 0, end: url.length } };
  return first;
}

/** A part of the text of a field. */
interface SourceRange {
  readonly start: number;
  readonly end: number;
}

interface Place {
  readonly field: string;
  readonly words: string;
  readonly text: string;
  readonly range: SourceRange;
}

function placesIn(config: Record<string, unknown>): readonly Place[] {
  const { url, headers, payload } = readGiven(config);
  return [
    ...placeIn('url', 'the URL', url),
    ...headers.flatMap(({ name = '', value }, index) =>
      placeIn(`headers[${index}].value`, `the header ${name}`, value),
    ),
    ...placeIn('payload', 'the payload', payload),
  ];
}

function placeIn(field: string, words: string, text: unknown): readonly Place[] {
  if (typeof text !== 'string') return [];
  const found = placeholder.exec(text);
  if (!found) return [];
  const range = { start: found.index, end: found.index + found[0].length };
  return [{ field, words, text, range }];
}
