import {
  type EditorState,
  type Extension,
  Facet,
  StateEffect,
  StateField,
  type TransactionSpec,
} from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { openTagIn } from '../assist/names-at.ts';
import { stateAfter } from '../assist/template-parts.ts';
import { stretchBefore } from './template-highlighting.ts';

/*
 * What opens something is closed as soon as it is typed: brackets and quotes where the format or a tag has them, and tags wherever a
 * dollar opens one. Whether it does depends on everything before it, which CodeMirror's own closing of brackets does not know: a
 * string may go on after a tag, and a dollar after a backslash is only a dollar.
 */

const closers: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')', '"': '"', $: '$' };

/** Closes a tag also before a word, which is otherwise taken for what the tag is about. */
export const closesEveryTag: Facet<boolean, boolean> = Facet.define({
  combine: given => given.includes(true),
});

const addCloser = StateEffect.define<number>();

/** The offsets of what was closed here and is still ahead of whoever types, innermost last. */
const pendingClosers: StateField<readonly number[]> = StateField.define<readonly number[]>({
  create: () => [],
  update(pending, { changes, effects, newDoc, state, docChanged, selection }) {
    if (!docChanged && !selection && effects.length === 0) return pending;
    const added = effects.flatMap(effect => (effect.is(addCloser) ? [effect.value] : []));
    const { head } = state.selection.main;
    const line = newDoc.lineAt(head);
    const isAhead = (offset: number) => offset >= head && offset < newDoc.length && offset >= line.from;
    const kept = pending.map(offset => changes.mapPos(offset, 1));
    return [...kept, ...added].filter(isAhead);
  },
});

/** Closes brackets, quotes and tags while they are typed, types over what was closed so, and removes both at once. */
export const closing: Extension = [
  pendingClosers,
  EditorView.inputHandler.of((view, from, to, text) => {
    if (view.composing || view.state.readOnly || view.state.selection.ranges.length > 1) return false;
    const spec = from === to ? typed(view.state, from, text) : undefined;
    if (spec) view.dispatch(view.state.update(spec, { userEvent: 'input.type', scrollIntoView: true }));
    return spec !== undefined;
  }),
  keymap.of([{ key: 'Backspace', run: removePair }]),
];

/** Whether what stands at an offset was written to close something that is being typed. */
export function isPendingCloser(state: EditorState, offset: number): boolean {
  return state.field(pendingClosers, false)?.includes(offset) ?? false;
}

function typed(state: EditorState, offset: number, text: string): TransactionSpec | undefined {
  const next = state.sliceDoc(offset, offset + 1);
  if (text === next && isPendingCloser(state, offset)) return { selection: { anchor: offset + 1 } };
  const close = closers[text];
  if (close === undefined || !opensHere(state, offset, text, next)) return undefined;
  return {
    changes: { from: offset, insert: text + close },
    selection: { anchor: offset + 1 },
    effects: addCloser.of(offset + 1),
  };
}

/** What may stand after something that is closed at once: the end of what is around it. */
const isEnd = /^$|[\s)\]},;:<>]/;

function opensHere(state: EditorState, offset: number, text: string, next: string): boolean {
  const stretch = stretchBefore(state, offset);
  if (!stretch) return false;
  const tag = openTagIn(stretch.text);
  if (tag) {
    if (text !== '(' && text !== '"') return false;
    const isInQuotes = tag.inside.split('"').length % 2 === 0;
    return !isInQuotes && (isEnd.test(next) || next === '$');
  }
  const format = stateAfter(stretch.text, stretch.reader);
  if (format === 'comment') return false;
  if (text === '$') {
    const [backslashes = ''] = /\\*$/.exec(stretch.text) ?? [];
    // A word after it may be what the tag is about, and a dollar what ends it.
    return backslashes.length % 2 === 0 && (state.facet(closesEveryTag) || !/[\w$]/.test(next));
  }
  if (text === '(' || !(isEnd.test(next) || isPendingCloser(state, offset))) return false;
  return format === 'value' || (format === 'tag' && text === '"');
}

function removePair({ state, dispatch }: EditorView): boolean {
  const { empty, head } = state.selection.main;
  if (!empty || head === 0 || !isPendingCloser(state, head)) return false;
  if (closers[state.sliceDoc(head - 1, head)] !== state.sliceDoc(head, head + 1)) return false;
  dispatch(state.update({ changes: { from: head - 1, to: head + 1 }, userEvent: 'delete.backward' }));
  return true;
}
