import { excerpt, quote } from '../../diagnostics/catalogue/excerpt.ts';
import type { Landing, Output, Transition, Violation } from '../output.ts';
import { isNameStart, isXmlCharacter, isXmlSpace, nameEnd, xmlCharacterLength } from './characters.ts';
import { xmlAttribute, xmlSection, xmlSectionAfterBracket, xmlText } from './places.ts';
import {
  elementName,
  endMarkup,
  type TextCursor,
  type XmlMode,
  type XmlRun,
  type XmlState,
  xmlKey,
  xmlStart,
} from './state.ts';
import {
  endTagFixes,
  openTag,
  restOfWord,
  xmlForbidden,
  xmlMarkupViolation,
  xmlNoPlace,
  xmlReferenceViolation,
  xmlRepeatViolation,
  xmlUnescaped,
  xmlUnexpected,
  xmlUnfinished,
} from './violation.ts';

/**
 * XML 1.0, fifth edition: accepts well-formed documents that have no document type declaration and declare no encoding
 * other than UTF-8. As for namespaces, prefixes must be declared, and no value may name one.
 */
export const xml: Output<XmlState> = {
  name: 'xml',
  start: xmlStart,
  advance,
  place,
  // An empty value joins `]]` before it and `>` after it: the part of `]]>` that was read still counts. In a CDATA
  // section a value after `]` begins another section.
  after: state => (state.mode === 'cdata' ? { ...state, count: 0 } : state),
  end: xmlUnfinished,
  key: xmlKey,
  // The name of a tag is not complete until the character after it.
  opened: ({ opened }) => opened,
  open: ({ mode, elements }) => (mode === 'text' ? elements : undefined),
  repeat: xmlRepeatViolation,
};

function place(state: XmlState): Landing {
  if (state.held === '' && state.mode === 'text') return { place: xmlText };
  const isOpen = state.mode === 'attribute' && !isDeclaration(state.attributes.latest);
  if (state.held === '' && isOpen) return { place: xmlAttribute };
  if (state.held === '' && state.mode === 'cdata')
    return { place: state.count > 0 ? xmlSectionAfterBracket : xmlSection };
  return xmlNoPlace(state);
}

function advance(state: XmlState, text: string, offset: number): Transition<XmlState> {
  if (text === '') return { state };
  const whole = state.held + text;
  const isCut = isHighSurrogate(whole.charCodeAt(whole.length - 1));
  const run: XmlRun = { ...state, held: isCut ? whole.slice(-1) : '' };
  const violation = runOver(run, isCut ? whole.slice(0, -1) : whole, offset - state.held.length);
  return violation ? { violation } : { state: run };
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

function runOver(run: XmlRun, text: string, offset: number): Violation | undefined {
  const cursor: TextCursor = { text, offset, index: 0, code: 0 };
  while (cursor.index < text.length) {
    if (isName(run.mode)) {
      const violation = takeName(run, cursor);
      if (violation) return violation;
      if (cursor.index === text.length) return undefined;
    }
    cursor.code = text.charCodeAt(cursor.index);
    const length = xmlCharacterLength(text, cursor.index);
    if (length === 0) return xmlForbidden(cursor);
    const wrong = steps[run.mode](run, cursor);
    if (wrong) return wrong;
    cursor.index += length;
  }
  return undefined;
}

function isName(mode: XmlMode): boolean {
  return mode === 'tag-name' || mode === 'attribute-name' || mode === 'close-name' || mode === 'target';
}

const steps: Readonly<Record<XmlMode, (run: XmlRun, cursor: TextCursor) => Violation | undefined>> = {
  begin: stepOutside,
  prolog: stepOutside,
  epilog: stepOutside,
  text: stepText,
  open: stepOpen,
  bang: stepBang,
  comment: stepComment,
  cdata: stepSection,
  target: endTarget,
  instruction: stepInstruction,
  'instruction-end': stepInstructionEnd,
  declaration: stepDeclaration,
  reference: stepReference,
  'tag-name': endTagName,
  tag: stepTag,
  'attribute-name': endAttributeName,
  'attribute-equals': stepAttributeSign,
  'attribute-quote': stepAttributeSign,
  attribute: stepAttribute,
  'attribute-end': stepAttributeEnd,
  'empty-end': stepClosed,
  'close-name': endCloseName,
  'close-end': stepClosed,
};

const byteOrderMark = 0xfeff;
const closeBracket = 0x5d;
const greater = 0x3e;
const question = 0x3f;

/**
 * Before the root element and after it: blanks, comments, processing instructions. One byte order mark may come before
 * everything else, even before a declaration (section 4.3.3).
 */
function stepOutside(run: XmlRun, cursor: TextCursor): Violation | undefined {
  if (cursor.code === 0x3c) openMarkup(run, cursor);
  else if (cursor.code === byteOrderMark && run.mode === 'begin' && run.count === 0) run.count = 1;
  else if (!isXmlSpace(cursor.code)) return xmlUnexpected(run, cursor);
  else if (run.mode === 'begin') endMarkup(run);
  return undefined;
}

function stepText(run: XmlRun, cursor: TextCursor): Violation | undefined {
  if (cursor.code === 0x3c) {
    openMarkup(run, cursor);
    return undefined;
  }
  if (cursor.code === greater && run.count === 2) return xmlUnescaped(cursor, '&gt;');
  run.count = cursor.code === closeBracket ? Math.min(2, run.count + 1) : 0;
  if (cursor.code === 0x26) openReference(run, cursor);
  return undefined;
}

function openMarkup(run: XmlRun, { offset, index }: TextCursor): void {
  run.isFirst = run.mode === 'begin';
  run.mode = 'open';
  run.count = 0;
  run.since = offset + index;
}

function openReference(run: XmlRun, { offset, index }: TextCursor): void {
  run.mode = 'reference';
  run.name = '';
  run.since = offset + index;
}

/** After `<`. */
function stepOpen(run: XmlRun, cursor: TextCursor): Violation | undefined {
  const isInside = run.elements.below !== undefined;
  if (cursor.code === question) run.mode = 'target';
  else {
    run.isFirst = false;
    if (cursor.code === 0x21) run.mode = 'bang';
    else if (cursor.code === 0x2f && isInside) run.mode = 'close-name';
    else if (cursor.code === 0x2f) return strayEndTag(run, cursor);
    else if (!isNameStart(cursor.text, cursor.index)) return xmlUnexpected(run, cursor);
    else if (run.isRooted && !isInside) return xmlUnexpected(run, cursor, 'only one root element');
    else {
      run.mode = 'tag-name';
      run.name = String.fromCodePoint(cursor.text.codePointAt(cursor.index) ?? 0);
    }
  }
  return undefined;
}

function strayEndTag(run: XmlRun, { offset, index }: TextCursor): Violation {
  const expected = 'no end tag, because no element is open';
  return xmlMarkupViolation('xml-unexpected', run, offset + index + 1, { expected, found: '`</`' });
}

/** After `<!`. */
function stepBang(run: XmlRun, cursor: TextCursor): Violation | undefined {
  const word = run.name === '' ? restOfWord(cursor) : '';
  if (/^doctype$/i.test(word)) {
    const end = cursor.offset + cursor.index + word.length;
    return xmlMarkupViolation('xml-doctype', run, end, {
      expected: 'the root element',
      found: `\`<!${word}\``,
    });
  }
  const read = run.name + String.fromCharCode(cursor.code);
  const isSection = run.elements.below !== undefined && '[CDATA['.startsWith(read);
  if (!isSection && !'--'.startsWith(read)) return xmlUnexpected(run, cursor);
  run.name = read;
  if (read === '--' || read === '[CDATA[') {
    run.name = '';
    run.mode = read === '--' ? 'comment' : 'cdata';
  }
  return undefined;
}

function stepComment(run: XmlRun, cursor: TextCursor): Violation | undefined {
  if (run.count === 2) {
    if (cursor.code !== greater) return xmlUnexpected(run, cursor, '`>` after the `--` of a comment');
    endMarkup(run);
  } else {
    run.count = cursor.code === 0x2d ? run.count + 1 : 0;
  }
  return undefined;
}

function stepSection(run: XmlRun, cursor: TextCursor): Violation | undefined {
  if (run.count === 2 && cursor.code === greater) endMarkup(run);
  else run.count = cursor.code === closeBracket ? Math.min(2, run.count + 1) : 0;
  return undefined;
}

function stepInstruction(run: XmlRun, cursor: TextCursor): Violation | undefined {
  if (run.count === 1 && cursor.code === greater) endMarkup(run);
  else run.count = cursor.code === question ? 1 : 0;
  return undefined;
}

/** After `<?name?`, where only `>` is allowed. */
function stepInstructionEnd(run: XmlRun, cursor: TextCursor): Violation | undefined {
  if (cursor.code !== greater) return xmlUnexpected(run, cursor);
  endMarkup(run);
  return undefined;
}

/** The character after the name of a processing instruction. */
function endTarget(run: XmlRun, cursor: TextCursor): Violation | undefined {
  const isSpace = isXmlSpace(cursor.code);
  if (run.name === '' || (!isSpace && cursor.code !== question)) return xmlUnexpected(run, cursor);
  if (run.name.toLowerCase() === 'xml') {
    if (!run.isFirst || run.name !== 'xml' || !isSpace) return declarationViolation(run, cursor);
    run.mode = 'declaration';
    run.name = ' ';
    return undefined;
  }
  const violation = refuseColon(run, cursor.offset + cursor.index);
  if (violation) return violation;
  run.name = '';
  run.isFirst = false;
  run.mode = isSpace ? 'instruction' : 'instruction-end';
  return undefined;
}

const declaration = new RegExp(
  [
    /^[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"1\.0"|'1\.0')/,
    /(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"[Uu][Tt][Ff]-8"|'[Uu][Tt][Ff]-8'))?/,
    /(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>$/,
  ]
    .map(part => part.source)
    .join(''),
);
const maxDeclarationLength = 200;

/**
 * The XML declaration (section 2.8). It allows only version 1.0, whose rules this automaton knows, and UTF-8, in which
 * the output is sent.
 */
function stepDeclaration(run: XmlRun, cursor: TextCursor): Violation | undefined {
  run.name += String.fromCharCode(cursor.code);
  if (run.name.length > maxDeclarationLength) return declarationViolation(run, cursor);
  if (cursor.code !== greater || !run.name.endsWith('?>')) return undefined;
  if (!declaration.test(run.name)) return declarationViolation(run, cursor);
  endMarkup(run);
  return undefined;
}

function declarationViolation(run: XmlRun, cursor: TextCursor): Violation {
  const expected = '`<?xml version="1.0" encoding="UTF-8"?>` at the very beginning of the document';
  const found = run.isFirst ? 'another declaration' : 'one after the beginning';
  return xmlMarkupViolation('xml-declaration', run, cursor.offset + cursor.index + 1, { expected, found });
}

const slash = 0x2f;
const maxNameLength = 1000;

/** Takes the characters of a name, and moves the cursor to the first character after it. */
function takeName(run: XmlRun, cursor: TextCursor): Violation | undefined {
  const begins = run.name === '';
  if (begins && !isNameStart(cursor.text, cursor.index)) return undefined;
  const end = nameEnd(cursor.text, cursor.index);
  run.name += cursor.text.slice(cursor.index, end);
  if (run.name.length > maxNameLength) {
    const expected = `a name of at most ${maxNameLength} characters`;
    return xmlMarkupViolation('xml-unexpected', run, cursor.offset + end, {
      expected,
      found: 'a longer one',
    });
  }
  cursor.index = end;
  return undefined;
}

/** The character after the name of a tag. */
function endTagName(run: XmlRun, cursor: TextCursor): Violation | undefined {
  const mode = isXmlSpace(cursor.code) ? 'tag' : tagEnd(cursor.code);
  if (mode === undefined) return xmlUnexpected(run, cursor);
  const violation = checkColon(run, cursor.offset + cursor.index);
  if (violation) return violation;
  run.elements = run.elements.push(run.name);
  const outer = run.opened;
  const prefixes = outer?.prefixes ?? boundAtFirst;
  run.opened = { start: run.since, end: cursor.offset + cursor.index, outer, prefixes };
  run.isRooted = true;
  run.name = '';
  run.mode = mode;
  return mode === 'tag' ? undefined : bindPrefixes(run, cursor.offset + cursor.index);
}

function tagEnd(code: number): XmlMode | undefined {
  if (code === slash) return 'empty-end';
  return code === greater ? 'text' : undefined;
}

/** Inside a tag, after a blank. */
function stepTag(run: XmlRun, cursor: TextCursor): Violation | undefined {
  if (isXmlSpace(cursor.code)) return undefined;
  if (isNameStart(cursor.text, cursor.index)) {
    run.mode = 'attribute-name';
    run.since = cursor.offset + cursor.index;
    run.name = String.fromCodePoint(cursor.text.codePointAt(cursor.index) ?? 0);
    return undefined;
  }
  return endTag(run, cursor);
}

/** Directly after an attribute. */
function stepAttributeEnd(run: XmlRun, cursor: TextCursor): Violation | undefined {
  if (!isXmlSpace(cursor.code)) return endTag(run, cursor);
  run.mode = 'tag';
  return undefined;
}

function endTag(run: XmlRun, cursor: TextCursor): Violation | undefined {
  const mode = tagEnd(cursor.code);
  if (mode === undefined) return xmlUnexpected(run, cursor);
  const violation = bindPrefixes(run, cursor.offset + cursor.index);
  run.attributes = run.attributes.none;
  run.mode = mode;
  return violation;
}

/** The character after the name of an attribute. */
function endAttributeName(run: XmlRun, cursor: TextCursor): Violation | undefined {
  if (cursor.code !== 0x3d && !isXmlSpace(cursor.code)) return xmlUnexpected(run, cursor);
  if (run.attributes.has(run.name)) {
    const found = `${quote(run.name)} a second time`;
    const facts = { expected: 'another name', found };
    return xmlMarkupViolation('xml-duplicate-attribute', run, cursor.offset + cursor.index, facts);
  }
  const violation = checkColon(run, cursor.offset + cursor.index);
  if (violation) return violation;
  run.attributes = run.attributes.add(run.name);
  run.name = '';
  run.mode = cursor.code === 0x3d ? 'attribute-quote' : 'attribute-equals';
  return undefined;
}

/** Between the name of an attribute and its value. */
function stepAttributeSign(run: XmlRun, cursor: TextCursor): Violation | undefined {
  if (isXmlSpace(cursor.code)) return undefined;
  const isQuote = cursor.code === 0x22 || cursor.code === 0x27;
  if (run.mode === 'attribute-equals' && cursor.code === 0x3d) run.mode = 'attribute-quote';
  else if (run.mode === 'attribute-quote' && isQuote) {
    run.mode = 'attribute';
    run.quote = cursor.code === 0x22 ? '"' : "'";
  } else return xmlUnexpected(run, cursor);
  return undefined;
}

function stepAttribute(run: XmlRun, cursor: TextCursor): Violation | undefined {
  if (cursor.code === 0x3c) return xmlUnescaped(cursor, '&lt;', ', or the closing quote before it');
  if (cursor.code === run.quote.charCodeAt(0)) return endAttribute(run, cursor);
  if (declaresPrefix(run.attributes.latest) && !isXmlSpace(cursor.code)) run.count = 1;
  if (cursor.code === 0x26) openReference(run, cursor);
  return undefined;
}

/** The closing quote; a prefix cannot be unbound again (Namespaces in XML 1.0, section 2.2). */
function endAttribute(run: XmlRun, { offset, index }: TextCursor): Violation | undefined {
  const name = run.attributes.latest;
  if (declaresPrefix(name) && run.count === 0) {
    const facts = { expected: 'the name of a namespace', found: `\`${excerpt(name)}=""\`` };
    return xmlMarkupViolation('xml-unbound-prefix', run, offset + index + 1, facts);
  }
  run.count = 0;
  run.quote = '';
  run.mode = 'attribute-end';
  return undefined;
}

/** The character after the `/` of an empty element, or after the blanks of an end tag. */
function stepClosed(run: XmlRun, cursor: TextCursor): Violation | undefined {
  if (run.mode === 'close-end' && isXmlSpace(cursor.code)) return undefined;
  if (cursor.code !== greater) return xmlUnexpected(run, cursor);
  run.elements = run.elements.below ?? run.elements;
  run.opened = run.opened?.outer;
  endMarkup(run);
  return undefined;
}

/** The character after the name in an end tag. */
function endCloseName(run: XmlRun, cursor: TextCursor): Violation | undefined {
  if (run.name === '' || (!isXmlSpace(cursor.code) && cursor.code !== greater))
    return xmlUnexpected(run, cursor);
  if (run.name !== elementName(run)) {
    const facts = {
      expected: `\`</${excerpt(elementName(run))}>\``,
      found: `\`</${excerpt(run.name)}>\``,
      related: openTag(run),
    };
    const violation = xmlMarkupViolation('xml-mismatched-tag', run, cursor.offset + cursor.index, facts);
    return { ...violation, fixes: endTagFixes(run, violation) };
  }
  run.name = '';
  run.mode = 'close-end';
  return stepClosed(run, cursor);
}

const entities = ['amp', 'lt', 'gt', 'quot', 'apos'];
const maxReferenceLength = 10;

/** After `&` (section 4.1): a predefined entity, or the number of a character that XML allows. */
function stepReference(run: XmlRun, cursor: TextCursor): Violation | undefined {
  const character = String.fromCharCode(cursor.code);
  const read = run.name + character;
  if (character === ';' && isReference(run.name)) {
    run.name = '';
    run.mode = run.quote === '' ? 'text' : 'attribute';
    return undefined;
  }
  if (!isPartOfReference(read)) return xmlReferenceViolation(run, cursor, isReference);
  // Without leading zeros, the reference stays short.
  run.name = read.replace(/^(#x?)0+(?=.)/, '$1');
  return undefined;
}

function isReference(name: string): boolean {
  return entities.includes(name) || isCharacter(name);
}

function isPartOfReference(read: string): boolean {
  if (!read.startsWith('#')) return entities.some(entity => entity.startsWith(read));
  return read.length <= maxReferenceLength && /^#(?:[0-9]*|x[0-9a-fA-F]*)$/.test(read);
}

function isCharacter(read: string): boolean {
  const [, hexadecimal, decimal] = /^#(?:x([0-9a-fA-F]+)|([0-9]+))$/.exec(read) ?? [];
  if (hexadecimal !== undefined) return isXmlCharacter(Number.parseInt(hexadecimal, 16));
  return decimal !== undefined && isXmlCharacter(Number.parseInt(decimal, 10));
}

/*
 * Namespaces in XML 1.0, section 5: each prefix of an element or attribute must be declared by the element itself or
 * one around it. The declarations of an element are part of its label among the open elements, and so of the key: on
 * every path it is known exactly which prefixes are bound. The names of namespaces are not checked, and so neither is
 * whether two attributes have the same name in two prefixes for one namespace.
 */

/** `xml` is bound by definition; `xmlns` never is. */
const boundAtFirst: ReadonlySet<string> = new Set(['xml']);
/** Bound by definition (section 3); declaring them again would say nothing new. */
const reserved: readonly string[] = ['xml', 'xmlns'];
/** A limit, because each element that declares prefixes copies those around it. */
const maxPrefixes = 64;

/** Ends a start tag at `end` of the source: binds the prefixes that it declares, and refuses unbound ones. */
function bindPrefixes(run: XmlRun, end: number): Violation | undefined {
  const { opened, elements, attributes } = run;
  if (!opened) return undefined;
  const names = attributes.prefixed;
  const declared = names.filter(declaresPrefix).map(name => name.slice('xmlns:'.length));
  const bound = declared.length > 0 ? new Set([...opened.prefixes, ...declared]) : opened.prefixes;
  const used = [elements.label, ...names.filter(name => !declaresPrefix(name))];
  const since = opened.start;
  const own = declared.find(prefix => reserved.includes(prefix));
  if (own !== undefined) {
    const facts = { expected: 'another prefix, as this one is reserved', found: `\`xmlns:${own}\`` };
    return xmlMarkupViolation('xml-unbound-prefix', { ...run, since }, end, facts);
  }
  if (bound.size > maxPrefixes) {
    const facts = { expected: `at most ${maxPrefixes} prefixes at once`, found: 'more' };
    return xmlMarkupViolation('xml-unbound-prefix', { ...run, since }, end, facts);
  }
  const unbound = used.find(name => name.indexOf(':') > 0 && !bound.has(prefixOf(name)));
  if (unbound !== undefined) {
    const expected = `\`xmlns:${excerpt(prefixOf(unbound))}="…"\` in this tag or in one around it`;
    return xmlMarkupViolation('xml-unbound-prefix', { ...run, since }, end, {
      expected,
      found: quote(unbound),
    });
  }
  if (declared.length > 0) {
    run.elements = elements.below?.push([elements.label, ...declared.sort()].join(' ')) ?? elements;
    run.opened = { ...opened, prefixes: bound };
  }
  return undefined;
}

/** Refuses an element or attribute name with a colon in any place but between a prefix and a name (section 4). */
function checkColon(run: XmlRun, end: number): Violation | undefined {
  const [prefix, name, ...more] = run.name.split(':');
  if (name === undefined || (prefix !== '' && isNameStart(name, 0) && more.length === 0)) return undefined;
  const facts = { expected: 'a prefix, one colon and a name', found: quote(run.name) };
  return xmlMarkupViolation('xml-unbound-prefix', run, end, facts);
}

/** Refuses a processing instruction whose name contains a colon (section 7). */
function refuseColon(run: XmlRun, end: number): Violation | undefined {
  if (!run.name.includes(':')) return undefined;
  const facts = { expected: 'the name of an instruction, without a colon,', found: quote(run.name) };
  return xmlMarkupViolation('xml-unbound-prefix', run, end, facts);
}

function declaresPrefix(attribute: string): boolean {
  return attribute.startsWith('xmlns:');
}

/** Whether an attribute names a namespace, which no value may choose. */
function isDeclaration(attribute: string): boolean {
  return attribute === 'xmlns' || declaresPrefix(attribute);
}

function prefixOf(name: string): string {
  return name.slice(0, name.indexOf(':'));
}
