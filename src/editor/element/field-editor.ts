import { completionStatus } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { forEachDiagnostic, lintGutter, nextDiagnostic, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { changeBetween } from '../../assist/change-between.ts';
import type { Insertion } from '../../assist/insertions.ts';
import type { TemplateScope } from '../../assist/template-scope.ts';
import type { Diagnostic, SourceRange } from '../../diagnostics/diagnostic.ts';
import { assistance, formatKey, layOut, loadHelp, toMark } from '../template-assistance.ts';
import { highlighting, templateLanguage } from '../template-highlighting.ts';
import { indentation } from '../template-indentation.ts';
import { coveredByBar } from './above-bar.ts';

export interface FieldSettings {
  /** Its accessible name. */
  readonly label: string;
  /** The ids of what describes it, some of which may not be there yet. */
  readonly descriptions: string;
  readonly text: string;
  readonly lines: 'one' | 'many';
  readonly root: ShadowRoot;
  readonly scope: TemplateScope;
  readonly onInput: (text: string) => void;
  /** Called when the cursor was moved other than by typing. */
  readonly onCursor: (offset: number) => void;
  /** Only for a field with a single line. */
  readonly onEnter: () => void;
  /** Draws its tags as chips, and looks like a field of a form: for text that people write who are no programmers. */
  readonly chips?: boolean;
}

/** A field for a template: an editor with the language, and with the diagnostics of its text. */
export class FieldEditor {
  readonly view: EditorView;
  readonly #scope = new Compartment();
  readonly #enabled = new Compartment();
  readonly #history = new Compartment();
  #known: TemplateScope;
  #isEnabled = true;

  constructor(settings: FieldSettings) {
    const { text, root, scope } = settings;
    this.#known = scope;
    this.view = new EditorView({
      doc: text,
      root,
      extensions: [
        this.#scope.of(languageFor(scope)),
        this.#enabled.of([]),
        behaviour(settings),
        this.#history.of(history()),
        typingOver,
        aboveBar(root),
        linkedRange,
        highlighting,
        editorTheme,
        EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
          if (docChanged) settings.onInput(state.doc.toString());
          else if (selectionSet) settings.onCursor(state.selection.main.head);
        }),
      ],
    });
    // Until then, and where they cannot be loaded, tags are text.
    if (settings.chips) void loadHelp().then(help => help?.addChips(this.view, settings));
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Sets a text that nobody typed. Undo stops here: earlier edits belong to another text. */
  setText(text: string): void {
    const before = this.text;
    if (text === before) return;
    const changes = changeBetween(before, text);
    this.view.dispatch({ changes, effects: this.#history.reconfigure([]) });
    this.view.dispatch({ effects: this.#history.reconfigure(history()) });
  }

  /** Sets a text as if somebody had typed it. */
  write(text: string): void {
    const before = this.text;
    if (text !== before) this.view.dispatch({ changes: changeBetween(before, text) });
  }

  setScope(scope: TemplateScope): void {
    if (scope === this.#known) return;
    this.#known = scope;
    this.view.dispatch({ effects: this.#scope.reconfigure(languageFor(scope)) });
  }

  /** A disabled field can still be focused and read. */
  setEnabled(isEnabled: boolean): void {
    if (isEnabled === this.#isEnabled) return;
    this.#isEnabled = isEnabled;
    const off = [
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      EditorView.contentAttributes.of({ 'aria-readonly': 'true' }),
    ];
    this.view.dispatch({ effects: this.#enabled.reconfigure(isEnabled ? [] : off) });
  }

  /** Shows the diagnostics of a text, unless the field has another one by now. */
  show(diagnostics: readonly Diagnostic[], source: string): void {
    if (source !== this.text) return;
    const marks = diagnostics.map(diagnostic => toMark(diagnostic, source));
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  link(range: SourceRange | undefined): void {
    this.view.dispatch({ effects: setLinkedRange.of(range) });
  }

  /** Lays out the text. Resolves to `false` if its tags are not complete, or its format has no layout. */
  format(): Promise<boolean> {
    return layOut(this.view);
  }

  /** Inserts a text, selects a part of it, and moves the focus there. */
  insert(offset: number, { text, selected }: Insertion): void {
    this.view.dispatch({
      changes: { from: offset, insert: text },
      selection: { anchor: offset + selected.start, head: offset + selected.end },
      userEvent: 'input.insert',
      scrollIntoView: true,
    });
    this.view.focus();
  }

  /** Scrolls the page so that the field begins at the top of the window, with its label. */
  bringUp(): void {
    const field = this.view.dom.closest('.field');
    field?.scrollIntoView({ block: 'start' });
  }

  /** Moves the cursor to a range. */
  goTo({ start, end }: SourceRange): void {
    const { length } = this.view.state.doc;
    const selection = { anchor: Math.min(start, length), head: Math.min(end, length) };
    this.view.dispatch({ selection, scrollIntoView: true });
    this.view.focus();
  }
}

function languageFor(scope: TemplateScope): Extension {
  return [templateLanguage(scope.output), assistance(scope)];
}

function behaviour({ label, descriptions, lines, chips, onEnter }: FieldSettings): Extension {
  const keys = keymap.of([{ key: 'F8', run: nextDiagnostic }, ...defaultKeymap, ...historyKeymap]);
  const named = EditorView.contentAttributes.of(({ state }) => ({
    'aria-label': label,
    'aria-describedby': descriptions,
    'aria-invalid': String(hasErrors(state)),
    // As without it, but said: tools that look for what scrolls, and cannot be reached, read the attribute.
    tabindex: '0',
    spellcheck: 'false',
    autocapitalize: 'off',
  }));
  const common = [keys, named, EditorView.lineWrapping];
  if (lines === 'one') return [singleLine(onEnter), common];
  if (chips) return common;
  return [
    keymap.of([indentWithTab, formatKey]),
    finding,
    common,
    indentation,
    lineNumbers(),
    lintGutter(),
    highlightActiveLine(),
  ];
}

/** Few look for something in a payload: what finds is loaded with the first Ctrl-F, and has that key from then on. */
const finding: Extension = keymap.of([
  {
    key: 'Mod-f',
    run: view => {
      void loadHelp().then(help => help?.openFindPanel(view));
      return true;
    },
  },
]);

function hasErrors(state: EditorState): boolean {
  let found = false;
  forEachDiagnostic(state, ({ severity }) => {
    found ||= severity === 'error';
  });
  return found;
}

/** An editor with a single line: pasted line breaks become spaces, and Enter acts as in an input. */
function singleLine(onEnter: () => void): Extension {
  const enter = ({ state }: EditorView): boolean => {
    // For a moment after they appear, completions ignore the key; it was hardly meant for the form.
    if (completionStatus(state) !== 'active') onEnter();
    return true;
  };
  return [
    EditorView.clipboardInputFilter.of(text => text.trim().replace(/\s*[\r\n]+\s*/g, ' ')),
    EditorState.transactionFilter.of(transaction => (transaction.newDoc.lines > 1 ? [] : transaction)),
    keymap.of([{ key: 'Enter', run: enter, shift: enter }]),
    EditorView.contentAttributes.of({ 'aria-multiline': 'false' }),
  ];
}

/**
 * Replaces a selection by typed text. On its own, Chromium keeps the style of the first character in a style attribute,
 * which a strict content security policy refuses and reports.
 */
const typingOver: Extension = EditorView.domEventHandlers({
  beforeinput({ inputType, data }, view) {
    const { selection, readOnly } = view.state;
    if (inputType !== 'insertText' || data === null || readOnly || view.composing) return false;
    if (selection.main.empty) return false;
    const change = view.state.replaceSelection(data);
    view.dispatch(change, { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

/** In pixels: the rest of its line, and a little. */
const roomBelowCursor = 8;

/** Scrolls on until the cursor is above the bar, which covers what CodeMirror takes for the end of the window. */
function aboveBar(root: ShadowRoot): Extension {
  return EditorView.scrollHandler.of((view, { head }) => {
    view.requestMeasure({
      read: () => {
        const cursor = view.coordsAtPos(head);
        return cursor ? coveredByBar(root, cursor.bottom + roomBelowCursor) : 0;
      },
      write: covered => {
        if (covered > 0) scrollBy(0, covered);
      },
    });
    return false;
  });
}

const mark = Decoration.mark({ class: 'linked' });

/** Highlights the tag that wrote the value under the pointer; none if undefined. */
const setLinkedRange = StateEffect.define<SourceRange | undefined>();

const linkedRange: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { effects, docChanged, newDoc }) {
    const effect = effects.find(each => each.is(setLinkedRange));
    if (!effect) return docChanged ? Decoration.none : marks;
    const range = effect.value;
    if (!range || range.end > newDoc.length || range.start >= range.end) return Decoration.none;
    return Decoration.set(mark.range(range.start, range.end));
  },
  provide: field => EditorView.decorations.from(field),
});

const wavy = (color: string) => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy var(--hookplate-${color})`,
  textDecorationSkipInk: 'none',
  textUnderlineOffset: '3px',
});
const dot = (color: string, shape: string) => ({
  content: 'none',
  width: '8px',
  height: '8px',
  margin: '3px',
  backgroundColor: `var(--hookplate-${color})`,
  borderRadius: shape,
});

/** CodeMirror in the colours of the element, without its own images, which a strict policy would refuse. */
const editorTheme: Extension = EditorView.theme({
  '&': { color: 'var(--hookplate-text)', backgroundColor: 'var(--hookplate-ground)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--hookplate-code)', lineHeight: '20px' },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--hookplate-text)' },
  '.cm-line': { padding: '0 8px' },
  '.cm-gutters': {
    color: 'var(--hookplate-quiet)',
    backgroundColor: 'var(--hookplate-raised)',
    border: 'none',
  },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': {
    backgroundColor: 'color-mix(in srgb, var(--hookplate-quiet) 8%, transparent)',
  },
  '.cm-content ::selection': { backgroundColor: 'var(--hookplate-selection)' },
  '.linked': { backgroundColor: 'var(--hookplate-linked-ground) !important' },
  '.cm-lintRange-error': wavy('error'),
  '.cm-lintRange-warning': wavy('warning'),
  '.cm-lintRange-hint': { borderBottom: '1px dotted var(--hookplate-quiet)' },
  '.cm-lintPoint:after': { borderBottomColor: 'var(--hookplate-error)' },
  '.cm-lint-marker-error': dot('error', '50%'),
  '.cm-lint-marker-warning': dot('warning', '2px'),
  '.cm-lint-marker-hint': dot('quiet', '50%'),
  '.cm-panels': {
    color: 'var(--hookplate-text)',
    backgroundColor: 'var(--hookplate-raised)',
    borderBottom: '1px solid var(--hookplate-line) !important',
    fontFamily: 'system-ui, sans-serif',
  },
  '.cm-panels-top': { containerType: 'inline-size' },
  // What finds is one line, and what replaces another, unless there is too little room.
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4px 8px',
    alignItems: 'center',
    padding: '8px 40px 8px 8px',
  },
  '@container (width >= 480px)': {
    '.cm-panel.cm-search': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) repeat(4, auto)' },
    '.cm-panel.cm-search label:has([name=word])': { gridArea: '2 / 4 / auto / span 2' },
  },
  // All matches cannot be selected together where there is one cursor.
  '.cm-panel.cm-search :is(br, [name=select])': { display: 'none' },
  '.cm-panel.cm-search :is(label, button, input)': { margin: '0', fontSize: '13px' },
  '.cm-panel.cm-search input.cm-textfield': { minWidth: '0', width: '100%', minHeight: '28px' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    gap: '6px',
    alignItems: 'center',
    minHeight: '28px',
  },
  '.cm-panel.cm-search label input': { flex: 'none', width: '16px', height: '16px', margin: '0' },
  '.cm-panel.cm-search [name=close]': {
    width: '28px',
    height: '28px',
    margin: '0',
    top: '4px',
    right: '4px',
  },
  '.cm-textfield': {
    padding: '3px 8px',
    color: 'inherit',
    backgroundColor: 'var(--hookplate-ground)',
    border: '1px solid var(--hookplate-border)',
    borderRadius: '6px',
  },
  '.cm-button': {
    minHeight: '28px',
    color: 'inherit',
    backgroundImage: 'none',
    backgroundColor: 'var(--hookplate-ground)',
    border: '1px solid var(--hookplate-border)',
    borderRadius: '6px',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--hookplate-linked-ground)' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--hookplate-accent)' },
  '.cm-tooltip': {
    maxWidth: 'min(420px, 90vw)',
    color: 'var(--hookplate-text)',
    backgroundColor: 'var(--hookplate-raised)',
    border: '1px solid var(--hookplate-border)',
    borderRadius: '6px',
    fontFamily: 'system-ui, sans-serif',
    fontSize: '13px',
  },
  '.cm-tooltip p': { margin: '4px 0' },
  '.cm-tooltip code': { fontFamily: 'var(--hookplate-code)' },
  '.explanation': { padding: '4px 12px', overflowWrap: 'anywhere' },
  '.explanation dl': {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    gap: '2px 12px',
    margin: '8px 0 4px',
  },
  '.explanation dt': { color: 'var(--hookplate-quiet)' },
  '.explanation dd': { margin: '0' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--hookplate-code)', maxHeight: '240px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--hookplate-on-accent)',
    backgroundColor: 'var(--hookplate-accent)',
  },
  '.cm-completionDetail': { color: 'inherit', fontStyle: 'normal', opacity: '1', marginLeft: '8px' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-diagnostic': { padding: '8px 12px', borderLeft: 'none' },
  '.cm-diagnosticText': { display: 'block' },
  '.cm-diagnosticSource': { display: 'none' },
  '.cm-diagnosticAction': {
    margin: '8px 8px 0 0',
    padding: '4px 8px',
    color: 'var(--hookplate-on-accent)',
    backgroundColor: 'var(--hookplate-accent)',
    borderRadius: '6px',
    fontSize: '13px',
  },
});
