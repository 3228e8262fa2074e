import type { CustomPatternMatcherFunc, IToken } from 'chevrotain';

/*
 * `Dear $profile, see $date$.` — the first tag was never closed. Left alone, the lexer would take the second tag's
 * opener for the end of the first, and turn text and tags around for the rest of the source.
 */

/** Tags with longer paths or conditions than this are not examined, so that the cost stays linear. */
const longestTag = 64;
const continuesPath = ';./$(=';
const endsCondition = '$)';
const blanks = /\s*/y;

/**
 * Matches nothing, of no length, where a tag ends that is not closed: where the source ends, and where the tag so far
 * is complete (`$profile`, `$if(isError)`) and the next dollar does what `opener` does, open a tag of its own.
 */
export function unclosedTag(opener: RegExp): CustomPatternMatcherFunc {
  const opensTag = new RegExp(opener, 'y');
  return (source, offset, tokens) => {
    blanks.lastIndex = offset;
    blanks.test(source);
    const next = blanks.lastIndex;
    if (next === source.length) return [''];
    if (!isComplete(tokens, source[next] ?? '')) return null;
    const dollar = source.indexOf('$', next);
    if (dollar < 0 || source.slice(next, dollar).includes('\n')) return [''];
    opensTag.lastIndex = dollar;
    return opensTag.test(source) ? [''] : null;
  };
}

/** Whether the tokens of a tag so far could be all of it, and the next character does not go on with it. */
function isComplete(tokens: readonly IToken[], next: string): boolean {
  switch (tokens.at(-1)?.tokenType.name) {
    case 'Name':
      return !continuesPath.includes(next) && isPath(tokens);
    case 'RightParen':
      return !endsCondition.includes(next) && isCondition(tokens);
    default:
      return false;
  }
}

function isPath(tokens: readonly IToken[]): boolean {
  for (let index = tokens.length - 1; index > 0 && index > tokens.length - longestTag; index -= 2) {
    const before = tokens[index - 1]?.tokenType.name;
    if (before === 'Open') return !/^(?:else)?if$/i.test(tokens[index]?.image ?? '');
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
