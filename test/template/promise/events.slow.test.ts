import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outputCodes } from '../../../src/diagnostics/catalogue/output.ts';
import { type Diagnostic, hasErrors } from '../../../src/diagnostics/diagnostic.ts';
import { RenderError } from '../../../src/template/render/render-error.ts';
import { listOf } from '../../../src/template/resolve/variables.ts';
import { validateWebhook } from '../../../src/webhook/check.ts';
import { compileWebhook } from '../../../src/webhook/compile.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';
import { propertySeed, runs } from '../../properties.ts';

/** Events with variables, lists and constants of their own; `mixed` is of another type for one of them. */
const catalogue = defineEvents({
  variables: { flag: 'boolean', text: 'string', isB: 'boolean', kind: ['x', 'y'] },
  events: {
    a: { title: 'A', variables: { ofA: 'string', words: listOf('string') }, constants: { isB: false } },
    b: { title: 'B', variables: { ofB: 'number', shared: 'json' }, constants: { isB: true, kind: 'y' } },
    c: { title: 'C', variables: { shared: 'json', mixed: 'string' }, constants: { isB: false, kind: 'x' } },
    d: { title: 'D', variables: { mixed: 'number', words: listOf('string') } },
  },
});
const names = catalogue.names;

const ask = fc.constantFrom(
  'event == "a"',
  'event == "b"',
  'event != "a"',
  'event == "c" || event == "d"',
  'isB',
  '!isB',
  'kind == "x"',
  'flag',
  'text == ""',
  'event == "a" && ofA != ""',
  'event != "b" || ofB > 3',
  'words',
  'event == "b" && flag',
);
const condition = fc.oneof(
  { arbitrary: ask, weight: 4 },
  { arbitrary: fc.tuple(ask, ask).map(([one, other]) => `${one} && (${other})`), weight: 1 },
  { arbitrary: fc.tuple(ask, ask).map(([one, other]) => `!(${one}) || ${other}`), weight: 1 },
);
const leaf = fc.constantFrom(
  '1',
  '"x"',
  '"$event$"',
  '$text$',
  '"$text$"',
  '$isB$',
  '"$if(event == "a")$$ofA$$endif$"',
  '$if(event == "b" || event == "c")$$shared$$else$0$endif$',
);
const ofSome = fc.constantFrom(
  '"$ofA$"',
  '$ofB$',
  '$shared$',
  '"$mixed$"',
  '[$for(w in words)$"$w$"$sep$,$endfor$]',
);
/** Mostly values of JSON, so that many are accepted. */
const { value } = fc.letrec<{ value: string }>(tie => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { arbitrary: leaf, weight: 6 },
    { arbitrary: fc.tuple(tie('value'), tie('value')).map(all => `[${all.join(',')}]`), weight: 2 },
    {
      arbitrary: fc
        .tuple(condition, tie('value'), condition, tie('value'), tie('value'))
        .map(([one, yes, other, or, no]) => `$if(${one})$${yes}$elseif(${other})$${or}$else$${no}$endif$`),
      weight: 2,
    },
    {
      arbitrary: fc
        .tuple(condition, tie('value'))
        .map(([one, inside]) => `$if(${one})$[$endif$${inside}$if(${one})$]$endif$`),
      weight: 1,
    },
    { arbitrary: fc.array(tie('value'), { minLength: 4, maxLength: 4 }).map(eachEvent), weight: 3 },
    { arbitrary: ofSome, weight: 1 },
  ),
}));

/** Accepted only by a proof that knows the event: there is no `$else$`, and each branch uses variables of its own event. */
function eachEvent([a, b, c, d]: readonly string[]): string {
  return `$if(event == "a")$[${a},"$ofA$"]$elseif(isB)$[$ofB$,${b}]$elseif(event == "c")$[${c},"$mixed$"]$elseif(event != "b")$[$mixed$,${d}]$endif$`;
}

const payload = fc.oneof(
  { arbitrary: value, weight: 4 },
  {
    arbitrary: fc
      .tuple(value, fc.nat(), fc.constantFrom('"', ',', ']', '[', '$endif$', '$ofA$', '1'))
      .map(([text, at, piece]) => {
        const index = text.indexOf('$', at % (text.length + 1));
        return index < 0 ? text + piece : text.slice(0, index) + piece + text.slice(index);
      }),
    weight: 1,
  },
);

function configOf(payload: string, on: readonly string[]) {
  return {
    events: Object.fromEntries(on.map(name => [name, true])),
    method: 'POST',
    url: 'https://h/$event$',
    contentType: 'application/json',
    payload,
  } as const;
}

function found(payload: string, on: readonly string[]) {
  return validateWebhook(configOf(payload, on), { events: catalogue });
}

const hostile = [
  undefined,
  null,
  true,
  false,
  4,
  -1,
  '',
  '"',
  '\\',
  'x',
  'y',
  'b',
  ['"', null],
  [],
  {},
  { a: '"' },
];

/** Events that lie about everything but their names. */
function* eventsLike(event: string, seed: number): Iterable<object> {
  const keys = ['flag', 'text', 'isB', 'kind', 'ofA', 'ofB', 'shared', 'mixed', 'words'];
  for (let round = 0; round < 6; round++) {
    const values = keys.map((key, index) => [
      key,
      hostile[Math.abs(seed * 31 + round * 17 + index * (7 + round)) % hostile.length],
    ]);
    yield { event, ...Object.fromEntries(values) };
  }
}

function hasOutputErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ code, severity }) => severity === 'error' && Object.hasOwn(outputCodes, code));
}

describe(`a webhook of several events (HOOKPLATE_SEED=${propertySeed})`, () => {
  it('keeps the promise for each of them, also where an event lies', () => {
    const tally = { accepted: 0, narrowed: 0, rendered: 0 };
    fc.assert(
      fc.property(payload, fc.subarray([...names], { minLength: 1 }), fc.nat(), (payload, on, seed) => {
        if (hasErrors(found(payload, on))) return;
        tally.accepted++;
        if (payload.includes('elseif(isB)') && on.length > 1) tally.narrowed++;
        const webhook = compileWebhook(configOf(payload, on), { events: catalogue });
        for (const name of on)
          for (const event of eventsLike(name, seed)) {
            const body = bodyOf(
              () => webhook.requestFor(event as Parameters<typeof webhook.requestFor>[0])?.body,
            );
            if (body === undefined) continue;
            JSON.parse(body);
            tally.rendered++;
          }
      }),
      { numRuns: runs(1000, 100) },
    );
    console.info(JSON.stringify(tally));
    expect(tally.narrowed).toBeGreaterThan(5);
    expect(tally.rendered).toBeGreaterThan(tally.accepted);
  });

  it('is judged as its events are one by one', () => {
    fc.assert(
      fc.property(payload, fc.subarray([...names], { minLength: 2 }), (payload, on) => {
        const together = found(payload, on);
        const alone = on.map(name => [name, found(payload, [name])] as const);
        // Mistakes in names end no path, so both find all of them, unless an output error came first.
        if (hasOutputErrors(together)) {
          expect(alone.some(([, each]) => hasErrors(each))).toBe(true);
          return;
        }
        for (const [name, each] of alone) {
          expect(hasOutputErrors(each), name).toBe(false);
          const lacking = (all: typeof together) =>
            all.flatMap(({ code, events = [name], range }) =>
              code === 'variable-of-others' && events.includes(name) ? `${range.start}` : [],
            );
          expect(lacking(together), name).toEqual(lacking(each));
        }
      }),
      { numRuns: runs(400, 100) },
    );
  });
});

/** The body, or nothing if rendering refuses a value or a list. */
function bodyOf(make: () => string | undefined): string | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof RenderError) return undefined;
    throw error;
  }
}
