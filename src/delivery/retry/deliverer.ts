import { maxTimerMs } from '../../options/define-options.ts';
import { WakeUp } from '../../timing/wait.ts';
import { type Delivery, type DeliveryState, deliveryState } from '../delivery.ts';
import type { DispatcherSettings } from '../dispatcher-options.ts';
import type { OutgoingMessage } from '../message.ts';
import type { Call } from '../queue/call.ts';
import { publishDelivery } from '../telemetry.ts';
import type { Attempt } from '../wire/attempt.ts';
import type { AttemptSender } from '../wire/attempt-sender.ts';
import { nextDelay } from './next-delay.ts';

type Deliverer = (message: OutgoingMessage, call: Call, onAttempt?: () => void) => Promise<Delivery>;

/** Makes attempts until one of them is final. */
export function createDeliverer(sendAttempt: AttemptSender, settings: DispatcherSettings): Deliverer {
  async function attemptAll(
    message: OutgoingMessage,
    call: Call,
    keep: (attempt: Attempt) => void,
  ): Promise<DeliveryState> {
    for (let number = 1; ; number++) {
      const attempt = await sendAttempt(message, number, call);
      if (!attempt) return 'aborted';
      keep(attempt);
      const { outcome } = attempt;
      const delayMs = nextDelay(number, outcome, settings.now(), settings.random(), settings);
      if (delayMs === undefined) return deliveryState(outcome);
      await sleep(delayMs, call);
      if (call.aborted) return 'aborted';
    }
  }

  return async (message, call, onAttempt) => {
    const startedAt = new Date(settings.now());
    const started = performance.now();
    const attempts: Attempt[] = [];
    const state = await attemptAll(message, call, attempt => {
      attempts.push(attempt);
      onAttempt?.();
    });
    const durationMs = performance.now() - started;
    publishDelivery({ id: message.id, state, attempts: attempts.length, startedAt, durationMs }, () => ({
      message,
      attempt: attempts.at(-1),
    }));
    return { id: message.id, state, attempts };
  };
}

/** Ends early if the call is aborted. */
async function sleep(delayMs: number, call: Call): Promise<void> {
  const wakeUp = new WakeUp();
  call.waitFor(() => wakeUp.call());
  await wakeUp.sleep(Math.min(delayMs, maxTimerMs));
  call.waitFor(undefined);
}
