import type { WholeReceiver } from '../../api/answers.ts';
import type { EditedContent } from '../../editor/index.ts';
import { type GivenConfig, readGiven } from '../../webhook/config/given-config.ts';
import { type FieldToFill, fieldsToFill } from '../../webhook/placeholders.ts';

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
  readonly placeholders: readonly string[];
  /** Where they are, in words. */
  readonly field: string;
}

/** What is still to be filled in. */
export function toFillIn(config: Record<string, unknown>): readonly ToFill[] {
  const given = readGiven(config);
  return fieldsToFill(given).map(({ field, placeholders }) => ({
    placeholders,
    field: wordsFor(field, given),
  }));
}

function wordsFor(field: string, { headers }: GivenConfig): string {
  const [, index] = /^headers\[(\d+)\]/.exec(field) ?? [];
  if (index !== undefined) return `the header ${headers[Number(index)]?.name ?? ''}`;
  return field === 'url' ? 'the URL' : `the ${field.replace('authentication.', '')}`;
}

/**
 * What to select for whoever begins: the whole address if it is secret or of their own, as it is pasted whole, but for what a
 * receiver adds to it.
 */
export function placeToFill(
  config: Record<string, unknown>,
  receiver: WholeReceiver | undefined,
): { readonly field: string; readonly range: FieldToFill['first'] } {
  const given = readGiven(config);
  const { url = '' } = given;
  const [toFill] = fieldsToFill(given);
  const isWholeAddress = receiver?.secret === 'url' || receiver?.secret === undefined;
  if (toFill && (toFill.field !== 'url' || !isWholeAddress))
    return { field: toFill.field, range: toFill.first };
  const { end = 0 } = toFill?.last ?? {};
  return { field: 'url', range: { start: 0, end: /[$?]/.test(url.slice(end)) ? end : url.length } };
}
