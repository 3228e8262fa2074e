import type { CustomPatternMatcherFunc, IToken } from 'chevrotain';

/*
 * `Dear $profile, see $date$.` — the first tag was never closed. Left alone, the lexer would take the second tag's
 * opener for the end of the first, and turn text and tags around for the rest of the source.
 */

/** Tags with longer paths or conditions than this are not examined, so that the cost stays linear. */
const longestTag = 64;
/** The tokens that may be the last of a complete tag, and the characters that go on with it. */
const continuations = new Map([
  ['Name', ';./$(='],
  ['RightParen', '$)'],
]);
const blanks = /\s*/y;

/**
 * Matches nothing, of no length, where a tag ends that is not closed: where the source ends, and where the tag so far
 * is complete (`$profile`, `$if(isError)`) and the next dollar does what `opener` does, open a tag of its own.
 */
export function matchUnclosedTag(opener: RegExp): CustomPatternMatcherFunc {
  const opensTag = new RegExp(opener, 'y');
  return (source, offset, tokens) => {
    const last = tokens.at(-1)?.tokenType.name ?? '';
    const continuation = continuations.get(last);
    const here = source[offset] ?? '';
    if (continuation ? continuation.includes(here) : !/\s/.test(here)) return null;
    const next = afterBlanks(source, offset);
    if (next === source.length) return [''];
    if (!continuation || continuation.includes(source[next] ?? '')) return null;
    if (!(last === 'Name' ? isPath(tokens) : isCondition(tokens))) return null;
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

function isPath(tokens: readonly IToken[]): boolean {
  for (let index = tokens.length - 1; index > 0 && index > tokens.length - longestTag; index -= 2) {
    const before = tokens[index - 1]?.tokenType.name;
    if (before === 'Open') return !/^(?:(?:else)?if|for)$/i.test(tokens[index]?.image ?? '');
    if (tokens[index]?.tokenType.name !== 'Name' || (before !== 'Dot' && before !== 'Slash')) return false;
  }
  return false;
}

function isCondition(tokens: readonly IToken[]): boolean {
  let depth = 0;
  for (let index = tokens.length - 1; index >= 0 && index > tokens.length - longestTag; index--) {
    const type = tokens[index]?.tokenType;
    if (type?.name === 'RightParen') depth++;
    if (type?.name === 'LeftParen') depth--;
    if (type?.PUSH_MODE) return type.name !== 'Open' && depth === 1;
  }
  return false;
}
