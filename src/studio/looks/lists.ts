import { css } from 'lit';

/** Tables and lists of cards. */
export const lists = css`
  table {
    width: 100%;
    border-collapse: collapse;
  }
  caption {
    text-align: start;
  }
  :is(th, td) {
    padding: 8px 12px;
    border-bottom: 1px solid var(--hookplate-line);
    text-align: start;
    vertical-align: baseline;
    overflow-wrap: break-word;
  }
  :is(th, td):first-child {
    padding-inline-start: 0;
  }
  :is(th, td):last-child {
    padding-inline-end: 0;
  }
  thead th {
    color: var(--hookplate-quiet);
    font-size: 13px;
    font-weight: 600;
    vertical-align: middle;
    white-space: nowrap;
  }
  tbody th {
    font-weight: inherit;
  }
  .sort {
    display: inline-flex;
    gap: 4px;
    align-items: center;
    min-height: 24px;
    padding: 0;
    color: inherit;
    background: none;
    border: 0;
    font: inherit;
    cursor: pointer;
  }
  .number > .sort {
    flex-direction: row-reverse;
  }
  .sort .icon {
    opacity: 0;
  }
  .sort .icon svg {
    width: 12px;
    height: 12px;
  }
  .sort:is(:hover, :focus-visible) .icon,
  [aria-sort] > .sort .icon {
    opacity: 1;
  }
  .sort:hover,
  [aria-sort] > .sort {
    color: var(--hookplate-text);
  }
  .departed {
    color: var(--hookplate-quiet);
    font-size: 13px;
    white-space: nowrap;
  }
  .left > td,
  .left .state > .icon {
    color: var(--hookplate-quiet);
  }
  .number {
    text-align: end;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .breaks {
    overflow-wrap: anywhere;
  }
  td:is(.state-cell, .time) {
    white-space: nowrap;
  }
  td:has(> .button) {
    padding-block: 4px;
    vertical-align: middle;
  }
  .under {
    display: block;
    color: var(--hookplate-quiet);
    font-size: 13px;
  }
  .cards {
    display: grid;
    gap: 8px;
  }
  .cards > li {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    align-items: center;
    justify-content: space-between;
    padding: 12px 16px;
    border: 1px solid var(--hookplate-line);
    border-radius: 6px;
    overflow-wrap: anywhere;
  }
  .cards > li > a:first-child {
    font-weight: 600;
  }
  .cards > li.quiet {
    color: inherit;
  }
  .cards > li:has(> .icon) {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr) max-content;
  }
  .endpoints {
    display: grid;
    grid-template-columns: repeat(2, max-content) minmax(0, max-content) max-content;
    gap: 8px;
  }
  .endpoints > li {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    align-items: center;
  }
  .event-line,
  .attempts {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
  }
  .attempts .state {
    white-space: normal;
  }
  .plain {
    color: inherit;
    text-decoration: none;
  }
  .pager {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
  }
  .news {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    min-height: 28px;
    margin-block: -12px;
    align-items: center;
  }
  .news > .button {
    text-align: start;
    white-space: normal;
  }
  .narrow {
    display: none;
  }
  @media (width >= 720px) {
    /* Tables of the same things above one another have the same columns, also when their times change. */
    table:has(td.state-cell:first-child) thead th:first-child {
      width: 136px;
    }
    thead th.number {
      width: 112px;
    }
    td.time {
      width: 136px;
    }
  }
  @media (width < 720px) {
    .secondary {
      display: none;
    }
    .cards > li:has(> .icon) {
      grid-template-columns: max-content minmax(0, 1fr);
    }
    .cards > li > .icon {
      align-self: start;
      margin-top: 2px;
    }
    .cards > li > .grow ~ .button {
      grid-column: 2;
      justify-self: start;
    }
    .narrow {
      display: block;
    }
    :is(th, td) {
      padding-inline: 8px;
    }
    .endpoints,
    .endpoints > li {
      grid-template-columns: max-content minmax(0, 1fr);
    }
    .endpoints > li > code {
      grid-column: span 1;
    }
  }
`;
