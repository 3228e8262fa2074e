import fc from 'fast-check';
import { listOf } from '../../../src/template/resolve/variables.ts';

interface Item {
  readonly name: string;
  readonly on: boolean;
  readonly level: number;
  readonly items: readonly Item[];
}

export interface Context {
  readonly isError: boolean;
  readonly profile: string;
  readonly alerts: readonly Item[];
  readonly others: readonly Item[];
}

/** Where a piece is written: the context, and the items of the lists around it, the outermost first. */
interface Around {
  readonly context: Context;
  readonly items: readonly Item[];
  /** The number of each of these items in its list. */
  readonly numbers: readonly number[];
}

/** A piece of a template, and what it means, told without any of what renders templates. */
export interface Piece {
  readonly source: string;
  readonly write: (around: Around) => string;
}

interface Test {
  readonly source: string;
  readonly holds: (around: Around) => boolean;
}

interface List {
  readonly source: string;
  readonly items: (around: Around) => readonly Item[];
}

const own = { name: 'string', on: 'boolean', level: 'number' } as const;
const alert = { ...own, items: listOf({ ...own, items: listOf(own) }) } as const;

export const variables = {
  isError: 'boolean',
  profile: 'string',
  alerts: listOf(alert),
  others: listOf(alert),
} as const;

/** How many lists are in each other in an item of the context's lists. */
const listsInItem = 2;
const deepest = 3;

function item(lists: number): fc.Arbitrary<Item> {
  return fc.record({
    name: fc.constantFrom('x', 'y', '"z\\'),
    on: fc.boolean(),
    level: fc.integer({ min: 0, max: 4 }),
    items: lists > 0 ? fc.array(item(lists - 1), { maxLength: 3 }) : fc.constant([]),
  });
}

export const contexts: fc.Arbitrary<Context> = fc.record({
  isError: fc.boolean(),
  profile: fc.constantFrom('p', ''),
  alerts: fc.array(item(listsInItem), { maxLength: 3 }),
  others: fc.array(item(listsInItem), { maxLength: 3 }),
});

/** Conditions inside these items, each given by how deeply lists nest in it; a filter may not ask for the number of its own item. */
function tests(around: readonly number[], inFilter = false): fc.Arbitrary<Test> {
  const ofItems = around.flatMap((lists, index): Test[] => [
    ...(inFilter && index === around.length - 1
      ? []
      : [{ source: `i${index}.number < 2`, holds: ({ numbers }: Around) => Number(numbers[index]) < 2 }]),
    { source: `i${index}.on`, holds: ({ items }) => items[index]?.on === true },
    { source: `i${index}.level > 2`, holds: ({ items }) => Number(items[index]?.level) > 2 },
    { source: `i${index}.name != "x"`, holds: ({ items }) => items[index]?.name !== 'x' },
    ...(lists > 0
      ? [{ source: `i${index}.items`, holds: ({ items }: Around) => items[index]?.items.length !== 0 }]
      : []),
  ]);
  const simple = fc.constantFrom<Test>(
    { source: 'isError', holds: ({ context }) => context.isError },
    { source: 'others', holds: ({ context }) => context.others.length > 0 },
    ...ofItems,
    ...ofItems,
  );
  return fc.oneof(
    { weight: 3, arbitrary: simple },
    simple.map(one => ({ source: `!(${one.source})`, holds: (around: Around) => !one.holds(around) })),
    fc.tuple(simple, simple).map(([one, other]) => ({
      source: `${one.source} && ${other.source}`,
      holds: (around: Around) => one.holds(around) && other.holds(around),
    })),
  );
}

function lists(around: readonly number[]): fc.Arbitrary<readonly [List, lists: number]> {
  const ofItems = around.flatMap((count, index): (readonly [List, number])[] => {
    const list = { source: `i${index}.items`, items: ({ items }: Around) => items[index]?.items ?? [] };
    return count > 0 ? [[list, count - 1]] : [];
  });
  return fc.constantFrom<readonly [List, number]>(
    [{ source: 'alerts', items: ({ context }) => context.alerts }, listsInItem],
    [{ source: 'others', items: ({ context }) => context.others }, listsInItem],
    ...ofItems,
  );
}

/** Some pieces, one after the other. */
export function pieces(around: readonly number[] = [], depth = 0): fc.Arbitrary<Piece> {
  const parts = around.flatMap((_, index): Piece[] => [
    { source: `$i${index}.name$`, write: ({ items }) => String(items[index]?.name) },
    { source: `$i${index}.number$`, write: ({ numbers }) => String(numbers[index]) },
    { source: `$i${index}.level$`, write: ({ items }) => String(items[index]?.level) },
  ]);
  const leaf = fc.constantFrom<Piece>(
    { source: '-', write: () => '-' },
    { source: '$profile$', write: ({ context }) => context.profile },
    ...parts,
    ...parts,
  );
  const inside =
    depth === deepest ? [] : [conditional(around, depth), list(around, depth), list(around, depth)];
  return fc.array(fc.oneof(leaf, leaf, ...inside), { maxLength: 3 }).map(all => ({
    source: all.map(({ source }) => source).join(''),
    write: around => all.map(({ write }) => write(around)).join(''),
  }));
}

function conditional(around: readonly number[], depth: number): fc.Arbitrary<Piece> {
  const some = pieces(around, depth + 1);
  return fc.tuple(tests(around), some, some).map(([test, yes, no]) => ({
    source: `$if(${test.source})$${yes.source}$else$${no.source}$endif$`,
    write: around => (test.holds(around) ? yes : no).write(around),
  }));
}

/** The name of an item says how many lists are around: what is between two items names its own the same. */
function list(around: readonly number[], depth: number): fc.Arbitrary<Piece> {
  const name = `i${around.length}`;
  return lists(around).chain(([{ source, items }, count]) => {
    const inBody = [...around, count];
    const filter = fc.option(tests(inBody, true), { nil: undefined });
    const max = fc.constantFrom(undefined, undefined, 1, 2);
    return fc
      .tuple(max, filter, pieces(inBody, depth + 1), pieces(around, depth + 1), pieces(around, depth + 1))
      .map(([max, filter, body, between, none]) => ({
        source: `$for(${name} in ${source}${filter ? ` if ${filter.source}` : ''}${max === undefined ? '' : `; max="${max}"`})$${body.source}$sep$${between.source}$else$${none.source}$endfor$`,
        write: around => {
          const turns = items(around)
            .map(item => ({ ...around, items: [...around.items, item] }))
            .filter(turn => !filter || filter.holds(turn))
            .slice(0, max)
            .map((turn, index) => ({ ...turn, numbers: [...around.numbers, index + 1] }));
          if (turns.length === 0) return none.write(around);
          return turns.map(body.write).join(between.write(around));
        },
      }));
  });
}
