import {
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  type CompletionParams,
  CompletionTriggerKind,
} from 'vscode-languageserver';
import type { Suggestion } from '../../../assist/completion/place.ts';
import { type Occasion, suggestAt } from '../../../assist/completion/suggest-at.ts';
import type { Edit } from '../../../diagnostics/diagnostic.ts';
import type { ReadDocument } from '../read-document.ts';
import type { TemplateText } from '../template-texts.ts';
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
export async function completionAt(
  read: ReadDocument,
  { position, context }: Pick<CompletionParams, 'position' | 'context'>,
): Promise<CompletionList | null> {
  const offset = read.offsetAt(position);
  const found = read.templateAt(offset);
  if (!found) return null;
  const { text, scope } = found.template;
  const occasion = occasionOf(context, text.value.slice(0, found.at));
  const suggested = suggestAt(text.value, found.at, { scope: scope(), occasion });
  if (!suggested) return null;
  const begun = text.rangeInFile({ start: suggested.from, end: found.at });
  const place =
    suggested.to > found.at ? text.rangeInFile({ start: suggested.from, end: suggested.to }) : begun;
  const range = read.rangeOf(place);
  // Between the characters of the text, such as in an indentation, nothing can be written, and an editor replaces only
  // what is on one line.
  if (begun.end !== offset || range.start.line !== range.end.line) return null;
  const items: CompletionItem[] = [];
  for (const [index, option] of suggested.options.entries()) {
    const newText = text.encode(option.text);
    const edit = { range: place, text: newText };
    if (harmless.test(newText) || (await isRead(read, found.template, { edit, ...suggested, option })))
      items.push({ ...toItem(option, index), textEdit: { range, newText } });
  }
  return { isIncomplete: false, items };
}

/** Has a meaning in no notation, and need not be tried: there are hundreds of time zones. */
const harmless = /^\$?[\w./]+(?:\$|\(|="|"\$?)?$/;

/** Whether the template would say what is wanted; a plain text of YAML can be cut off, such as by ` #`. */
async function isRead(
  read: ReadDocument,
  template: TemplateText,
  { edit, from, to, option }: { edit: Edit; from: number; to: number; option: Suggestion },
): Promise<boolean> {
  const { value } = template.text;
  const wanted = value.slice(0, from) + option.text + value.slice(to);
  const said = await read.textAfter(template, edit);
  // A blank that a plain text would end with is not there until more is typed.
  return said?.trimEnd() === wanted.trimEnd();
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
