import { css } from 'lit';

/** What the check found, and the request that would be sent. */
export const results = css`
  .verdict {
    display: flex;
    gap: 8px;
    align-items: center;
    min-height: 28px;
    font-weight: 600;
  }
  /* The place of its sign. */
  .verdict.unknown {
    padding-inline-start: 24px;
  }
  /* What stands below the request has no place before that is there. */
  .settings:has(.verdict.unknown) + .preview > [role='tabpanel'] ~ * {
    visibility: hidden;
  }
  .verdict.safe {
    color: var(--hookplate-safe);
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
  .problems {
    display: grid;
    gap: 12px;
    padding: 0;
    list-style: none;
  }
  .problems li {
    display: flex;
    gap: 8px;
    overflow-wrap: anywhere;
  }
  .problems .sign {
    margin-top: 2px;
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
  .mark {
    margin-inline-start: 8px;
    font-size: 13px;
    font-style: italic;
  }
  .title {
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    justify-content: space-between;
  }
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
  .request.old {
    border-inline-start: 4px solid var(--hookplate-border);
  }
  .request p {
    padding-inline-start: 16px;
    text-indent: -16px;
  }
  .request pre {
    margin: 12px 0 0;
    font: inherit;
    white-space: pre-wrap;
  }
  .derived {
    color: var(--hookplate-quiet);
  }
  .value {
    background: var(--hookplate-tag-ground);
    border-radius: 2px;
    cursor: pointer;
  }
  .value:hover,
  .value.linked {
    background: var(--hookplate-linked-ground);
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
    .cm-tooltip-autocomplete li[aria-selected] {
      color: HighlightText !important;
      background: Highlight !important;
    }
  }
`;
