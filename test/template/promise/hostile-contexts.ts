import { declaredNumber } from '../../../src/template/resolve/compared-values.ts';
import { hostileStrings } from '../../any-string.ts';

/** Anything may stand in a context, whatever was declared. */
export type HostileContext = {
  event: unknown;
  isError: unknown;
  dryRun: unknown;
  count: unknown;
  profile: unknown;
  date: unknown;
  data: unknown;
  custom: unknown;
  order: unknown;
  words: unknown;
  alerts: unknown;
  days: unknown;
  owner: unknown;
  paid: unknown;
  dueAt: unknown;
};

interface Order {
  name: unknown;
  isRush: unknown;
}

const megabyte = '"\\<]]>&\u0000\ud800%2e'.repeat(2 ** 20 / 16);

export type Draw = (below: number) => number;

/** Numbers from a seed, the same for the same seed (mulberry32). */
export function drawFrom(seed: number): Draw {
  let state = seed;
  return below => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** A context whose values come from everything that could break an output, the same for the same seed. */
export function hostileContext(seed: number): HostileContext {
  const draw = drawFrom(seed);
  const order: Order = { name: anything(draw), isRush: perhapsBoolean(draw) };
  const context: HostileContext = {
    event: draw(2) === 0 ? pick(draw, 'Started', 'Completed', 'Errored') : anything(draw),
    isError: perhapsBoolean(draw),
    dryRun: perhapsBoolean(draw),
    count: anything(draw),
    profile: anything(draw),
    date: draw(3) === 0 ? anything(draw) : instant(draw),
    data: anything(draw),
    custom: draw(4) === 0 ? anything(draw) : { kind: part(draw), list: list(draw, () => part(draw)) },
    order: draw(20) === 0 ? anything(draw) : order,
    words: list(draw, () => (draw(4) === 0 ? pick(draw, 'x', '') : anything(draw))),
    alerts: list(draw, () => (draw(20) === 0 ? anything(draw) : alert(draw))),
    days: list(draw, () => (draw(4) === 0 ? anything(draw) : instant(draw))),
    owner: perhaps(draw, () => anything(draw)),
    paid: perhaps(draw, () => (draw(2) === 0 ? number(draw) : anything(draw))),
    dueAt: perhaps(draw, () => (draw(4) === 0 ? anything(draw) : instant(draw))),
  };
  if (draw(2) === 0) context.data = meddler(context, order, context.data);
  return context;
}

function perhaps(draw: Draw, value: () => unknown): unknown {
  return draw(3) === 0 ? pick(draw, undefined, null) : value();
}

/** Anything but `false`, of which no kind word is the like. */
function part(draw: Draw): unknown {
  const value = draw(4) === 0 ? 'x' : anything(draw);
  return value === false ? 'false' : value;
}

/** None, one or several items; sometimes nothing, or something else than a list. */
function list(draw: Draw, item: () => unknown): unknown {
  if (draw(20) === 0) return anything(draw);
  if (draw(5) === 0) return undefined;
  const items = Array.from({ length: draw(4) }, item);
  return draw(12) === 0 ? withLength(items, pick<unknown>(draw, Number.NaN, -1, 'abc', '1', {}, 0.5)) : items;
}

/** An array that says something else of its length. */
function withLength(items: unknown[], length: unknown): unknown[] {
  return new Proxy(items, {
    getOwnPropertyDescriptor: (target, key) => {
      const found = Reflect.getOwnPropertyDescriptor(target, key);
      return key === 'length' ? { ...found, value: length } : found;
    },
  });
}

/** A context whose conditions turn out another way each time that they are looked at. */
export function alternating(context: HostileContext): HostileContext {
  const { order, alerts } = context;
  const items = Array.isArray(alerts) ? alternate(alerts.map(alternate)) : alerts;
  return alternate({ ...context, order: alternate(order), words: alternate(context.words), alerts: items });
}

function alternate<T>(value: T): T {
  // A value with another prototype may be anything, and a date in a proxy is no longer a date.
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value ?? 0) === Object.prototype;
  if (!isPlain || typeof value !== 'object' || value === null) return value;
  let looks = 0;
  return new Proxy<T & object>(value, {
    getOwnPropertyDescriptor: (target, key) => {
      const found = Reflect.getOwnPropertyDescriptor(target, key);
      return found && looks++ % 2 === 0 ? { ...found, value: opposite(found.value, key) } : found;
    },
  });
}

function opposite(value: unknown, key: string | symbol): unknown {
  if (typeof value === 'boolean') return !value;
  if (key === 'length' || key === 'level') return value === 0 ? 3 : 0;
  return key === 'notes' ? [] : value;
}

function alert(draw: Draw): unknown {
  const name = draw(3) === 0 ? 'x' : anything(draw);
  const level = draw(2) === 0 ? number(draw) : anything(draw);
  const since = draw(4) === 0 ? anything(draw) : instant(draw);
  const state = draw(2) === 0 ? pick(draw, 'on', 'off') : anything(draw);
  const notes = list(draw, () => anything(draw));
  const meta = draw(4) === 0 ? anything(draw) : { kind: part(draw) };
  return { name, firing: perhapsBoolean(draw), level, since, state, notes, meta };
}

function pick<T>(draw: Draw, ...choices: readonly [T, ...T[]]): T {
  return choices[draw(choices.length)] ?? choices[0];
}

function perhapsBoolean(draw: Draw): unknown {
  return draw(4) === 0
    ? pick<unknown>(draw, 'true', 1, null, undefined, {}, [], new Boolean(true))
    : draw(2) === 0;
}

function text(draw: Draw): string {
  if (draw(3000) === 0) return megabyte;
  const parts = Array.from({ length: 1 + draw(2) }, () =>
    pick(draw, '</script>', '..', '..', ...hostileStrings),
  );
  return parts.join('');
}

function number(draw: Draw): unknown {
  return pick<unknown>(
    draw,
    Number.NaN,
    -0,
    1e21,
    1e-7,
    -1,
    0.5,
    10,
    42,
    Number.POSITIVE_INFINITY,
    12345678901234567890n,
    '42',
    '-1.50',
    '1e400',
    '007',
  );
}

function instant(draw: Draw): Date {
  return new Date(pick(draw, 0, 1_700_000_000_000, 8.64e15, -8.64e15, -1, Number.NaN));
}

export function anything(draw: Draw): unknown {
  switch (draw(12)) {
    case 0:
      return number(draw);
    case 1:
      return pick(draw, undefined, null);
    case 2:
      return draw(2) === 0;
    case 3:
      return pick<unknown>(draw, () => 'x', Symbol('x'), /x/, Object.create(Date.prototype), new Date(0));
    case 4:
      return [text(draw), number(draw), { toJSON: () => text(draw) }];
    case 5:
      return pick<unknown>(draw, {}, [], new Map(), new String('"'), { toJSON: () => undefined });
    case 6:
      return { [text(draw)]: text(draw), nested: { list: [null, true, -0, text(draw)] } };
    default:
      return text(draw);
  }
}

/** JSON that turns every condition around while it is written. */
function meddler(context: HostileContext, order: Order, data: unknown): unknown {
  return {
    toJSON: () => {
      context.isError = context.isError !== true;
      context.dryRun = context.dryRun !== true;
      order.isRush = order.isRush !== true;
      // An empty one is the same in every context.
      if (context.profile) context.profile = '"]}<';
      return data;
    },
  };
}

/**
 * Well-behaved values under which every condition turns out as in the other context. Two of different words share no
 * value, so that what they print alike is the template's own text, or `true`.
 */
export function benignContext(
  context: HostileContext,
  word: 'one' | 'other',
  source: string,
): HostileContext {
  const { order } = context;
  const alike = alikeIn(source, word);
  const { isRush, name } = typeof order === 'object' && order !== null ? ownOf(order) : {};
  const no = word === 'one' ? false : word;
  return {
    event: alike(context.event),
    isError: context.isError === true || no,
    dryRun: context.dryRun === true || no,
    count: alikeNumber(context.count, word),
    profile: context.profile === null ? null : alike(context.profile, undefined, ''),
    date: new Date(word === 'one' ? 0 : 1e12),
    data: word,
    custom: alikeCustom(context.custom, word, source),
    order: { name: alike(name), isRush: isRush === true || no },
    words: alikeList(context.words, item => alike(item, undefined, null, '')),
    alerts: alikeList(context.alerts, item => alikeAlert(item, word, source)),
    days: alikeList(context.days, () => new Date(word === 'one' ? 0 : 1e12)),
    owner: alike(context.owner, undefined, null, ''),
    paid: alikeNumber(context.paid, word),
    dueAt: context.dueAt === undefined || context.dueAt === null ? null : new Date(word === 'one' ? 0 : 1e12),
  };
}

function ownOf(order: object): Partial<Order> {
  return { name: own(order, 'name'), isRush: own(order, 'isRush') };
}

function own(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

/** As many items. */
function alikeList(list: unknown, item: (each: unknown) => unknown): unknown {
  return Array.isArray(list) ? Array.from(list, item) : undefined;
}

/** Arrays have nothing that is called `kind` here, and nothing else has items. */
function alikeCustom(custom: unknown, word: 'one' | 'other', source: string): unknown {
  const alike = alikeIn(source, word);
  const alikePart = (value: unknown) =>
    typeof value === 'number' || typeof value === 'bigint'
      ? alikeNumber(value, word)
      : alike(value, undefined, null);
  const items = own(custom, 'list');
  const [first, second] = Array.isArray(items) ? [own(items, '0'), own(items, '1')] : [];
  const inside = Array.isArray(second) ? own(second, '0') : undefined;
  const isMissing = items === undefined || items === null || items === false;
  return {
    kind: alikePart(own(custom, 'kind')),
    list: isMissing ? items : [alikePart(first), [alike(inside, undefined, null, '')]],
  };
}

function alikeAlert(alert: unknown, word: 'one' | 'other', source: string): unknown {
  const alike = alikeIn(source, word);
  return {
    name: alike(own(alert, 'name')),
    firing: own(alert, 'firing') === true || (word === 'one' ? false : word),
    level: alikeNumber(own(alert, 'level'), word),
    since: new Date(word === 'one' ? 0 : 1e12),
    state: alike(own(alert, 'state')),
    notes: alikeList(own(alert, 'notes'), () => word),
    meta: alikeCustom(own(alert, 'meta'), word, source),
  };
}

/** The value, if a condition of the source may compare with it, or it is one of the others; else the word. */
function alikeIn(source: string, word: string) {
  // The text of an option is no constant, and a value that a `toJSON` changes need not stay equal to it.
  const constants = new Set([...source.matchAll(/[!=]= *"([^"]*)"/g)].map(([, text]) => text));
  const isCompared = (text: string) => constants.has(text);
  return (value: unknown, ...others: readonly unknown[]): unknown =>
    others.includes(value) || (typeof value === 'string' && isCompared(value)) ? value : word;
}

/** A number on the same side of those that conditions compare with; for what is not a number, something else that is none. */
function alikeNumber(given: unknown, word: string): unknown {
  const value = declaredNumber(given);
  if (Number.isNaN(value)) return word === 'one' ? Number.NaN : false;
  if (value < 0) return -word.length;
  if (value > 10) return 10 + word.length;
  if (value > 0 && value < 2) return word.length / 10;
  return value > 2 && value < 10 ? word.length : Number(value);
}
