import { css } from 'lit';

/** What is folded until somebody opens it, secrets, and what a test sent. */
export const folds = css`
  summary {
    width: fit-content;
    padding: 4px 0;
    border-radius: 6px;
    font-size: 13px;
    font-weight: 600;
    cursor: pointer;
  }
  summary .hint {
    margin-inline-start: 8px;
    font-weight: 400;
  }
  .folded {
    display: grid;
    gap: 16px;
    padding: 8px 0 8px 16px;
    border-inline-start: 1px solid var(--hookplate-line);
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
  .secret .line {
    align-items: center;
    min-height: 34px;
  }
  .secret input {
    flex: 1 1 120px;
    width: auto;
  }
  .stored {
    color: var(--hookplate-quiet);
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
  .test .line > :last-child {
    margin-inline-start: auto;
  }
  .test .request {
    max-height: 320px;
  }
  .outcome {
    min-height: 20px;
  }
  .good {
    color: var(--hookplate-safe);
  }
  .bad {
    color: var(--hookplate-error);
  }
`;
