import { checkThat } from '../../http/define-options.ts';
import { recordOf } from '../record-of.ts';

type Pairs = readonly (readonly [name: string, value: string])[];

/** What became of a test: what was sent and came back, as the server of hookplate says it, or why nothing was sent. */
export type TestResult = TestAnswer | { readonly message: string };

export interface TestAnswer {
  readonly event: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Pairs;
    readonly body?: string;
  };
  readonly attempt: {
    readonly durationMs: number;
    readonly outcome:
      | {
          readonly kind: 'answered';
          readonly status: number;
          readonly headers?: Pairs;
          readonly body?: string;
          readonly truncated?: boolean;
        }
      | { readonly kind: 'failed'; readonly message: string };
  };
}

/** @throws {TypeError} for anything else. */
export const readTestResult = checkThat(
  'what a test answered, with `event`, `request` and `attempt`, or an object with a `message`',
  isTestResult,
);

function isTestResult(value: unknown): value is TestResult {
  const { message, event, request, attempt } = recordOf(value);
  if (typeof message === 'string') return true;
  const { headers } = recordOf(request);
  const { outcome } = recordOf(attempt);
  const { kind } = recordOf(outcome);
  return typeof event === 'string' && Array.isArray(headers) && typeof kind === 'string';
}
