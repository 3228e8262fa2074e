import type { Range, SemanticTokensBuilder, SemanticTokensLegend } from 'vscode-languageserver';
import type { Piece, PieceName } from '../../../assist/colours/piece.ts';
import { templateParts } from '../../../assist/colours/template-parts.ts';
import type { SourceRange } from '../../../diagnostics/diagnostic.ts';
import type { ReadDocument } from '../read-document.ts';
import type { TemplateText } from '../template-texts.ts';

const tokenTypes = [
  'comment',
  'keyword',
  'variable',
  'parameter',
  'string',
  'number',
  'operator',
  'property',
  'type',
] as const;
type TokenType = (typeof tokenTypes)[number];

/** The names of the protocol alone, so that every theme has colours for them. */
export const legend: SemanticTokensLegend = { tokenTypes: [...tokenTypes], tokenModifiers: [] };

/** What is invalid is marked by its diagnostic. */
const typeOfPiece: Readonly<Record<PieceName, TokenType | undefined>> = {
  Comment: 'comment',
  Escape: 'string',
  Delimiter: 'keyword',
  Keyword: 'keyword',
  Name: 'variable',
  OptionName: 'parameter',
  Constant: 'string',
  Number: 'number',
  Operator: 'operator',
  Invalid: undefined,
  Separator: 'operator',
  Encoded: 'string',
  Key: 'property',
  String: 'string',
  Quote: 'string',
  Element: 'type',
};

/** Adds what has colours in the templates of a document, or in a range of it. */
export function addTokens(read: ReadDocument, builder: SemanticTokensBuilder, range?: Range): void {
  const asked = range && { start: read.offsetAt(range.start), end: read.offsetAt(range.end) };
  let last = 0;
  for (const template of read.templates) {
    // One that an alias of YAML stands for is there once.
    if (template.text.range.start < last) continue;
    last = template.text.range.end;
    if (asked && !overlap(template.text.range, asked)) continue;
    for (const { name, start, end } of piecesOf(template)) {
      const type = typeOfPiece[name];
      const place = template.text.rangeInFile({ start, end });
      if (type !== undefined && (!asked || overlap(place, asked)))
        addLines(read, builder, { place, type: tokenTypes.indexOf(type) });
    }
  }
}

function overlap(a: SourceRange, b: SourceRange): boolean {
  return a.start < b.end && b.start < a.end;
}

function piecesOf({ text, output }: TemplateText): readonly Piece[] {
  return templateParts(text.value, output).flatMap(part => ('pieces' in part ? part.pieces : [part]));
}

/** A token for each line of a piece: few editors take one that goes on. */
function addLines(
  read: ReadDocument,
  builder: SemanticTokensBuilder,
  { place: { start, end }, type }: { readonly place: SourceRange; readonly type: number },
): void {
  for (const { index, 0: line } of read.text.slice(start, end).matchAll(/[^\s](?:[^\r\n]*[^\s])?/g)) {
    const at = read.rangeOf({ start: start + index, end: start + index + line.length });
    builder.push(at.start.line, at.start.character, line.length, type, 0);
  }
}
