import type { CustomPatternMatcherReturn, IToken } from 'chevrotain';

/*
 * `Dear $profile, see $date$.` — the first tag was never closed. Left alone, the lexer would take the second tag's
 * opener for the end of the first, and turn text and tags around for the rest of the source.
 */

/** Tags with longer paths or conditions than this are not examined, so that the cost stays linear. */
const longestTag = 64;
const tagBehindDollar = /\$(?:!|\s*(?:if|elseif)\s*\(|[A-Za-z_][A-Za-z0-9_./]*\s*[;$])/y;
const continuesPath = ';./$(=';
const endsCondition = '$)';

/**
 * One character of text, where the tag so far is complete (`$profile`, `$if(isError)`) but is not closed here, and the
 * next dollar opens a tag of its own.
 */
export function matchUnclosedTag(
  source: string,
  offset: number,
  tokens: IToken[],
): CustomPatternMatcherReturn | null {
  const last = tokens.at(-1)?.tokenType.name;
  const next = source[offset] ?? '';
  if (last === 'Name') {
    if (continuesPath.includes(next) || /\s/.test(next) || !isPath(tokens)) return null;
  } else if (last === 'RightParen') {
    if (endsCondition.includes(next) || /\s/.test(next) || !isCondition(tokens)) return null;
  } else {
    return null;
  }
  return opensTagNext(source, offset) ? [next] : null;
}

/** Whether the next dollar on this line, or the first one on a later line, begins a tag. */
function opensTagNext(source: string, offset: number): boolean {
  const dollar = source.indexOf('$', offset);
  if (dollar < 0) return true;
  if (source.slice(offset, dollar).includes('\n')) return true;
  tagBehindDollar.lastIndex = dollar;
  return tagBehindDollar.test(source);
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
    const name = tokens[index]?.tokenType.name;
    if (name === 'RightParen') depth++;
    if (name === 'LeftParen') depth--;
    if (name === 'If' || name === 'ElseIf') return depth === 1;
    if (name === 'Open') return false;
  }
  return false;
}
