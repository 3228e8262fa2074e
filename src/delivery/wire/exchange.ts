import type { Agent } from 'undici';
import type { Call } from '../queue/call.ts';
import { AnswerReader } from './answer-reader.ts';
import type { AttemptOutcome } from './attempt.ts';
import type { WireRequest } from './request.ts';

export interface ExchangePlan {
  readonly agent: Agent;
  readonly wire: WireRequest;
  /** Flat, all that is sent. */
  readonly headers: string[];
  /** Over connection, headers and body together. */
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
}

export interface Exchange {
  readonly outcome: AttemptOutcome;
  readonly address?: string;
}

/** Puts a request on the wire and reads what comes back. Never rejects, and is over by the deadline. */
export function exchange(plan: ExchangePlan, call: Call): Promise<Exchange> {
  const { origin, path, method, body = null } = plan.wire;
  return new Promise(resolve => {
    const reader = new AnswerReader(plan.wire, plan.maxResponseBytes, (outcome, dialled) => {
      clearTimeout(timer);
      call.waitFor(undefined);
      const address = dialled ?? reader.connection?.address;
      resolve(address === undefined ? { outcome } : { outcome, address });
    });
    const timer = setTimeout(() => reader.stop('timeout'), plan.timeoutMs);
    if (call.aborted) return reader.stop('aborted');
    call.waitFor(() => reader.stop('aborted'));
    plan.agent.dispatch({ origin, path, method, headers: plan.headers, body }, reader);
  });
}
