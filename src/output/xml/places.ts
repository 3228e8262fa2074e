import type { Place } from '../output.ts';

const textNeedsEscaping = /[^\t\n -%'-;=?-\\^-\ud7ff\ue000-\ufffd]|^\n/;
const attributeNeedsEscaping = /[^ !#-%(-;=?-\ud7ff\ue000-\ufffd]/;

const references: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
  ['\t', '&#9;'],
  ['\n', '&#10;'],
  ['\r', '&#13;'],
]);

/** What XML 1.0 has no character for becomes U+FFFD (section 2.2). */
function escapeCharacter(character: string): string {
  return references.get(character) ?? '\ufffd';
}

/**
 * The text of an element. A carriage return is written as a reference, since a parser would make it a line break,
 * and so is a leading line break, which would merge with a carriage return before it (section 2.11); closing
 * brackets at the end, lest they and the text after make `]]>`.
 */
function escapeText(text: string): string {
  if (!textNeedsEscaping.test(text)) return text;
  let end = text.length;
  while (text.endsWith(']', end)) end--;
  const escaped = text
    .slice(0, end)
    .replace(/[^\t\n -%'-;=?-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|^\n/gu, escapeCharacter);
  return escaped + '&#93;'.repeat(text.length - end);
}

/** An attribute in either kind of quotes; whitespace is written as references, since a parser would turn it into spaces (3.3.3). */
function escapeAttribute(text: string): string {
  if (!attributeNeedsEscaping.test(text)) return text;
  return text.replace(/[^ !#-%(-;=?-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, escapeCharacter);
}

export const xmlText: Place = {
  name: 'xml-text',
  strict: false,
  missing: '',
  text: escapeText,
  number: String,
  boolean: String,
  json: escapeText,
};

export const xmlAttribute: Place = {
  ...xmlText,
  name: 'xml-attribute',
  text: escapeAttribute,
  json: escapeAttribute,
};

/** Ends a CDATA section and begins another, which to a parser is nothing (section 2.7). */
const nextSection = ']]><![CDATA[';

/** The text of a CDATA section, where only `]]>` has a meaning: no section has all of it, whatever stands after. */
function escapeSection(text: string): string {
  const parts = text.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd').split(']]>');
  const escaped = parts.join(`]]${nextSection}>`);
  return escaped.endsWith(']') ? escaped + nextSection : escaped;
}

export const xmlSection: Place = {
  ...xmlText,
  name: 'xml-cdata',
  text: escapeSection,
  json: escapeSection,
};

/** After a `]`, which with a value, or without one, could become `]]>`. */
export const xmlSectionAfterBracket: Place = {
  ...xmlSection,
  strict: true,
  missing: nextSection,
  text: text => nextSection + escapeSection(text),
  number: number => nextSection + number,
  boolean: boolean => nextSection + boolean,
  json: json => nextSection + escapeSection(json),
};
