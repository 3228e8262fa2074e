import { type CSSResult, css } from 'lit';
import { palette } from '../editor/element/colors.ts';

/** Adds styles to all pages; those of a page that is loaded later come with it. */
export function adoptStyles(...styles: readonly CSSResult[]): void {
  const { adoptedStyleSheets: adopted } = document;
  for (const { styleSheet } of styles)
    if (styleSheet && !adopted.includes(styleSheet)) adopted.push(styleSheet);
}

/** Type, spacing and the basics of every page. Sizes 13, 14, 16, 20; spacing 4, 8, 12, 16, 24, 40; radius 6, of panels 8. */
export const base = css`
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
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend {
    margin-bottom: 4px;
    padding: 0;
  }
  button {
    color: inherit;
    background: none;
    border: 0;
    font: inherit;
    cursor: pointer;
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
  time,
  .whole {
    white-space: nowrap;
  }
  .quiet,
  .facts dt {
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

/** What several pages have: headings, tabs, panels, cards, facts, lines of events, quoted texts, and notices. */
export const layout = css`
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
  .tabs {
    display: flex;
    gap: 4px;
    border-bottom: 1px solid var(--hookplate-line);
  }
  .tabs > :is(a, button) {
    padding: 8px 12px;
    color: var(--hookplate-quiet);
    border-bottom: 2px solid transparent;
    font-weight: 500;
    text-decoration: none;
  }
  .tabs > :is(a, button):hover {
    color: var(--hookplate-text);
  }
  .tabs > :is([aria-current], [aria-selected='true']) {
    color: var(--hookplate-text);
    border-bottom-color: var(--hookplate-accent);
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
  @media (forced-colors: active) {
    .tabs > :is(a, button) {
      border-bottom-color: Canvas;
    }
    .tabs > :is([aria-current], [aria-selected='true']) {
      border-color: Highlight;
    }
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
  @media (width < 720px) {
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
  }
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
    display: grid;
    grid-template-columns: minmax(0, 1fr);
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
  .event-line > li:is(.good, .bad)::before {
    border-color: var(--tone);
  }
  .event-line > li.bad::before {
    border-radius: 2px;
  }
  .event-line > li > .button {
    justify-self: start;
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
  .notice:is(.bad, .good, .warning) {
    border-inline-start-color: var(--tone);
  }
  .notice > p {
    flex: 1 1 200px;
  }
`;
