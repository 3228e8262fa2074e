import { type IToken, Lexer } from 'chevrotain';
import { modes } from './tokens.ts';

const lexer = new Lexer(modes, {
  positionTracking: 'onlyOffset',
  ensureOptimizations: true,
  skipValidations: true,
});

/** The tokens of a source. Every character belongs to a token or is a blank inside a tag, so this cannot fail. */
export function lex(source: string): IToken[] {
  return lexer.tokenize(source).tokens;
}
