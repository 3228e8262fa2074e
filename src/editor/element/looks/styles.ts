import { css } from 'lit';
import { controls } from './controls.ts';
import { folds } from './folds.ts';
import { results } from './results.ts';

/** How the element is laid out. */
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
  [hidden] {
    display: none !important;
  }
  .show-edit > .preview,
  .show-preview > .settings {
    display: none;
  }
  @container (min-width: 860px) {
    .columns {
      grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
    }
    .columns > .views {
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
