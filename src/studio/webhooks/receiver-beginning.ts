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
  const { id, name, hosts, method, url, headers, contentType, payload, messageDraft } = receiver;
  const { payload: _, contentType: __, method: ___, ...rest } = config;
  const named = {
    ...rest,
    ...(hosts.length > 0 && { name: freeName(name, taken) }),
    receiver: id,
    url,
  };
  // Words first: whoever wants to write a payload can have one made of them.
  if (messageDraft) return { config: { ...named, ...(headers && { headers }), ...messageDraft } };
  return {
    config: {
      ...named,
      method,
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
  readonly field: string;
  /** Where it is, in words. */
  readonly place: string;
  readonly placeholders: readonly string[];
  /** What to replace first: a placeholder, or the whole example of an address. */
  readonly range: FieldToFill['first'];
  /** The example of an address that people get as a whole; undefined if the placeholders alone are to be replaced. */
  readonly example: { readonly text: string; readonly isAll: boolean } | undefined;
}

/** What is still to be filled in. */
export function toFillIn(
  config: Record<string, unknown>,
  receiver?: Pick<WholeReceiver, 'secret'>,
): readonly ToFill[] {
  const given = readGiven(config);
  const { url = '' } = given;
  return fieldsToFill(given).map(({ field, placeholders, first, last }) => {
    const end = field === 'url' ? endOfExample(url, last, receiver) : undefined;
    return {
      field,
      place: wordsFor(field, given),
      placeholders,
      range: end === undefined ? first : { start: 0, end },
      example: end === undefined ? undefined : { text: url.slice(0, end), isAll: end === url.length },
    };
  });
}

/**
 * The end of the example in an address that people get as a whole, which a receiver may add parameters to: it is secret or
 * of their own, and nothing fixed follows what is to be filled in.
 */
function endOfExample(
  url: string,
  last: FieldToFill['last'],
  receiver?: Pick<WholeReceiver, 'secret'>,
): number | undefined {
  const { secret = 'url' } = receiver ?? {};
  const [, parameters] = /^\/?([$?]|$)/.exec(url.slice(last.end)) ?? [];
  if (secret !== 'url' || parameters === undefined) return undefined;
  return parameters === '' ? url.length : last.end;
}

function wordsFor(field: string, { headers }: GivenConfig): string {
  const [, index] = /^headers\[(\d+)\]/.exec(field) ?? [];
  if (index !== undefined) return `the header ${headers[Number(index)]?.name ?? ''}`;
  return field === 'url' ? 'the URL' : `the ${field.replace('authentication.', '')}`;
}

/** What to select for whoever begins: what is to be replaced first, or else the address, but for its parameters. */
export function placeToFill(
  config: Record<string, unknown>,
  receiver: WholeReceiver | undefined,
): Pick<ToFill, 'field' | 'range'> {
  const { url = '', method, message } = readGiven(config);
  const [first] = toFillIn(config, receiver);
  const { to } = receiver?.message ?? {};
  if (!first && method === undefined && to !== undefined && message?.to === undefined)
    return { field: 'message.to', range: { start: 0, end: 0 } };
  return first ?? { field: 'url', range: { start: 0, end: /[$?]/.test(url) ? 0 : url.length } };
}
