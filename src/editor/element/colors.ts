import { css } from 'lit';

/** All colours, light and dark according to the page's `color-scheme`. */
export const palette = css`
  --hookplate-ground: light-dark(#ffffff, #16181d);
  --hookplate-raised: light-dark(#f5f6f8, #1e2128);
  --hookplate-text: light-dark(#1c2128, #e6e9ef);
  --hookplate-quiet: light-dark(#59636e, #9aa4b2);
  --hookplate-line: light-dark(#d5dae1, #343a46);
  --hookplate-border: light-dark(#858e9a, #6f7a8a);
  --hookplate-accent: light-dark(#1a56b0, #84b4ff);
  --hookplate-on-accent: light-dark(#ffffff, #10131a);
  --hookplate-tag-ground: light-dark(#e9f0fd, #1d2b45);
  --hookplate-linked-ground: light-dark(#ffe9a8, #574600);
  --hookplate-selection: light-dark(#cfe0fb, #2c4470);
  --hookplate-keyword: light-dark(#7a2f9d, #d3a6f7);
  --hookplate-key: light-dark(#0f5f78, #86cfe6);
  --hookplate-string: light-dark(#1b6538, #93d7a8);
  --hookplate-number: light-dark(#9a3f00, #f2b880);
  --hookplate-error: light-dark(#b3261e, #ff8f85);
  --hookplate-warning: light-dark(#855300, #f0c36d);
  --hookplate-safe: light-dark(#17692f, #80dba0);
  --hookplate-code: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace;
`;

/** The colours of the element; a page may override them. */
export const colors = css`
  :host {
    ${palette}
  }
`;
