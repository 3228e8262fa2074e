import { css } from 'lit';

/** The webhooks of a profile. */
export const webhooks = css`
  .channel {
    max-width: 240px;
  }
  .webhooks,
  .webhook {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }
  .webhooks {
    gap: 40px;
  }
  .panel.webhook {
    gap: 12px;
    padding: 0;
    border: 0;
  }
  .webhook > .heading > h2 {
    margin-inline-end: auto;
    overflow-wrap: anywhere;
  }
  .webhook > .heading > p {
    min-height: 20px;
  }
  /* What stands below an editor has no place before its height is known. */
  webhook-panel:has(.editor-place) ~ webhook-panel,
  .webhooks:has(.editor-place) + .buttons:not(:focus-within) {
    visibility: hidden;
  }
  .editor-place,
  webhook-editor:not(:defined) {
    display: block;
    min-height: 640px;
    color: var(--hookplate-quiet);
  }
  .plain {
    display: grid;
    gap: 16px;
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
    .webhook > .heading > h2 {
      flex-basis: 100%;
    }
    .webhook > .heading > p {
      flex: 1 1 0;
    }
  }
`;
