import type { CustomPatternMatcherFunc, IToken, TokenType } from 'chevrotain';

/*
 * `Dear $profile, see $date$.` — the first tag was never closed. Left alone, the lexer would take the second tag's
 * opener for the end of the first, and turn text and tags around for the rest of the source.
 */

/** Tags with longer paths or conditions than this are not examined, so that the cost stays linear. */
const longestTag = 64;
const blanks = /\s*/y;

/** The tokens of paths and conditions. */
interface TagTokens {
  readonly open: TokenType;
  readonly name: TokenType;
  readonly separators: readonly TokenType[];
  readonly leftParen: TokenType;
  readonly rightParen: TokenType;
}

/**
 * Matches nothing, of no length, where a tag ends that is not closed: where the source ends, and where the tag so far
 * is complete (`$profile`, `$if(isError)`) and the next dollar does what `opener` does, open a tag of its own.
 */
export function matchUnclosedTag(opener: RegExp, types: TagTokens): CustomPatternMatcherFunc {
  const opensTag = new RegExp(opener, 'y');
  /** The tokens that may be the last of a complete tag, and the characters that go on with it. */
  const continuations = new Map([
    [types.name, ';./$(='],
    [types.rightParen, '$)'],
  ]);
  return (source, offset, tokens) => {
    const last = tokens[tokens.length - 1]?.tokenType;
    const continuation = last && continuations.get(last);
    const here = source[offset] ?? '';
    if (continuation ? continuation.includes(here) : here.trim() !== '') return null;
    const next = afterBlanks(source, offset);
    if (next === source.length) return [''];
    if (!continuation || continuation.includes(source[next] ?? '')) return null;
    if (!(last === types.name ? isPath(tokens, types) : isCondition(tokens, types))) return null;
    const dollar = source.indexOf('$', next);
    if (dollar < 0 || source.slice(next, dollar).includes('\n')) return [''];
    opensTag.lastIndex = dollar;
    return opensTag.test(source) ? [''] : null;
  };
}

function afterBlanks(source: string, offset: number): number {
  blanks.lastIndex = offset;
  blanks.test(source);
  return blanks.lastIndex;
}

function isPath(tokens: readonly IToken[], { open, name, separators }: TagTokens): boolean {
  for (let index = tokens.length - 1; index > 0 && index > tokens.length - longestTag; index -= 2) {
    const before = tokens[index - 1]?.tokenType;
    if (before === open) return !/^(?:(?:else)?if|for)$/i.test(tokens[index]?.image ?? '');
    if (tokens[index]?.tokenType !== name || !before || !separators.includes(before)) return false;
  }
  return false;
}

function isCondition(tokens: readonly IToken[], { open, leftParen, rightParen }: TagTokens): boolean {
  let depth = 0;
  for (let index = tokens.length - 1; index >= 0 && index > tokens.length - longestTag; index--) {
    const type = tokens[index]?.tokenType;
    if (type === rightParen) depth++;
    if (type === leftParen) depth--;
    if (type?.PUSH_MODE) return type !== open && depth === 1;
  }
  return false;
}
