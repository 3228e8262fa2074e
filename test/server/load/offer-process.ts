/** A process that offers runs, or reports of events, at an even pace, whatever is answered, and tells what was. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { Answers } from './answers.ts';
import {
  eventsPath,
  loadRoute,
  maxConnections,
  type Offering,
  reportedPid,
  reportOf,
  runPathOf,
} from './load-route.ts';

const tickMs = 5;
/** What may wait for an answer. */
const maxUnanswered = maxConnections;

// Whoever started it may have ended.
process.on('disconnect', () => process.exit());
const offering: Offering = JSON.parse(process.argv[2] ?? '');
const { what, origin, authorization, perSecond, seconds, connections } = offering;
// What waits here for a connection is offered all the same: its time counts from when it was due.
const agent = new Agent({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections });
const answers = new Answers();
let unanswered = 0;

const path = what === 'runs' ? runPathOf(loadRoute.task) : eventsPath;

async function offer(number: number): Promise<void> {
  unanswered++;
  await ask(number, performance.now());
  unanswered--;
}

async function ask(number: number, started: number): Promise<void> {
  const sent = what === 'runs' ? '{}' : JSON.stringify(reportOf(number));
  const headers = { authorization, 'content-type': 'application/json' };
  const asked = request(origin + path, { method: 'POST', agent, headers }).end(sent);
  try {
    // The one argument of this event.
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const { statusCode: status = 0, headers: answered } = response;
    const body = await text(response);
    const retryAfter = answered['retry-after'];
    const reported = what === 'runs' ? undefined : reportedPid(number);
    answers.add({ status, retryAfter, body, reported }, performance.now() - started);
  } catch (error) {
    // The server may close a connection that was idle just when it is used again: any client asks again.
    if (asked.reusedSocket) return ask(number, started);
    answers.fail(error);
  }
}

const offered: Promise<void>[] = [];
let due = 0;
let unsent = 0;
const began = performance.now();
while (due < perSecond * seconds) {
  const elapsedMs = performance.now() - began;
  const dueNow = Math.min(perSecond * seconds, Math.floor((elapsedMs / 1000) * perSecond) + 1);
  for (; due < dueNow; due++) {
    if (unanswered < maxUnanswered) offered.push(offer(due));
    else unsent++;
  }
  await new Promise(resolve => setTimeout(resolve, tickMs));
}
const offeringMs = Math.round(performance.now() - began);
await Promise.all(offered);
agent.destroy();
process.send?.({ offeringMs, unsent, ...answers.report() }, () => process.disconnect());
