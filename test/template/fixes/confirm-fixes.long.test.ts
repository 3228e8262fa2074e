import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyFix } from '../../../src/diagnostics/fixes/apply-fix.ts';
import { compileTemplate, validateTemplate } from '../../../src/template/template.ts';
import { isJson } from '../../is-json.ts';
import { parseXml } from '../../parse-xml.ts';
import { runs } from '../../properties.ts';

const variables = { a: 'boolean', b: 'boolean' } as const;

/** For every context, whether the template writes what a parser accepts. */
function rightPaths(source: string, isRight: (text: string) => boolean): boolean[] {
  const { render } = compileTemplate(source, { output: 'text', variables });
  return [0, 1, 2, 3].map(bits => isRight(render({ a: (bits & 1) > 0, b: (bits & 2) > 0 })));
}

const isXml = (text: string): boolean => parseXml(text) !== undefined;

const jsonPieces = [
  '"',
  '"x"',
  '\n',
  '\t',
  ',',
  ':',
  '{',
  '}',
  '[',
  ']',
  '1',
  ' ',
  'true',
  ',\n',
  '"\n',
  '"k":1',
];
const xmlPieces = [
  '<a>',
  '</a>',
  '<a b="',
  '">',
  '"',
  '<',
  '>',
  '&',
  ']]>',
  '<![CDATA[',
  '/>',
  '<!--',
  '-->',
  '<a/>',
  '<a>x</a>',
  'x',
  ' ',
];

/** Templates whose content between `begin` and `end` is broken here and there. */
function sources(begin: string, pieces: readonly string[], end: string): fc.Arbitrary<string> {
  const { content } = fc.letrec<{ content: string }>(tie => ({
    content: fc
      .array(
        fc.oneof(
          { maxDepth: 1, withCrossShrink: true },
          fc.constantFrom(...pieces),
          fc
            .tuple(fc.constantFrom('a', 'b', '!a', 'a && b'), tie('content'), tie('content'))
            .map(([condition, then, otherwise]) => `$if(${condition})$${then}$else$${otherwise}$endif$`),
        ),
        { maxLength: 4 },
      )
      .map(parts => parts.join('')),
  }));
  return content.map(text => begin + text + end);
}

it.each([
  ['json', sources('["', jsonPieces, '"]'), isJson],
  ['xml', sources('<r>', xmlPieces, '</r>'), isXml],
] as const)('a fix for the output breaks no path of %s that was right', (output, source, isRight) => {
  let tried = 0;
  fc.assert(
    fc.property(source, source => {
      const fixes = validateTemplate(source, { output, variables }).flatMap(({ fixes }) => fixes);
      const before = fixes.length > 0 ? rightPaths(source, isRight) : [];
      for (const fix of fixes) {
        if (before.includes(true)) tried++;
        const fixed = applyFix(source, fix);
        const after = rightPaths(fixed, isRight);
        expect(after, fixed).toEqual(after.map((is, index) => is || before[index]));
      }
    }),
    { numRuns: runs(3000, 1500) },
  );
  expect(tried / runs(3000, 1500)).toBeGreaterThan(1 / 60);
});
