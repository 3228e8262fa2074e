import { defineLanguageFacet, languageDataProp } from '@codemirror/language';
import { type NodePropSource, NodeSet, NodeType } from '@lezer/common';
import { styleTags, tags } from '@lezer/highlight';
import { pieceNames } from '../../assist/colours/piece.ts';

/* The nodes of a template as CodeMirror sees it: text with tags in it, and in the tags the tokens of the engine's lexer. */

const names = ['Template', 'Text', 'Tag', ...pieceNames] as const;
export type NodeName = (typeof names)[number];

const styles: NodePropSource = styleTags({
  Comment: tags.blockComment,
  Escape: tags.escape,
  'Tag/...': tags.meta,
  Delimiter: tags.processingInstruction,
  Keyword: tags.controlKeyword,
  Name: tags.special(tags.variableName),
  OptionName: tags.attributeName,
  Constant: tags.special(tags.string),
  Number: tags.number,
  Operator: tags.operator,
  Invalid: tags.invalid,
  Separator: tags.separator,
  Encoded: tags.escape,
  Key: tags.propertyName,
  String: tags.string,
  Quote: tags.string,
  Element: tags.tagName,
});

/** What commands know of the language: how a selection becomes a comment. */
export const languageData = defineLanguageFacet({ commentTokens: { block: { open: '$!', close: '!$' } } });

export const nodeSet: NodeSet = new NodeSet(
  names.map((name, id) => NodeType.define({ id, name, top: name === 'Template' })),
).extend(
  styles,
  languageDataProp.add(type => (type.isTop ? languageData : undefined)),
);

export function idOf(name: NodeName): number {
  return names.indexOf(name);
}
