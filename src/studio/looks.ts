import { type CSSResult, css } from 'lit';
import { palette } from '../editor/element/colors.ts';

/** The row at the top, and the page below it. */
const frame = css`
  :root {
    /* Aligns the row with the page, whose width is limited for readability. */
    --width: max(1280px, 80%);
    --margin: max(24px, calc((100% - var(--width)) / 2 + 24px));
  }
  hookplate-studio:not(:defined) {
    display: block;
    min-height: 100vh;
  }
  .skip {
    position: absolute;
    inset: 8px auto auto 8px;
    z-index: 2;
    padding: 4px 12px;
    background: var(--hookplate-ground);
    border-radius: 6px;
    transform: translateY(-200%);
  }
  .skip:focus {
    transform: none;
  }
  header {
    display: flex;
    flex-wrap: wrap;
    gap: 0 24px;
    align-items: center;
    padding: 0 var(--margin);
    background: var(--hookplate-ground);
    border-bottom: 1px solid var(--hookplate-line);
  }
  .brand {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    padding: 12px 0;
    color: inherit;
    font-size: 16px;
    font-weight: 650;
    text-decoration: none;
  }
  .mark {
    width: 20px;
    height: 20px;
  }
  .mark rect {
    fill: var(--hookplate-accent);
  }
  .mark path {
    fill: none;
    stroke: var(--hookplate-on-accent);
    stroke-width: 3;
    stroke-linecap: round;
  }
  sign-in-again {
    position: sticky;
    inset-block-start: 0;
    z-index: 2;
    display: block;
  }
  sign-in-again .notice {
    padding-inline: var(--margin);
    border-radius: 0;
  }
  sign-in-again .field {
    flex: 0 1 180px;
  }
  sign-in-again .button {
    align-self: end;
  }
  nav[aria-label='Main'] {
    display: flex;
    gap: 4px;
    align-self: stretch;
  }
  nav[aria-label='Main'] a {
    display: flex;
    align-items: center;
    padding: 12px 8px;
    color: var(--hookplate-quiet);
    border-block: 2px solid transparent;
    font-weight: 500;
    text-decoration: none;
  }
  nav[aria-label='Main'] a:hover {
    color: var(--hookplate-text);
  }
  nav[aria-label='Main'] a[aria-current] {
    color: var(--hookplate-text);
    border-bottom-color: var(--hookplate-accent);
  }
  .status {
    display: flex;
    gap: 12px;
    align-items: center;
    margin-inline-start: auto;
  }
  /* Hidden until the user's name is known, so that nothing moves when it appears. */
  header:has(+ main > .loading) .status:not(:has(.user)) {
    visibility: hidden;
  }
  .stream {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    color: var(--hookplate-quiet);
    font-size: 13px;
    cursor: default;
  }
  .stream .dot {
    width: 8px;
    height: 8px;
    border: 2px solid var(--hookplate-border);
    border-radius: 50%;
  }
  .stream .word {
    min-width: 32px;
  }
  /* Keeps the room for the next word; the dot and the title show the state, too. */
  .stream.connecting .word {
    width: 32px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  /* Where there is no room, the word is shown once it is not the usual one. */
  @media (width < 360px) {
    .stream:is(.live, .connecting) .word {
      position: absolute;
      clip-path: inset(50%);
    }
  }
  .stream.live .dot {
    background: var(--hookplate-safe);
    border-color: var(--hookplate-safe);
  }
  .stream:is(.down, .out) {
    color: var(--hookplate-error);
    font-weight: 600;
  }
  .stream:is(.down, .out) .dot {
    border-color: var(--hookplate-error);
    border-radius: 2px;
  }
  .icon-button,
  .user {
    display: inline-flex;
    gap: 4px;
    align-items: center;
    min-width: 32px;
    min-height: 32px;
    padding: 4px 8px;
    color: inherit;
    background: none;
    border: 0;
    border-radius: 6px;
    font: inherit;
    cursor: pointer;
  }
  .icon-button:hover,
  .user:hover {
    background: var(--hookplate-tag-ground);
  }
  .user .name {
    max-width: 160px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .menu {
    position: fixed;
    inset: 48px var(--margin) auto auto;
    width: max-content;
    max-width: min(320px, calc(100vw - 32px));
    padding: 12px 16px;
    color: inherit;
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-border);
    border-radius: 6px;
    box-shadow: 0 4px 16px rgb(0 0 0 / 16%);
    overflow-wrap: anywhere;
  }
  .menu:popover-open {
    display: grid;
    gap: 8px;
  }
  main {
    max-width: var(--width);
    margin: 0 auto;
    padding: 24px 24px 40px;
  }
  main > * {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    align-content: start;
  }
  .lead {
    max-width: 72ch;
    color: var(--hookplate-quiet);
    text-wrap: pretty;
  }
  .crumbs {
    margin-bottom: -12px;
    font-size: 13px;
    overflow-wrap: anywhere;
  }
  @media (width < 720px) {
    :root {
      --margin: 16px;
    }
    nav[aria-label='Main'] {
      order: 1;
      width: calc(100% + 16px);
      gap: 0;
      margin: 0 -8px;
      overflow-x: auto;
      justify-content: space-between;
      scrollbar-width: none;
    }
    /* The mark leads there, too, and the others just fit. */
    nav[aria-label='Main'] a[href=''] {
      display: none;
    }
    nav[aria-label='Main'] a {
      padding: 8px 4px;
      /* Outside, it would be cut off where the row scrolls. */
      outline-offset: -2px;
      font-size: 13px;
    }
    .status {
      gap: 4px;
    }
    main {
      padding: 16px 16px 40px;
    }
  }
  @media (width < 360px) {
    header {
      gap: 0 8px;
    }
    .user .name {
      max-width: 88px;
    }
  }
  /* Where so little can be seen at once, nothing stays in front of it. */
  @media (height < 480px) {
    sign-in-again {
      position: static;
    }
    .menu {
      max-height: calc(100vh - 56px);
      overflow-y: auto;
    }
    dialog {
      max-height: calc(100vh - 16px);
      padding: 12px 16px;
    }
  }
  @media (forced-colors: active) {
    nav[aria-label='Main'] a {
      border-color: Canvas;
    }
    nav[aria-label='Main'] a[aria-current] {
      border-bottom-color: Highlight;
    }
    .stream.live .dot {
      background: CanvasText;
    }
  }
`;

/** Buttons, fields, tabs and dialogs. */
const controls = css`
  .button {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    justify-content: center;
    min-height: 36px;
    padding: 4px 12px;
    color: inherit;
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-border);
    border-radius: 6px;
    font: inherit;
    font-weight: 600;
    text-decoration: none;
    white-space: nowrap;
    cursor: pointer;
  }
  .button.small {
    min-height: 28px;
    padding: 3px 8px;
    font-size: 13px;
  }
  .button:hover:not(:disabled, [aria-disabled='true']) {
    background: var(--hookplate-tag-ground);
  }
  .button.primary {
    color: var(--hookplate-on-accent);
    background: var(--hookplate-accent);
    border-color: var(--hookplate-accent);
  }
  .button.primary:hover:not(:disabled, [aria-disabled='true']) {
    background: color-mix(in srgb, var(--hookplate-accent) 88%, var(--hookplate-text));
  }
  .button.danger {
    color: var(--hookplate-error);
    border-color: var(--hookplate-error);
  }
  .button:is(:disabled, [aria-disabled='true']) {
    color: var(--hookplate-quiet);
    background: var(--hookplate-raised);
    border-color: var(--hookplate-line);
    cursor: not-allowed;
  }
  .button:focus-visible {
    border-radius: 6px;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
  }
  .field {
    display: grid;
    gap: 4px;
    align-content: start;
    min-width: 0;
  }
  .field > span:not(.hint),
  .label {
    font-size: 13px;
    font-weight: 600;
  }
  .hint {
    color: var(--hookplate-quiet);
    font-size: 13px;
  }
  .wrong {
    color: var(--hookplate-error);
    font-size: 13px;
  }
  :is(input:not([type='checkbox']), select, textarea) {
    width: 100%;
    min-height: 36px;
    padding: 4px 8px;
    color: inherit;
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-border);
    border-radius: 6px;
    font: inherit;
  }
  select:not([multiple]) {
    padding-inline: 4px;
  }
  :is(input, select, textarea):focus-visible {
    border-radius: 6px;
  }
  .field :is(textarea, .code) {
    font: 13px/20px var(--hookplate-code);
  }
  .field textarea {
    min-height: 88px;
    max-height: 480px;
    field-sizing: content;
    resize: vertical;
  }
  .field textarea[rows='10'] {
    min-height: 218px;
  }
  input[type='checkbox'] {
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: var(--hookplate-accent);
  }
  .check {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    min-height: 24px;
  }
  .filters {
    display: flex;
    flex-wrap: wrap;
    gap: 12px;
    align-items: end;
  }
  .filters .field {
    flex: 1 1 140px;
    max-width: 240px;
  }
  /* As wide as what is chosen: names of endpoints end in what tells them apart. */
  .filters .field:has(> select) {
    flex: 0 1 auto;
    min-width: min(140px, 100%);
    max-width: min(480px, 100%);
  }
  .filters select {
    width: auto;
    min-width: 100%;
    max-width: 100%;
    field-sizing: content;
    text-overflow: ellipsis;
  }
  /* The two ends stay together, each wide enough for a date and a time. */
  .filters .range {
    display: grid;
    flex: 2 1 480px;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 232px), 1fr));
    gap: 12px;
    max-width: 492px;
  }
  .filters .range > .field {
    grid-template-columns: minmax(0, 1fr);
    max-width: none;
  }
  .heading:has(> .filters) {
    align-items: end;
  }
  /* States take several lines beside the button before it goes below them. */
  .heading > .pills {
    flex: 1 1 360px;
    padding-block: 4px;
  }
  .heading:has(> .pills) {
    align-items: start;
  }
  .heading > .filters {
    flex: 1 1 320px;
  }
  .tabs {
    display: flex;
    gap: 4px;
    border-bottom: 1px solid var(--hookplate-line);
  }
  .tabs > :is(a, button) {
    padding: 8px 12px;
    color: var(--hookplate-quiet);
    background: none;
    border: 0;
    border-bottom: 2px solid transparent;
    font: inherit;
    font-weight: 500;
    text-decoration: none;
    cursor: pointer;
  }
  .tabs > :is(a, button):hover {
    color: var(--hookplate-text);
  }
  .tabs > :is([aria-current], [aria-selected='true']) {
    color: var(--hookplate-text);
    border-bottom-color: var(--hookplate-accent);
  }
  /* States to choose from, and how many are in one. */
  .pills {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .pills > a {
    display: inline-flex;
    gap: 4px;
    align-items: center;
    min-height: 28px;
    padding: 3px 12px;
    color: inherit;
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-line);
    border-radius: 14px;
    font-size: 13px;
    text-decoration: none;
  }
  .pills > a:hover {
    background: var(--hookplate-tag-ground);
  }
  .pills > a[aria-current] {
    border-color: var(--hookplate-accent);
    box-shadow: inset 0 0 0 1px var(--hookplate-accent);
  }
  .pills > .busy > .icon {
    animation: none;
  }
  .pills .icon svg {
    width: 14px;
    height: 14px;
  }
  /* Wide enough for the number that comes later. */
  .count {
    min-width: 4ch;
    padding: 0 4px;
    background: var(--hookplate-tag-ground);
    border-radius: 10px;
    text-align: center;
    font-variant-numeric: tabular-nums;
  }
  /* On wide screens, the fields are always shown. */
  @supports selector(::details-content) {
    @media (width >= 720px) {
      .filter-fold > summary {
        display: none;
      }
      .filter-fold::details-content {
        display: block;
        content-visibility: visible;
      }
    }
  }
  .heading {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: center;
    justify-content: space-between;
  }
  /* As high as the buttons that come with what is loaded, so that they move nothing. */
  .heading > h1 {
    padding-block: 4px;
  }
  /* It grows as time goes by, at the end of a line, where it would push away what stands before it. */
  .heading:not(.webhook-heading) > [role='status'] time {
    display: inline-block;
    min-width: 5em;
  }
  dialog {
    max-width: min(480px, calc(100vw - 32px));
    padding: 24px;
    color: inherit;
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-border);
    border-radius: 6px;
    box-shadow: 0 8px 40px rgb(0 0 0 / 24%);
    overflow-wrap: anywhere;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 40%);
  }
  dialog form {
    display: grid;
    gap: 16px;
  }
  dialog .buttons,
  .buttons.end {
    justify-content: end;
  }
  dialog.wide {
    max-width: min(720px, calc(100vw - 32px));
  }
  @media (forced-colors: active) {
    .button[aria-disabled='true'] {
      color: GrayText;
      border-color: GrayText;
    }
    .tabs > :is(a, button) {
      border-bottom-color: Canvas;
    }
    .tabs > :is([aria-current], [aria-selected='true']) {
      border-color: Highlight;
    }
    .pills > a[aria-current] {
      color: HighlightText;
      background: Highlight;
      border-color: Highlight;
      forced-color-adjust: none;
    }
    .pills > a[aria-current] > .icon {
      color: inherit;
    }
    .button[aria-pressed='true']:not(:focus-visible) {
      outline: 2px solid Highlight;
    }
  }
`;

/** Tables, and lists of cards. */
const lists = css`
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
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-line);
    border-radius: 8px;
    overflow-wrap: anywhere;
  }
  .cards > li > .button {
    min-height: 28px;
    padding: 3px 8px;
    font-size: 13px;
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
  .event-line {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
  }
  .plain {
    color: inherit;
    text-decoration: none;
  }
  .missing {
    display: grid;
    gap: 8px;
  }
  .missing > li {
    flex-wrap: wrap;
    align-items: center;
    white-space: normal;
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
    td > .buttons.end {
      justify-content: start;
    }
    .secondary:not([data-word]) {
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
    td:has(> .button),
    td > .button {
      white-space: normal;
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

/** Facts, panels, and quoted texts. */
const panels = css`
  .panel {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
    align-content: start;
    padding: 16px;
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-line);
    border-radius: 8px;
  }
  .page {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    align-content: start;
  }
  /* A page and what is shown beside it, which scrolls on its own. */
  .side {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
    align-content: start;
  }
  .side > .heading {
    flex-wrap: nowrap;
    align-items: start;
  }
  .side > .heading > h2 {
    overflow-wrap: anywhere;
  }
  @media (width >= 1100px) {
    .beside.open {
      display: grid;
      grid-template-columns: minmax(0, 1fr) 480px;
      gap: 16px;
      align-items: start;
    }
    .side {
      position: sticky;
      top: 16px;
      max-height: calc(100vh - 32px);
      padding: 2px;
      overflow-y: auto;
    }
  }
  @media (width < 1100px) {
    .beside.open > .page {
      display: none;
    }
  }
  .columns {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr));
    gap: 16px;
    align-items: start;
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
  .snippet {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
  }
  .snippet > .text {
    max-height: none;
    white-space: pre;
  }
  .copied {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    max-width: 100%;
    vertical-align: bottom;
  }
  .copied > code {
    min-width: 0;
  }
  .copied > copy-button {
    margin-block: -4px;
  }
  .points {
    display: grid;
    gap: 8px;
    padding-inline-start: 20px;
    list-style: disc;
  }
  .choices a {
    overflow-wrap: anywhere;
  }
  .adding {
    align-items: end;
  }
  .kinds > li {
    align-content: start;
  }
  .kinds .under {
    flex-basis: 100%;
  }
  .kinds {
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 280px), 1fr));
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
  message-view {
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
  .event-line > li.good::before {
    border-color: var(--hookplate-safe);
  }
  .event-line > li.bad::before {
    border-color: var(--hookplate-error);
    border-radius: 2px;
  }
  .event-line > li > .button {
    justify-self: start;
  }
  .button[aria-pressed='true'] {
    border-color: var(--hookplate-accent);
  }
  .events {
    container-type: inline-size;
  }
  .event-line ul {
    display: grid;
    gap: 8px 12px;
  }
  .event-line ul > li {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
  }
  @container (width >= 600px) {
    .event-line ul {
      grid-template-columns: repeat(3, max-content) minmax(0, 1fr);
    }
    .event-line ul > li {
      display: grid;
      grid-column: 1 / -1;
      grid-template-columns: subgrid;
    }
    .event-line .next {
      grid-column: 4;
    }
  }
  .chart .plot {
    position: relative;
    height: 140px;
    overflow: hidden;
  }
  .plot > .reading {
    position: absolute;
    top: 0;
    padding: 0 8px;
    color: var(--hookplate-ground);
    background: var(--hookplate-text);
    border-radius: 6px;
    font-size: 13px;
    white-space: nowrap;
    pointer-events: none;
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
    background: var(--hookplate-delivered);
    border-radius: 2px;
    vertical-align: -1px;
    content: '';
  }
  .key.failed::before {
    background: var(--hookplate-error);
  }
  .legend > .warning {
    color: var(--hookplate-warning);
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
  @media (width < 560px) {
    .filters .field:has(> select) {
      flex-grow: 1;
    }
    .chart .plot {
      height: 96px;
    }
    /* Keeps room for the figures, which come later. */
    .chart .heading {
      align-content: start;
      min-height: 76px;
    }
  }
  @media (width < 480px) {
    /* The event and the name of a message take two lines, and what is below does not move when they come. */
    message-screen > h1 {
      min-height: 56px;
    }
    messages-screen .side > .heading {
      min-height: 48px;
    }
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

/** States, notices, and placeholders. */
const states = css`
  .state {
    display: inline-flex;
    gap: 8px;
    align-items: baseline;
    white-space: nowrap;
  }
  .good > .icon {
    color: var(--hookplate-safe);
  }
  .bad > .icon {
    color: var(--hookplate-error);
  }
  .warning > .icon {
    color: var(--hookplate-warning);
  }
  .busy > .icon {
    color: var(--hookplate-accent);
    animation: turn 1.5s linear infinite;
  }
  .state.quiet {
    color: inherit;
  }
  .state.warning .word {
    color: var(--hookplate-warning);
  }
  .state.bad .word {
    color: var(--hookplate-error);
  }
  .state .detail {
    color: var(--hookplate-quiet);
  }
  .large .detail {
    font-size: 14px;
    font-weight: 400;
  }
  .panel .state {
    white-space: normal;
  }
  @media (width < 720px) {
    .state {
      white-space: normal;
    }
  }
  .state.quiet > .icon {
    color: var(--hookplate-quiet);
  }
  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
  .notice {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 12px;
    align-items: center;
    padding: 12px 16px;
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-line);
    border-inline-start: 4px solid var(--hookplate-accent);
    border-radius: 6px;
    overflow-wrap: anywhere;
  }
  .notice.bad {
    border-inline-start-color: var(--hookplate-error);
  }
  .notice.good {
    border-inline-start-color: var(--hookplate-safe);
  }
  .notice.warning {
    border-inline-start-color: var(--hookplate-warning);
  }
  .notice > p {
    flex: 1 1 200px;
  }
  .empty {
    display: grid;
    gap: 8px;
    justify-items: center;
    padding: 40px 16px;
    background: var(--hookplate-ground);
    border: 1px dashed var(--hookplate-border);
    border-radius: 8px;
    text-align: center;
  }
  .empty p,
  .empty > .icon {
    color: var(--hookplate-quiet);
  }
  .empty p {
    max-width: 56ch;
  }
  .empty > .icon svg {
    width: 24px;
    height: 24px;
  }
  .loading {
    display: grid;
    gap: 12px;
    padding: 12px 0;
  }
  .loading i {
    height: 20px;
    background: var(--hookplate-line);
    opacity: 0.6;
    border-radius: 6px;
  }
  .loading i:nth-of-type(3n) {
    width: 70%;
  }
`;

/** The webhooks of a profile. */
const webhooks = css`
  /* The button comes with the list, and moves nothing. */
  .profile-heading {
    justify-content: start;
  }
  .profile-heading > .button {
    margin-inline-start: auto;
  }
  /* Each column keeps its width, so that rows stay one line high, and 500 of them are measured once. */
  @media (width >= 1080px) {
    .webhook-list {
      table-layout: fixed;
    }
    .webhook-list th:nth-child(3) {
      width: 24%;
    }
    .webhook-list th:nth-child(4) {
      width: 290px;
    }
    .webhook-list th:nth-child(5) {
      width: 164px;
    }
    .webhook-list th:nth-child(6) {
      width: 64px;
    }
  }
  .dash {
    color: var(--hookplate-quiet);
  }
  .webhook-heading {
    min-height: 36px;
  }
  /* What it says comes later, and moves nothing. */
  .faring {
    min-height: 20px;
    margin-top: -12px;
  }
  /* A long name wraps, and leaves the button beside it. */
  .webhook-heading > h1 {
    flex: 1 1 320px;
    overflow-wrap: anywhere;
  }
  .webhook-heading > p {
    min-height: 20px;
  }
  .chip {
    display: inline-block;
    padding: 0 8px;
    background: var(--hookplate-tag-ground);
    border-radius: 10px;
    font-size: 13px;
  }
  .more {
    width: 40px;
    padding-block: 0;
    vertical-align: middle;
  }
  .more > .icon-button {
    justify-content: center;
  }
  .row-menu {
    position: absolute;
    inset: auto;
  }
  .row-menu > * {
    justify-content: start;
  }
  .row-menu a {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    min-height: 28px;
  }
  .last-day {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    font-size: 13px;
    font-variant-numeric: tabular-nums;
    vertical-align: middle;
  }
  .last-day svg {
    width: 96px;
    height: 20px;
    border-bottom: 1px solid var(--hookplate-line);
  }
  .last-day .delivered {
    fill: var(--hookplate-delivered);
  }
  .last-day .failed {
    fill: var(--hookplate-error);
  }
  @media (width < 720px) {
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
    .cards-below .more {
      order: -1;
    }
    .cards-below td:is(:empty, :has(> .dash)) {
      display: none;
    }
  }
  @media (forced-colors: active) {
    .last-day .delivered {
      fill: CanvasText;
    }
    .last-day .failed {
      fill: Highlight;
    }
    .chip:not(:focus-visible) {
      outline: 1px solid;
      outline-offset: -1px;
    }
    tbody > tr[aria-current] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
  .receivers {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 220px), 1fr));
    gap: 8px;
  }
  .receivers > li {
    display: grid;
  }
  .receivers button {
    display: grid;
    align-content: start;
    padding: 12px 16px;
    color: inherit;
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-line);
    border-radius: 6px;
    font: inherit;
    text-align: start;
    cursor: pointer;
  }
  .receivers .icon {
    vertical-align: text-bottom;
  }
  .receivers button:hover {
    border-color: var(--hookplate-accent);
  }
  .proposals {
    display: grid;
    gap: 8px;
    margin: 0;
    padding: 12px 16px;
    border: 1px solid var(--hookplate-line);
    border-radius: 6px;
    overflow-wrap: anywhere;
  }
  .proposals legend {
    padding: 0 4px;
    font-weight: 600;
  }
  webhook-editor:not(:defined) {
    display: block;
    min-height: 640px;
    color: var(--hookplate-quiet);
  }
  plain-webhook,
  .plain {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }
  .plain fieldset {
    margin: 0;
    padding: 0;
    border: 0;
  }
  .plain legend {
    margin-bottom: 4px;
    padding: 0;
    font-size: 13px;
    font-weight: 600;
  }
  .conflict fieldset {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 280px), 1fr));
    gap: 8px 16px;
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .conflict legend {
    margin-bottom: 4px;
    padding: 0;
    font-weight: 600;
  }
  .version:has(:checked) .text {
    box-shadow: inset 4px 0 var(--hookplate-accent);
  }
  .version {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 4px;
    align-content: start;
  }
  .version input[type='radio'] {
    flex: none;
    width: 16px;
    min-height: 16px;
    height: 16px;
    margin: 0;
    padding: 0;
    accent-color: var(--hookplate-accent);
  }
  .version pre {
    margin: 0;
    overflow-wrap: anywhere;
  }
  @media (width < 720px) {
    .webhook-heading > h1 {
      flex-basis: 100%;
    }
    .webhook-heading > p {
      flex: 1 1 96px;
    }
  }
`;

/** The first page: how to begin, figures, and what needs somebody. */
const overview = css`
  .steps {
    display: grid;
    gap: 16px;
  }
  .steps > li {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr) max-content;
    gap: 4px 12px;
    align-items: center;
    color: inherit;
  }
  .steps > li > .icon svg {
    width: 20px;
    height: 20px;
  }
  .steps > .quiet > .icon {
    color: var(--hookplate-quiet);
  }
  .tiles {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 128px), 1fr));
    gap: 12px;
  }
  .tiles > li {
    display: grid;
  }
  /* As high as the others of its row, their figures in one line. */
  .tiles a {
    display: grid;
    gap: 4px;
    align-content: space-between;
    padding: 12px 16px;
    color: var(--hookplate-quiet);
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-line);
    border-radius: 8px;
    text-decoration: none;
    text-wrap: balance;
  }
  .tiles a:hover {
    border-color: var(--hookplate-accent);
  }
  .tiles strong {
    color: var(--hookplate-text);
    font-size: 28px;
    font-weight: 650;
    line-height: 36px;
    font-variant-numeric: tabular-nums;
  }
  /* It comes later than the others, and stays in one line. */
  @media (width < 480px) {
    .tiles strong {
      font-size: 20px;
      white-space: nowrap;
    }
  }
  .tiles .bad strong {
    color: var(--hookplate-error);
  }
  .tiles .warning strong {
    color: var(--hookplate-warning);
  }
  @media (width < 560px) {
    .steps > li {
      grid-template-columns: max-content minmax(0, 1fr);
      align-items: start;
    }
    .steps > li > .icon {
      align-self: start;
    }
    .steps > li > .button {
      grid-column: 2;
      justify-self: start;
    }
  }
`;

/** Type, spacing and the basics of every page. Sizes 13, 14, 16, 20; spacing 4, 8, 12, 16, 24, 40; radius 6, of panels 8. */
const base = css`
  :root {
    ${palette}
    /* Panels are raised from it: white on grey, and lighter in the dark. */
    --hookplate-page: light-dark(#f6f7f9, #0f1115);
    /* Of bars, paler than the words: those who cannot tell it from red see which is darker. */
    --hookplate-delivered: color-mix(in srgb, var(--hookplate-safe) 70%, var(--hookplate-ground));
    color-scheme: light dark;
    color: var(--hookplate-text);
    background: var(--hookplate-page);
    font: 14px/20px system-ui, sans-serif;
    overflow-y: scroll;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  body,
  h1,
  h2,
  h3,
  p,
  ul,
  ol,
  dl,
  dd,
  pre {
    margin: 0;
  }
  ul,
  ol {
    padding: 0;
    list-style: none;
  }
  h1 {
    font-size: 20px;
    line-height: 28px;
    font-weight: 650;
    letter-spacing: -0.01em;
    overflow-wrap: anywhere;
  }
  h1:focus {
    outline: none;
  }
  h2 {
    font-size: 16px;
    line-height: 24px;
  }
  h3 {
    font-size: 14px;
  }
  a {
    color: var(--hookplate-accent);
    text-decoration-thickness: 1px;
    text-underline-offset: 2px;
  }
  code,
  pre {
    font: 13px/20px var(--hookplate-code);
    overflow-wrap: anywhere;
  }
  :focus-visible {
    outline: 2px solid var(--hookplate-accent);
    outline-offset: 2px;
    border-radius: 2px;
  }
  /* A number stays with its unit. */
  time {
    white-space: nowrap;
  }
  .quiet {
    color: var(--hookplate-quiet);
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .icon {
    display: inline-flex;
    flex: none;
    align-self: center;
  }
  .icon svg {
    width: 16px;
    height: 16px;
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    ::before,
    ::after {
      animation: none !important;
      transition: none !important;
    }
  }
`;

/** The styles of all pages. */
export const looks: CSSStyleSheet[] = [base, frame, controls, lists, panels, states, overview, webhooks].map(
  sheetOf,
);

function sheetOf({ styleSheet, cssText }: CSSResult): CSSStyleSheet {
  if (styleSheet) return styleSheet;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(cssText);
  return sheet;
}
