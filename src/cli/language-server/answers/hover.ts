import type { Hover, Position } from 'vscode-languageserver';
import { explanationAt } from '../../../assist/explanation-at.ts';
import type { ReadDocument } from '../read-document.ts';
import { markdownOf } from './explanation-text.ts';

/** What the name of a template is that a pointer is on. */
export function hoverAt(read: ReadDocument, position: Position): Hover | null {
  const offset = read.offsetAt(position);
  const found = read.templateAt(offset);
  if (!found) return null;
  const { text, scope } = found.template;
  const explained = explanationAt(text.value, found.at, scope());
  if (!explained) return null;
  const range = text.rangeInFile(explained.range);
  if (offset < range.start || offset > range.end) return null;
  return { contents: markdownOf(explained.explanation), range: read.rangeOf(range) };
}
