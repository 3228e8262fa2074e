import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { lintGutter, nextDiagnostic, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { changeBetween } from '../../../assist/change-between.ts';
import type { TemplateScope } from '../../../assist/template-scope.ts';
import type { Diagnostic, SourceRange } from '../../../diagnostics/diagnostic.ts';
import { highlighting } from '../../language/highlighting.ts';
import { templateLanguage } from '../../language/template-language.ts';
import { toMark } from '../../lint/to-mark.ts';
import { assistance } from '../../webhook-language.ts';
import { editorTheme } from '../looks/editor-theme.ts';
import { linkedRange, setLinkedRange } from './linked-range.ts';
import { singleLine } from './single-line.ts';
import { typingOver } from './typing-over.ts';

export interface FieldSettings {
  /** Its accessible name. */
  readonly label: string;
  readonly text: string;
  readonly lines: 'one' | 'many';
  readonly root: ShadowRoot;
  readonly scope: TemplateScope;
  readonly onInput: (text: string) => void;
  /** The cursor was moved, not by typing. */
  readonly onCursor: (offset: number) => void;
  /** In a field of one line. */
  readonly onEnter: () => void;
}

/** A field that holds a template: an editor with the language, and with what was found in its text. */
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
        linkedRange,
        highlighting,
        editorTheme,
        EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
          if (docChanged) settings.onInput(state.doc.toString());
          else if (selectionSet) settings.onCursor(state.selection.main.head);
        }),
      ],
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Puts a text there that nobody typed. Undoing ends at it: what was typed before belongs to another text. */
  setText(text: string): void {
    const before = this.text;
    if (text === before) return;
    const changes = changeBetween(before, text);
    this.view.dispatch({ changes, effects: this.#history.reconfigure([]) });
    this.view.dispatch({ effects: this.#history.reconfigure(history()) });
  }

  /** Puts a text there as somebody does who types it. */
  write(text: string): void {
    const before = this.text;
    if (text !== before) this.view.dispatch({ changes: changeBetween(before, text) });
  }

  setScope(scope: TemplateScope): void {
    if (scope === this.#known) return;
    this.#known = scope;
    this.view.dispatch({ effects: this.#scope.reconfigure(languageFor(scope)) });
  }

  /** What cannot be written can still be reached and read. */
  setEnabled(isEnabled: boolean): void {
    if (isEnabled === this.#isEnabled) return;
    this.#isEnabled = isEnabled;
    const off = [
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      EditorView.contentAttributes.of({ tabindex: '0', 'aria-readonly': 'true' }),
    ];
    this.view.dispatch({ effects: this.#enabled.reconfigure(isEnabled ? [] : off) });
  }

  /** Shows what was found in this text; nothing where another one stands there by now. */
  show(diagnostics: readonly Diagnostic[], source: string): void {
    if (source !== this.text) return;
    const marks = diagnostics.map(diagnostic => toMark(diagnostic, source));
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  link(range: SourceRange | undefined): void {
    this.view.dispatch({ effects: setLinkedRange.of(range) });
  }

  /** Puts the cursor there. */
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

function behaviour({ label, lines, onEnter }: FieldSettings): Extension {
  const keys = keymap.of([{ key: 'F8', run: nextDiagnostic }, ...defaultKeymap, ...historyKeymap]);
  const attributes = { 'aria-label': label, spellcheck: 'false', autocapitalize: 'off' };
  const named = EditorView.contentAttributes.of(attributes);
  if (lines === 'one') return [singleLine(onEnter), keys, named, EditorView.lineWrapping];
  return [
    keymap.of([indentWithTab]),
    keys,
    named,
    EditorView.contentAttributes.of({ 'aria-describedby': 'leave' }),
    lineNumbers(),
    lintGutter(),
    highlightActiveLine(),
    EditorView.lineWrapping,
  ];
}
