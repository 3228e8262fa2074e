import { setTimeout as sleep } from 'node:timers/promises';

const maxMs = 30_000;
const pauseMs = 50;

/** Asks until the answer is one, or half a minute has passed. */
export async function waitUntil<T>(
  ask: () => T | undefined | Promise<T | undefined>,
): Promise<T | undefined> {
  for (let waitedMs = 0; waitedMs < maxMs; waitedMs += pauseMs) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(pauseMs);
  }
  return undefined;
}
