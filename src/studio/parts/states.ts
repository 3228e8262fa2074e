import { css, html, nothing, type TemplateResult } from 'lit';
import { CircleCheck, CirclePause, CircleX, Clock, LoaderCircle } from 'lucide-static';
import type { ProcessState } from '../../api/answers.ts';
import { icon } from './icon.ts';

/** The appearance of a state: always an icon and a word in addition to the colour. */
export interface Shown {
  readonly word: string;
  readonly svg: string;
  readonly tone: 'good' | 'bad' | 'warning' | 'busy' | 'quiet';
  /** The meaning of the word, in a sentence. */
  readonly means?: string;
}

export const processBadges: Readonly<Record<ProcessState, Shown>> = {
  queued: { word: 'Queued', svg: Clock, tone: 'quiet' },
  running: { word: 'Running', svg: LoaderCircle, tone: 'busy' },
  completed: { word: 'Completed', svg: CircleCheck, tone: 'good' },
  error: { word: 'Error', svg: CircleX, tone: 'bad' },
  interrupted: { word: 'Interrupted', svg: CirclePause, tone: 'warning' },
};

export function processBadge(state: ProcessState): TemplateResult {
  return badge(processBadges[state]);
}

/** A word with an icon and a colour, and what else is known. */
export function badge({ word, svg, tone, means }: Shown, details: readonly unknown[] = []): TemplateResult {
  return html`<span class="state ${tone}" title=${means ?? nothing}
    >${icon(svg)} <span><span class="word">${word}</span>${details.map(detail => html` <span class="detail">· ${detail}</span>`)}</span></span
  >`;
}

export const stateStyles = css`
  .state {
    display: inline-flex;
    gap: 8px;
    align-items: baseline;
    white-space: nowrap;
  }
  .good {
    --tone: var(--hookplate-safe);
  }
  .bad {
    --tone: var(--hookplate-error);
  }
  .warning {
    --tone: var(--hookplate-warning);
  }
  :is(.good, .bad, .warning) > .icon,
  .state:is(.bad, .warning) .word {
    color: var(--tone);
  }
  .busy > .icon {
    color: var(--hookplate-accent);
    animation: turn 1.5s linear infinite;
  }
  .state.quiet {
    color: inherit;
  }
  .state .detail {
    color: var(--hookplate-quiet);
  }
  .large .detail {
    font-size: 14px;
    font-weight: 400;
  }
  .panel .state {
    white-space: normal;
  }
  @media (width < 720px) {
    .state {
      white-space: normal;
    }
  }
  .state.quiet > .icon {
    color: var(--hookplate-quiet);
  }
  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
`;
