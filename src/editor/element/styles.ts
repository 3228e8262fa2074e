import { css } from 'lit';

/** Fields, buttons and icons. */
const controls = css`
  .boxes {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    align-items: center;
    min-height: 34px;
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
  /* A list of choices may be wider than its place. */
  .wide,
  .wide > .field {
    grid-template-columns: minmax(0, 1fr);
  }
  .line:has(> .events) {
    column-gap: 24px;
  }
  .events {
    flex: 1 1 auto;
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
  /* The rest of a tall window, without what stands above it in the studio, and its problems and the bar below it. */
  .payload .cm-editor {
    max-height: max(200px, var(--hookplate-view-height, 100vh) - 680px);
  }
  .payload:has(.cm-search) .cm-editor {
    max-height: max(440px, var(--hookplate-view-height, 100vh) - 680px);
  }
  .payload.tall .cm-editor {
    height: max(200px, var(--hookplate-view-height, 100vh) - 144px);
    max-height: none;
  }
  .payload .cm-scroller {
    overflow: auto;
  }
  .with-tools {
    grid-template-columns: minmax(0, auto) minmax(0, 1fr);
    row-gap: 8px;
    align-items: center;
  }
  .with-tools > * {
    grid-column: 1 / -1;
  }
  .with-tools > .label {
    grid-column: 1;
  }
  .tools {
    grid-area: 1 / 2;
    display: flex;
    flex-wrap: wrap;
    gap: 4px 8px;
    align-items: center;
    justify-content: end;
  }
  .with-tools > .tools {
    grid-column: 2;
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
  kbd {
    font: 400 12px/20px var(--hookplate-code);
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
    text-align: start;
    line-height: 20px;
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

/** Folded settings, secrets, and the panel of a test. */
const folds = css`
  summary {
    width: fit-content;
    padding: 4px 0;
    border-radius: 6px;
    font-size: 13px;
    font-weight: 600;
    cursor: pointer;
  }
  summary .hint {
    margin-inline-start: 8px;
    font-weight: 400;
  }
  .folded {
    display: grid;
    gap: 16px;
    padding: 8px 0 8px 16px;
    border-inline-start: 1px solid var(--hookplate-line);
  }
  .secret .line {
    align-items: center;
    min-height: 34px;
  }
  .secret input {
    flex: 1 1 120px;
    width: auto;
  }
  .stored {
    color: var(--hookplate-quiet);
  }
`;

/** Verdict, diagnostics, and the preview. */
const results = css`
  .verdict {
    display: flex;
    gap: 8px;
    align-items: center;
    min-height: 28px;
    font-weight: 600;
  }
  /* Room for the sign. */
  .verdict.unknown {
    padding-inline-start: 24px;
  }
  /* Hidden below the request until that has been rendered. */
  .panel:has(.verdict.unknown) .preview > [role='tabpanel'] ~ * {
    visibility: hidden;
  }
  .verdict.safe {
    color: var(--hookplate-safe);
  }
  .verdict:is(.warned, .unfinished) {
    color: var(--hookplate-warning);
  }
  .verdict .link {
    min-height: 24px;
    color: inherit;
    font-weight: inherit;
    text-align: start;
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
  li.proposal .sign,
  li.proposal .kind {
    color: var(--hookplate-accent);
  }
  .found,
  .problems {
    display: grid;
    gap: 4px;
    width: 100%;
    padding: 0;
    list-style: none;
  }
  .problems li {
    display: flex;
    gap: 8px;
    overflow-wrap: anywhere;
  }
  .problems .sign {
    margin-top: 4px;
  }
  .problems p {
    line-height: 24px;
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
    grid-template-columns: minmax(0, 1fr);
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
  }
  .preview > h2 {
    line-height: 28px;
  }
  /* Below the request that it is about, which it does not move, and in sight. */
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
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: center;
    font-size: 13px;
  }
  @media (forced-colors: active) {
    .value,
    .request,
    .frame.wrong {
      outline: 1px solid;
    }
    :is(.value:hover, .linked, .toggle[aria-pressed='true']) {
      outline: 2px solid Highlight;
    }
    .chip {
      border-color: ButtonBorder;
    }
    [role='tab'] {
      border-bottom-color: Canvas;
    }
    [role='tab'][aria-selected='true'] {
      border-bottom-color: Highlight;
    }
    button:is(:disabled, [aria-disabled='true']) {
      color: GrayText;
      border-color: GrayText;
      opacity: 1;
    }
    .cm-lint-marker {
      background: CanvasText !important;
    }
    /* Without what is otherwise drawn behind the words, in the colour of the words. */
    .cm-tooltip-autocomplete li[aria-selected] {
      color: HighlightText !important;
      background: Highlight !important;
      forced-color-adjust: none;
    }
    .cm-searchMatch {
      outline: 1px solid;
    }
    .cm-searchMatch-selected {
      outline: 2px solid Highlight;
    }
  }
`;

/** The layout of the element. */
const layout = css`
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
  .panel {
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-line);
    border-radius: 6px;
  }
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 24px;
    padding: 16px;
  }
  /* Above the panels of the editors, and below their lists. */
  .bar {
    position: sticky;
    bottom: 0;
    z-index: 400;
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    align-items: center;
    justify-content: space-between;
    padding: 8px 16px;
    background: var(--hookplate-raised);
    border-top: 1px solid var(--hookplate-line);
    border-radius: 0 0 5px 5px;
  }
  .bar > .verdict-line {
    flex: 1 1 280px;
    width: auto;
  }
  .bar > .buttons {
    justify-content: end;
  }
  .saved {
    font-size: 13px;
  }
  .unsaved {
    padding: 1px 8px;
    color: var(--hookplate-accent);
    background: var(--hookplate-tag-ground);
    border: 1px solid;
    border-radius: 12px;
    font-size: 13px;
    white-space: nowrap;
  }
  /* Nothing to see, but there for screen readers to hear of what comes. */
  .saved:empty {
    position: absolute;
  }
  /* Only what decides, and what can be done. */
  @media (width < 480px) {
    .bar {
      row-gap: 8px;
      padding: 8px 16px 12px;
    }
    .preview > .paused {
      bottom: 112px;
    }
    /* Most verdicts take two lines there, and nothing moves when one comes. */
    .bar .verdict {
      flex: 1 1 200px;
      min-height: 40px;
    }
    .bar kbd {
      display: none;
    }
    .bar :is(.more, .buttons > .hint, .hint:has(~ .saved:not(:empty))) {
      position: absolute;
      width: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
  /* What has the focus is not under the bar. */
  .columns :is(input, select, textarea, button, summary, [tabindex], .cm-content) {
    scroll-margin-block: 16px 96px;
  }
  @media (width < 480px) {
    .columns :is(input, select, textarea, button, summary, [tabindex], .cm-content) {
      scroll-margin-block-end: 160px;
    }
  }
  @media (max-height: 480px) {
    .bar,
    .preview > .paused,
    .cm-panels.cm-panels {
      position: static;
    }
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
  [hidden] {
    display: none !important;
  }
  .show-edit > .preview,
  .show-preview > .settings {
    display: none;
  }
  @container (min-width: 860px) {
    .columns {
      grid-template: auto 1fr / minmax(0, 3fr) minmax(0, 2fr);
    }
    .columns > .settings {
      grid-row: 1 / 3;
    }
    .columns > :is(.test, .preview) {
      grid-column: 2;
    }
    .columns > .preview:not(.test + .preview) {
      grid-row: 1 / 3;
    }
    /* The fix stands beside its mistake, in sight. */
    .columns > .views,
    .paused .fix {
      display: none;
    }
    .columns > .settings,
    .columns > .preview {
      display: grid;
    }
  }
`;

/** Sizes 13, 14, 16; spacing 4, 8, 12, 16, 24; radius 6. */
export const styles = [layout, controls, folds, results];
