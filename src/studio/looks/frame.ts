import { css } from 'lit';

/** The row at the top, and the page below it. */
export const frame = css`
  :root {
    /* Where the row begins and ends: above the page, which grows no wider than can be read. */
    --margin: max(24px, calc((100% - 1280px) / 2 + 24px));
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
    background: var(--hookplate-raised);
    border-bottom: 1px solid var(--hookplate-line);
  }
  .brand {
    padding: 12px 0;
    color: inherit;
    font-size: 16px;
    font-weight: 650;
    text-decoration: none;
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
  /* Nothing moves aside for the name of who is logged in. */
  header:has(+ main > .loading) .status:not(:has(.user)) {
    visibility: hidden;
  }
  .live {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    color: var(--hookplate-quiet);
    font-size: 13px;
    cursor: default;
  }
  .live .dot {
    width: 8px;
    height: 8px;
    border: 2px solid var(--hookplate-border);
    border-radius: 50%;
  }
  .live .word {
    min-width: 32px;
  }
  /* Its place is kept by the word that comes next; the dot and the title say it, too. */
  .live.connecting .word {
    width: 32px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .live.live .dot {
    background: var(--hookplate-safe);
    border-color: var(--hookplate-safe);
  }
  .live.down {
    color: var(--hookplate-error);
    font-weight: 600;
  }
  .live.down .dot {
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
    max-width: 1280px;
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
      width: 100%;
      margin: 0 -8px;
      justify-content: space-between;
    }
    nav[aria-label='Main'] a {
      padding: 8px;
      font-size: 13px;
    }
    .status {
      gap: 4px;
    }
    main {
      padding: 16px 16px 40px;
    }
    h1 {
      font-size: 20px;
      line-height: 28px;
    }
  }
  @media (forced-colors: active) {
    nav[aria-label='Main'] a {
      border-color: Canvas;
    }
    nav[aria-label='Main'] a[aria-current] {
      border-bottom-color: Highlight;
    }
    .live.live .dot {
      background: CanvasText;
    }
  }
`;
