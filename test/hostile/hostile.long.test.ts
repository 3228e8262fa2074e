import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/diagnostics/diagnostic.ts';
import { formatDiagnostics } from '../../src/diagnostics/frame/format-diagnostics.ts';
import { checkTemplate } from '../../src/template/check.ts';
import { budgetFor, commonBudget, leastBudget, unitsPerCharacter } from '../../src/template/check-budget.ts';
import { listOf } from '../../src/template/resolve/variables.ts';
import { validateTemplate } from '../../src/template/template.ts';
import { validateWebhook } from '../../src/webhook/check.ts';
import { defineEvents } from '../../src/webhook/events/define-events.ts';
import { previewWebhook } from '../../src/webhook/preview/preview.ts';
import { fill, hostileConfigs, hostileProperties, hostileTemplates, ownTypesPiece } from './inputs.ts';
import { hostileSchemas, unreadableSchemas } from './schemas.ts';
import { worksOn } from './works.ts';

const length = 64 * 1024;
/** Ends as it does in 64 KiB, sooner; seconds and megabytes of those are measured by the benchmark. */
const shortLength = 4 * 1024;
const inputs = [hostileTemplates, hostileSchemas, hostileConfigs, hostileProperties].flatMap(all =>
  Object.keys(all),
);

/** The units that a check spends, of those that it may spend. */
function spent(
  source: string,
  options: Parameters<typeof checkTemplate>[1],
): { units: number; most: number } {
  const common = commonBudget();
  const { units } = checkTemplate(source, options, undefined, common);
  const all = budgetFor(source.length, commonBudget());
  expect(all.allows(units)).toBe(true);
  return { units, most: leastBudget + unitsPerCharacter * source.length };
}

// Hostile templates: checking, previewing and formatting any input ends, nothing throws, nothing aborts.
describe('a hostile input', () => {
  it.each(inputs)('%s: ends in every function, without an exception', input => {
    for (const { run } of worksOn(input, shortLength)) expect(run).not.toThrow();
  });

  it.each(Object.entries(hostileTemplates))('%s: costs no more than its budget', (_, template) => {
    const { output, variables, make } = template;
    const source = make(length);
    expect(source.length).toBeLessThanOrEqual(length + 100);
    const { units, most } = spent(source, { output, ...(variables && { variables }) });
    expect(units).toBeLessThanOrEqual(most);
  });

  it.each(Object.entries(hostileSchemas))('%s: costs no more than its budget', (_, hostile) => {
    const { schema, variables, make } = hostile;
    const { units, most } = spent(make(length), { output: 'json', variables, schema: schema() });
    expect(units).toBeLessThanOrEqual(most);
  });

  it.each(Object.entries(unreadableSchemas))('%s: is refused as a schema', (_, schema) => {
    expect(() => validateTemplate('[]', { output: 'json', schema })).toThrow(TypeError);
  });
});

describe('a budget', () => {
  it('is what half a second is enough for', () => {
    expect([leastBudget, unitsPerCharacter]).toEqual([5_000_000, 20]);
  });

  it('is enough for one path through a template of any kind and length', () => {
    for (const piece of [
      '$profile$',
      '$p$',
      '\\$',
      '$!!$a',
      '$if(isError)$$endif$',
      '$if(isError)$a$else$b$endif$',
    ]) {
      const source = fill(length, piece, '"', '"');
      const { units } = spent(source, {
        output: 'json',
        variables: { profile: 'string', p: 'string', isError: 'boolean' },
      });
      expect(units, piece).toBeLessThan(unitsPerCharacter * source.length);
    }
  });

  it('that is spent is reported, and never passed over', () => {
    const { make, variables = {} } = hostileTemplates['256 states of nested JSON'] ?? expect.fail();
    const codes = validateTemplate(make(length), { output: 'json', variables }).map(({ code }) => code);
    expect(codes).toContain('too-many-paths');
  });

  it('is shared by the templates of a webhook, above what each needs for itself', () => {
    const values = hostileTemplates['conditions of two thousand variables']?.make(600) ?? '';
    const headers = Array.from({ length: 100 }, (_, index) => ({ name: `x-${index}`, value: values }));
    const config = {
      profile: 'p',
      events: { Errored: true },
      method: 'POST',
      url: 'https://example.com/',
      headers,
    };
    const { diagnostics } = previewWebhook({
      ...config,
      contentType: 'application/json',
      payload: fill(length, '1,', '[', '1]'),
    });
    expect(diagnostics.filter(({ field }) => field === 'payload')).toEqual([]);
  });
});

describe('events with types of their own', () => {
  const names = Array.from({ length: 50 }, (_, index) => `e${index}`);
  const events = defineEvents({
    variables: { items: listOf({ name: 'string' }) },
    events: Object.fromEntries(
      names.map(name => [name, { title: 'E', variables: { status: ['same', name] } }]),
    ),
  });
  const config = {
    events: Object.fromEntries(names.map(name => [name, true])),
    method: 'POST',
    url: 'https://example.com/',
    contentType: 'application/json',
  };

  it('are proved in one walk, however long the payload is', () => {
    const payload = fill(length, ownTypesPiece, '[', '1]');
    expect(validateWebhook({ ...config, payload }, { events })).toEqual([]);
  });
});

describe('what is shown of a hostile input', () => {
  it('is a few of thousands of notes, and says how many more there are', () => {
    const source = '$if(isError)$'.repeat(3000);
    const related = Array.from({ length: 3000 }, (_, index) => ({
      range: { start: index * 13, end: index * 13 + 13 },
      message: 'It was opened here.',
    }));
    const diagnostic = diagnose('unclosed-if', { start: 0, end: 13 }, {}, { related });
    const text = formatDiagnostics(source, [diagnostic]);
    expect(text.split('note:')).toHaveLength(11);
    expect(text).toContain('... and 2990 more notes');
  });

  it('has a heading and a place for every diagnostic, and frames for the first ones', () => {
    const source = fill(length, '$x$\n');
    const diagnostics = validateTemplate(source);
    const text = formatDiagnostics(source, diagnostics);
    expect(text.match(/^(?:error|warning)\[/gm)).toHaveLength(diagnostics.length);
    expect(text.split('-->')).toHaveLength(diagnostics.length + 1);
    expect(text.split('^').length).toBeLessThanOrEqual(diagnostics.length * 3 + 1);
  });

  it('is a URL of 33,000 dashes with one value, in its parts', () => {
    const url = `https://example.com/${'-'.repeat(33_000)} $profile$/../value0-$event$`;
    const { diagnostics, events } = previewWebhook({
      profile: 'Sales',
      events: { Errored: true },
      method: 'GET',
      url,
    });
    expect(diagnostics).toEqual([]);
    const [preview] = events;
    const parts = preview?.kind === 'request' ? preview.parts : [];
    const values = parts[0]?.spans.flatMap(({ output, value }) =>
      value ? [[value.variable, parts[0]?.text.slice(output.start, output.end)]] : [],
    );
    expect(values).toEqual([
      ['profile', ''],
      ['event', 'Errored'],
    ]);
  });
});
