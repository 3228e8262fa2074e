import { css } from 'lit';

export const tableStyles = css`
  table {
    width: 100%;
    overflow: hidden;
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-line);
    border-radius: 8px;
    border-spacing: 0;
  }
  caption {
    text-align: start;
  }
  :is(th, td) {
    padding: 9px 12px 10px;
    border-bottom: 1px solid var(--hookplate-line);
    text-align: start;
    vertical-align: baseline;
    overflow-wrap: break-word;
  }
  :is(th, td):first-child {
    padding-inline-start: 16px;
  }
  :is(th, td):last-child {
    padding-inline-end: 16px;
  }
  tbody > tr:last-child > :is(th, td) {
    border-bottom: 0;
  }
  /* A row leads where the link in it leads; what else is in it lies above that. */
  tbody > tr {
    position: relative;
    /* Also of the last, which has no line below. */
    height: 40px;
  }
  tbody > tr:is(:hover, [aria-current]) {
    background: var(--hookplate-raised);
  }
  tbody > tr[aria-current] > td:first-child {
    box-shadow: inset 3px 0 var(--hookplate-accent);
  }
  .row-link {
    font-weight: 500;
    text-decoration: none;
  }
  tr:hover .row-link {
    text-decoration: underline;
  }
  .row-link::after {
    position: absolute;
    inset: 0;
    content: '';
  }
  td :is(a:not(.row-link), button) {
    position: relative;
    z-index: 1;
  }
  thead th {
    padding-block: 7px 8px;
    color: var(--hookplate-quiet);
    background: var(--hookplate-raised);
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
  .number > .under {
    white-space: normal;
  }
  td:is(.state-cell, .time) {
    white-space: nowrap;
  }
  td:has(> .button, > .buttons) {
    padding-block: 5px 6px;
  }
  td > .buttons.end {
    flex-wrap: nowrap;
  }
  .state-cell > .under {
    white-space: normal;
  }
  .under {
    display: block;
    color: var(--hookplate-quiet);
    font-size: 13px;
  }
  .under > .icon {
    vertical-align: text-bottom;
  }
  @media (width >= 720px) {
    /* Tables of the same kind on one page have the same columns, even when their times change. */
    table:has(td.state-cell:first-child) thead th:first-child {
      width: 136px;
    }
    table:has(td.state-cell:first-child) thead th.long-state:first-child {
      width: 304px;
    }
    thead th.number {
      width: 112px;
    }
    td.time {
      width: 136px;
    }
    .open .secondary {
      display: none;
    }
    /* Beside what is open, what is known of a state takes another line, and leaves the room to names. */
    .open .state-cell,
    .open .state-cell > .state {
      white-space: normal;
    }
    .open table:has(td.state-cell:first-child) thead th.long-state:first-child {
      width: 36%;
    }
  }
  @media (width < 720px) {
    /* Each row is a card: its state and its time or number, and below them the rest. */
    table {
      overflow: visible;
      background: none;
      border: 0;
      border-radius: 0;
    }
    thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    thead:has(button) {
      display: none;
    }
    table,
    tbody {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: 8px;
    }
    caption {
      display: block;
    }
    tbody > tr {
      display: grid;
      height: auto;
      grid-template-columns: minmax(0, 1fr) max-content;
      gap: 4px 12px;
      padding: 12px 16px;
      background: var(--hookplate-ground);
      border: 1px solid var(--hookplate-line);
      border-radius: 8px;
    }
    tbody > tr > :is(th, td):nth-child(n) {
      grid-column: 1 / -1;
      width: auto;
      padding: 0;
      border: 0;
      text-align: start;
    }
    tbody > tr > :first-child:not(:only-child) {
      grid-column: 1;
    }
    tbody > tr > :is(.time, .number):last-child:not(:has(.button)) {
      grid-area: 1 / 2;
    }
    /* As wide as "59 min ago", so that nothing moves while the time passes, and at the end of its card. */
    tbody > tr > .time:last-child > time {
      display: inline-block;
      min-width: 6em;
      text-align: end;
    }
    td > .buttons.end {
      flex-wrap: wrap;
      justify-content: start;
    }
    td[data-word]::before {
      color: var(--hookplate-quiet);
      content: attr(data-word) ' ';
    }
    td.state-cell {
      white-space: normal;
    }
    td.state-cell[data-word] {
      display: flex;
      gap: 4px;
    }
    .secondary:not([data-word]) {
      display: none;
    }
    td:has(> .button),
    td > .button {
      white-space: normal;
    }
    /* Rows become cards: the state beside the name, and the rest below. */
    .cards-below,
    .cards-below tbody {
      display: grid;
      gap: 8px;
    }
    .cards-below tbody tr {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 12px;
      align-items: center;
    }
    .cards-below td {
      max-width: 100%;
    }
    .cards-below td:has(> a) {
      order: -2;
      flex: 1 1 calc(100% - 56px);
      font-weight: 600;
    }
    .cards-below .under {
      font-weight: 400;
    }
    .cards-below .more {
      order: -1;
    }
    .cards-below td:is(:empty, :has(> .dash)) {
      display: none;
    }
  }
  @media (forced-colors: active) {
    tbody > tr[aria-current] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
