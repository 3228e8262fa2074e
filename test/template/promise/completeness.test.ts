import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasErrors } from '../../../src/diagnostics/diagnostic.ts';
import { validateTemplate } from '../../../src/template/template.ts';
import { runs } from '../../properties.ts';
import { schema } from './tag-sources.ts';
import { validSources } from './valid-sources.ts';

describe('a valid template', () => {
  it.each(['json', 'json-lines', 'xml', 'url', 'form', 'header', 'text'] as const)(
    'is accepted as %s',
    output => {
      fc.assert(
        fc.property(validSources[output], source => {
          const diagnostics = validateTemplate(source, { output, variables: schema });
          const errors = diagnostics.filter(diagnostic => hasErrors([diagnostic]));
          expect(errors.map(({ message }) => message)).toEqual([]);
        }),
        { numRuns: runs(1500) },
      );
    },
  );

  it('may open brackets under many conditions and close them in any order', () => {
    const flags = Array.from({ length: 40 }, (_, index) => `v${index}`);
    const variables = Object.fromEntries(flags.map(name => [name, 'boolean'] as const));
    const some = fc.shuffledSubarray(flags);
    const opening = some.chain(names =>
      fc.tuple(fc.constant(names), fc.shuffledSubarray(names, { minLength: names.length })),
    );
    fc.assert(
      fc.property(opening, ([opened, closed]) => {
        const under = (bracket: string) => (name: string) => `$if(${name})$${bracket}$endif$`;
        const source = `${opened.map(under('[')).join('')}1${closed.map(under(']')).join('')}`;
        expect(validateTemplate(source, { output: 'json', variables })).toEqual([]);
      }),
      { numRuns: runs(50) },
    );
  });
});
