import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertySeed, runs } from '../../properties.ts';
import { compileBothWays } from '../precompile/both-ways.ts';
import { type Context, contexts, type Piece, pieces, variables } from './reference-pieces.ts';

const longest = 2000;

function holdToMeaning(check: (piece: Piece, context: Context) => void): void {
  const short = pieces().filter(({ source }) => source.length < longest);
  fc.assert(
    fc.property(short, fc.array(contexts, { minLength: 3, maxLength: 3 }), (piece, some) => {
      for (const context of some) check(piece, context);
    }),
    { numRuns: runs(1000) },
  );
}

describe(`a template of lists in lists (HOOKPLATE_SEED=${propertySeed})`, () => {
  it('writes what its pieces mean, in their order, and traces it', () => {
    let items = 0;
    holdToMeaning((piece, context) => {
      const template = compileBothWays(piece.source, { variables });
      const meant = piece.write({ context, items: [], numbers: [] });
      expect(template.render(context)).toBe(meant);
      const { text, spans } = template.trace(context);
      expect(text).toBe(meant);
      expect(spans.map(({ output }) => text.slice(output.start, output.end)).join('')).toBe(meant);
      if (/\$i\d/.test(piece.source)) items++;
    });
    expect(items / runs(1000)).toBeGreaterThan(1);
  });

  it('says the same in a JSON string', () => {
    holdToMeaning((piece, context) => {
      const template = compileBothWays(`"${piece.source}"`, { variables, output: 'json' });
      expect(JSON.parse(template.render(context))).toBe(piece.write({ context, items: [], numbers: [] }));
    });
  });
});
