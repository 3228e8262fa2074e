import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
  pickedCompletion,
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
  const rest = found.to - pos;
  const options = found.options.map(option => toCompletion(option, rest));
  return { from: found.from, options, ...(found.kind === 'whole' && { filter: false }) };
}

const types = { name: 'variable', keyword: 'keyword', option: 'property', value: undefined } as const;
const boosts = { first: 1, last: -1 } as const;

/** @param rest How much of the word stands after the cursor. */
function toCompletion({ label, text, kind, detail, explain, rank }: Suggestion, rest: number): Completion {
  const type = types[kind];
  return {
    label,
    // The rest does not choose among them, and so is no part of what is completed.
    apply: (view, picked, from, to) => {
      const change = insertCompletionText(view.state, text, from, to + rest);
      view.dispatch(change, { annotations: pickedCompletion.of(picked) });
    },
    // It stands after the label in the list; the space parts them for who hears them.
    ...(detail !== undefined && { detail: ` ${detail}` }),
    ...(type && { type }),
    ...(rank && { boost: boosts[rank] }),
    ...(explain && { info: () => explanationBox(explain()) }),
  };
}
