import { css } from 'lit';

/** The texts of a message, whatever the product. */
const texts = css`
  .look .words {
    min-width: 0;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .look:is(.mattermost, .teams) .words {
    white-space: normal;
  }
  .look .title,
  .look .heading {
    display: block;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .look .heading {
    font-size: 14px;
    line-height: 24px;
  }
  .look .heading.level-1 {
    font-size: 16px;
  }
  .look .heading.level-3 {
    font-size: 13px;
  }
  .look .address {
    color: var(--hookplate-accent);
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 2px;
    cursor: default;
  }
  .look .mention {
    padding: 0 2px;
    color: var(--hookplate-accent);
    background: var(--hookplate-tag-ground);
    border-radius: 2px;
    font-weight: 600;
  }
  .look .spoiler {
    outline: 1px dashed var(--hookplate-border);
    border-radius: 2px;
  }
  .look :is(code, pre) {
    background: var(--hookplate-raised);
    border: 1px solid var(--hookplate-line);
    border-radius: 6px;
    font: 13px/20px var(--hookplate-code);
  }
  .look code {
    padding: 0 4px;
  }
  .look pre {
    margin: 4px 0;
    padding: 8px;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .look blockquote {
    margin: 4px 0;
    padding-inline-start: 12px;
    border-inline-start: 4px solid var(--hookplate-line);
  }
  .look .item {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 8px;
    padding-inline-start: 8px;
  }
  .look .depth-1 {
    padding-inline-start: 24px;
  }
  .look .depth-2 {
    padding-inline-start: 40px;
  }
  .look :is(.depth-3, .depth-4, .depth-5) {
    padding-inline-start: 56px;
  }
`;

/** The frame around a message: avatar and name, and what they have in common. */
const frames = css`
  .look {
    display: flex;
    gap: 8px;
    align-items: start;
    min-width: 0;
    padding: 12px;
    color: var(--hookplate-text);
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-line);
    border-radius: 6px;
    font-size: 14px;
    line-height: 20px;
    text-align: start;
    --edge: var(--hookplate-border);
  }
  .look:is(.critical, .error) {
    --edge: var(--hookplate-error);
  }
  .look.warning {
    --edge: var(--hookplate-warning);
  }
  .look.info {
    --edge: var(--hookplate-accent);
  }
  .look.ok {
    --edge: var(--hookplate-safe);
  }
  .look .avatar {
    display: grid;
    flex: none;
    place-items: center;
    width: 36px;
    height: 36px;
    color: var(--hookplate-on-accent);
    background: var(--hookplate-accent);
    border-radius: 6px;
    font-weight: 600;
  }
  .look:is(.discord, .google-chat, .teams, .telegram, .mattermost) .avatar {
    border-radius: 50%;
  }
  .look :is(.post, .notification, .summary) {
    flex: 1;
    min-width: 0;
  }
  .look .head {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    align-items: center;
    min-width: 0;
  }
  .look .sender {
    min-width: 0;
    overflow-wrap: anywhere;
    font-weight: 600;
  }
  .look .time {
    color: var(--hookplate-quiet);
    font-size: 13px;
    white-space: nowrap;
  }
  .look .badge {
    padding: 0 4px;
    color: var(--hookplate-quiet);
    background: var(--hookplate-raised);
    border: 1px solid var(--hookplate-line);
    border-radius: 6px;
    font-size: 13px;
    line-height: 16px;
  }
  .look.discord .badge {
    color: var(--hookplate-on-accent);
    background: var(--hookplate-accent);
    border-color: transparent;
  }
  .look .card {
    width: fit-content;
    max-width: min(520px, 100%);
    margin-top: 4px;
    padding: 4px 12px;
    border-inline-start: 4px solid var(--edge);
  }
`;

/** What only one of the products has. */
const products = css`
  .look.discord .card {
    padding: 8px 16px 12px 12px;
    background: var(--hookplate-raised);
    border-radius: 6px;
  }
  .look.mattermost .card {
    padding: 8px 12px;
    border: 1px solid var(--hookplate-line);
    border-inline-start: 4px solid var(--edge);
    border-radius: 6px;
  }
  .look.teams :is(.card, .bare) {
    width: 100%;
    max-width: 520px;
    margin-top: 4px;
    padding: 12px;
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-border);
    border-radius: 6px;
  }
  .look.teams .title {
    margin-bottom: 8px;
    font-size: 16px;
    line-height: 24px;
  }
  .look.teams:is(.critical, .error) .title {
    color: var(--hookplate-error);
  }
  .look.teams.warning .title {
    color: var(--hookplate-warning);
  }
  .look.teams.ok .title {
    color: var(--hookplate-safe);
  }
  .look:is(.telegram, .chat) {
    align-items: end;
    background: var(--hookplate-tag-ground);
  }
  .look .bubble {
    min-width: 0;
    max-width: 480px;
    padding: 8px 12px;
    background: var(--hookplate-ground);
    border-radius: 12px;
    border-end-start-radius: 2px;
  }
  .look .bubble > .sender {
    display: block;
    color: var(--hookplate-accent);
  }
  .look .bubble > .time {
    display: block;
    text-align: end;
  }
  .look.phone {
    justify-content: center;
    padding: 24px 12px;
    background: var(--hookplate-tag-ground);
  }
  .look .notification {
    max-width: 400px;
    padding: 12px;
    background: var(--hookplate-ground);
    border-radius: 12px;
  }
  .look .notification .head {
    margin-bottom: 4px;
  }
  .look .notification .avatar {
    width: 20px;
    height: 20px;
    font-size: 13px;
    line-height: 16px;
  }
  .look .notification .sender {
    flex: 1;
    color: var(--hookplate-quiet);
    font-size: 13px;
    font-weight: 400;
  }
  .look.incident {
    padding: 0;
  }
  .look .alert {
    display: flex;
    flex: 1;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: start;
    min-width: 0;
    padding: 12px;
    border-inline-start: 4px solid var(--edge);
    border-radius: 5px;
  }
  .look .summary {
    flex-basis: 200px;
  }
  .look .severity {
    padding: 0 8px;
    color: var(--edge);
    border: 1px solid;
    border-radius: 6px;
    font-size: 13px;
    font-weight: 600;
  }
  .look.critical .severity {
    color: var(--hookplate-on-accent);
    background: var(--hookplate-error);
    border-color: transparent;
  }
  .look:not(.critical, .error, .warning, .info, .ok) .severity {
    color: var(--hookplate-quiet);
  }
  .look .facts {
    margin: 4px 0 0;
    color: var(--hookplate-quiet);
    font-size: 13px;
    overflow-wrap: anywhere;
  }
  @media (forced-colors: active) {
    .look :is(.avatar, .badge, .bubble, .notification, .severity) {
      outline: 1px solid;
    }
  }
`;

/** The styles of `messageLook`. */
export const messageLookStyles = [texts, frames, products];
