import { css } from 'lit';

/** Sizes 13, 14, 16; spacing 4, 8, 12, 16, 24; radius 6. */
export const styles = css`
  :host {
    display: block;
    container-type: inline-size;
    color: var(--hookplate-text);
    font: 14px/20px system-ui, sans-serif;
  }
  :host([hidden]) {
    display: none;
  }
  * {
    box-sizing: border-box;
  }
  p,
  h2,
  ul,
  dl {
    margin: 0;
  }
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 24px;
    padding: 16px;
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-line);
    border-radius: 6px;
  }
  .settings {
    display: grid;
    gap: 16px;
    align-content: start;
    min-width: 0;
  }
  fieldset {
    display: grid;
    gap: 8px;
    justify-items: start;
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend,
  .label,
  h2 {
    padding: 0;
    font-size: 13px;
    font-weight: 600;
  }
  legend {
    margin-bottom: 4px;
  }
  .boxes {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
  }
  .box {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    min-height: 24px;
  }
  input[type='checkbox'] {
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: var(--hookplate-accent);
  }
  .line,
  .header,
  .verdict-line {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: start;
    width: 100%;
  }
  .verdict-line {
    gap: 4px 12px;
    align-items: center;
  }
  .field {
    display: grid;
    gap: 4px;
    min-width: 0;
  }
  .wide,
  .header .frame {
    flex: 1 1 200px;
    min-width: 0;
  }
  .header .name {
    flex: 0 1 160px;
  }
  input[type='text'],
  select,
  .frame {
    min-height: 34px;
    color: inherit;
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-border);
    border-radius: 6px;
    font: inherit;
  }
  input[type='text'] {
    width: 100%;
    padding: 6px 8px;
    font: 13px/20px var(--hookplate-code);
  }
  input::placeholder {
    color: var(--hookplate-quiet);
    opacity: 1;
  }
  select {
    padding: 6px 8px;
  }
  .frame.wrong {
    border-color: var(--hookplate-error);
  }
  .frame .cm-editor {
    min-height: 32px;
    border-radius: 5px;
  }
  .payload .cm-editor {
    max-height: 60vh;
  }
  .payload .cm-scroller {
    overflow: auto;
  }
  .payload :is(.cm-content, .cm-gutter) {
    min-height: 160px;
  }
  .frame:focus-within,
  :is(input, select, button, [role='tabpanel']):focus-visible {
    outline: 2px solid var(--hookplate-accent);
    outline-offset: 2px;
  }
  .frame input:focus-visible {
    outline: none;
  }
  button {
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  button:disabled {
    cursor: default;
    opacity: 0.6;
  }
  .quiet,
  .fix {
    min-height: 28px;
    padding: 3px 8px;
    background: var(--hookplate-raised);
    border: 1px solid var(--hookplate-border);
    border-radius: 6px;
    font-size: 13px;
  }
  .header .quiet {
    min-height: 34px;
  }
  .fix {
    margin: 4px 8px 4px 0;
    text-align: start;
  }
  .quiet:hover:enabled,
  .fix:hover:enabled {
    background: var(--hookplate-tag-ground);
  }
  .link {
    padding: 0;
    color: var(--hookplate-accent);
    background: none;
    border: 0;
    text-decoration: underline;
    text-underline-offset: 2px;
  }
  .hint {
    color: var(--hookplate-quiet);
    font-size: 13px;
  }
  svg {
    width: 16px;
    height: 16px;
    flex: none;
    vertical-align: -3px;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .verdict {
    display: flex;
    gap: 8px;
    align-items: center;
    min-height: 28px;
    font-weight: 600;
  }
  .verdict.safe {
    color: var(--hookplate-safe);
  }
  .verdict.unsafe,
  li.error .sign,
  li.error .kind {
    color: var(--hookplate-error);
  }
  li.warning .sign,
  li.warning .kind {
    color: var(--hookplate-warning);
  }
  .problems {
    display: grid;
    gap: 12px;
    padding: 0;
    list-style: none;
  }
  .problems li {
    display: flex;
    gap: 8px;
    overflow-wrap: anywhere;
  }
  .problems .sign {
    margin-top: 2px;
  }
  .kind {
    font-weight: 600;
  }
  code,
  .request {
    font: 13px/20px var(--hookplate-code);
  }
  .preview {
    display: grid;
    gap: 8px;
    align-content: start;
    min-width: 0;
  }
  [role='tablist'] {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    border-bottom: 1px solid var(--hookplate-line);
  }
  [role='tab'] {
    min-height: 32px;
    padding: 4px 8px;
    background: none;
    border: 0;
    border-bottom: 2px solid transparent;
  }
  [role='tab'][aria-selected='true'] {
    border-bottom-color: var(--hookplate-accent);
    font-weight: 600;
  }
  [role='tab'].off {
    color: var(--hookplate-quiet);
    font-style: italic;
  }
  [role='tabpanel'] {
    display: grid;
    gap: 8px;
    align-content: start;
    min-height: 120px;
    border-radius: 6px;
  }
  .request {
    max-height: 70vh;
    padding: 12px;
    overflow: auto;
    background: var(--hookplate-raised);
    border-radius: 6px;
    overflow-wrap: anywhere;
  }
  .request.old {
    border-inline-start: 4px solid var(--hookplate-border);
  }
  .request p {
    padding-inline-start: 16px;
    text-indent: -16px;
  }
  .request pre {
    margin: 12px 0 0;
    font: inherit;
    white-space: pre-wrap;
  }
  .derived {
    color: var(--hookplate-quiet);
  }
  .value {
    background: var(--hookplate-tag-ground);
    border-radius: 2px;
    cursor: pointer;
  }
  .value:hover,
  .value.linked {
    background: var(--hookplate-linked-ground);
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: center;
    font-size: 13px;
  }
  @container (min-width: 760px) {
    .columns {
      grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
    }
  }
  @media (forced-colors: active) {
    .value,
    .frame.wrong {
      outline: 1px solid;
    }
  }
`;
