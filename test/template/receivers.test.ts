import { describe, expect, it } from 'vitest';
import { validateTemplate } from '../../src/template/template.ts';
import { parseXml } from '../parse-xml.ts';
import { compileBothWays } from './precompile/both-ways.ts';
import { receiverCases, receiverVariables as variables } from './receiver-cases.ts';

const event = {
  event: 'Errored',
  isError: true,
  errorCount: 3,
  recordsProcessed: 12,
  profile: '"<&\\ Ünï\n',
  date: new Date('2024-05-06T07:08:09Z'),
} as const;

const alerts = [
  { name: '"<&\\ Disk\n', state: 'firing', level: 3, since: event.date, notes: ['"a"', null, '\\'] },
  null,
  { name: 'Memory', state: 'resolved', level: 0.5, notes: [] },
] as const;

/** All that a receiver reads, as one text. */
function textOf(rendered: string, output: string): string {
  if (output === 'json') return JSON.stringify(JSON.parse(rendered));
  if (output === 'json-lines')
    return rendered
      .trimEnd()
      .split('\n')
      .map(line => JSON.stringify(JSON.parse(line)))
      .join();
  if (output === 'xml') return JSON.stringify(parseXml(rendered)?.text);
  const parameters = output === 'url' ? new URL(rendered).searchParams : new URLSearchParams(rendered);
  return JSON.stringify([...parameters]);
}

const withLists = receiverCases.filter(({ source }) => source.includes('$for('));

/** A receiver may have several payloads: `slack-alerts` is one for lists. Two are of no receiver: a format and an example. */
const receivers = new Set(receiverCases.map(({ name }) => name.replace(/-(?:alerts|levels)$/, '')));
for (const name of ['cloudevents', 'soap']) receivers.delete(name);

describe('the payloads of well-known receivers', () => {
  it('are those of twenty receivers and more, some with lists', () => {
    expect(receivers.size).toBeGreaterThanOrEqual(20);
    expect(withLists.length).toBeGreaterThanOrEqual(8);
    expect(new Set(receiverCases.map(({ output }) => output))).toEqual(
      new Set(['json', 'json-lines', 'xml', 'form', 'url']),
    );
  });

  it.each(receiverCases)('are proved without a remark: $name', ({ source, output }) => {
    expect(validateTemplate(source, { output, variables })).toEqual([]);
  });

  it.each(receiverCases)('bring the values to their receiver: $name', ({ source, output }) => {
    const { render } = compileBothWays(source, { output, variables });
    // A format may change the rest of it.
    const isUnchanged = source.includes('$profile$');
    const profile = isUnchanged ? JSON.stringify(event.profile).slice(1, -1) : 'Ünï';
    for (const name of ['Started', 'Completed', 'Errored'] as const) {
      const rendered = render({ ...event, event: name, isError: name === 'Errored' });
      expect(textOf(rendered, output)).toContain(profile);
    }
    expect(textOf(render({}), output)).not.toContain(profile);
  });

  it.each(withLists)(
    'bring each item to their receiver, however many there are: $name',
    ({ source, output }) => {
      const { render } = compileBothWays(source, { output, variables });
      for (const name of ['Started', 'Completed', 'Errored'] as const) {
        const bring = (some: typeof alerts | readonly []) =>
          textOf(render({ ...event, event: name, alerts: some }), output);
        expect(bring([])).not.toContain('Disk');
        expect(bring(alerts)).toMatch(/Disk/);
        expect(bring(alerts).includes('Memory')).toBe(!source.includes('alerts if'));
        const items = Array.from({ length: 50 }, (_, index) => ({
          name: `n${index}`,
          state: 'firing',
          level: 9,
        }));
        const many = textOf(render({ ...event, event: name, alerts: items } as object), output);
        expect(many.match(/n\d+(?=\W)/g)?.length).toBeGreaterThanOrEqual(50);
      }
    },
  );

  it.each(receiverCases)('are refused when a piece is wrong: $name', ({ mutated, output, refused }) => {
    const codes = validateTemplate(mutated, { output, variables }).map(({ code }) => code);
    expect(codes).toContain(refused);
  });
});
