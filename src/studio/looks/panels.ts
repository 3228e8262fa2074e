import { css } from 'lit';

/** What stands together on a page: facts, panels, and pieces of text that somebody sent. */
export const panels = css`
  .panel {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
    align-content: start;
    padding: 16px;
    border: 1px solid var(--hookplate-line);
    border-radius: 6px;
  }
  .columns {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr));
    gap: 16px;
  }
  .facts {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: 8px 16px;
    align-items: baseline;
  }
  .facts dt {
    color: var(--hookplate-quiet);
  }
  .facts dd {
    overflow-wrap: anywhere;
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    min-width: 0;
  }
  .facts .line {
    align-items: baseline;
  }
  .facts copy-button {
    align-self: center;
    margin-block: -4px;
  }
  .whole {
    white-space: nowrap;
  }
  .line > code {
    min-width: 0;
  }
  .text {
    max-height: 320px;
    padding: 12px;
    overflow: auto;
    background: var(--hookplate-raised);
    border-radius: 6px;
    white-space: pre-wrap;
  }
  .method {
    display: inline-block;
    min-width: 40px;
    color: var(--hookplate-quiet);
    font: 600 13px/20px var(--hookplate-code);
  }
  main section {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
    align-content: start;
  }
  .events,
  process-view,
  .test {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }
  .large {
    font-size: 16px;
    font-weight: 600;
  }
  .event-line {
    gap: 0;
    margin-inline-start: 6px;
  }
  .event-line .state {
    min-width: 96px;
  }
  .event-line > li {
    position: relative;
    display: grid;
    gap: 4px;
    padding: 0 0 16px 24px;
    border-inline-start: 2px solid var(--hookplate-line);
  }
  .event-line > li::before {
    position: absolute;
    inset: 4px auto auto -7px;
    width: 12px;
    height: 12px;
    background: var(--hookplate-ground);
    border: 2px solid var(--hookplate-accent);
    border-radius: 50%;
    content: '';
  }
  .event-line > li > p {
    font-size: 13px;
  }
  .event-line > li:last-child {
    padding-bottom: 0;
    border-color: transparent;
  }
  .event-line ul {
    display: grid;
    grid-template-columns: repeat(2, max-content) minmax(0, 1fr);
    gap: 8px 12px;
  }
  .event-line ul > li {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
  }
  .chart .plot {
    height: 140px;
    overflow: hidden;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    font-size: 13px;
  }
  .key::before {
    display: inline-block;
    width: 12px;
    height: 12px;
    margin-inline-end: 8px;
    background: var(--hookplate-accent);
    border-radius: 2px;
    vertical-align: -1px;
    content: '';
  }
  .key.failing::before {
    background: var(--hookplate-number);
  }
  summary {
    width: max-content;
    cursor: pointer;
  }
  details[open] > summary {
    margin-bottom: 8px;
  }
  progress {
    width: 100%;
    height: 8px;
    accent-color: var(--hookplate-accent);
  }
  @media (width < 720px) {
    .event-line ul {
      grid-template-columns: minmax(0, 1fr);
    }
    .event-line ul > li {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 12px;
    }
  }
  @media (width < 560px) {
    /* Keeps the place of the figures, which come later. */
    .chart .heading {
      align-content: start;
      min-height: 76px;
    }
  }
  @media (width < 480px) {
    .facts {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }
    .facts dd {
      margin-bottom: 8px;
    }
  }
  @media (forced-colors: active) {
    .plot,
    .key::before {
      forced-color-adjust: none;
    }
    .text {
      outline: 1px solid;
    }
    .event-line > li:last-child {
      border-color: Canvas;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    progress:indeterminate {
      appearance: none;
      background: repeating-linear-gradient(
        135deg,
        var(--hookplate-accent) 0 8px,
        var(--hookplate-tag-ground) 8px 16px
      );
      border-radius: 6px;
    }
    progress:indeterminate::-webkit-progress-bar {
      background: none;
    }
    progress:indeterminate::-moz-progress-bar {
      background: none;
    }
  }
`;
