import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { CircleCheck, CircleX } from 'lucide-static';
import { codeIn } from '../../editor/code-in.ts';
import type { Attempt, DeliveryDetails, Header } from '../api/answers.ts';
import { icon } from '../parts/icon.ts';
import { ago, formatDuration } from '../parts/time.ts';
import { isSuccess, outcomeOf } from './delivery-words.ts';

/** Every attempt, the last one first: when, how long, and what came of it. */
export function attemptList({ history, state }: DeliveryDetails, now: number): TemplateResult {
  if (history.length === 0) {
    const isComing = state === 'pending' || state === 'sending';
    return html`<p class="quiet">${isComing ? 'None was made yet.' : 'None was made.'}</p>`;
  }
  return html`<ol class="attempts">
    ${repeat(
      history.toReversed(),
      ({ round = 0, number }) => `${round} ${number}`,
      (attempt, index) => item(attempt, { now, answers: index === 0 ? 'shown' : 'folded' }),
    )}
  </ol>`;
}

interface Look {
  readonly now: number;
  /** That of the last attempt is what people look for. */
  readonly answers: 'shown' | 'folded';
}

function item(attempt: Attempt, { now, answers }: Look): TemplateResult {
  const { round = 0, number, startedAt, durationMs, address, outcome } = attempt;
  const isGood = isSuccess(attempt);
  return html`<li class="panel">
    <p class="state ${isGood ? 'good' : 'bad'}">
      ${icon(isGood ? CircleCheck : CircleX)}<strong>${codeIn(outcomeOf(attempt))}</strong>
    </p>
    <p class="quiet">
      Attempt ${number}${round > 0 ? ` after it was resent ${round === 1 ? 'once' : `${round} times`}` : ''},
      ${ago(startedAt, now)}, ${formatDuration(durationMs)}${address === undefined ? '' : `, ${address}`}
    </p>
    ${outcome.kind === 'answered' ? answer(outcome, answers) : nothing}
  </li>`;
}

type Answered = Extract<Attempt['outcome'], { readonly kind: 'answered' }>;

/** What the receiver said, as text, whatever it is. */
function answer(
  { headers, body, truncated }: Answered,
  answers: Look['answers'],
): TemplateResult | typeof nothing {
  const hasHeaders = headers !== undefined && headers.length > 0;
  const hasBody = body !== undefined && body !== '';
  if (!hasHeaders && !hasBody) return nothing;
  return html`<details ?open=${hasBody && answers === 'shown'}>
    <summary>Answer</summary>
    <pre class="text" tabindex="0">${hasHeaders ? headerLines(headers) : ''}${hasHeaders && hasBody ? '\n\n' : ''}${body}</pre>
    ${truncated ? html`<p class="hint">There was more of it.</p>` : nothing}
  </details>`;
}

export function headerLines(headers: readonly Header[]): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join('\n');
}
