import { excerpt } from '../../diagnostics/catalogue/excerpt.ts';
import { elementName, type XmlMode, type XmlState } from './state.ts';

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

/** What would be accepted next, for people. */
export function expectedXml(state: XmlState): string {
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

/** Where a value is that is not allowed: "in a comment". */
export function surroundingXml(mode: XmlMode): string {
  return surroundings[mode] ?? 'in a tag';
}
