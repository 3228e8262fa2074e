import { type Contestant, measureTurns, smoke, type Timing } from '../measure.ts';
import { compileOurs, ours, precompiled, precompileOurs, writeOurs } from '../ours.ts';
import { rotation } from '../payloads/contexts.ts';
import type { Payload } from '../payloads/payload.ts';
import { payloads, payloadsWithoutDate, smallPayloads } from '../payloads/payloads.ts';
import { dotPeer } from '../peers/dot.ts';
import { eta } from '../peers/eta.ts';
import type { Render } from '../peers/peer.ts';
import { runSuite } from '../run-suite.ts';
import { assertSameOutput, escapedLiteral } from '../same-output.ts';
import { speedRatio, type Target, timingTable } from '../suite-result.ts';

const rivals = [escapedLiteral, eta.name, dotPeer.name];

async function renderers(payload: Payload): Promise<readonly (readonly [name: string, render: Render])[]> {
  const source = writeOurs(payload);
  const { output } = payload;
  return [
    [precompiled, await precompileOurs(source, { output })],
    [ours, compileOurs(source, { output })],
    [escapedLiteral, payload.escapedLiteral],
    ...[eta, dotPeer].map(peer => [peer.name, peer.compile(peer.write(payload.pieces))] as const),
  ];
}

function contestant([name, render]: readonly [string, Render]): Contestant {
  const next = rotation();
  return { name, run: () => Buffer.byteLength(render(next())) };
}

function targetsOf(payload: string, timings: readonly Timing[]): Target[] {
  return rivals.map(rival => ({
    what: `render ${payload}: speed over ${rival}`,
    wanted: 1,
    reached: speedRatio(timings, precompiled, rival),
  }));
}

await runSuite(async ({ quick }) => {
  const cases: [string, Timing[]][] = [];
  for (const payload of quick ? smallPayloads : [...payloads, ...payloadsWithoutDate]) {
    const all = await renderers(payload);
    assertSameOutput(payload, all);
    const timings = await measureTurns(all.map(contestant), quick ? smoke : { rounds: 9, turnMs: 120 });
    cases.push([payload.name, timings]);
  }
  return {
    suite: 'precompiled',
    tables: [timingTable('One rendering, output consumed', cases)],
    targets: cases
      .filter(([payload]) => !payload.startsWith('32 KiB'))
      .flatMap(([payload, timings]) => targetsOf(payload, timings)),
  };
});
