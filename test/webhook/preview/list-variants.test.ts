import { expect, it } from 'vitest';
import { Budget } from '../../../src/diagnostics/budget.ts';
import { checkTemplate } from '../../../src/template/check.ts';
import {
  listOf,
  optional,
  processVariables,
  type VariableSchema,
} from '../../../src/template/resolve/variables.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';
import { processEvents } from '../../../src/webhook/events/process-events.ts';
import { comparedValues } from '../../../src/webhook/preview/compared-values.ts';
import { coverBranches, NumberedBranches } from '../../../src/webhook/preview/coverage.ts';
import { listVariants } from '../../../src/webhook/preview/list-variants.ts';
import { previewWebhook } from '../../../src/webhook/preview/preview.ts';

const variables = {
  ...processVariables,
  alerts: listOf({ name: 'string', notes: listOf('string') }),
} as const;
const sample = processEvents.sample('Started', { now: () => 0 });

function variantsOf<T extends object>(sample: T, variables: VariableSchema, units = 1e6): readonly T[] {
  return [
    ...listVariants(
      sample,
      variables,
      comparedValues([], () => true),
      new Budget(units),
    ),
  ];
}

it('a sample without lists is its only variant', () => {
  expect(variantsOf(sample, processVariables)).toEqual([sample]);
});

it('a sample has variants with no item in each list, with one and with several', () => {
  const alerts = [{ name: 'a', notes: ['x', 'y', 'z'] }];
  const [same, none, one, several] = variantsOf({ ...sample, alerts }, variables);
  expect(same).toEqual({ ...sample, alerts });
  expect(none).toEqual({ ...sample, alerts: [] });
  expect(one).toEqual({ ...sample, alerts: [{ name: 'a', notes: ['x'] }] });
  const whole = { name: 'a', notes: ['x', 'y', 'z'] };
  expect(several).toEqual({ ...sample, alerts: [whole, whole] });
  const bare: readonly { alerts?: unknown }[] = variantsOf<object>(sample, variables);
  expect(bare.slice(0, 4).map(({ alerts }) => alerts)).toEqual([
    undefined,
    [],
    [{ name: undefined, notes: [undefined] }],
    Array(2).fill({ name: undefined, notes: [undefined, undefined] }),
  ]);
});

it('variants end where the budget is spent, and the sample itself is free', () => {
  const alerts = [{ name: 'a', notes: ['x'] }];
  const [sampleAlone, some, all] = [0, 400, 1e6].map(
    units => variantsOf({ ...sample, alerts }, variables, units).length,
  );
  expect(sampleAlone).toBe(1);
  expect(some).toBeGreaterThan(1);
  expect(some).toBeLessThan(all ?? 0);
});

it('the variants together go every way through a list', () => {
  const source =
    '[$for(alert in alerts if alert.name == "a")$[$for(n in alert.notes)$1$sep$,$endfor$]$sep$,$if(isError)$0,$endif$$else$0$endfor$]';
  const payload = checkTemplate(source, { output: 'json', variables });
  expect(payload.diagnostics).toEqual([]);
  const url = checkTemplate('https://h.example/', { output: 'url', variables });
  const sampled = { ...sample, alerts: [{ name: 'a', notes: ['x', 'y'] }] };
  const templates = { url, headers: [], payload };
  const { contexts, unvisited } = coverBranches(
    new NumberedBranches([{ templates }]),
    variantsOf(sampled, variables).map(event => ({
      event,
      templates,
      isOff: false,
      budget: new Budget(1e6),
    })),
  );
  const ways = contexts.map(({ branches }) =>
    branches.map(({ kind, range }) => `${kind} ${source.slice(range.start, range.end)}`),
  );
  const alerts = '$for(alert in alerts if alert.name == "a")$';
  const notes = '$for(n in alert.notes)$';
  expect(ways).toEqual([
    ['no-item $else$'],
    [`one-item ${alerts}`, 'no-item $endfor$'],
    [`several-items ${alerts}`, `one-item ${notes}`, `several-items ${notes}`, 'none $endif$'],
  ]);
  expect(unvisited).toMatchObject([{ kind: 'if' }]);
});

it.each<[body: string, sample: object | undefined]>([
  ['[$for(a in alerts if a.firing)$1$sep$,$else$2$endfor$]', undefined],
  ['[$for(a in alerts if !a.firing)$1$sep$,$else$2$endfor$]', { alerts: [{ firing: true }] }],
  ['[$for(a in alerts if a.firing)$1$sep$,$endfor$]', { alerts: [{ firing: false }, { firing: true }] }],
  ['[$for(a in alerts if a.level == "b")$$if(a.firing)$1$else$2$endif$$sep$,$endfor$]', undefined],
  ['[$for(a in alerts if a.count > 8)$1$sep$,$else$2$endfor$]', undefined],
  ['[$for(a in alerts if a.count == 8 && a.firing)$1$sep$,$else$2$endfor$]', { alerts: [] }],
  ['[$for(a in alerts if a.name == "x" && !a.firing)$1$sep$,$else$2$endfor$]', { alerts: [] }],
  ['[$for(a in alerts)$[$for(n in a.notes)$1$sep$,$else$2$endfor$]$sep$,$endfor$]', undefined],
])('no way through lists is out of reach that items can open: %s', (payload, given) => {
  // The samples are as they were declared.
  const sample = given as { alerts: [] } | undefined;
  const alerts = listOf({
    firing: 'boolean',
    level: optional(['a', 'b', 'c']),
    count: optional('number'),
    name: optional('string'),
    notes: optional(listOf('string')),
  });
  const events = defineEvents({
    variables: { alerts },
    events: { e: { title: 'E', ...(sample && { sample }) } },
  });
  const config = { events: { e: true }, method: 'POST', url: 'https://h/', contentType: 'application/json' };
  const { diagnostics, coverage } = previewWebhook({ ...config, payload }, { events });
  expect(diagnostics).toEqual([]);
  expect(coverage.unvisited).toEqual([]);
});
