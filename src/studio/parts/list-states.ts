import { html, nothing, type TemplateResult } from 'lit';
import { ArrowUp } from 'lucide-static';
import { counted } from './counts.ts';
import { icon } from './icon.ts';
import type { LiveList } from './live-list.ts';
import { failed, loading } from './load-states.ts';

export interface ListStates<T> {
  /** What one of them is called. */
  readonly one: string;
  readonly many?: string;
  /** What is shown where there are none. */
  readonly none: () => TemplateResult;
  readonly show: (items: readonly T[]) => TemplateResult;
}

/** A list in pages, with what is shown before it comes, where there is nothing, and what is new. */
export function listStates<T>(list: LiveList<T>, { one, many, none, show }: ListStates<T>): TemplateResult {
  const { items, problem, news } = list;
  const retry = () => void list.reload();
  if (!items) return problem ? failed(problem, retry) : loading();
  return html`
    ${problem ? failed(problem, retry) : nothing}
    <div class="news" role="status">
      ${
        news > 0
          ? html`<button type="button" class="button small" @click=${retry}>
              ${icon(ArrowUp)} Show ${counted(news, `new ${one}`, `new ${many ?? `${one}s`}`)}
            </button>`
          : nothing
      }
    </div>
    ${items.length === 0 ? none() : show(items)}
    ${
      list.hasOlder
        ? html`<div class="pager">
            <button type="button" class="button" ?disabled=${list.isLoading} @click=${() => void list.older()}>Older</button>
            <span class="quiet">${counted(items.length, one, many)} shown</span>
          </div>`
        : nothing
    }
  `;
}
