import { css } from 'lit';

export const formStyles = css`
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
  .heading > .filters {
    flex: 1 1 320px;
  }
  @media (width < 560px) {
    .filters .field:has(> select) {
      flex-grow: 1;
    }
  }
`;
