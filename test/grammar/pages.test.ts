import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { formatEbnf } from '../../grammar/reference/ebnf.ts';
import { productions } from '../../grammar/reference/productions.ts';
import { renderRailroad } from '../../grammar/reference/railroad.ts';

/* Where one of these fails because the grammar has changed, `npx vitest run --dir test -u pages` writes the file anew. */

describe('the pages that are made from the grammar', () => {
  it('show every production, and nothing of recovery', () => {
    const names = productions().map(({ name }) => name);
    expect(names).toEqual([
      'nodes',
      'comment',
      'value',
      'path',
      'valueOption',
      'conditional',
      'test',
      'condition',
      'conjunction',
      'negation',
    ]);
    expect(JSON.stringify(productions())).not.toContain('Misplaced');
  });

  it('include template.ebnf as it is now', async () => {
    await expect(formatEbnf(productions())).toMatchFileSnapshot('../../grammar/reference/template.ebnf');
  });

  it('include railroad.svg as it is now', async () => {
    await expect(renderRailroad(productions())).toMatchFileSnapshot('../../grammar/reference/railroad.svg');
  });

  it('include a diagram that is well-formed XML and refers to no other file', () => {
    const parser = new SaxesParser({ xmlns: true });
    const references: string[] = [];
    const titles: string[] = [];
    parser.on('error', error => {
      throw error;
    });
    parser.on('opentag', ({ name, attributes }) => {
      for (const attribute of Object.values(attributes)) {
        if (attribute.local === 'href') references.push(attribute.value);
        if (name === 'text' && attribute.local === 'id') titles.push(`#${attribute.value}`);
      }
    });
    parser.write(renderRailroad(productions())).close();
    expect(titles).toHaveLength(productions().length);
    expect(references.filter(reference => !titles.includes(reference))).toEqual([]);
  });
});
