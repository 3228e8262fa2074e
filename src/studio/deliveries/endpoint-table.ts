import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-static';
import type { Endpoint } from '../api/answers.ts';
import { withQuery } from '../frame/address.ts';
import { actionButton } from '../parts/action-button.ts';
import { counted } from '../parts/counts.ts';
import { badge } from '../parts/states.ts';
import { ago } from '../parts/time.ts';
import { placeOf } from './delivery-filter.ts';

export interface EndpointTable {
  readonly now: number;
  /** Why none may be enabled. */
  readonly reason: string | undefined;
  readonly isBusy: boolean;
  readonly enable: (endpoint: Endpoint) => void;
}

export function endpointTable(items: readonly Endpoint[], table: EndpointTable): TemplateResult {
  return html`<table>
    <caption class="unseen">Endpoints</caption>
    <thead>
      <tr>
        <th scope="col">Health</th>
        <th scope="col">Endpoint</th>
        <th scope="col" class="secondary">Last failure</th>
        <th scope="col"><span class="unseen">Action</span></th>
      </tr>
    </thead>
    <tbody>
      ${repeat(
        items,
        ({ id }) => id,
        endpoint => row(endpoint, table),
      )}
    </tbody>
  </table>`;
}

function row(endpoint: Endpoint, table: EndpointTable): TemplateResult {
  const { id, webhook, origin, lastFailureAt, disabledAt } = endpoint;
  const { now, reason, isBusy, enable } = table;
  const place = placeOf(webhook, origin);
  return html`<tr data-id=${id}>
    <td class="state-cell">${health(endpoint)}</td>
    <td>
      <a href=${withQuery('deliveries', { endpoint: id })}>${place}</a>
      <span class="under">${story(endpoint, now)}</span>
    </td>
    <td class="time secondary">${ago(lastFailureAt, now)}</td>
    <td class="number">
      ${disabledAt === undefined ? nothing : actionButton({ word: 'Enable', label: `Enable ${place}`, reason, isBusy, act: () => enable(endpoint) })}
    </td>
  </tr>`;
}

function health({ failures, disabledAt }: Endpoint): TemplateResult {
  if (disabledAt !== undefined) return badge({ word: 'Disabled', svg: CircleX, tone: 'bad' });
  if (failures > 0) return badge({ word: 'Failing', svg: TriangleAlert, tone: 'warning' });
  return badge({ word: 'Healthy', svg: CircleCheck, tone: 'good' });
}

/** `40 failures since 3 h ago; it is disabled in 21 h if they go on` */
function story(endpoint: Endpoint, now: number): TemplateResult | typeof nothing {
  const { failures, failingSince, disabledAt, disabledBecause, disablesAt } = endpoint;
  if (disabledAt !== undefined) {
    const why = disabledBecause === 'gone' ? 'It answered that it wants no more messages' : 'It only failed';
    return html`${why}; disabled ${ago(disabledAt, now)}`;
  }
  if (failures === 0 || failingSince === undefined) return nothing;
  return html`${counted(failures, 'failure')}, the first ${ago(failingSince, now)}; it is disabled
  ${ago(disablesAt, now)} if nothing gets through`;
}
