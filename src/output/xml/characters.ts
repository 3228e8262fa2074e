/**
 * The length in UTF-16 code units of the character at `index`, or 0 if XML 1.0 does not allow it: most control
 * characters, lone surrogates, U+FFFE and U+FFFF (section 2.2).
 */
export function xmlCharacterLength(text: string, index: number): number {
  const code = text.charCodeAt(index);
  if (code < 0x20) return isXmlSpace(code) ? 1 : 0;
  if (code < 0xd800) return 1;
  if (code >= 0xe000) return code < 0xfffe ? 1 : 0;
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 0;
}

/** Whether a character reference may name this code point. */
export function isXmlCharacter(point: number): boolean {
  return point <= 0x10ffff && xmlCharacterLength(String.fromCodePoint(point), 0) > 0;
}

export function isXmlSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

// NameStartChar and NameChar beyond ASCII (section 2.3): first and last of each range.
const nameStarts: readonly (readonly [number, number])[] = [
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x2ff],
  [0x370, 0x37d],
  [0x37f, 0x1fff],
  [0x200c, 0x200d],
  [0x2070, 0x218f],
  [0x2c00, 0x2fef],
  [0x3001, 0xd7ff],
  [0xf900, 0xfdcf],
  [0xfdf0, 0xfffd],
  [0x10000, 0xeffff],
];

const laterInNames: readonly (readonly [number, number])[] = [
  [0xb7, 0xb7],
  [0x300, 0x36f],
  [0x203f, 0x2040],
];

/** Whether a name may begin with the character at `index` (section 2.3). */
export function isNameStart(text: string, index: number): boolean {
  const point = text.codePointAt(index) ?? 0;
  if (point < 0x80) return isAsciiLetter(point) || point === 0x3a || point === 0x5f;
  return isWithin(point, nameStarts);
}

function isInName(text: string, index: number): boolean {
  const point = text.codePointAt(index) ?? 0;
  return isWithin(point, nameStarts) || isWithin(point, laterInNames);
}

function isWithin(point: number, ranges: readonly (readonly [number, number])[]): boolean {
  return ranges.some(([first, last]) => first <= point && point <= last);
}

function isAsciiLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** The index where a name ends whose characters begin at `from`. */
export function nameEnd(text: string, from: number): number {
  let index = from;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (!isAsciiInName(code)) {
      if (code < 0x80 || !isInName(text, index)) break;
      if (code >= 0xd800 && code < 0xe000) index++;
    }
    index++;
  }
  return index;
}

function isAsciiInName(code: number): boolean {
  return (
    isAsciiLetter(code) || (code >= 0x30 && code <= 0x3a) || code === 0x2d || code === 0x2e || code === 0x5f
  );
}
