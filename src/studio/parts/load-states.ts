import { html, nothing, type TemplateResult } from 'lit';
import { CircleAlert, Inbox } from 'lucide-static';
import type { ApiError } from '../api/api-error.ts';
import { icon } from './icon.ts';
import type { Loaded } from './loaded.ts';

/** What is shown of something that the server has: its place while it comes, why it did not, and itself. */
export function loaded<T>(of: Loaded<T>, show: (value: T) => TemplateResult): TemplateResult {
  const { value, problem } = of;
  const retry = () => void of.reload();
  if (value !== undefined) return html`${problem ? failed(problem, retry) : nothing}${show(value)}`;
  return problem ? failed(problem, retry) : loading();
}

/** Holds the place of a list, so that nothing moves when it comes. */
export function loading(): TemplateResult {
  return html`<div class="loading" role="status">
    <span class="unseen">Loading</span><i></i><i></i><i></i><i></i>
  </div>`;
}

/** Why something did not come, and what can be done. */
export function failed({ message, status }: ApiError, retry: () => void): TemplateResult {
  return html`<div class="notice bad" role="alert">
    ${icon(CircleAlert)}
    <p>${message}</p>
    ${status === 403 || status === 404 ? nothing : html`<button type="button" class="button small" @click=${retry}>Try again</button>`}
  </div>`;
}

/** There is nothing yet: what it would be, and what to do for it. */
export function empty(title: string, what: unknown, action: unknown = nothing): TemplateResult {
  return html`<div class="empty">
    ${icon(Inbox)}
    <h2>${title}</h2>
    <p>${what}</p>
    ${action}
  </div>`;
}
