const wordCharacters = 'A-Za-z0-9_';
const wordBoundary = `(?:(?<=[${wordCharacters}])(?![${wordCharacters}])|(?<![${wordCharacters}])(?=[${wordCharacters}]))`;

/**
 * The source of a regular expression for the engine of TextMate grammars (Oniguruma), whose `\w`, `\d` and `\b` know all of
 * Unicode, and in whose classes a bracket opens another one.
 */
export function toOniguruma({ source }: RegExp): string {
  let isInClass = false;
  return source.replace(/\\[\s\S]|\[\^\]|[[\]]/g, part => {
    if (part === '\\w') return isInClass ? wordCharacters : `[${wordCharacters}]`;
    if (part === '\\d') return isInClass ? '0-9' : '[0-9]';
    if (part === '\\b') return wordBoundary;
    if (part === '[^]') return '[\\s\\S]';
    if (part === '[' && isInClass) return '\\[';
    if (part === '[') isInClass = true;
    if (part === ']') isInClass = false;
    return part;
  });
}

/** Matches this text alone. */
export function escapeText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
