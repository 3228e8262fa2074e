import { type CSSResult, css } from 'lit';
import { palette } from '../../editor/element/looks/colors.ts';
import { controls } from './controls.ts';
import { frame } from './frame.ts';
import { lists } from './lists.ts';
import { panels } from './panels.ts';
import { states } from './states.ts';
import { webhooks } from './webhooks.ts';

/** Type, spacing and what every page has. Sizes 13, 14, 16, 20, 28; spacing 4, 8, 12, 16, 24, 40; radius 6. */
const base = css`
  :root {
    ${palette}
    color-scheme: light dark;
    color: var(--hookplate-text);
    background: var(--hookplate-ground);
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
    font-size: 28px;
    line-height: 36px;
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

/** How all pages look. */
export const looks: CSSStyleSheet[] = [base, frame, controls, lists, panels, states, webhooks].map(sheetOf);

function sheetOf({ styleSheet, cssText }: CSSResult): CSSStyleSheet {
  if (styleSheet) return styleSheet;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(cssText);
  return sheet;
}
