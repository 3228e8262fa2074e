import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../../grammar/parse-template.ts';
import type { TemplateTree } from '../../grammar/tree.ts';
import { runs } from '../properties.ts';
import { troubledSource } from './arbitrary-source.ts';
import { arbitraryTree } from './arbitrary-tree.ts';
import { printTemplate } from './print-template.ts';

function reparsed(tree: TemplateTree): TemplateTree {
  const printed = printTemplate(tree);
  const parsed = parseTemplate(printed);
  expect(parsed.diagnostics, printed).toEqual([]);
  return parsed.tree;
}

describe('printTemplate', () => {
  it.each([
    ['$ profile $', '$profile$'],
    ['$order.customer/name$', '$order.customer.name$'],
    ['$date;\n  format="HH" , null=""$', '$date; format="HH", null=""$'],
    [
      '$if( !( a||b ) )$x$ elseif (a && (b || c))$y$else$z$ endif $',
      '$if(!(a || b))$x$elseif(a && (b || c))$y$else$z$endif$',
    ],
    ['$if((a && b) || c)$$endif$', '$if(a && b || c)$$endif$'],
    ['$if(a && (b && !!c))$$endif$', '$if(a && (b && !!c))$$endif$'],
    ['\\\\\\$5 \\n $! a "note" !$', '\\\\\\$5 \\n $! a "note" !$'],
    ['', ''],
  ])('prints %j as %j', (source, canonical) => {
    expect(printTemplate(parseTemplate(source).tree)).toBe(canonical);
  });

  it('gives options plain double quotes, whatever they had', () => {
    expect(printTemplate(parseTemplate('$date; format=”HH”$').tree)).toBe('$date; format="HH"$');
  });

  it.each(['$date; format=$', '$if(a = b)$x$endif$'])('refuses %j, which could not be read', source => {
    expect(() => printTemplate(parseTemplate(source).tree)).toThrow('cannot be printed');
  });

  it('prints any tree so that parsing gives it back', () => {
    fc.assert(
      fc.property(arbitraryTree, tree => {
        expect(withoutRanges(reparsed(tree))).toEqual(withoutRanges(tree));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('prints the tree of any source without mistakes so that parsing gives it back', () => {
    fc.assert(
      fc.property(troubledSource, source => {
        const { tree, diagnostics } = parseTemplate(source);
        fc.pre(diagnostics.length === 0);
        expect(withoutRanges(reparsed(tree))).toEqual(withoutRanges(tree));
      }),
      { numRuns: runs(2000) },
    );
  });
});

/** A tree as plain data without the ranges, which depend on how its source is spaced. */
function withoutRanges(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner) => (rangeKeys.has(key) ? undefined : inner)));
}

const rangeKeys = new Set(['range', 'written', 'nameRange', 'valueRange', 'tag', 'endTag']);
