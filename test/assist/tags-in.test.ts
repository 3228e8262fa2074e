import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tagsIn } from '../../src/assist/tags-in.ts';
import { listOf, type VariableSchema } from '../../src/template/resolve/variables.ts';
import { unmarkAll } from '../marked-source.ts';
import { runs } from '../properties.ts';

const variables: VariableSchema = {
  shop: 'string',
  placedOn: 'date',
  isLate: 'boolean',
  error_count: 'number',
  order: { customer: { name: 'string' }, lines: listOf({ sku: 'string', isGift: 'boolean' }) },
};

function labels(source: string): readonly string[] {
  return tagsIn(source, variables).map(({ label, detail }) =>
    detail === undefined ? label : `${label} · ${detail}`,
  );
}

it.each([
  ['$shop$', 'shop'],
  ['$order.customer.name$', 'order customer name'],
  ['$ error_count $', 'error count'],
  ['$placedOn; format="dd.MM.yyyy", timezone="Europe/Zurich"$', 'placed on · dd.MM.yyyy, Europe/Zurich'],
  ['$shop; max="10", default="-"$', 'shop · max 10, or “-”'],
  ['$! for later !$', 'for later'],
  ['costs \\$5', '$'],
] as const)('says %s in words', (source, label) => {
  expect(labels(source)).toEqual([label]);
});

it('says conditions as people do', () => {
  const source =
    '$if(isLate)$a$elseif(error_count >= 3 && !(shop == "" || shop != "x"))$b$else$c$endif$$if(!isLate)$$endif$';
  expect(labels(source)).toEqual([
    'if late',
    'or if error count ≥ 3 and not (shop is “” or shop is not x)',
    'otherwise',
    'end',
    'if not late',
    'end',
  ]);
});

it('says lists as people do', () => {
  const source = '$for(line in order.lines if line.isGift; max="3")$$line.sku$$sep$, $else$none$endfor$';
  expect(labels(source)).toEqual([
    'for each line · in order lines, if line gift, max 3',
    'line SKU',
    'between',
    'if there are none',
    'end',
  ]);
});

it.each([
  'Hello «$shop$»«$placedOn$», «$shop; format="upper"$» costs «\\$»5',
  '«$if(isLate)$»a«$else$»b«$endif$»«$for(line in order.lines)$»«$line.sku$»«$sep$», «$endfor$»«$! a !$»',
  // What is wrong in a complete tag does not make it text.
  '«$shp$» «$shop; fromat="x"$» «$if(shop >)$»a«$end if$» «$for(line of order.lines)$»a«$endfor$»',
  // What is left when the beginning of a block was deleted.
  'a «$elseif(isLate)$» b «$else$» c «$endif$» d «$sep$» e «$endfor$»',
  // What is not complete, or no tag, is text beside which others are still tags.
  '«$shop$» costs $5 or $ 6, and $$ for «$shop$»',
  '$shop «$placedOn$» $order. «$shop$»',
  '$shop; format=$ «$shop$»',
  'pay $ for «$shop$» now',
  '$$Hello «$shop$»',
  '$she «$shop$»',
])('finds the complete tags in %s', marked => {
  const { source, ranges } = unmarkAll(marked);
  expect(tagsIn(source, variables).map(({ range }) => range)).toEqual(ranges);
});

it('says where the first name of a tag is', () => {
  const source = '$ shop $ $if(!(isLate && shop))$$endif$ $for(line in order.lines)$$endfor$ $if(>)$$endif$';
  const names = tagsIn(source, variables).map(
    ({ nameAt }) => nameAt && /^\w+/.exec(source.slice(nameAt))?.[0],
  );
  expect(names).toEqual(['shop', 'isLate', undefined, 'order', undefined, undefined, undefined]);
});

it('finds tags in any text, in order, apart from each other, and each from one dollar to another', () => {
  const piece = fc.constantFrom(
    ...['$shop$', '$shp', '$', '\\', '$if(isLate)$', '$else$', '$endif$', '$for(a in order.lines)$', '$sep$'],
    ...['$endfor$', '$!', '!$', ' ', 'x', '\n', '; format="x"', '$order.$', 'é', '"'],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
      const source = pieces.join('');
      let end = 0;
      for (const { kind, range, label } of tagsIn(source, variables)) {
        expect(range.start).toBeGreaterThanOrEqual(end);
        expect(source.slice(range.start, range.end)).toMatch(kind === 'dollar' ? /^\\\$$/ : /^\$.*\$$/s);
        expect(label).not.toBe('');
        ({ end } = range);
      }
    }),
    { numRuns: runs(500) },
  );
});
