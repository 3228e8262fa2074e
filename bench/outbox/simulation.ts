import { durableSchedule, nextDelay } from '../../src/delivery/retry/next-delay.ts';
import { generator } from './generator.ts';

/** A service as `docs/scaling.md` describes it. */
export interface SimulatedService {
  readonly endpoints: number;
  /** The share of the endpoints that never answer. */
  readonly deadShare: number;
  /** The share of attempts at live endpoints that fail and are tried again. */
  readonly failingShare: number;
  readonly messagesPerDay: number;
  readonly disableAfterDays: number;
  /** How long an attempt holds its place, in milliseconds. */
  readonly aliveMs: number;
  readonly deadMs: number;
  /** The disk space of a message and of an attempt, indexes included. */
  readonly messageBytes: number;
  readonly attemptBytes: number;
}

export interface SimulatedDay {
  readonly messages: number;
  readonly attempts: number;
  /** At endpoints that are dead. */
  readonly wasted: number;
  /** Attempts in flight, on average. */
  readonly places: number;
  readonly bytes: number;
}

const dayMs = 86_400_000;
const failure = { kind: 'failed', error: 'timeout', message: '' } as const;
const policy = { schedule: durableSchedule, finalStatuses: [] };

/** Draws every message and all its attempts, with the schedule that the outbox has. */
export function simulate(service: SimulatedService, days: number, seed: number): readonly SimulatedDay[] {
  const { endpoints, deadShare, failingShare, messagesPerDay, disableAfterDays } = service;
  const random = generator(seed);
  const dead = Math.round(endpoints * deadShare);
  const failingSince = new Map<number, number>();
  const alive = new Array<number>(days).fill(0);
  const wasted = new Array<number>(days).fill(0);
  for (let index = 0; index < messagesPerDay * days; index++) {
    const endpoint = Math.floor(random() * endpoints);
    const isDead = endpoint < dead;
    const created = (index / messagesPerDay) * dayMs;
    const since = failingSince.get(endpoint) ?? created;
    if (isDead) failingSince.set(endpoint, since);
    const end = isDead ? Math.min(days, since / dayMs + disableAfterDays) * dayMs : days * dayMs;
    const made = isDead ? wasted : alive;
    let at = created;
    for (let number = 1; at < end; number++) {
      const day = Math.floor(at / dayMs);
      made[day] = (made[day] ?? 0) + 1;
      if (!isDead && random() >= failingShare) break;
      const delayMs = nextDelay(number, failure, at, random(), policy);
      if (delayMs === undefined) break;
      at += delayMs;
    }
  }
  return alive.map((good, day) => dayOf(service, good, wasted[day] ?? 0));
}

function dayOf(service: SimulatedService, alive: number, wasted: number): SimulatedDay {
  const { messagesPerDay, aliveMs, deadMs, messageBytes, attemptBytes } = service;
  return {
    messages: messagesPerDay,
    attempts: alive + wasted,
    wasted,
    places: (alive * aliveMs + wasted * deadMs) / dayMs,
    bytes: messagesPerDay * messageBytes + (alive + wasted) * attemptBytes,
  };
}
