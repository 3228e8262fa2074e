import { html, nothing, type TemplateResult } from 'lit';
import { CircleCheck, CircleDashed, CirclePause } from 'lucide-static';
import { pathOf } from '../frame/address.ts';
import { badge } from '../parts/states.ts';

export interface FlowIds {
  readonly projectId: string;
  readonly taskId: string;
}

/** The name of a flow, and the tabs of what there is of it. */
export function flowHeading({ projectId, taskId }: FlowIds, current: 'Runs' | 'API'): TemplateResult {
  const tab = (word: 'Runs' | 'API', path: string) =>
    html`<a href=${path} aria-current=${word === current ? 'page' : nothing}>${word}</a>`;
  return html`<p class="crumbs"><a href="flows">Flows</a></p>
    <h1 tabindex="-1">${projectId} / ${taskId}</h1>
    <nav class="tabs" aria-label="Flow">
      ${tab('Runs', pathOf('flows', projectId, taskId))} ${tab('API', pathOf('flows', projectId, taskId, 'api'))}
    </nav>`;
}

/** Whether a flow can be started over the API. */
export function apiState(api: { readonly enabled: boolean } | undefined): TemplateResult {
  if (!api) return badge({ word: 'Not set up', svg: CircleDashed, tone: 'quiet' });
  return api.enabled
    ? badge({ word: 'Can be started', svg: CircleCheck, tone: 'good' })
    : badge({ word: 'Switched off', svg: CirclePause, tone: 'warning' });
}
