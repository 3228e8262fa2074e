import { css } from 'lit';

/** Of what comes beside the fields, and of what few need at first. */
export const panelStyles = css`
  .field.message {
    row-gap: 8px;
  }
  .field.message > .line {
    justify-content: space-between;
    align-items: center;
  }
  .field.message > .tools {
    grid-area: auto;
    justify-content: start;
  }
  .field.message > .tools > .note:empty {
    display: none;
  }
  .field.message > .insertions {
    grid-row: auto;
  }
  .text-of {
    display: grid;
    gap: 4px;
    min-width: 0;
  }
  .message.old .look {
    border-inline-start: 4px solid var(--hookplate-border);
  }
  .insertions {
    grid-row: 2;
    display: grid;
    gap: 8px;
    max-height: 240px;
    padding: 8px;
    overflow: auto;
    background: var(--hookplate-raised);
    border: 1px solid var(--hookplate-line);
    border-radius: 6px;
  }
  .insertions > div {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    align-items: center;
  }
  .insertions .label {
    width: 80px;
  }
  .chip {
    min-height: 24px;
    max-width: 100%;
    padding: 1px 8px;
    overflow-wrap: anywhere;
    color: var(--hookplate-accent);
    background: var(--hookplate-tag-ground);
    border: 1px solid transparent;
    border-radius: 12px;
    font: 13px/20px var(--hookplate-code);
    text-align: start;
  }
  .chip:hover {
    border-color: var(--hookplate-accent);
  }
  .sample .folded {
    gap: 8px;
    justify-items: start;
  }
  textarea {
    width: 100%;
    padding: 6px 8px;
    color: inherit;
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-border);
    border-radius: 6px;
    font: 13px/20px var(--hookplate-code);
    resize: vertical;
  }
  textarea[aria-invalid='true'] {
    border-color: var(--hookplate-error);
  }
  .test {
    display: grid;
    gap: 8px;
    padding: 12px 16px;
    border: 1px solid var(--hookplate-line);
    border-radius: 6px;
  }
  .test .line {
    align-items: center;
  }
  .test .line {
    flex-wrap: nowrap;
  }
  .test :is(.box, select) {
    min-width: 0;
  }
  .test .line > :last-child {
    margin-inline-start: auto;
  }
  .test .quiet {
    flex: none;
  }
  .test .request {
    max-height: 320px;
  }
  .outcome {
    min-height: 20px;
  }
  .test.old :is(.outcome, .outcome > *, .request) {
    color: var(--hookplate-quiet);
  }
  .good {
    color: var(--hookplate-safe);
  }
  .bad {
    color: var(--hookplate-error);
  }
  .mark {
    margin-inline-start: 8px;
    font-size: 13px;
    font-style: italic;
  }
  .paused {
    position: sticky;
    bottom: 72px;
    padding: 8px 12px;
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-border);
    border-radius: 6px;
    overflow-wrap: anywhere;
  }
  .paused .fix {
    margin-inline-start: 4px;
  }
  .request.old {
    color: var(--hookplate-quiet);
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
`;
