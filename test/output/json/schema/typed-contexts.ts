import { listOf, optional, type VariableSchema } from '../../../../src/template/resolve/variables.ts';
import { hostileStrings } from '../../../any-string.ts';
import { type Draw, drawFrom } from '../../../template/promise/hostile-contexts.ts';

/** The closed sets: with the empty text, characters of two units, half a character, and what JSON escapes. */
export const closedSets = {
  kind: ['info', 'warning', 'error'],
  side: ['left', 'right'],
  odd: ['', 'é', '😀😀', '\ud83d', '\ude00x', 'a"b\\\n', 'x'.repeat(40)],
  digits: ['0', '12', '-3.5'],
  tier: ['gold', 'basic'],
  level: ['low', 'high'],
  mood: ['a', 'b', '😀'],
} as const;

/** The variables of generated templates under a schema: some of every type, required and optional. */
export const variables = {
  name: 'string',
  title: 'string',
  note: optional('string'),
  count: 'number',
  ratio: 'number',
  paid: optional('number'),
  isError: 'boolean',
  dryRun: 'boolean',
  maybe: optional('boolean'),
  at: 'date',
  due: optional('date'),
  kind: closedSets.kind,
  side: optional(closedSets.side),
  odd: closedSets.odd,
  digits: closedSets.digits,
  data: 'json',
  more: optional('json'),
  order: {
    name: 'string',
    total: 'number',
    tier: closedSets.tier,
    rush: 'boolean',
    due: optional('date'),
  },
  buyer: optional({ name: 'string', age: optional('number') }),
  words: listOf('string'),
  counts: listOf('number'),
  moods: listOf(closedSets.mood),
  gaps: listOf(optional('number')),
  extra: optional(listOf('string')),
  alerts: listOf({
    name: 'string',
    count: 'number',
    level: closedSets.level,
    firing: 'boolean',
    since: 'date',
    note: optional('string'),
    notes: listOf('string'),
  }),
} as const satisfies VariableSchema;

/** Numbers that conditions compare with, so that values lie on them and a little beside them. */
const thresholds = [0, 1, 2.5, 3, 5, 10, 99.5, 100] as const;

export function pick<T>(draw: Draw, choices: readonly T[]): T {
  // There is always a choice.
  return choices[draw(choices.length)] as T;
}

function text(draw: Draw): string {
  switch (draw(10)) {
    case 0:
      return '';
    case 1:
      return pick(draw, ['x', 'ok', 'info', 'true', '5', 'null']);
    case 2:
      return '😀'.repeat(draw(60));
    case 3:
      return pick(draw, ['"', '\\', '\u0001', '\ud800', '&', "'", 'ß', '*', 'é', '/']).repeat(draw(300));
    case 4:
      return `\ude00${pick(draw, hostileStrings)}\ud83d`;
    case 5:
      return 'a'.repeat(draw(3000));
    default:
      return Array.from({ length: draw(5) }, () => pick(draw, hostileStrings)).join('');
  }
}

const strangeNumbers: readonly unknown[] = [
  ...[-0, 1e21, 1e-7, -1, 0.5, -0.5, 1.5, 42, 9.999, 99.9999, 100.5, 5e-324, Number.MAX_VALUE, -1e21],
  ...[12345678901234567890n, -7n, 5n],
  ...[
    '42',
    '-1.50',
    '-0',
    '0.0',
    '1e2',
    '1e-400',
    '1e400',
    '1e2000',
    `0.${'0'.repeat(380)}1`,
    '9'.repeat(390),
  ],
];

function number(draw: Draw): unknown {
  if (draw(2) === 0) return pick(draw, strangeNumbers);
  const near = pick(draw, thresholds);
  const decimal = Number.isInteger(near) ? `${near}.` : `${near}`;
  return pick<unknown>(draw, [
    near,
    -near,
    near + 0.5,
    near - 0.5,
    near + 1,
    near - 1,
    near * (1 + Number.EPSILON),
    near * (1 - Number.EPSILON / 2),
    `${decimal}000000000000000000000000001`,
    near > 0 && Number.isInteger(near) ? `${near - 1}.99999999999999999999999999` : near,
    Number.isInteger(near) ? BigInt(near) : near,
  ]);
}

function date(draw: Draw): unknown {
  return pick<unknown>(draw, [
    new Date(0),
    new Date(1_700_000_000_123),
    new Date(8.64e15),
    new Date(-8.64e15),
    new Date(253_402_300_800_000),
    new Date(-62_167_219_200_001),
    0,
    -1,
    1_700_000_000_000,
    '2024-02-29T01:00:00+01:00',
    '1969-12-31T23:59:59.999Z',
  ]);
}

function json(draw: Draw): unknown {
  return pick<() => unknown>(draw, [
    () => text(draw),
    () => draw(100) - 50,
    () => draw(2) === 0,
    () => [],
    () => ({}),
    () => [1, text(draw), { a: null }],
    () => ({ name: text(draw), count: draw(9), list: [draw(9), draw(9)] }),
    () => ({ [text(draw)]: { id: 1 } }),
    () => [[[[['deep']]]]],
    () => 0.1 + draw(3),
  ])();
}

function list<T>(draw: Draw, item: () => T): readonly T[] {
  const length = pick(draw, [0, 0, 1, 1, 2, 3, 4, 6, 11, 60]);
  return Array.from({ length }, item);
}

/** The value, or one of the ways in which an optional one is missing. */
function perhaps(draw: Draw, value: () => unknown): unknown {
  return draw(3) === 0 ? pick(draw, [undefined, null]) : value();
}

/** A number may also be missing as one that JSON cannot write. */
function perhapsNumber(draw: Draw): unknown {
  return draw(4) === 0
    ? pick(draw, [Number.NaN, Number.POSITIVE_INFINITY])
    : perhaps(draw, () => number(draw));
}

/**
 * A context whose values have their declared types and are otherwise as hostile as they can be, the same for the same seed:
 * what is required is there, what is optional may be missing.
 */
export function typedContext(seed: number): Readonly<Record<string, unknown>> {
  const draw = drawFrom(seed);
  const boolean = () => draw(2) === 0;
  return {
    name: text(draw),
    title: text(draw),
    note: perhaps(draw, () => text(draw)),
    count: number(draw),
    ratio: number(draw),
    paid: perhapsNumber(draw),
    isError: boolean(),
    dryRun: boolean(),
    maybe: perhaps(draw, boolean),
    at: date(draw),
    due: perhaps(draw, () => date(draw)),
    kind: pick(draw, closedSets.kind),
    side: perhaps(draw, () => pick(draw, closedSets.side)),
    odd: pick(draw, closedSets.odd),
    digits: pick(draw, closedSets.digits),
    data: json(draw),
    more: perhaps(draw, () => json(draw)),
    order: {
      name: text(draw),
      total: number(draw),
      tier: pick(draw, closedSets.tier),
      rush: boolean(),
      due: perhaps(draw, () => date(draw)),
    },
    buyer: perhaps(draw, () => ({ name: text(draw), age: perhapsNumber(draw) })),
    words: list(draw, () => text(draw)),
    counts: list(draw, () => number(draw)),
    moods: list(draw, () => pick(draw, closedSets.mood)),
    gaps: list(draw, () => perhapsNumber(draw)),
    extra: perhaps(draw, () => list(draw, () => text(draw))),
    alerts: list(draw, () => ({
      name: text(draw),
      count: number(draw),
      level: pick(draw, closedSets.level),
      firing: boolean(),
      since: date(draw),
      note: perhaps(draw, () => text(draw)),
      notes: list(draw, () => text(draw)),
    })),
  };
}
