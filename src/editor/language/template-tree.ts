import { Tree } from '@lezer/common';
import { type IToken, type TokenType, tokenMatcher } from 'chevrotain';
import { lex } from '../../../grammar/lex.ts';
import { endOf, startOf } from '../../../grammar/token-range.ts';
import * as tokens from '../../../grammar/tokens.ts';
import type { Piece } from './format-reader.ts';
import { idOf, type NodeName, nodeSet } from './template-nodes.ts';

/** Divides the text around tags, in the order of the template. */
export interface TextReader {
  readonly read: (token: IToken) => readonly Piece[];
  /** Skips a token that is not text. */
  readonly pass: (token: IToken) => void;
}

const operators = [
  tokens.Dot,
  tokens.Slash,
  tokens.Semicolon,
  tokens.Comma,
  tokens.EqualTo,
  tokens.NotEqualTo,
  tokens.AtMost,
  tokens.Below,
  tokens.AtLeast,
  tokens.Above,
  tokens.Equals,
  tokens.Not,
  tokens.And,
  tokens.Or,
  tokens.LeftParen,
  tokens.RightParen,
];

/** What is not among them is a mistake. */
const nodeOfToken: ReadonlyMap<TokenType, NodeName> = new Map<TokenType, NodeName>([
  ...tokens.keywords.map(type => [type, 'Keyword'] as const),
  ...operators.map(type => [type, 'Operator'] as const),
  [tokens.Dollar, 'Escape'],
  [tokens.CommentOpen, 'Comment'],
  [tokens.CommentText, 'Comment'],
  [tokens.CommentClose, 'Comment'],
  [tokens.Open, 'Delimiter'],
  [tokens.Close, 'Delimiter'],
  [tokens.Name, 'Name'],
  [tokens.In, 'Name'],
  [tokens.FilterIf, 'Name'],
  [tokens.Quoted, 'Constant'],
  [tokens.NumberToken, 'Number'],
]);

/** A template as CodeMirror reads it. */
export function readTree(source: string, reader: TextReader): Tree {
  const builder = new TreeBuilder();
  for (const token of lex(source)) {
    const { tokenType } = token;
    if (tokenType === tokens.Text) builder.addText(token, reader.read(token));
    else {
      if (tokenType.PUSH_MODE === 'tag') builder.openTag(token);
      builder.addToken(token);
      reader.pass(token);
      if (tokenType.POP_MODE) builder.closeTag(endOf(token));
    }
  }
  builder.closeTag(source.length);
  return Tree.build({ buffer: builder.buffer, nodeSet, topID: idOf('Template'), length: source.length });
}

/** Fills the buffer of a tree: four numbers for each node, after those that it holds. */
class TreeBuilder {
  readonly buffer: number[] = [];
  #tag: { readonly opener: IToken; readonly size: number } | undefined;
  #hasOptions = false;

  openTag(opener: IToken): void {
    this.closeTag(startOf(opener));
    this.#tag = { opener, size: this.buffer.length };
    this.#hasOptions = false;
  }

  closeTag(end: number): void {
    if (this.#tag) this.#add('Tag', startOf(this.#tag.opener), end, this.#tag.size);
    this.#tag = undefined;
  }

  addText(token: IToken, pieces: readonly Piece[]): void {
    const size = this.buffer.length;
    for (const { name, start, end } of pieces) this.#add(name, start, end);
    this.#add('Text', startOf(token), endOf(token), size);
  }

  addToken(token: IToken): void {
    const [start, end] = [startOf(token), endOf(token)];
    const name = this.#nameOf(token);
    const size = this.buffer.length;
    this.#add(name, start, end);
    if (!this.#tag && name === 'Keyword') this.#add('Tag', start, end, size);
  }

  /** Two words have a meaning in the tag of a list alone; after a semicolon, names are those of options. */
  #nameOf({ tokenType }: IToken): NodeName {
    if (tokenType === tokens.Semicolon) this.#hasOptions = true;
    const isWord = tokenType === tokens.In || tokenType === tokens.FilterIf;
    if (isWord && this.#tag && tokenMatcher(this.#tag.opener, tokens.For)) return 'Keyword';
    const name = nodeOfToken.get(tokenType) ?? 'Invalid';
    return name === 'Name' && this.#hasOptions ? 'OptionName' : name;
  }

  #add(name: NodeName, start: number, end: number, sizeBefore: number = this.buffer.length): void {
    if (end > start) this.buffer.push(idOf(name), start, end, this.buffer.length - sizeBefore + 4);
  }
}
