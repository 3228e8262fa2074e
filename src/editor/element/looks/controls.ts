import { css } from 'lit';

/** Fields, buttons and icons. */
export const controls = css`
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
  input:is([type='text'], [type='password']),
  select,
  .frame {
    min-height: 34px;
    color: inherit;
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-border);
    border-radius: 6px;
    font: inherit;
  }
  input:is([type='text'], [type='password']) {
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
  :is(input, select, textarea, button, summary, [tabindex]):focus-visible {
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
  button:is(:disabled, [aria-disabled='true']) {
    cursor: default;
    opacity: 0.6;
  }
  .primary,
  .plain {
    min-height: 34px;
    padding: 6px 16px;
    border: 1px solid var(--hookplate-border);
    border-radius: 6px;
    background: var(--hookplate-ground);
    font-weight: 600;
  }
  .primary {
    color: var(--hookplate-on-accent);
    background: var(--hookplate-accent);
    border-color: transparent;
  }
  .toggle[aria-pressed='true'] {
    background: var(--hookplate-tag-ground);
    border-color: var(--hookplate-accent);
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
  .header :is(.quiet, .box) {
    min-height: 34px;
  }
  @container (max-width: 480px) {
    .header {
      padding-bottom: 8px;
    }
    .header .name {
      flex-basis: 100%;
    }
    .header :is(.frame:not(.name), .secret) {
      flex-basis: 110px;
    }
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
`;
