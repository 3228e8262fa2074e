import { ours } from '../ours.ts';
import { hostileContexts } from '../payloads/hostile-contexts.ts';
import { escapingModes, type SafetyPayload } from '../peers/escaping-modes.ts';
import { runSuite } from '../run-suite.ts';

interface Verdict {
  /** Outputs that `JSON.parse` accepts. */
  readonly parsed: number;
  /** Those of them that have the keys of the template and no others. */
  readonly intact: number;
}

function judge(render: (context: object) => string): Verdict {
  const outputs = hostileContexts.map(context => keysOf(() => render(context)));
  return {
    parsed: outputs.filter(keys => keys !== undefined).length,
    intact: outputs.filter(keys => keys === 'errors,text').length,
  };
}

/** The keys of what was rendered; nothing where it was not JSON, or where rendering failed. */
function keysOf(render: () => string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(render());
    return typeof parsed === 'object' && parsed !== null ? Object.keys(parsed).join() : '';
  } catch {
    return undefined;
  }
}

const places: readonly SafetyPayload[] = ['whole value', 'inside a string'];

/** How each engine fares in each place: with its own escaping, and as careful authors would use it. */
function judgeAll() {
  return escapingModes.flatMap(({ name, own, careful }) => [
    {
      name: `${name}, ${own.mode}`,
      verdicts: places.map(place =>
        own.bringsQuotes && place === 'inside a string' ? undefined : judge(own.compile(place)),
      ),
    },
    ...(careful
      ? [
          {
            name: `${name}, with functions for each place`,
            verdicts: places.map(place => judge(careful(place))),
          },
        ]
      : []),
  ]);
}

await runSuite(async () => {
  const verdicts = judgeAll();
  const table = (title: string, count: (verdict: Verdict) => number) => ({
    title,
    unit: `of ${hostileContexts.length}`,
    columns: places.map(place => `text as ${place}`.replace('as inside', 'inside')),
    rows: verdicts.map(({ name, verdicts }) => ({
      name,
      values: verdicts.map(verdict => verdict && count(verdict)),
    })),
  });
  const own = verdicts.find(({ name }) => name.startsWith(ours))?.verdicts ?? [];
  return {
    suite: 'safety',
    tables: [
      table('Outputs that `JSON.parse` accepts', ({ parsed }) => parsed),
      table('Outputs that have the keys of the template and no others', ({ intact }) => intact),
    ],
    targets: own.map((verdict, index) => ({
      what: `safety, text as ${places[index]}: share of hostile contexts that stay in their place`,
      wanted: 1,
      reached: (verdict?.intact ?? 0) / hostileContexts.length,
    })),
  };
});
