import { html, nothing, type TemplateResult } from 'lit';
import type { Fix } from '../../../diagnostics/diagnostic.ts';
import { codeIn } from '../../code-in.ts';
import type { FoundProblem } from '../found-problem.ts';
import { count, type Verdict } from '../verdict.ts';

export interface ProblemsModel {
  readonly verdict: Verdict;
  readonly diagnostics: readonly FoundProblem[];
  readonly isDisabled: boolean;
  /** `Payload, line 3` */
  readonly placeOf: (diagnostic: FoundProblem) => string;
  /** The events that have it, where not all of those have it that are on. */
  readonly eventsOf: (diagnostic: FoundProblem) => readonly string[];
  readonly goTo: (diagnostic: FoundProblem) => void;
  readonly apply: (diagnostic: FoundProblem, fix: Fix) => void;
  readonly applySafe: () => void;
}

/** More would bury the page; those that are left come up when these are mended. */
const mostShown = 20;

const circle = 'M1.75 8a6.25 6.25 0 1 0 12.5 0a6.25 6.25 0 1 0 -12.5 0';
const signs = {
  error: sign(`${circle}M8 4.5v4M8 11v.5`),
  warning: sign('M8 2l6.5 11.5h-13zM8 6.5v3M8 11.2v.5'),
  safe: sign(`${circle}M5 8.2l2.2 2.2L11 6.2`),
};

function sign(path: string): TemplateResult {
  return html`<svg viewBox="0 0 16 16" aria-hidden="true" class="sign"><path d=${path} /></svg>`;
}

/** The verdict in a sentence, announced when it changes, and what can be mended without a question. */
export function verdictLine(model: ProblemsModel): TemplateResult {
  const { verdict, diagnostics, isDisabled } = model;
  const verdictSign = { safe: signs.safe, unsafe: signs.error, unknown: nothing }[verdict.kind];
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning').length;
  const safe = diagnostics.filter(({ fixes }) => fixes[0]?.kind === 'safe').length;
  return html`
    <div class="verdict-line">
      <p id="verdict" class="verdict ${verdict.kind}" role="status">${verdictSign}<span>${verdict.sentence}</span></p>
      ${warnings > 0 ? html`<span class="hint">${count(warnings, 'warning')}</span>` : nothing}
      ${
        safe > 0
          ? html`<button type="button" class="quiet" ?disabled=${isDisabled} @click=${model.applySafe}>
            Apply all safe fixes (${safe})
          </button>`
          : nothing
      }
    </div>
  `;
}

/** What is wrong, and what mends it. */
export function problems(model: ProblemsModel): TemplateResult {
  const { diagnostics } = model;
  return html`
    ${
      diagnostics.length > 0
        ? html`<ul class="problems" aria-label="Problems">
          ${diagnostics.slice(0, mostShown).map(diagnostic => problem(diagnostic, model))}
        </ul>`
        : nothing
    }
    ${diagnostics.length > mostShown ? html`<p class="hint">And ${diagnostics.length - mostShown} more.</p>` : nothing}
  `;
}

function problem(diagnostic: FoundProblem, model: ProblemsModel): TemplateResult {
  const { severity, message, fixes } = diagnostic;
  const events = model.eventsOf(diagnostic);
  return html`<li class=${severity}>
    ${signs[severity]}
    <div>
      <p>
        <span class="kind">${severity === 'error' ? 'Error' : 'Warning'}</span>
        <button type="button" class="link" @click=${() => model.goTo(diagnostic)}>
          ${model.placeOf(diagnostic)}
        </button>
        ${events.length > 0 ? html`<span class="hint">for ${events.join(', ')}</span>` : nothing}
      </p>
      <p>${codeIn(message)}</p>
      ${fixes.map(
        fix =>
          html`<button
            type="button"
            class="fix"
            ?disabled=${model.isDisabled}
            @click=${() => model.apply(diagnostic, fix)}
          >
            ${codeIn(fix.title)}
          </button>`,
      )}
    </div>
  </li>`;
}
