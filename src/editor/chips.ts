import { completionStatus } from '@codemirror/autocomplete';
import {
  forEachDiagnostic,
  type Diagnostic as Mark,
  setDiagnostics,
  setDiagnosticsEffect,
} from '@codemirror/lint';
import {
  EditorState,
  type Extension,
  Prec,
  StateEffect,
  StateField,
  type Transaction,
} from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  hoverTooltip,
  keymap,
  type Tooltip,
  ViewPlugin,
  WidgetType,
} from '@codemirror/view';
import { explanationAt } from '../assist/explain-name.ts';
import { tagsIn, type WrittenTag } from '../assist/tags-in.ts';
import { explanationBox } from './explanation-box.ts';
import { templateScope } from './scope-facet.ts';
import { closesEveryTag, isPendingCloser } from './template-closing.ts';

/*
 * For people who do not write tags by hand: a complete tag is drawn as a chip, and moved, selected and deleted as one thing. The
 * document is still the template. A tag is text as long as the cursor is inside it, and the cursor comes there by typing the tag, or
 * when a chip is opened.
 */

interface ChipsField {
  /** The ids of what else describes it. */
  readonly descriptions: string;
  readonly lines: 'one' | 'many';
}

/** Draws the tags of an editor as chips, and gives it the look and the keys of a field for text. */
export function addChips(view: EditorView, { descriptions, lines }: ChipsField): void {
  const marks: Mark[] = [];
  forEachDiagnostic(view.state, (mark, from, to) => marks.push({ ...mark, from, to }));
  const chips = [
    chipState,
    overChips,
    closesEveryTag.of(true),
    plainDollar,
    chipKeys,
    lines === 'many' ? newLine : [],
    chipHover,
    described(descriptions),
    chipTheme,
  ];
  view.dispatch({ effects: StateEffect.appendConfig.of(Prec.high(chips)) });
  view.dispatch({ effects: focusChange.of(view.hasFocus) });
  if (marks.length > 0) view.dispatch(setDiagnostics(view.state, marks));
}

interface Chips {
  readonly tags: readonly WrittenTag[];
  readonly hasFocus: boolean;
  readonly drawn: DecorationSet;
  /** The chips alone, without the mark of an open tag. */
  readonly atoms: DecorationSet;
}

const focusChange = StateEffect.define<boolean>();

const chipState: StateField<Chips> = StateField.define<Chips>({
  create: state => draw(state, readTags(state), false),
  update(before, transaction) {
    const { state, docChanged, selection, effects, startState } = transaction;
    const isOther = docChanged || state.facet(templateScope) !== startState.facet(templateScope);
    const focus = effects.find(each => each.is(focusChange));
    const isChecked = effects.some(each => each.is(setDiagnosticsEffect));
    if (!isOther && !selection && !focus && !isChecked) return before;
    return draw(state, isOther ? readTags(state) : before.tags, focus?.value ?? before.hasFocus);
  },
  provide: field => [
    EditorView.decorations.from(field, ({ drawn }) => drawn),
    EditorView.atomicRanges.of(({ state }) => state.field(field).atoms),
    EditorView.focusChangeEffect.of((_, focusing) => focusChange.of(focusing)),
  ],
});

function readTags(state: EditorState): readonly WrittenTag[] {
  return tagsIn(state.doc.toString(), state.facet(templateScope).variables);
}

function draw(state: EditorState, tags: readonly WrittenTag[], hasFocus: boolean): Chips {
  const open = hasFocus ? tags.find(tag => isOpen(tag, state)) : undefined;
  const worst = worstIn(state);
  const { from, to } = state.selection.main;
  const look = (tag: WrittenTag): Look => ({
    fault: worst(tag),
    isSelected: hasFocus && from <= tag.range.start && tag.range.end <= to,
  });
  const atoms = Decoration.set(
    tags
      .filter(tag => tag !== open)
      .map(tag =>
        Decoration.replace({ widget: new Chip(tag, look(tag)) }).range(tag.range.start, tag.range.end),
      ),
  );
  const drawn = open ? atoms.update({ add: [opened.range(open.range.start, open.range.end)] }) : atoms;
  return { tags, hasFocus, drawn, atoms };
}

const opened = Decoration.mark({ class: 'opened' });

/** Whether the cursor, or an end of the selection, is inside a tag. */
function isOpen({ range: { start, end } }: WrittenTag, { selection: { main } }: EditorState): boolean {
  return [main.head, main.anchor].some(offset => start < offset && offset < end);
}

type Fault = 'error' | 'warning';

/** Returns the worst fault that was found in a tag. */
function worstIn(state: EditorState): (tag: WrittenTag) => Fault | undefined {
  const faults: { readonly from: number; readonly to: number; readonly severity: string }[] = [];
  forEachDiagnostic(state, ({ severity }, from, to) => faults.push({ from, to, severity }));
  return ({ range: { start, end } }) => {
    const found = faults.filter(({ from, to }) => from < end && to > start).map(({ severity }) => severity);
    return (['error', 'warning'] as const).find(severity => found.includes(severity));
  };
}

/** What is wrong inside a chip is marked on the whole chip, where it can be pointed at. */
const overChips: Extension = EditorState.transactionExtender.of(({ startState, effects }: Transaction) => {
  const { tags } = startState.field(chipState);
  const around = (offset: number) =>
    tags.find(({ range: { start, end } }) => start < offset && offset < end)?.range;
  const widened = effects
    .filter(each => each.is(setDiagnosticsEffect))
    .map(({ value }) =>
      setDiagnosticsEffect.of(
        value.map((mark: Mark) => ({
          ...mark,
          from: around(mark.from)?.start ?? mark.from,
          to: around(mark.to)?.end ?? mark.to,
        })),
      ),
    );
  return widened.length > 0 ? { effects: widened } : null;
});

interface Look {
  readonly fault: Fault | undefined;
  readonly isSelected: boolean;
}

/** The tag as the editor draws it. */
class Chip extends WidgetType {
  readonly #tag: WrittenTag;
  readonly #look: Look;

  constructor(tag: WrittenTag, look: Look) {
    super();
    this.#tag = tag;
    this.#look = look;
  }

  override eq(other: Chip): boolean {
    return this.#text === other.#text && this.#classes === other.#classes;
  }

  get #text(): string {
    return JSON.stringify([this.#tag.label, this.#tag.detail]);
  }

  get #classes(): string {
    const { fault, isSelected } = this.#look;
    return ['chip', this.#tag.kind, fault, isSelected && 'selected'].filter(Boolean).join(' ');
  }

  override toDOM(view: EditorView): HTMLElement {
    const { kind, label } = this.#tag;
    if (kind === 'dollar') return span('', label);
    const dom = span(this.#classes, '');
    this.#fill(dom);
    dom.draggable = true;
    dom.addEventListener('mousedown', event => {
      if (event.button !== 0) return;
      view.focus();
      select(view, dom, event.shiftKey);
    });
    dom.addEventListener('dblclick', () => openTag(view, tagAt(view, dom)));
    return dom;
  }

  /** Keeps the element, which may be under a pressed pointer. */
  override updateDOM(dom: HTMLElement, _: EditorView, from: Chip): boolean {
    if (this.#tag.kind === 'dollar' || from.#tag.kind === 'dollar') return false;
    dom.className = this.#classes;
    if (this.#text !== from.#text || this.#look.fault !== from.#look.fault) this.#fill(dom);
    return true;
  }

  #fill(dom: HTMLElement): void {
    const { kind, label, detail } = this.#tag;
    const { fault } = this.#look;
    dom.replaceChildren(span('spoken', `${kind} `), span('', label));
    if (detail !== undefined) dom.append(span('spoken', ', '), span('detail', detail));
    if (fault) dom.append(span('spoken', `, ${fault}`));
  }

  /** The editor moves what is dragged. A press would put its cursor beside the chip. */
  override ignoreEvent({ type }: Event): boolean {
    return type === 'mousedown' || type === 'dblclick';
  }
}

function span(className: string, text: string): HTMLElement {
  const made = document.createElement('span');
  if (className !== '') made.className = className;
  made.textContent = text;
  return made;
}

function tagAt(view: EditorView, dom: HTMLElement): WrittenTag | undefined {
  const offset = view.posAtDOM(dom);
  return view.state.field(chipState).tags.find(({ range }) => range.start === offset);
}

function select(view: EditorView, dom: HTMLElement, isExtended: boolean): void {
  const range = tagAt(view, dom)?.range;
  if (!range) return;
  const { anchor } = view.state.selection.main;
  const selection =
    isExtended && anchor >= range.end
      ? { anchor, head: range.start }
      : { anchor: isExtended ? Math.min(anchor, range.start) : range.start, head: range.end };
  view.dispatch({ selection, userEvent: 'select.pointer' });
}

/** Shows the text of a tag, with the cursor where its options are written. */
function openTag(view: EditorView, tag: WrittenTag | undefined): boolean {
  if (!tag || view.state.readOnly) return false;
  view.dispatch({ selection: { anchor: tag.range.end - 1 }, scrollIntoView: true, userEvent: 'select' });
  return true;
}

/** The chip that is selected, or beside the cursor; rather the one before it. */
function chipHere({ state }: EditorView): WrittenTag | undefined {
  const { from, to, empty } = state.selection.main;
  const tags = state.field(chipState).tags.filter(({ kind }) => kind !== 'dollar');
  const before = tags.find(({ range }) => range.end === to && (empty || range.start === from));
  return before ?? (empty ? tags.find(({ range }) => range.start === to) : undefined);
}

/** Draws the chip again that was opened, or the tag that was typed. */
function leaveTag({ state, dispatch }: EditorView): boolean {
  const open = state.field(chipState).tags.find(tag => isOpen(tag, state));
  if (!open) return false;
  dispatch(
    state.update({ selection: { anchor: open.range.end }, scrollIntoView: true, userEvent: 'select' }),
  );
  return true;
}

const chipKeys: Extension = keymap.of([
  { key: 'Alt-Enter', run: view => openTag(view, chipHere(view)) },
  { key: 'Escape', run: leaveTag },
  // For a moment after they appear, completions ignore the key.
  { key: 'Enter', run: view => completionStatus(view.state) === 'active' || leaveTag(view) },
  // Exchanges the characters around the cursor, which would cut a chip.
  { mac: 'Ctrl-t', run: view => chipHere(view) !== undefined },
  // These make comments of code.
  { key: 'Mod-/', run: () => true },
  { key: 'Alt-A', run: () => true },
]);

/** Without the indentation of code. */
const newLine: Extension = keymap.of([{ key: 'Enter', run: breakLine, shift: breakLine }]);

function breakLine({ state, dispatch }: EditorView): boolean {
  if (state.readOnly) return false;
  dispatch(
    state.update(state.replaceSelection(state.lineBreak), { scrollIntoView: true, userEvent: 'input' }),
  );
  return true;
}

/** A dollar before anything but a name is one of a price. */
const plainDollar: Extension = EditorView.inputHandler.of((view, from, to, text) => {
  const { state } = view;
  if (from !== to || view.composing || /^[A-Za-z_$]/.test(text)) return false;
  if (state.sliceDoc(from - 1, from + 1) !== '$$' || !isPendingCloser(state, from)) return false;
  view.dispatch({
    changes: { from: from - 1, to: from + 1, insert: `\\$${text}` },
    selection: { anchor: from + 1 + text.length },
    userEvent: 'input.type',
    scrollIntoView: true,
  });
  return true;
});

const howToOpen = 'Double-click, or press Alt-Enter, to change its options.';

/** Explains the first name in the chip under the pointer. */
const chipHover: Extension = hoverTooltip(
  ({ state }, offset): Tooltip | null => {
    const tag = state.field(chipState).tags.find(({ range }) => range.start === offset);
    if (tag?.nameAt === undefined || isOpen(tag, state)) return null;
    const found = explanationAt(state.doc.toString(), tag.nameAt, state.facet(templateScope));
    if (!found) return null;
    const create = () => {
      const dom = explanationBox(found.explanation);
      const hint = document.createElement('p');
      hint.className = 'hint';
      hint.textContent = howToOpen;
      dom.append(hint);
      return { dom };
    };
    return { pos: tag.range.start, end: tag.range.end, above: true, create };
  },
  { hoverTime: 200 },
);

const howToEdit =
  'Each variable is one character. To change its options, press Alt-Enter beside it, and Escape when you are done.';

let fields = 0;

/** Says how chips are used to those who do not see them. */
function described(descriptions: string): Extension {
  fields++;
  const id = `chips-${fields}`;
  const help = ViewPlugin.define(({ dom }) => {
    const text = span('', howToEdit);
    text.id = id;
    text.hidden = true;
    dom.append(text);
    return { destroy: () => text.remove() };
  });
  const attributes = {
    'aria-describedby': `${descriptions} ${id}`,
    spellcheck: 'true',
    autocapitalize: 'sentences',
  };
  return [help, EditorView.contentAttributes.of(attributes)];
}

const wavy = (color: string) => ({
  color: `var(--hookplate-${color})`,
  borderColor: `var(--hookplate-${color})`,
  borderStyle: 'dashed',
  textDecoration: `underline wavy var(--hookplate-${color})`,
  textDecorationSkipInk: 'none',
  textUnderlineOffset: '2px',
});

/** A field of text for people, without the look of code. */
const chipTheme: Extension = EditorView.theme({
  '&': { fontSize: '14px' },
  '.cm-scroller': { fontFamily: 'system-ui, sans-serif', lineHeight: '24px' },
  '.cm-content': { padding: '4px 0' },
  '.cm-content[aria-multiline=true]': { minHeight: '80px' },
  '.cm-line': { padding: '0 8px' },
  '.chip': {
    position: 'relative',
    display: 'inline-block',
    boxSizing: 'border-box',
    maxWidth: '100%',
    margin: '1px 2px',
    padding: '0 7px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    verticalAlign: 'top',
    lineHeight: '20px',
    color: 'var(--hookplate-accent)',
    backgroundColor: 'var(--hookplate-tag-ground)',
    border: '1px solid transparent',
    borderRadius: '11px',
    unicodeBidi: 'isolate',
    cursor: 'default',
    userSelect: 'none',
  },
  '.chip:hover': { borderColor: 'currentColor' },
  '.chip:is(.condition, .list)': {
    color: 'var(--hookplate-keyword)',
    backgroundColor: 'transparent',
    borderColor: 'var(--hookplate-border)',
    borderRadius: '4px',
  },
  '.chip.comment': {
    color: 'var(--hookplate-quiet)',
    backgroundColor: 'transparent',
    borderColor: 'var(--hookplate-line)',
    fontStyle: 'italic',
  },
  '.chip.error': wavy('error'),
  '.chip.warning': wavy('warning'),
  '.chip.selected': {
    color: 'var(--hookplate-text)',
    backgroundColor: 'var(--hookplate-selection)',
    borderColor: 'var(--hookplate-accent)',
  },
  '@media (forced-colors: active)': {
    '.chip.selected': {
      color: 'HighlightText',
      backgroundColor: 'Highlight',
      forcedColorAdjust: 'none',
    },
  },
  '.chip .detail': { fontSize: '12px' },
  '.chip .detail::before': { content: '" · " / ""' },
  '.spoken': {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'pre',
  },
  '.opened': {
    lineHeight: '20px',
    fontFamily: 'var(--hookplate-code)',
    fontSize: '13px',
    outline: '1px solid var(--hookplate-accent)',
    borderRadius: '2px',
  },
  '.explanation .hint': { color: 'var(--hookplate-quiet)' },
});
