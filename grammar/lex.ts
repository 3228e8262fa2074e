import { type IToken, Lexer } from 'chevrotain';
import { modes } from './tokens.ts';

/** Made for the first source, so that an import costs little. */
let lexer: Lexer | undefined;

/** The tokens of a source. Every character belongs to a token or is whitespace inside a tag, so this cannot fail. */
export function lex(source: string): IToken[] {
  lexer ??= new Lexer(modes, {
    positionTracking: 'onlyOffset',
    ensureOptimizations: true,
    skipValidations: true,
  });
  return lexer.tokenize(source).tokens;
}
