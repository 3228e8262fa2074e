import { type MarkupContent, MarkupKind } from 'vscode-languageserver';
import type { Explanation } from '../../../assist/explain-name.ts';

/** What a name is, as editors show it. */
export function markdownOf({ path, type, meaning, samples }: Explanation): MarkupContent {
  const lines = samples.map(({ event, text, written }) => {
    const shown = `- ${plain(event)}: ${code(text)}`;
    return written === undefined ? shown : `${shown} is written as ${code(written)}`;
  });
  const paragraphs = [`${code(path)} ${plain(type)}`, meaning ?? '', lines.join('\n')];
  return { kind: MarkupKind.Markdown, value: paragraphs.filter(text => text !== '').join('\n\n') };
}

/** As code, between more backticks than stand in it. */
function code(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return line.trim() === '' ? '(empty)' : `${fence}${longest > 0 ? ` ${line} ` : line}${fence}`;
}

function plain(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|]/g, '\\$&');
}
