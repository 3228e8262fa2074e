import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasErrors } from '../../../src/diagnostics/diagnostic.ts';
import { findMistakes } from '../../../src/template/check.ts';
import { listOf } from '../../../src/template/resolve/variables.ts';
import { compileTemplate } from '../../../src/template/template.ts';
import { propertySeed, runs } from '../../properties.ts';
import { assertPromise } from './assert-promise.ts';

const variables = {
  flag: 'boolean',
  items: listOf({ firing: 'boolean', notes: listOf({ loud: 'boolean' }) }),
} as const;

type Output = 'json' | 'json-lines' | 'xml';

/** Pieces so small that a list leaves its output in the middle of something, and goes on from there with the next item. */
const pieces: Readonly<Record<Output, readonly string[]>> = {
  json: [' ', ',', '1', '0', '-', '.5', 'e', '"', '"a":', '1,', ',1', 'true', '{}', '\\\\', 'u00'],
  'json-lines': [' ', ',1', '1', '"', '\n', '1\n', '\n1', '\r\n', '{}', '{}\n'],
  xml: [']', ']]', '>', ']]>', 'a', '-', '<b/>', '<!--', '-->', ' c="1"', '"', '&amp', ';', '<![CDATA['],
};

/** Texts around a list that are right without it. */
const around: Readonly<Record<Output, readonly (readonly [before: string, after: string])[]>> = {
  json: [
    ['[1', ']'],
    ['[', '1]'],
    ['["', '"]'],
    ['{"a":1', '}'],
    ['{"a":[', ']}'],
    ['', '0'],
  ],
  'json-lines': [
    ['', ''],
    ['1', ''],
    ['{}\n', '{}'],
    ['[1', ']\n'],
  ],
  xml: [
    ['<a>', '</a>'],
    ['<a', '/>'],
    ['<a b="', '"/>'],
    ['<a><![CDATA[', ']]></a>'],
    ['<a><!-- ', ' --></a>'],
  ],
};

/** The body of a list: pieces, some of them under a condition on the item or on the context. */
function inList(piece: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const perhaps = fc.oneof(fc.constant(''), piece);
  const condition = fc.constantFrom(
    'item.firing',
    '!item.firing',
    'flag',
    'item.notes',
    'item.firing || flag',
    'item.number > 1',
    'item.number == 2 && flag',
  );
  const part = fc.oneof(
    { weight: 2, arbitrary: piece },
    {
      weight: 4,
      arbitrary: fc
        .tuple(condition, piece, perhaps)
        .map(([when, yes, no]) => `$if(${when})$${yes}$else$${no}$endif$`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(piece, piece, perhaps, fc.constantFrom('', '$else$ '))
        .map(
          ([loud, quiet, between, none]) =>
            `$for(note in item.notes)$$if(note.loud)$${loud}$else$${quiet}$endif$$sep$${between}${none}$endfor$`,
        ),
    },
  );
  return fc.array(part, { minLength: 1, maxLength: 2 }).map(parts => parts.join(''));
}

const filterOfOthers = ' if other.firing';
/** Features for which the proof assumes the worst: it forgets them from one item to the next, or they leave out later items. */
const inexact = [filterOfOthers, 'item.number', 'max="2"'];

function withList(output: Output): fc.Arbitrary<string> {
  const piece = fc.constantFrom(...pieces[output]);
  const perhaps = fc.oneof(fc.constant(''), piece);
  const between = fc.oneof(
    { weight: 4, arbitrary: perhaps },
    fc.tuple(piece, perhaps).map(([yes, no]) => `$if(flag)$${yes}$else$${no}$endif$`),
    fc
      .tuple(piece, perhaps)
      .map(([taken, none]) => `$for(other in items${filterOfOthers})$${taken}$else$${none}$endfor$`),
  );
  return fc
    .tuple(
      fc.constantFrom(...around[output]),
      fc.constantFrom('', '', ' if item.firing', ' if item.firing && flag'),
      fc.constantFrom('', '', '', '; max="1"', '; max="2"'),
      inList(piece),
      between,
      perhaps,
    )
    .map(
      ([[before, after], filter, max, body, separator, none]) =>
        `${before}$for(item in items${filter}${max})$${body}$sep$${separator}$else$${none}$endfor$${after}`,
    );
}

interface Item {
  readonly firing: boolean;
  readonly notes: readonly { readonly loud: boolean }[];
}

const [loud, quiet] = [{ loud: true }, { loud: false }];
const few = [[], [loud], [quiet], [loud, quiet]];
const many = [
  ...few,
  [quiet, loud],
  [loud, loud, loud],
  [quiet, quiet, quiet],
  [loud, quiet, loud],
  [quiet, loud, quiet],
];

/** The more items, the fewer kinds of notes. */
const lists = [[], ...listsOf(1, many), ...listsOf(2, few), ...listsOf(3, [[], [loud]])];
const contexts = [true, false].flatMap(flag => lists.map(items => ({ flag, items })));

function listsOf(length: number, notes: readonly Item['notes'][]): readonly (readonly Item[])[] {
  if (length === 0) return [[]];
  const kinds = [true, false].flatMap(firing => notes.map(each => ({ firing, notes: each })));
  return listsOf(length - 1, notes).flatMap(list => kinds.map(kind => [...list, kind]));
}

function isRight(output: Output, text: string): boolean {
  try {
    assertPromise[output]({ text, benign: () => ['', ''] });
    return true;
  } catch {
    return false;
  }
}

/** Whether a template is refused; throws where it is accepted, but a context shows that it is wrong, or the other way. */
function holdToRounds(source: string, output: Output): boolean {
  const mistakes = findMistakes(source, { output, variables });
  const isRefused = hasErrors(mistakes);
  // No list shows that its brackets stay open, or that it makes a name in XML longer and longer; and of two lists with
  // filters each is thought to take what it likes.
  const isExact = output !== 'xml' && !inexact.some(part => source.includes(part));
  if (isRefused && (!isExact || mistakes.some(({ code }) => code === 'list-unbalanced'))) return true;
  const { render } = compileTemplate(source, { output: 'text', variables });
  const isWrong = contexts.some(context => !isRight(output, render(context)));
  if (isWrong !== isRefused)
    throw new Error(`${isRefused ? 'refused, but right' : 'accepted, but wrong'}: ${source}`);
  return isRefused;
}

/** Lists in which what is known of an item, or of its notes, could be carried over to the next. */
const shapes: readonly ((x: string, y: string, z: string) => string)[] = [
  (x, y, z) => `$for(item in items)$$if(item.firing)$${x}$else$${y}$endif$$sep$${z}$endfor$`,
  (x, y, z) => `$for(item in items)$${x}$if(item.firing)$${y}$endif$$if(!item.firing)$${z}$endif$$endfor$`,
  (x, y, z) => `$for(item in items)$$for(note in item.notes)$${x}$sep$${y}$endfor$$sep$${z}$endfor$`,
  (x, y, z) =>
    `$for(item in items)$$for(note in item.notes)$$if(note.loud)$${x}$else$${y}$endif$$sep$${z}$endfor$$endfor$`,
  (x, y, z) =>
    `$for(item in items)$${x}$sep$$for(other in items${filterOfOthers})$${y}$else$${z}$endfor$$endfor$`,
  (x, y, z) => `$for(item in items if item.firing)$${x}$sep$${y}$else$${z}$endfor$`,
  (x, y, z) => `$for(item in items; max="1")$${x}$sep$${y}$else$${z}$endfor$`,
  (x, y, z) => `$for(item in items if item.firing; max="2")$${x}$sep$${y}$else$${z}$endfor$`,
  (x, y, z) => `$for(item in items)$$if(item.number > 1)$${x}$else$${y}$endif$$sep$${z}$endfor$`,
  (x, y, z) =>
    `$for(item in items)$${x}$if(item.number == 2)$${y}$endif$$if(item.number != 2)$${z}$endif$$endfor$`,
  (x, y, z) => `$for(item in items)$$if(item.notes)$${x}$else$${y}$endif$$endfor$$if(items)$${z}$endif$`,
];

const smallest: readonly {
  readonly output: Output;
  readonly around: readonly [before: string, after: string];
  readonly of: readonly string[];
}[] = [
  { output: 'json', around: ['[1', ']'], of: ['', ' ', '1', ',1', '.5'] },
  { output: 'json', around: ['["', '"]'], of: ['', 'x', '\\u00', '41', '","'] },
  { output: 'json', around: ['{"a":1', '}'], of: ['', '1', ' ', ',"b":', '"'] },
  { output: 'json-lines', around: ['', ''], of: ['', '1', ' ', '\n', '{}\n'] },
  { output: 'xml', around: ['<a>', '</a>'], of: ['', ']]', '>', 'x', '<b/>'] },
  { output: 'xml', around: ['<a><![CDATA[', ']]></a>'], of: ['', ']', '>', ']]><![CDATA['] },
  { output: 'xml', around: ['<a><!--', ' --></a>'], of: ['', '-', 'x', '--><!--'] },
];

const templates = runs(5000);

describe(`a list of small pieces (HOOKPLATE_SEED=${propertySeed})`, () => {
  it.each(smallest)(
    'is right for every short list, or refused: $output between $around',
    ({ output, around: [before, after], of }) => {
      const outcomes = shapes.flatMap(shape =>
        of.flatMap(x => of.flatMap(y => of.map(z => holdToRounds(before + shape(x, y, z) + after, output)))),
      );
      expect(new Set(outcomes)).toEqual(new Set([true, false]));
    },
  );

  it.each(['json', 'json-lines', 'xml'] as const)(
    'is right for every short list, or refused: any %s',
    output => {
      let accepted = 0;
      fc.assert(
        fc.property(withList(output), source => {
          if (!holdToRounds(source, output)) accepted++;
        }),
        { numRuns: templates },
      );
      console.info(`${output}: ${accepted} of ${templates} templates accepted`);
      expect(accepted).toBeGreaterThan(templates * 0.04);
    },
  );
});
