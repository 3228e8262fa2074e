import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasErrors } from '../../src/diagnostics/diagnostic.ts';
import { validateTemplate } from '../../src/template/template.ts';
import { schema } from './tag-sources.ts';
import { validSources } from './valid-sources.ts';

describe('a valid template', () => {
  it.each(['json', 'xml', 'url', 'form', 'header', 'text'] as const)('is accepted as %s', output => {
    fc.assert(
      fc.property(validSources[output], source => {
        const diagnostics = validateTemplate(source, { output, variables: schema });
        const errors = diagnostics.filter(diagnostic => hasErrors([diagnostic]));
        expect(errors.map(({ message }) => message)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});
