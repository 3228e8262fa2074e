import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Trash2 } from 'lucide-static';
import type { Token } from '../api/answers.ts';
import { icon } from '../parts/icon.ts';
import { ago } from '../parts/time.ts';

export interface TokenTable {
  readonly now: number;
  readonly remove: (token: Token) => void;
}

export function tokenTable(items: readonly Token[], { now, remove }: TokenTable): TemplateResult {
  return html`<table>
    <caption class="unseen">API tokens, the newest first</caption>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Role</th>
        <th scope="col" class="secondary">Created</th>
        <th scope="col" class="secondary">Last used</th>
        <th scope="col">Expires</th>
        <th scope="col"><span class="unseen">Action</span></th>
      </tr>
    </thead>
    <tbody>
      ${repeat(
        items,
        ({ id }) => id,
        token => html`<tr>
          <th scope="row">${token.name}</th>
          <td>${token.role}</td>
          <td class="secondary">${ago(token.createdAt, now)} <span class="under">by ${token.createdBy}</span></td>
          <td class="time secondary">${token.lastUsedAt === undefined ? 'Never' : ago(token.lastUsedAt, now)}</td>
          <td class="time">${Date.parse(token.expiresAt) < now ? 'Expired' : ago(token.expiresAt, now)}</td>
          <td class="number">
            <button type="button" class="button small" aria-label="Delete ${token.name}" title="Delete" @click=${() => remove(token)}>
              ${icon(Trash2)}
            </button>
          </td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}
