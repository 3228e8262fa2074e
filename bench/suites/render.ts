import { type Contestant, measureTurns, smoke, type Timing } from '../measure.ts';
import { compileOurs, ours, writeOurs } from '../ours.ts';
import { chat } from '../payloads/chat.ts';
import { rotation } from '../payloads/contexts.ts';
import type { Payload } from '../payloads/payload.ts';
import { payloads, payloadsWithoutDate, smallPayloads } from '../payloads/payloads.ts';
import type { Peer, Render } from '../peers/peer.ts';
import { peers } from '../peers/peers.ts';
import { runSuite } from '../run-suite.ts';
import { assertSameOutput, escapedLiteral } from '../same-output.ts';
import { speedRatio, type Target, timingTable } from '../suite-result.ts';

const asText = `${ours}, as text`;
const literal = 'literal by hand';

/** Every way to render a payload; the first one is what the others are compared with. */
function renderers(payload: Payload, peers: readonly Peer[]): (readonly [name: string, render: Render])[] {
  const source = writeOurs(payload);
  return [
    [ours, compileOurs(source, { output: payload.output })],
    [asText, compileOurs(source, { output: 'text' })],
    [escapedLiteral, payload.escapedLiteral],
    [literal, payload.literal],
    ...(payload.serialized ? [['JSON.stringify', payload.serialized] as const] : []),
    ...peers.map(peer => [peer.name, peer.compile(peer.write(payload.pieces))] as const),
  ];
}

function contestant([name, render]: readonly [string, Render]): Contestant {
  const next = rotation();
  return { name, run: () => Buffer.byteLength(render(next())) };
}

function targetsOf(payload: string, timings: readonly Timing[]): Target[] {
  return ['eta', 'dot'].map(peer => ({
    what: `render ${payload}: speed over ${peer}`,
    wanted: 0.85,
    reached: speedRatio(timings, ours, peer),
  }));
}

await runSuite(async ({ quick }) => {
  const cases: [string, Timing[]][] = [];
  for (const payload of quick ? smallPayloads : [...payloads, ...payloadsWithoutDate]) {
    const all = renderers(payload, quick ? peers.slice(0, 1) : peers);
    assertSameOutput(payload, all);
    const timings = await measureTurns(all.map(contestant), quick ? smoke : { rounds: 9, turnMs: 120 });
    cases.push([payload.name, timings]);
  }
  return {
    suite: 'render',
    tables: [timingTable('One rendering, output consumed', cases)],
    targets: cases
      .filter(([payload]) => payload === chat.name)
      .flatMap(([payload, timings]) => targetsOf(payload, timings)),
  };
});
