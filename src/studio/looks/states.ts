import { css } from 'lit';

/** States, notices, and what stands where something is missing. */
export const states = css`
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
    background: var(--hookplate-raised);
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
    color: var(--hookplate-quiet);
    border: 1px dashed var(--hookplate-border);
    border-radius: 6px;
    text-align: center;
  }
  .empty h2 {
    color: var(--hookplate-text);
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
    background: var(--hookplate-raised);
    border-radius: 6px;
  }
  .loading i:nth-of-type(3n) {
    width: 70%;
  }
`;
