import {
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  type CompletionParams,
  CompletionTriggerKind,
} from 'vscode-languageserver';
import type { Suggestion } from '../../../assist/completion/place.ts';
import { type Occasion, suggestAt } from '../../../assist/completion/suggest-at.ts';
import type { ReadDocument } from '../read-document.ts';
import { markdownOf } from './explanation-text.ts';

/** After these something may be expected, though no word is begun. */
export const completionTriggers: readonly string[] = ['$', '(', '.', '/', ';', '"', ' '];

const kinds = {
  name: CompletionItemKind.Variable,
  keyword: CompletionItemKind.Keyword,
  option: CompletionItemKind.Property,
  value: CompletionItemKind.Value,
} as const;
const ranks = { first: 'a', middle: 'b', last: 'c' } as const;

/** What may be written at a place of a template. */
export function completionAt(
  read: ReadDocument,
  { position, context }: Pick<CompletionParams, 'position' | 'context'>,
): CompletionList | null {
  const offset = read.offsetAt(position);
  const found = read.templateAt(offset);
  if (!found) return null;
  const { text, scope } = found.template;
  const occasion = occasionOf(context, text.value.slice(0, found.at));
  const suggested = suggestAt(text.value, found.at, { scope: scope(), occasion });
  if (!suggested) return null;
  const { start, end } = text.rangeInFile({ start: suggested.from, end: found.at });
  const range = read.rangeOf({ start, end });
  // Between the characters of the text, such as in an indentation, nothing can be written, and an editor replaces only
  // what is on one line.
  if (end !== offset || range.start.line !== range.end.line) return null;
  const items = suggested.options.map((option, index) => ({
    ...toItem(option, index),
    textEdit: { range, newText: text.encode(option.text) },
  }));
  return { isIncomplete: false, items };
}

/** Editors call it asked when somebody types a word, too. */
function occasionOf(context: CompletionParams['context'], before: string): Occasion {
  const isTyped = context?.triggerKind === CompletionTriggerKind.TriggerCharacter || /\w$/.test(before);
  return isTyped ? 'typed' : 'asked';
}

function toItem({ label, kind, detail, explain, rank }: Suggestion, index: number): CompletionItem {
  return {
    label,
    kind: kinds[kind],
    // In the order in which they were declared.
    sortText: `${ranks[rank ?? 'middle']}${String(index).padStart(4, '0')}`,
    ...(detail !== undefined && { detail }),
    ...(explain && { documentation: markdownOf(explain()) }),
  };
}
