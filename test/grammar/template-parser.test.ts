import { Lexer } from 'chevrotain';
import { describe, expect, it } from 'vitest';
import { modes } from '../../grammar/lexer.ts';
import { parseTemplate } from '../../grammar/parse-template.ts';
import { TemplateParser } from '../../grammar/template-parser.ts';

describe('the grammar', () => {
  it('passes every check of Chevrotain’s', () => {
    expect(() => new TemplateParser({ skipValidations: false })).not.toThrow();
  });

  it('has tokens without errors, told apart by their first characters', () => {
    const lexer = new Lexer(modes, { positionTracking: 'onlyOffset', ensureOptimizations: true });
    expect(lexer.lexerDefinitionErrors).toEqual([]);
  });

  it('reads a source the same after one that was too deep', () => {
    const source = '$if(a)$x$else$ $end if$';
    const before = parseTemplate(source);
    parseTemplate('$if((('.repeat(300));
    expect(parseTemplate(source)).toEqual(before);
  });
});
