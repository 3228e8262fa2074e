import { expect, it } from 'vitest';
import { check } from '../../../src/template/check.ts';
import { listOf, processVariables } from '../../../src/template/resolve/variables.ts';
import { processEvents } from '../../../src/webhook/events/process-events.ts';
import { coverBranches } from '../../../src/webhook/preview/coverage.ts';
import { listVariants } from '../../../src/webhook/preview/list-variants.ts';

const variables = {
  ...processVariables,
  alerts: listOf({ name: 'string', notes: listOf('string') }),
} as const;
const sample = processEvents.sample('Started', { now: () => 0 });

it('a sample without lists is its only variant', () => {
  expect(listVariants(sample, processVariables)).toEqual([sample]);
});

it('a sample has variants with no item in each list, with one and with several', () => {
  const alerts = [{ name: 'a', notes: ['x', 'y', 'z'] }];
  const [same, none, one, several] = listVariants({ ...sample, alerts }, variables);
  expect(same).toEqual({ ...sample, alerts });
  expect(none).toEqual({ ...sample, alerts: [] });
  expect(one).toEqual({ ...sample, alerts: [{ name: 'a', notes: ['x'] }] });
  const whole = { name: 'a', notes: ['x', 'y', 'z'] };
  expect(several).toEqual({ ...sample, alerts: [whole, whole] });
  const bare: readonly { alerts?: unknown }[] = listVariants<object>(sample, variables);
  expect(bare.map(({ alerts }) => alerts)).toEqual([
    undefined,
    [],
    [{ name: undefined, notes: [undefined] }],
    Array(2).fill({ name: undefined, notes: [undefined, undefined] }),
  ]);
});

it('the variants together go every way through a list', () => {
  const source =
    '[$for(alert in alerts if alert.name == "a")$[$for(n in alert.notes)$1$sep$,$endfor$]$sep$,$if(isError)$0,$endif$$else$0$endfor$]';
  const payload = check(source, { output: 'json', variables });
  expect(payload.diagnostics).toEqual([]);
  const url = check('https://h.example/', { output: 'url', variables });
  const sampled = { ...sample, alerts: [{ name: 'a', notes: ['x', 'y'] }] };
  const templates = { url, headers: [], payload };
  const { contexts, unreachable } = coverBranches(
    listVariants(sampled, variables).map(event => ({ event, templates })),
  );
  const ways = contexts.map(({ branches }) =>
    branches.map(({ kind, range }) => `${kind} ${source.slice(range.start, range.end)}`),
  );
  const alerts = '$for(alert in alerts if alert.name == "a")$';
  const notes = '$for(n in alert.notes)$';
  expect(ways).toEqual([
    ['no-item $else$'],
    [`one-item ${alerts}`, `one-item ${notes}`],
    [`several-items ${alerts}`, `several-items ${notes}`, 'none $endif$'],
  ]);
  expect(unreachable).toMatchObject([{ kind: 'no-item' }, { kind: 'if' }]);
});
