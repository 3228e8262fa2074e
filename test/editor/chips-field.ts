import { catalogueScope } from '../../src/assist/template-scope.ts';
import { palette } from '../../src/editor/element/colors.ts';
import { FieldEditor } from '../../src/editor/element/field-editor.ts';
import { listOf } from '../../src/template/resolve/variables.ts';
import { validateTemplate } from '../../src/template/template.ts';
import { defineEvents } from '../../src/webhook/events/define-events.ts';

/* A page with a title and a message as chips, between two links. Their texts stand in its address. */

const orders = defineEvents({
  variables: {
    shop: 'string',
    placedOn: 'date',
    errorCount: 'number',
    customer: { name: 'string' },
    items: listOf({ sku: 'string' }),
  },
  events: {
    Placed: {
      title: 'Order placed',
      sample: {
        shop: 'Acme',
        placedOn: new Date(0),
        errorCount: 2,
        customer: { name: 'Ada' },
        items: [{ sku: 'A-1' }],
      },
    },
  },
});
const samples = [orders.sample('Placed', { now: () => 0 })];
const scope = catalogueScope(orders, orders.names, samples, { output: 'text', timeZone: 'UTC' });

const looks = new CSSStyleSheet();
looks.replaceSync(`
  :host { ${palette.cssText} display: grid; gap: 8px; color-scheme: light dark; font: 14px/20px system-ui, sans-serif; }
  .frame { border: 1px solid var(--hookplate-border); border-radius: 6px; }
  .frame:focus-within { outline: 2px solid var(--hookplate-accent); outline-offset: 2px; }
`);

/** What tests ask of a field. */
export interface ChipsField extends HTMLElement {
  readonly title: string;
  readonly message: string;
  /** Where the cursor is in the message. */
  readonly cursor: number;
}

class Field extends HTMLElement implements ChipsField {
  readonly #fields = new Map<string, FieldEditor>();

  connectedCallback(): void {
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [looks];
    const given = new URLSearchParams(location.search);
    for (const [name, lines] of [
      ['title', 'one'],
      ['message', 'many'],
    ] as const) {
      const frame = document.createElement('div');
      frame.className = 'frame';
      const check = (source: string) =>
        field.show(validateTemplate(source, { output: 'text', variables: scope.variables }), source);
      const field: FieldEditor = new FieldEditor({
        label: name,
        descriptions: '',
        text: given.get(name) ?? '',
        lines,
        root,
        scope,
        chips: true,
        onInput: check,
        onCursor: () => {},
        onEnter: () => {},
      });
      check(field.text);
      this.#fields.set(name, field);
      frame.append(field.view.dom);
      root.append(frame);
    }
  }

  override get title(): string {
    return this.#fields.get('title')?.text ?? '';
  }

  get message(): string {
    return this.#fields.get('message')?.text ?? '';
  }

  get cursor(): number {
    return this.#fields.get('message')?.view.state.selection.main.head ?? -1;
  }
}

customElements.define('chips-field', Field);
