import { hostileStrings } from '../../any-string.ts';
import { drawFrom } from '../../template/promise/hostile-contexts.ts';

/**
 * JSON that differs from a body in one to three places, the same for the same seed: members that are missing, have other types,
 * are huge or nested, or that nobody knows.
 */
export function mutationsOf(body: object, count: number, seed = 1): readonly string[] {
  const draw = drawFrom(seed);
  const pick = <T>(items: readonly T[]): T | undefined => items[draw(items.length)];

  function mutated(): string {
    // A member that is called `__proto__` must be one of its own, as it is where JSON is read.
    let whole: unknown = JSON.parse(JSON.stringify(body));
    for (let times = 1 + draw(3); times > 0; times--) {
      const places = placesIn(whole);
      const place = draw(20) === 0 ? undefined : pick(places);
      if (place === undefined) whole = draw(4) === 0 ? other() : whole;
      else change(place);
    }
    return JSON.stringify(whole);
  }

  function change({ within, key }: Place): void {
    if (Array.isArray(within)) {
      const index = Number(key);
      const how = draw(4);
      if (how === 0) within.splice(index, 1);
      else if (how === 1)
        within.push(...Array.from({ length: 1 + draw(300) }, () => structuredClone(within[index])));
      else within[index] = other();
    } else if (draw(3) === 0) Reflect.deleteProperty(within, key);
    else if (draw(5) === 0) own(within, pick(unknownNames) ?? '', other());
    else own(within, key, other());
  }

  function other(): unknown {
    return pick(others)?.(draw);
  }

  return Array.from({ length: count }, mutated);
}

/** Texts that are JSON no more, or only nearly: one is cut off, or something is put into it, the same for the same seed. */
export function spoiltTextsOf(text: string, count: number, seed = 1): readonly string[] {
  const draw = drawFrom(seed);
  return Array.from({ length: count }, () => {
    const at = draw(text.length + 1);
    const added = intruders[draw(intruders.length)];
    return added === undefined ? text.slice(0, at) : text.slice(0, at) + added + text.slice(at);
  });
}

/** Nothing stands for what is cut off. */
const intruders = [
  undefined,
  undefined,
  '\0',
  '\ufeff',
  '\u2028',
  '"',
  '\\',
  ',',
  '}',
  '1e999',
  '{"a":1}',
  '\r\n\r\n',
];

interface Place {
  readonly within: object;
  readonly key: string;
}

/** Every member and every item, at any depth. */
function placesIn(json: unknown): readonly Place[] {
  const found: Place[] = [];
  for (const waiting = [json]; waiting.length > 0; ) {
    const within = waiting.pop();
    if (typeof within !== 'object' || within === null) continue;
    for (const [key, value] of Object.entries(within)) {
      found.push({ within, key });
      waiting.push(value);
    }
  }
  return found;
}

function own(within: object, key: string, value: unknown): void {
  Object.defineProperty(within, key, { value, enumerable: true, configurable: true, writable: true });
}

const unknownNames = ['__proto__', 'constructor', 'toJSON', 'toString', 'then', '', 'new', 'a.b'];

const others: readonly ((draw: (below: number) => number) => unknown)[] = [
  () => null,
  () => true,
  () => 0,
  () => -1.5,
  () => 1e308,
  () => 2 ** 53,
  () => [],
  () => ({}),
  () => [null],
  () => [[{}]],
  () => ({ toString: null, valueOf: 1, length: -1 }),
  () => '2026-02-30T25:61:61Z',
  () => '999999-01-01T00:00:00Z',
  () => 'resolved',
  draw => hostileStrings[draw(hostileStrings.length)] ?? '',
  draw => (hostileStrings[draw(hostileStrings.length)] ?? '').repeat(20_000),
  draw => nested(1 + draw(300)),
  draw => Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`key${index}`, draw(2)])),
];

function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { in: value };
  return value;
}
