import { html, render } from 'lit';
import { colors } from '../../../src/editor/element/colors.ts';
import { messageLook, type ShownMessage } from '../../../src/editor/element/look/message-look.ts';
import { messageLookStyles } from '../../../src/editor/element/look/message-look-styles.ts';
import { styles } from '../../../src/editor/element/styles.ts';

/* A page with one message after the other, in a shadow root with the styles of the element, as the preview has them. */

declare global {
  interface Window {
    show: (messages: readonly ShownMessage[]) => void;
    /** What values that the pointer or a click reached are of. */
    reached: string[];
  }
}

const host = document.querySelector('#messages') ?? document.body;
const root = host.attachShadow({ mode: 'open' });
const sheets = [colors, styles, messageLookStyles].flat(2);
root.adoptedStyleSheets = sheets.map(({ styleSheet }) => styleSheet ?? new CSSStyleSheet());

window.reached = [];
window.show = messages => {
  const values = {
    cursor: { field: 'text', offset: 3 },
    point: () => {},
    goTo: (field: string, { start }: { readonly start: number }) => window.reached.push(`${field} ${start}`),
  };
  render(
    messages.map(message => html`<div class="preview">${messageLook({ values, ...message })}</div>`),
    root,
  );
};
