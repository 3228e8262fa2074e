import fc from 'fast-check';
import { anyString } from '../any-string.ts';
import { type Piece, VALUE } from './run-output.ts';

export const jsonTokens = [
  ...['{', '}', '[', ']', ',', ':', '"', '\\', '\\u', '\\n', '-', '+', '.', '0', '1', '12', 'e', 'E'],
  ...[
    'true',
    'false',
    'null',
    'nul',
    'a',
    '"a"',
    '"a":',
    ' ',
    '\n',
    '\t',
    '\r',
    '\u00a0',
    '\ufeff',
    '\u2028',
    '\u0000',
  ],
  ...['\ud800', '😀', '00e4', '{"a":1}', '[1,2]', '\u001f', '\u007f', '/', "'"],
];

export const jsonish = fc
  .array(fc.constantFrom(...jsonTokens), { maxLength: 12 })
  .map(parts => parts.join(''));

/** Valid JSON with a token put in, taken out or put in place of another character. */
const mutated = fc
  .tuple(fc.json(), fc.nat(), fc.nat({ max: 2 }), fc.constantFrom('', ...jsonTokens))
  .map(([text, at, length, token]) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + token + text.slice(start + length);
  });

export const anyJson = fc.oneof(jsonish, mutated, anyString, fc.json());

/** A valid document in which strings, parts of strings, values and keys may be tags. */
export const jsonTemplate: fc.Arbitrary<Piece[]> = fc.letrec<{ node: Piece[]; part: Piece[] }>(tie => ({
  part: fc.array(fc.constantFrom<Piece>(VALUE, 'a', '\\n', '\\u0041', ' '), { maxLength: 3 }),
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Piece[]>([VALUE], ['1'], ['-1.5e+3'], ['null'], ['[]'], ['{}']),
    tie('part').map(part => ['"', ...part, '"']),
    fc.array(tie('node'), { maxLength: 3 }).map(list => ['[', ...separate(list), ']']),
    fc
      .array(
        fc.tuple(
          fc.oneof(
            fc.constant<Piece[]>([VALUE]),
            tie('part').map(part => ['"', ...part, '"']),
          ),
          tie('node'),
        ),
        {
          maxLength: 3,
        },
      )
      .map(list => ['{', ...separate(list.map(([key, value]) => [...key, ': ', ...value])), ' }']),
  ),
})).node;

function separate(list: readonly Piece[][]): Piece[] {
  return list.flatMap((part, index) => (index === 0 ? part : [',', ...part]));
}
