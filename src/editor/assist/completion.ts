import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { Suggestion } from '../../assist/completion/place.ts';
import { suggestAt } from '../../assist/completion/suggest-at.ts';
import { explanationBox } from './explanation-box.ts';
import { templateScope } from './template-scope.ts';

/** Names, keywords, options and constants, wherever the language has them. */
export const completion: Extension = autocompletion({
  override: [complete],
  icons: false,
  // In the order in which they were declared.
  compareCompletions: () => 0,
});

function complete({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const scope = state.facet(templateScope);
  const found = suggestAt(state.doc.toString(), pos, { scope, occasion: explicit ? 'asked' : 'typed' });
  if (!found) return null;
  const options = found.options.map(toCompletion);
  return { from: found.from, options, ...(found.kind === 'whole' && { filter: false }) };
}

const types = { name: 'variable', keyword: 'keyword', option: 'property', value: undefined } as const;
const boosts = { first: 1, last: -1 } as const;

function toCompletion({ label, text, kind, detail, explain, rank }: Suggestion): Completion {
  const type = types[kind];
  return {
    label,
    apply: text,
    // It stands after the label in the list; the space parts them for who hears them.
    ...(detail !== undefined && { detail: ` ${detail}` }),
    ...(type && { type }),
    ...(rank && { boost: boosts[rank] }),
    ...(explain && { info: () => explanationBox(explain()) }),
  };
}
