import { css } from 'lit';

/** What stands together on a page: facts, panels, and pieces of text that somebody sent. */
export const panels = css`
  .panel {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
    align-content: start;
    padding: 16px;
    border: 1px solid var(--hookplate-line);
    border-radius: 6px;
  }
  .columns {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr));
    gap: 16px;
  }
  .facts {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: 8px 16px;
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
`;
