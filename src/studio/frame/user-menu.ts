import { html, nothing, type TemplateResult } from 'lit';
import { ChevronDown } from 'lucide-static';
import type { Role, Session } from '../api/answers.ts';
import { icon } from '../parts/icon.ts';

const meaning: Readonly<Record<Role, string>> = {
  viewer: 'You may look at everything but secrets.',
  operator: 'You may look, run, interrupt and resend.',
  editor: 'You may do everything.',
};

/** Who is logged in, what they may do, and what is not for every day. */
export function userMenu(session: Session | undefined): TemplateResult | typeof nothing {
  if (!session) return nothing;
  const { name, role } = session;
  const close = (event: Event): void => (event.currentTarget as HTMLElement).hidePopover();
  return html`<button type="button" class="user" popovertarget="user-menu" aria-label="User ${name}">
      <span class="name">${name}</span>${icon(ChevronDown)}
    </button>
    <div id="user-menu" popover class="menu" @click=${close}>
      <p><strong>${name}</strong> <span class="quiet">${role}</span></p>
      <p class="quiet">${meaning[role]}</p>
      <p class="quiet">Your browser keeps a login with a password until you close it.</p>
      ${role === 'editor' ? html`<a href="tokens">API tokens</a>` : nothing}
      <a href="api/openapi.json" target="_blank" rel="noopener">HTTP API (OpenAPI)</a>
    </div>`;
}
