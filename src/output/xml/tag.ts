import { excerpt, quote } from '../../diagnostics/catalogue/excerpt.ts';
import type { Problem } from '../output.ts';
import { isNameStart, isXmlCharacter, isXmlSpace, nameEnd } from './characters.ts';
import { openReference } from './content.ts';
import { bindPrefixes, boundAtFirst, checkColon, declaresPrefix } from './namespaces.ts';
import { openTag, xmlMarkupProblem, xmlReferenceProblem, xmlUnescaped, xmlUnexpected } from './problem.ts';
import { elementName, endMarkup, type Spot, type XmlMode, type XmlRun } from './state.ts';

const greater = 0x3e;
const slash = 0x2f;
const longestName = 1000;

/** Takes what belongs to a name, and leaves the spot at the first character that does not. */
export function takeName(run: XmlRun, spot: Spot): Problem | undefined {
  const begins = run.name === '';
  if (begins && !isNameStart(spot.text, spot.index)) return undefined;
  const end = nameEnd(spot.text, spot.index);
  run.name += spot.text.slice(spot.index, end);
  if (run.name.length > longestName) {
    const expected = `a name of at most ${longestName} characters`;
    return xmlMarkupProblem('xml-unexpected', run, spot.offset + end, { expected, found: 'a longer one' });
  }
  spot.index = end;
  return undefined;
}

/** The character after the name of a tag. */
export function endTagName(run: XmlRun, spot: Spot): Problem | undefined {
  const mode = isXmlSpace(spot.code) ? 'tag' : tagEnd(spot.code);
  if (mode === undefined) return xmlUnexpected(run, spot);
  const problem = checkColon(run, spot.offset + spot.index);
  if (problem) return problem;
  run.elements = run.elements.push(run.name);
  const outer = run.opened;
  const prefixes = outer?.prefixes ?? boundAtFirst;
  run.opened = { start: run.since, end: spot.offset + spot.index, outer, prefixes };
  run.isRooted = true;
  run.name = '';
  run.mode = mode;
  return mode === 'tag' ? undefined : bindPrefixes(run, spot.offset + spot.index);
}

function tagEnd(code: number): XmlMode | undefined {
  if (code === slash) return 'empty-end';
  return code === greater ? 'text' : undefined;
}

/** Inside a tag, after a blank. */
export function stepTag(run: XmlRun, spot: Spot): Problem | undefined {
  if (isXmlSpace(spot.code)) return undefined;
  if (isNameStart(spot.text, spot.index)) {
    run.mode = 'attribute-name';
    run.since = spot.offset + spot.index;
    run.name = String.fromCodePoint(spot.text.codePointAt(spot.index) ?? 0);
    return undefined;
  }
  return endTag(run, spot);
}

/** Directly after an attribute. */
export function stepAttributeEnd(run: XmlRun, spot: Spot): Problem | undefined {
  if (!isXmlSpace(spot.code)) return endTag(run, spot);
  run.mode = 'tag';
  return undefined;
}

function endTag(run: XmlRun, spot: Spot): Problem | undefined {
  const mode = tagEnd(spot.code);
  if (mode === undefined) return xmlUnexpected(run, spot);
  const problem = bindPrefixes(run, spot.offset + spot.index);
  run.attributes = run.attributes.none;
  run.mode = mode;
  return problem;
}

/** The character after the name of an attribute. */
export function endAttributeName(run: XmlRun, spot: Spot): Problem | undefined {
  if (spot.code !== 0x3d && !isXmlSpace(spot.code)) return xmlUnexpected(run, spot);
  if (run.attributes.has(run.name)) {
    const found = `${quote(run.name)} a second time`;
    const facts = { expected: 'another name', found };
    return xmlMarkupProblem('xml-duplicate-attribute', run, spot.offset + spot.index, facts);
  }
  const problem = checkColon(run, spot.offset + spot.index);
  if (problem) return problem;
  run.attributes = run.attributes.add(run.name);
  run.name = '';
  run.mode = spot.code === 0x3d ? 'attribute-quote' : 'attribute-equals';
  return undefined;
}

/** Between the name of an attribute and its value. */
export function stepAttributeSign(run: XmlRun, spot: Spot): Problem | undefined {
  if (isXmlSpace(spot.code)) return undefined;
  const isQuote = spot.code === 0x22 || spot.code === 0x27;
  if (run.mode === 'attribute-equals' && spot.code === 0x3d) run.mode = 'attribute-quote';
  else if (run.mode === 'attribute-quote' && isQuote) {
    run.mode = 'attribute';
    run.quote = spot.code === 0x22 ? '"' : "'";
  } else return xmlUnexpected(run, spot);
  return undefined;
}

export function stepAttribute(run: XmlRun, spot: Spot): Problem | undefined {
  if (spot.code === 0x3c) return xmlUnescaped(spot, '&lt;', ', or the closing quote before it');
  if (spot.code === run.quote.charCodeAt(0)) return endAttribute(run, spot);
  if (declaresPrefix(run.attributes.latest) && !isXmlSpace(spot.code)) run.count = 1;
  if (spot.code === 0x26) openReference(run, spot);
  return undefined;
}

/** The closing quote; a prefix cannot be unbound again (Namespaces in XML 1.0, section 2.2). */
function endAttribute(run: XmlRun, { offset, index }: Spot): Problem | undefined {
  const name = run.attributes.latest;
  if (declaresPrefix(name) && run.count === 0) {
    const facts = { expected: 'the name of a namespace', found: `\`${excerpt(name)}=""\`` };
    return xmlMarkupProblem('xml-unbound-prefix', run, offset + index + 1, facts);
  }
  run.count = 0;
  run.quote = '';
  run.mode = 'attribute-end';
  return undefined;
}

/** The character after the `/` of an empty element, or after the blanks of an end tag. */
export function stepClosed(run: XmlRun, spot: Spot): Problem | undefined {
  if (run.mode === 'close-end' && isXmlSpace(spot.code)) return undefined;
  if (spot.code !== greater) return xmlUnexpected(run, spot);
  run.elements = run.elements.below ?? run.elements;
  run.opened = run.opened?.outer;
  endMarkup(run);
  return undefined;
}

/** The character after the name in an end tag. */
export function endCloseName(run: XmlRun, spot: Spot): Problem | undefined {
  if (run.name === '' || (!isXmlSpace(spot.code) && spot.code !== greater)) return xmlUnexpected(run, spot);
  if (run.name !== elementName(run)) {
    const facts = {
      expected: `\`</${excerpt(elementName(run))}>\``,
      found: `\`</${excerpt(run.name)}>\``,
      related: openTag(run),
    };
    return xmlMarkupProblem('xml-mismatched-tag', run, spot.offset + spot.index, facts);
  }
  run.name = '';
  run.mode = 'close-end';
  return stepClosed(run, spot);
}

const entities = ['amp', 'lt', 'gt', 'quot', 'apos'];
const longestReference = 10;

/** After `&` (section 4.1): a predefined entity, or the number of a character that XML has. */
export function stepReference(run: XmlRun, spot: Spot): Problem | undefined {
  const character = String.fromCharCode(spot.code);
  const read = run.name + character;
  if (character === ';' && isReference(run.name)) {
    run.name = '';
    run.mode = run.quote === '' ? 'text' : 'attribute';
    return undefined;
  }
  if (!isPartOfReference(read)) return xmlReferenceProblem(run, spot, isReference);
  // Leading zeros mean nothing; leaving them out keeps what has been read short.
  run.name = read.replace(/^(#x?)0+(?=.)/, '$1');
  return undefined;
}

function isReference(name: string): boolean {
  return entities.includes(name) || isCharacter(name);
}

function isPartOfReference(read: string): boolean {
  if (!read.startsWith('#')) return entities.some(entity => entity.startsWith(read));
  return read.length <= longestReference && /^#(?:[0-9]*|x[0-9a-fA-F]*)$/.test(read);
}

function isCharacter(read: string): boolean {
  const [, hexadecimal, decimal] = /^#(?:x([0-9a-fA-F]+)|([0-9]+))$/.exec(read) ?? [];
  if (hexadecimal !== undefined) return isXmlCharacter(Number.parseInt(hexadecimal, 16));
  return decimal !== undefined && isXmlCharacter(Number.parseInt(decimal, 10));
}
