/** Plain data as JavaScript and TypeScript write it; what is undefined in an object is left out. */
export function sourceOf(value: string | number | boolean | object): string {
  if (typeof value === 'string') return sourceOfText(value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${value.map(sourceOf).join(', ')}]`;
  const entries = Object.entries(value).flatMap(([name, part]) =>
    part === undefined ? [] : `${sourceOfKey(name)}: ${sourceOf(part)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/**
 * A string literal that text cannot leave: no line terminator, no lone surrogate, and nothing that a page which holds the
 * module in a `script` element would read as its end, or as a comment.
 */
export function sourceOfText(text: string): string {
  return JSON.stringify(text)
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
    .replaceAll('</', '<\\/')
    .replaceAll('<!--', '\\x3c!--');
}

/** `"__proto__": …` would not be a property, but the prototype. */
function sourceOfKey(name: string): string {
  if (name === '__proto__') return '["__proto__"]';
  return /^[A-Za-z_]\w*$/.test(name) ? name : sourceOfText(name);
}
