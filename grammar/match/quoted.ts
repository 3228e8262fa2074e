import type { CustomPatternMatcherReturn, IToken } from 'chevrotain';

/** How an option's value was quoted. Only `straight` is right; explain-quotes.ts says what to do about the others. */
export type QuoteStyle = 'straight' | 'typographic' | 'single' | 'escaped' | 'unclosed';

/** What a `Quoted` token carries besides its image. */
export interface Quotation {
  readonly style: QuoteStyle;
  readonly text: string;
  /** Where `text` begins in the token's image. */
  readonly textOffset: number;
}

const typographic = /[“”„″]([^“”„″"$]*)[“”„″"]/y;
const straightThenTypographic = /"([^“”„″"$]*)[“”„″]/y;
const single = /'([^'"$\n]*)'/y;
const escaped = /\\"([^"\\$]*)\\"/y;
const unclosed = /\\?["“”„″]([^"$\r\n]*)/y;
const unclosedInCondition = /\\?["“”„″]([^"$\r\n)&|]*)/y;
/** What may follow a closing quote. */
const afterOption = /^\s*(?:\$|,\s*\w+\s*=)/;
const afterComparison = /^\s*(?:\)|&&|\|\|)/;

/**
 * An option's value, or a text in a condition. A straight quote runs to the next one, and nothing inside is escaped.
 * Where that would swallow the end of the tag (a dollar inside, and after it nothing that a tag goes on with), the
 * closing quote was forgotten.
 */
export function matchQuoted(
  source: string,
  offset: number,
  tokens: readonly IToken[],
): CustomPatternMatcherReturn | null {
  const isCompared = /^[=!]=$/.test(tokens.at(-1)?.image ?? '');
  return (
    matchStraight(source, offset, isCompared ? afterComparison : afterOption) ??
    match(escaped, 'escaped', source, offset) ??
    match(single, 'single', source, offset) ??
    match(typographic, 'typographic', source, offset) ??
    match(straightThenTypographic, 'typographic', source, offset) ??
    match(isCompared ? unclosedInCondition : unclosed, 'unclosed', source, offset)
  );
}

/** What `matchQuoted` found out about a token of its own. */
export function quotationOf(token: IToken): Quotation {
  return token.payload;
}

function matchStraight(source: string, offset: number, after: RegExp): CustomPatternMatcherReturn | null {
  if (source[offset] !== '"') return null;
  const close = source.indexOf('"', offset + 1);
  if (close < 0) return null;
  const text = source.slice(offset + 1, close);
  if (text.includes('$') && !after.test(source.slice(close + 1, close + 100))) return null;
  return quoted(source.slice(offset, close + 1), 'straight', text);
}

function match(
  pattern: RegExp,
  style: QuoteStyle,
  source: string,
  offset: number,
): CustomPatternMatcherReturn | null {
  pattern.lastIndex = offset;
  const found = pattern.exec(source);
  return found && quoted(found[0], style, found[1] ?? '');
}

function quoted(image: string, style: QuoteStyle, text: string): CustomPatternMatcherReturn {
  const payload: Quotation = {
    style,
    text,
    textOffset: style === 'escaped' || image.startsWith('\\') ? 2 : 1,
  };
  return Object.assign([image] satisfies [string], { payload });
}
