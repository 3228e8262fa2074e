import { excerpt } from '../../diagnostics/catalogue/excerpt.ts';
import type { OutputCode } from '../../diagnostics/catalogue/output.ts';
import type { Fix, Related } from '../../diagnostics/diagnostic.ts';
import { insertAt, replaceWith } from '../../diagnostics/fixes/fix.ts';
import { didYouMean } from '../../spelling/did-you-mean.ts';
import { characterAt, describeCharacter } from '../describe-character.ts';
import type { Landing, Violation } from '../output.ts';
import { elementName, type TextCursor, type XmlMode, type XmlState } from './state.ts';

const reference = 'one of `&amp;`, `&lt;`, `&gt;`, `&quot;`, `&apos;`, or a number such as `&#160;`';

/** Reports a character that is not allowed in this state. */
export function xmlUnexpected(state: XmlState, cursor: TextCursor, expected = expectedXml(state)): Violation {
  const violation = atCharacter('xml-unexpected', cursor, expected);
  const isLess = cursor.text[cursor.index - 1] === '<' && /[\s\d=]/.test(cursor.text.charAt(cursor.index));
  if (!isLess || state.opened === undefined) return violation;
  const sign = { start: violation.start - 1, end: violation.start };
  return {
    ...violation,
    expected: `${expected} (write \`&lt;\` for the sign itself)`,
    fixes: [replaceWith(sign, '&lt;')],
  };
}

/** Reports a character that has to be written in another way, such as `&lt;`. */
export function xmlUnescaped(cursor: TextCursor, written: string, or = ''): Violation {
  const violation = atCharacter('xml-unexpected', cursor, `\`${written}\`${or}`);
  const { start, end } = violation;
  return { ...violation, fixes: [replaceWith({ start, end }, written)] };
}

export function xmlForbidden(cursor: TextCursor): Violation {
  return atCharacter('xml-character', cursor, 'a character that XML 1.0 allows');
}

function atCharacter(code: OutputCode, { text, index, offset }: TextCursor, expected: string): Violation {
  const start = offset + index;
  const end = start + characterAt(text, index).length;
  return { code, start, end, expected, found: describeCharacter(text, index) };
}

/** Reports markup that began at `state.since`, ends at `end` of the source, and is wrong as a whole. */
export function xmlMarkupViolation(
  code: OutputCode,
  state: XmlState,
  end: number,
  facts: { readonly expected: string; readonly found: string; readonly related?: readonly Related[] },
): Violation {
  return { code, start: state.since, end, ...facts };
}

/** Reports a reference that cannot go on with this character. */
export function xmlReferenceViolation(
  state: XmlState,
  cursor: TextCursor,
  isReference: (name: string) => boolean,
): Violation {
  const rest = restOfWord(cursor);
  const read = `&${state.name}${rest}`;
  const isAlone = read === '&';
  const end = cursor.offset + cursor.index + rest.length;
  const point = htmlEntity(`${state.name}${rest}`);
  const number = point === undefined ? undefined : `&#${point};`;
  const fix = isReference(`${state.name}${rest}`)
    ? insertAt(end, ';', 'Write `;`')
    : replaceWith({ start: state.since, end: number ? end : state.since + 1 }, number ?? '&amp;');
  const named = point === undefined ? '' : describeCharacter(String.fromCodePoint(point), 0);
  return {
    code: 'xml-reference',
    start: state.since,
    end,
    expected: number ? `\`${number}\` for ${named}` : reference,
    found: isAlone ? `\`&\` before ${describeCharacter(cursor.text, cursor.index)}` : `\`${read}\``,
    fixes: [fix],
  };
}

/** What a reference, or an ampersand, was meant for; the reference itself if XML has it. */
export function meantByReference(written: string): string {
  if (/^&(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);$/.test(written)) return written;
  if (/^&(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+)$/.test(written)) return `${written};`;
  const point = htmlEntity(written.slice(1));
  return point === undefined ? `&amp;${written.slice(1)}` : `&#${point};`;
}

/** The rest of a word, so that a message shows it as a whole. */
export function restOfWord({ text, index }: TextCursor): string {
  const [word = ''] = /^[\w#]*;?/.exec(text.slice(index, index + 32)) ?? [];
  return word;
}

/** Points to the tag that is still open. */
export function openTag(state: XmlState): readonly Related[] {
  const { opened } = state;
  if (!opened) return [];
  return [
    {
      range: { start: opened.start, end: opened.end },
      message: `\`<${excerpt(elementName(state))}>\` was opened here`,
    },
  ];
}

/** Fixes of an end tag: it is misspelt, or ends an element around the open one, whose end is missing. */
export function endTagFixes(state: XmlState, { start, end }: Violation): readonly Fix[] {
  const { name, elements } = state;
  const open = elementName(state);
  for (let outer = elements.below; outer?.below; outer = outer.below)
    if (outer.label.split(' ')[0] === name) return [insertAt(start, `</${open}>`)];
  const meant = didYouMean(name, [open]);
  return meant === undefined
    ? []
    : [replaceWith({ start, end }, `</${meant}`, `Did you mean \`</${meant}>\`?`)];
}

/** The reason why a value is not allowed in this state. */
export function xmlNoPlace(state: XmlState): Extract<Landing, { violation: unknown }> {
  if (state.held !== '') {
    return { violation: { code: 'xml-character', expected: 'a whole character', found: 'half of one' } };
  }
  const where = state.mode === 'attribute' ? 'in the name of a namespace' : surroundingXml(state.mode);
  const found = `a value ${where}`;
  return { violation: { code: 'xml-no-place', expected: expectedXml(state), found } };
}

/** Reports an output that ends too early, at `offset` of the source. */
export function xmlUnfinished(state: XmlState, offset: number): Violation | undefined {
  const range = { start: offset, end: offset };
  if (state.held !== '') {
    return { code: 'xml-character', ...range, expected: 'a whole character', found: 'half of one' };
  }
  if (state.mode === 'epilog') return undefined;
  const violation = {
    code: 'xml-unfinished',
    ...range,
    expected: expectedXml(state),
    found: 'the end',
  } as const;
  return state.opened ? { ...violation, related: openTag(state) } : violation;
}

const nameModes: readonly XmlState['mode'][] = ['tag-name', 'attribute-name', 'close-name', 'target'];

/**
 * The reason why text that leads from one state to the other must not be repeated: each repetition would make another
 * name.
 */
export function xmlRepeatViolation(
  before: XmlState,
  after: XmlState,
): Omit<Violation, 'start' | 'end'> | undefined {
  const isSame =
    nameModes.includes(before.mode) && before.mode === after.mode && before.since === after.since;
  if (!isSame || before.name === after.name) return undefined;
  return { code: 'xml-unexpected', expected: 'a name written out', found: 'a list' };
}

const expectations: Readonly<Record<XmlMode, string>> = {
  begin: '`<` of the root element',
  prolog: '`<` of the root element',
  text: 'text or a tag',
  epilog: 'nothing but comments after the root element',
  open: 'a tag name, `/`, `!--` or `?` after `<`',
  bang: 'a comment (`<!--`) or, inside an element, `<![CDATA[`',
  comment: '`-->`',
  cdata: '`]]>`',
  target: 'the name of a processing instruction after `<?`',
  instruction: '`?>`',
  'instruction-end': '`>`',
  declaration: '`?>`',
  reference: '`;`',
  'tag-name': 'the rest of the tag name, a space, `/` or `>`',
  tag: 'an attribute, `/` or `>`',
  'attribute-name': '`=` after the attribute name',
  'attribute-equals': '`=` after the attribute name',
  'attribute-quote': 'a value in quotes after `=`',
  attribute: 'the closing quote of the attribute',
  'attribute-end': 'a space, `/` or `>` after the attribute',
  'empty-end': '`>`',
  'close-name': 'the name of the open element',
  'close-end': '`>`',
};

/** A description of what is allowed next, for people. */
function expectedXml(state: XmlState): string {
  const { mode } = state;
  if (mode === 'text' || mode === 'close-name') return `\`</${excerpt(elementName(state))}>\``;
  return expectations[mode];
}

const surroundings: Partial<Record<XmlMode, string>> = {
  begin: 'before the root element',
  prolog: 'before the root element',
  epilog: 'after the root element',
  open: 'as a tag name',
  comment: 'in a comment',
  cdata: 'in a CDATA section',
  target: 'in a processing instruction',
  instruction: 'in a processing instruction',
  declaration: 'in the XML declaration',
  reference: 'in a reference',
  'tag-name': 'in a tag name',
  'close-name': 'in a tag name',
  'attribute-quote': 'as an attribute without quotes',
};

/** The surroundings of a value that is not allowed: "in a comment". */
function surroundingXml(mode: XmlMode): string {
  return surroundings[mode] ?? 'in a tag';
}

/** HTML's names for U+00A0 to U+00FF, in order. */
const latin1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml';

const numbers: ReadonlyMap<string, number> = new Map([
  ...latin1.split(' ').map((name, index) => [name, 0xa0 + index] as const),
  ['ndash', 0x2013],
  ['mdash', 0x2014],
  ['lsquo', 0x2018],
  ['rsquo', 0x2019],
  ['sbquo', 0x201a],
  ['ldquo', 0x201c],
  ['rdquo', 0x201d],
  ['bdquo', 0x201e],
  ['bull', 0x2022],
  ['hellip', 0x2026],
  ['euro', 0x20ac],
  ['trade', 0x2122],
  ['larr', 0x2190],
  ['rarr', 0x2192],
  ['check', 0x2713],
]);

/** The code point of an HTML entity such as `auml;`; undefined for entities that are rarely used. */
function htmlEntity(name: string): number | undefined {
  return name.endsWith(';') ? numbers.get(name.slice(0, -1)) : undefined;
}
