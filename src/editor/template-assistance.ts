import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
  pickedCompletion,
} from '@codemirror/autocomplete';
import type { Action, Diagnostic as Mark } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { type EditorView, hoverTooltip, type KeyBinding, type Tooltip } from '@codemirror/view';
import type { Suggestion } from '../assist/assistance.ts';
import type { TemplateScope } from '../assist/template-scope.ts';
import type { UnderSchema } from '../assist/under-schema.ts';
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts';
import { codeIn } from './code-in.ts';
import { templateScope } from './scope-facet.ts';
import { closing, isPendingCloser } from './template-closing.ts';

/** Completion, closing of what is opened, and the explanation under the pointer. */
export function assistance(scope: TemplateScope): Extension {
  return [templateScope.of(scope), completion, closing, hover];
}

/** Completes names, keywords, options and constants, wherever the language allows them. */
const completion: Extension = autocompletion({
  override: [complete],
  icons: false,
  // In the order of declaration.
  compareCompletions: () => 0,
});

/** Most templates have no schema, and do not load what reads one. Where it cannot be loaded, names are still known. */
async function readerOf({ schema }: TemplateScope): Promise<UnderSchema | undefined> {
  return schema === undefined ? undefined : import('../assist/under-schema.ts').catch(() => undefined);
}

export type Help = typeof import('./help.ts');

/** Undefined where it cannot be loaded: one may write without help. */
export async function loadHelp(): Promise<Help | undefined> {
  return import('./help.ts').catch(() => undefined);
}

async function complete({ state, pos, explicit }: CompletionContext): Promise<CompletionResult | null> {
  const scope = state.facet(templateScope);
  const [help, underSchema] = await Promise.all([loadHelp(), readerOf(scope)]);
  const occasion = explicit ? 'asked' : 'typed';
  const found = help?.suggestAt(state.doc.toString(), pos, { scope, occasion, underSchema });
  if (!help || !found) return null;
  const rest = found.to - pos;
  const options = found.options.map(option => toCompletion(option, rest, help));
  return { from: found.from, options, ...(found.kind === 'whole' && { filter: false }) };
}

const types = {
  name: 'variable',
  keyword: 'keyword',
  operator: 'keyword',
  option: 'property',
  key: 'property',
  value: undefined,
} as const;
const boosts = { first: 1, last: -1 } as const;

/** @param rest Length of the part of the word after the cursor. */
function toCompletion(
  { label, text, kind, detail, explain, rank }: Suggestion,
  rest: number,
  { explanationBox }: Help,
): Completion {
  const type = types[kind];
  return {
    label,
    // The rest of the word does not filter the list, and is replaced as well.
    apply: (view, picked, from, to) => {
      const end = to + rest;
      const change = insertCompletionText(view.state, text, from, end);
      // A tag that is complete is left, as one that is closed by the completion.
      const isWhole = view.state.sliceDoc(from - 1, from) === '$' && !text.endsWith('(');
      const isClosed = isWhole && isPendingCloser(view.state, end);
      const selection = isClosed ? { anchor: from + text.length + 1 } : change.selection;
      view.dispatch(
        { ...change, ...(selection && { selection }) },
        { annotations: pickedCompletion.of(picked) },
      );
    },
    // Follows the label in the list; the space separates the two for screen readers.
    ...(detail !== undefined && { detail: ` ${detail}` }),
    ...(type && { type }),
    ...(rank && { boost: boosts[rank] }),
    ...(explain && { info: () => explanationBox(explain()) }),
  };
}

/** Explains the name or key under the pointer. */
const hover: Extension = hoverTooltip((view, offset) => explainAt(view, offset), { hoverTime: 200 });

async function explainAt({ state }: EditorView, offset: number): Promise<Tooltip | null> {
  const scope = state.facet(templateScope);
  const [help, underSchema] = await Promise.all([loadHelp(), readerOf(scope)]);
  const found = help?.explanationAt(state.doc.toString(), offset, scope, underSchema);
  if (!help || !found) return null;
  const { range, explanation } = found;
  return {
    pos: range.start,
    end: range.end,
    above: true,
    create: () => ({ dom: help.explanationBox(explanation) }),
  };
}

/** A diagnostic as a mark for CodeMirror, with each fix as an action. */
export function toMark(diagnostic: Diagnostic, source: string): Mark {
  const { range, severity, message, code, fixes } = diagnostic;
  return {
    from: Math.min(range.start, source.length),
    to: Math.min(range.end, source.length),
    severity,
    message,
    source: code,
    renderMessage: () => {
      const text = document.createElement('span');
      for (const part of codeIn(message)) text.append(part);
      return text;
    },
    actions: fixes.map(fix => toAction(fix, source)),
  };
}

function toAction(fix: Fix, source: string): Action {
  return {
    name: fix.title.replaceAll('`', ''),
    apply: view => applyTo(view, fix, source),
  };
}

/** Applies a fix, unless something was typed since the check; the next check offers it again. */
function applyTo(view: EditorView, fix: Fix, source: string): void {
  if (view.state.doc.toString() !== source) return;
  const changes = fix.edits.map(({ range, text }) => ({ from: range.start, to: range.end, insert: text }));
  view.dispatch({ changes, userEvent: 'input.fix' });
}

/** Lays out a template that writes JSON or XML. Resolves to `false` if it is not complete, or has no layout. */
export async function layOut(view: EditorView): Promise<boolean> {
  const help = await loadHelp();
  const { output } = view.state.facet(templateScope);
  const edits = view.state.readOnly ? undefined : help?.formatTemplate(view.state.doc.toString(), { output });
  if (!edits) return false;
  const changes = edits.map(({ range, text }) => ({ from: range.start, to: range.end, insert: text }));
  if (changes.length > 0) view.dispatch({ changes, userEvent: 'input.format' });
  return true;
}

/**
 * A command for CodeMirror: lays out a template that writes JSON or XML, as soon as what does so is loaded; one that is not complete
 * stays as it is. Returns `true`.
 */
export function applyFormat(view: EditorView): boolean {
  void layOut(view);
  return true;
}

/** As editors have it. */
export const formatKey: KeyBinding = { key: 'Shift-Alt-f', run: applyFormat };
