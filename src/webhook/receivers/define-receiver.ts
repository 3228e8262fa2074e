import { list } from '../../diagnostics/catalogue/list.ts';
import { isMediaType } from '../../http/media-type.ts';
import {
  aFunction,
  aListOf,
  aText,
  type Check,
  checkThat,
  defineOptions,
  expected,
  oneOf,
  optional,
  wholeNumber,
} from '../../options/define-options.ts';
import { outputForContentType } from '../../output/content-types.ts';
import { type JsonSchema, readSchema } from '../../output/json/schema/schema.ts';
import { formatsFor, textSyntaxes } from '../../template/resolve/text-format.ts';
import { recordOf } from '../config/given-config.ts';
import { methods } from '../webhook-request.ts';
import {
  type KnownReceiver,
  type Level,
  type MessagePart,
  type MessageText,
  type Receiver,
  type ReceiverMessage,
  receiverCategories,
  type TemplateFor,
} from './receiver.ts';

/**
 * Checks the description of a receiver of your own, and returns a frozen copy of it.
 *
 * @throws {TypeError} naming the mistake, such as an id that no configuration could name, or a schema that cannot be read.
 */
export function defineReceiver(receiver: Receiver): Receiver {
  const { schema, ...others } = readWhole(receiver, 'receiver');
  return Object.freeze({ ...others, ...(schema !== undefined && { schema: frozenCopy(schema) }) });
}

const isMatching =
  (pattern: RegExp) =>
  (value: unknown): value is string =>
    typeof value === 'string' && pattern.test(value);

const template = aFunction<TemplateFor>();

/** Scheme and host are literal in every URL, so that no value can choose where a request goes. */
const anAddress: Check<Receiver['url']> = (value, name) => {
  if (typeof value === 'function') return template(value, name);
  if (typeof value === 'string' && /^https?:\/\/[^\s/?#$]/i.test(value)) return value;
  throw expected(name, 'an address that begins with `https://` and a host, or a function that writes one');
};

const ofKnown = {
  id: checkThat(
    'an id of lower-case letters, digits and hyphens, at most 64',
    isMatching(/^[a-z0-9][a-z0-9-]{0,63}$/),
  ),
  name: checkThat('a name in one line, at most 64 characters', isMatching(/^\S(?:.{0,62}\S)?$/)),
  hosts: aListOf(
    checkThat(
      'the name of a host in lower case, such as `hooks.example.com` or `*.example.com`, or with the beginning of a path',
      isMatching(/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?:\/[^\s?#]*)?$/),
    ),
  ),
  method: optional(oneOf(...methods)),
  contentType: optional(
    checkThat(
      'a content type such as `application/json`',
      (value): value is string => typeof value === 'string' && isMediaType(value),
    ),
  ),
  schema: optional(aSchema),
  message: optional(aMessage),
  setup: optional(aText),
} as const;

/** Checks what a configuration is compared with, of a whole receiver or alone, and takes a copy of that. */
export const aKnownReceiver: Check<KnownReceiver> = (value, name) => {
  if (typeof value !== 'object' || value === null)
    throw expected(name, 'a receiver, such as one of `hookplate/receivers`');
  const known: { readonly [Key in keyof KnownReceiver]?: unknown } = value;
  const { id, name: called, hosts, method, contentType, schema, message, setup } = known;
  return judging(
    withoutAbsent(readKnown({ id, name: called, hosts, method, contentType, schema, message, setup }, name)),
    name,
  );
};

/** A receiver of which more may be known than a check asks. */
export type GivenReceiver = KnownReceiver & {
  readonly [Name in keyof Receiver]?: Receiver[Name] | undefined;
};

/** The same, of which more is kept where it is described whole. */
export const aGivenReceiver: Check<GivenReceiver> = (value, name) =>
  typeof value === 'object' && value !== null && 'url' in value
    ? readWhole(value, name)
    : aKnownReceiver(value, name);

const readKnown = defineOptions<Undefined<KnownReceiver>>(ofKnown);

const readProperties = defineOptions<Undefined<Receiver>>({
  ...ofKnown,
  method: oneOf(...methods),
  url: anAddress,
  headers: optional(
    aListOf(defineOptions<{ readonly name: string; readonly value: string }>({ name: aText, value: aText })),
  ),
  about: optional(aText),
  category: optional(oneOf(...receiverCategories)),
  documentation: aListOf(checkThat('the address of a page', isMatching(/^https?:\/\/\S+$/))),
  checked: checkThat('a month such as `2026-11`', isMatching(/^\d{4}-(?:0[1-9]|1[0-2])$/)),
  secret: optional(aText),
  payload: optional(template),
});

function readWhole(value: unknown, name: string): Receiver {
  return judging(withoutAbsent<Receiver>(readProperties(value, name)), name);
}

/** A schema judges JSON alone: nothing else would be checked by it. */
function judging<T extends KnownReceiver>(receiver: T, name: string): T {
  const { schema, contentType } = receiver;
  const isJudged = contentType === undefined || outputForContentType(contentType).startsWith('json');
  if (schema !== undefined && !isJudged)
    throw expected(`${name}.schema`, 'a `contentType` of JSON or of JSON lines beside it');
  return receiver;
}

/** The same properties, each of which may be there without a value. */
type Undefined<T> = { readonly [Key in keyof Required<T>]: Key extends keyof T ? T[Key] : never };

const markups = ['plain', 'slack-mrkdwn', 'markdown', 'html', 'telegram-html'] as const;
const aLimit = wholeNumber(1, 10_000);

const aPart: Check<MessagePart> = (value, name) => {
  if (typeof value === 'string') return value;
  const { part } = recordOf(value);
  if (part === 'level') return readLevelPart(value, name);
  return part === 'key' || part === 'subject' ? readBoundedPart(value, name) : readWordsPart(value, name);
};

const readWordsPart = defineOptions<{ readonly part: 'title' | 'text' | 'to' }>({
  part: oneOf('title', 'text', 'to'),
});
const readBoundedPart = defineOptions<{ readonly part: 'key' | 'subject'; readonly max: number }>({
  part: oneOf('key', 'subject'),
  max: aLimit,
});
const readLevelPart = defineOptions<{
  readonly part: 'level';
  readonly texts: Readonly<Record<Level, string>>;
}>({
  part: oneOf('level'),
  texts: defineOptions<Record<Level, string>>({
    critical: aText,
    error: aText,
    warning: aText,
    info: aText,
    ok: aText,
  }),
});

const aMessageText = defineOptions<Undefined<MessageText>>({
  markup: oneOf(...markups),
  max: wholeNumber(1, 1_000_000),
  lineBreak: optional(aText),
});

const readMessage = defineOptions<Undefined<ReceiverMessage>>({
  payload: aListOf(aPart),
  text: aMessageText,
  title: optional(aMessageText),
  to: optional(
    defineOptions<{ readonly label: string; readonly example: string | undefined }>({
      label: aText,
      example: optional(aText),
    }),
  ),
});

/** Words stand where there is a place for them. */
function aMessage(value: unknown, name: string): ReceiverMessage {
  const message = withoutAbsent<ReceiverMessage>(readMessage(value, name));
  for (const part of ['text', 'title', 'to'] as const) {
    const isPlaced = message.payload.some(each => typeof each === 'object' && each.part === part);
    if (isPlaced !== (message[part] !== undefined))
      throw expected(`${name}.payload`, `{ part: '${part}' } exactly where there is \`${part}\` beside it`);
  }
  return message;
}

/** The same object for the same one, which is read once. */
function aSchema(value: unknown, name: string): JsonSchema {
  readSchema(value, name);
  for (const each of objectsIn(value)) {
    const { 'x-syntax': syntax } = each as { readonly 'x-syntax'?: unknown };
    if (typeof syntax === 'string' && formatsFor(syntax).length === 0)
      throw expected(`${name}/…/x-syntax`, `one of ${list(textSyntaxes)}`);
  }
  // What can be read is one.
  return value as JsonSchema;
}

/** Later changes of the original are none of the copy. */
function frozenCopy(schema: JsonSchema): JsonSchema {
  const copy = structuredClone(schema);
  for (const each of objectsIn(copy)) Object.freeze(each);
  return copy;
}

/** An object or array, and all within it, each once. */
function objectsIn(value: unknown): ReadonlySet<object> {
  const found = new Set<object>();
  const pending = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null || found.has(next)) continue;
    found.add(next);
    for (const each of Object.values(next)) if (each !== undefined) pending.push(each);
  }
  return found;
}

function withoutAbsent<T extends object>(receiver: Undefined<T>): T {
  const present = Object.entries(receiver).filter(([, value]) => value !== undefined);
  // Only what is absent is left out, and nothing that is required can be.
  return Object.fromEntries(present) as unknown as T;
}
