import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { formatEbnf } from '../../grammar/reference/ebnf.ts';
import { productions } from '../../grammar/reference/productions.ts';
import { renderRailroad } from '../../grammar/reference/railroad.ts';
import { injectionGrammar, textMateGrammar } from '../../grammar/reference/text-mate-grammar.ts';
import { TemplateParser } from '../../grammar/template-parser.ts';

/* Where one of these fails because the grammar has changed, `npx vitest run --dir test -u pages` writes the file anew. */

describe('the pages that are made from the grammar', () => {
  it('show every production of the language as people write it', () => {
    const names = productions().map(({ name }) => name);
    expect(names).toEqual([
      'nodes',
      'comment',
      'value',
      'path',
      'tagOptions',
      'tagOption',
      'conditional',
      'test',
      'condition',
      'conjunction',
      'term',
      'comparison',
      'equality',
      'order',
      'negation',
      'group',
      'otherwise',
      'list',
      'listHead',
    ]);
  });

  it('leave out of the parser what is named a mistake, and nothing else', () => {
    const shown = productions().map(({ name }) => name);
    const parser = new TemplateParser({ skipValidations: true });
    const leftOut = Object.keys(parser.getGAstProductions()).filter(name => !shown.includes(name));
    expect(leftOut).toEqual(['mistakenTag', 'mistakenParens']);
    expect(JSON.stringify(productions())).not.toMatch(/mistaken/i);
  });

  it('show no empty alternative, which stands for something that is missing', () => {
    const empty = /"(?:parts":\[\]|part":\{\})/;
    expect(JSON.stringify(productions())).not.toMatch(empty);
  });

  it('include template.ebnf as it is now', async () => {
    await expect(formatEbnf(productions())).toMatchFileSnapshot('../../grammar/reference/template.ebnf');
  });

  it('include railroad.svg as it is now', async () => {
    await expect(renderRailroad(productions())).toMatchFileSnapshot('../../grammar/reference/railroad.svg');
  });

  it('include hookplate.tmLanguage.json as it is now', async () => {
    const file = '../../grammar/reference/hookplate.tmLanguage.json';
    await expect(`${JSON.stringify(textMateGrammar(), null, 2)}\n`).toMatchFileSnapshot(file);
  });

  it.each(['json', 'yaml'] as const)('include %s-injection.tmLanguage.json as it is now', async language => {
    const file = `../../grammar/reference/${language}-injection.tmLanguage.json`;
    await expect(`${JSON.stringify(injectionGrammar(language), null, 2)}\n`).toMatchFileSnapshot(file);
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
