import { type Contestant, measureTurns, smoke, type Timing } from '../measure.ts';
import { compileOurs, ours, writeOurs } from '../ours.ts';
import { chatWithPlainDate } from '../payloads/chat.ts';
import { contexts, type EventContext } from '../payloads/contexts.ts';
import type { Payload } from '../payloads/payload.ts';
import { payloads, smallPayloads } from '../payloads/payloads.ts';
import type { Peer, Render } from '../peers/peer.ts';
import { peers } from '../peers/peers.ts';
import { runSuite } from '../run-suite.ts';
import { speedRatio, type Target, timingTable } from '../suite-result.ts';

/** Where a source is made different from every other, in text of its own length. */
const mark = '!MARK!';

/**
 * Hands out sources that differ in one number: V8 remembers what it compiled for a text, and real templates are
 * compiled once.
 */
function freshSources(source: string): () => string {
  const [head = '', tail = ''] = source.split(mark);
  return () => {
    sourceCount++;
    return head + sourceCount + tail;
  };
}

let sourceCount = 1_000_000;

/** Everybody writes the same; what escapes for a URL is compared once it is decoded. */
function assertSameOutput(all: ReturnType<typeof compilers>, context: EventContext): void {
  const outputs = all.map(([, compile, source]) => decodeURIComponent(compile(source)(context)));
  if (new Set(outputs).size > 1) throw new Error(`Not all write the same:\n${outputs.join('\n')}`);
}

function marked({ pieces }: Payload): Pick<Payload, 'pieces'> {
  const [first, ...rest] = pieces;
  if (typeof first !== 'string') throw new Error('A payload begins with text.');
  const text = first.startsWith('http')
    ? `${first.slice(0, -1)}${mark}=`
    : first.replace('"text":"', `"text":"${mark}`);
  return { pieces: text === first ? [`${first}"${mark}",`, ...rest] : [text, ...rest] };
}

function compilers(
  payload: Payload,
  peers: readonly Peer[],
): (readonly [name: string, compile: (source: string) => Render, source: string])[] {
  const { pieces } = marked(payload);
  return [
    [ours, source => compileOurs(source, { output: payload.output }), writeOurs({ pieces })],
    ...peers.map(peer => [peer.name, peer.compile, peer.write(pieces)] as const),
  ];
}

await runSuite(async ({ quick }) => {
  const options = quick ? smoke : { rounds: 9, turnMs: 100 };
  const [context] = contexts;
  if (!context) throw new Error('There are no contexts.');
  const ready: [string, Timing[]][] = [];
  const firstOutput: [string, Timing[]][] = [];
  for (const payload of quick ? smallPayloads : payloads) {
    const all = compilers(payload, quick ? peers.slice(0, 1) : peers);
    assertSameOutput(all, context);
    const toReady = all.map(([name, compile, source]): Contestant => {
      const fresh = freshSources(source);
      return { name, run: () => compile(fresh()) };
    });
    const toOutput = all.map(([name, compile, source]): Contestant => {
      const fresh = freshSources(source);
      return { name, run: () => Buffer.byteLength(compile(fresh())(context)) };
    });
    ready.push([payload.name, await measureTurns(toReady, options)]);
    firstOutput.push([payload.name, await measureTurns(toOutput, options)]);
  }
  return {
    suite: 'compile',
    tables: [
      timingTable('Source to ready template; ours is validated and proved', ready),
      timingTable('Source to first output', firstOutput),
    ],
    targets: ready.map(
      ([payload, timings]): Target => ({
        what: `compile ${payload}: speed over mustache`,
        wanted: payload === chatWithPlainDate.name ? 0.85 : 0.5,
        reached: speedRatio(timings, ours, 'mustache'),
      }),
    ),
  };
});
