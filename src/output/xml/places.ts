import type { Place } from '../output.ts';

const textNeedsEscaping = /[^\t\n -%'-;=?-\\^-\ud7ff\ue000-\ufffd]|^\n/;
const sectionNeedsEscaping = /[^\t\n -\\^-\ud7ff\ue000-\ufffd]|^\n/;
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

/** Characters that XML 1.0 does not allow become U+FFFD (section 2.2). */
function escapeCharacter(character: string): string {
  return references.get(character) ?? '\ufffd';
}

/**
 * The text of an element. A carriage return is written as a reference, since a parser would turn it into a line break;
 * so are a leading line break, which would merge with a carriage return before it (section 2.11), and closing brackets
 * at the end, which could form `]]>` with the text after them.
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

/**
 * An attribute in either kind of quotes; whitespace becomes references, since a parser would turn it into spaces
 * (3.3.3).
 */
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

/** Ends a CDATA section and begins another, which makes no difference to a parser (section 2.7). */
const nextSection = ']]><![CDATA[';

/**
 * The text of a CDATA section, where only `]]>` has a meaning: it is split, so that no section contains all of it. A
 * section has no references, so it is interrupted for what `escapeText` writes as one: a carriage return, and a leading
 * line break.
 */
function escapeSection(text: string): string {
  if (!sectionNeedsEscaping.test(text)) return text;
  const parts = text.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd').split(']]>');
  const escaped = parts.join(`]]${nextSection}>`).replace(/\r+|^\n/g, interrupt);
  return escaped.endsWith(']') ? escaped + nextSection : escaped;
}

function interrupt(breaks: string): string {
  return `]]>${Array.from(breaks, escapeCharacter).join('')}<![CDATA[`;
}

export const xmlSection: Place = {
  ...xmlText,
  name: 'xml-cdata',
  text: escapeSection,
  json: escapeSection,
};

/** The place after a `]`, which could become `]]>` with a value, or without one. */
export const xmlSectionAfterBracket: Place = {
  ...xmlSection,
  strict: true,
  missing: nextSection,
  text: text => nextSection + escapeSection(text),
  number: number => nextSection + number,
  boolean: boolean => nextSection + boolean,
  json: json => nextSection + escapeSection(json),
};
