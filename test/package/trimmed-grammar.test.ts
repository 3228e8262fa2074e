import fc from 'fast-check';
import { parseTemplate as parseBuilt } from 'hookplate';
import { describe, expect, test } from 'vitest';
import { parseTemplate } from '../../grammar/parse-template.ts';
import { troubledSource } from '../grammar/arbitrary-source.ts';
import oracle from '../oracles/stringtemplate4.json' with { type: 'json' };

describe('the grammar in the package', () => {
  test('parses each template of the oracle into the tree that the sources parse it into', () => {
    expect(oracle.rows.length).toBeGreaterThan(500);
    for (const { template } of oracle.rows) expect(parseBuilt(template)).toEqual(parseTemplate(template));
  });

  test('parses any source like the whole of Chevrotain does, mistakes included', () => {
    fc.assert(
      fc.property(troubledSource, source => {
        expect(parseBuilt(source)).toEqual(parseTemplate(source));
      }),
      { numRuns: 2000 },
    );
  });

  test('reads a text that begins with any character but those of tags', () => {
    const texts = Array.from({ length: 0x10000 }, (_, code) => `${String.fromCharCode(code)}text`);
    const lost = texts.filter(text => {
      const node = parseBuilt(`$a$${text}`).tree.nodes[1];
      return node?.kind !== 'text' || node.text !== text;
    });
    expect(lost).toEqual(['$text']);
  });
});
