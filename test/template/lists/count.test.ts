import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFix } from '../../../src/diagnostics/fixes/apply-fix.ts';
import { listOf, optional } from '../../../src/template/resolve/variables.ts';
import { validateTemplate } from '../../../src/template/template.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';
import { previewWebhook } from '../../../src/webhook/preview/preview.ts';
import { propertySeed, runs } from '../../properties.ts';
import { compileBothWays } from '../precompile/both-ways.ts';

const variables = {
  items: listOf({ name: 'string', tags: optional(listOf('string')), isOn: 'boolean' }),
  group: { items: listOf('string'), count: 'number' },
} as const;

function render(source: string, context: unknown): string {
  return compileBothWays(source, { variables, output: 'json' }).render(context as object);
}

const items = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `${index}`, isOn: index > 1 }));

describe('the count of a list', () => {
  it('is a number, that of the whole list, and 0 where it is missing', () => {
    expect(render('[$items.count$,"$items.count; format="00"$"]', { items: items(3) })).toBe('[3,"03"]');
    expect(render('$items.count$', {})).toBe('0');
    expect(render('[$for(x in items if x.isOn)$$items.count$$sep$,$endfor$]', { items: items(4) })).toBe(
      '[4,4]',
    );
    expect(render('[$group.items.count$,$group.count$]', { group: { items: ['a'], count: 7 } })).toBe(
      '[1,7]',
    );
    const nested = [{ tags: ['a', 'b'] }, {}, { tags: [] }];
    expect(render('[$for(x in items)$$x.tags.count$$sep$,$endfor$]', { items: nested })).toBe('[2,0,0]');
  });

  it('can be compared', () => {
    const source =
      '$if(items.count > 2)$"many"$elseif(items.count == 1)$"one"$elseif(items)$"two"$else$"none"$endif$';
    const written = [0, 1, 2, 3, 4].map(count => render(source, { items: items(count) }));
    expect(written).toEqual(['"none"', '"one"', '"two"', '"many"', '"many"']);
    expect(() => render('$items.count$', { items: 5 })).toThrow('`items` is not a list.');
  });

  it.each([
    ['[$if(items.count > 0)$1$endif$$if(!items)$2$endif$]', []],
    ['[$if(items.count >= 1)$1$else$2$endif$]', []],
    ['[$if(items.count > 0 && items.count < 1)$1$endif$2]', ['never-holds']],
    ['$if(items.count < 1)$$if(items)$1$endif$$else$2$endif$', ['json-unfinished']],
    ['$if(items.count > 1.5)$1$elseif(items.count >= 2)$2$else$3$endif$', ['never-holds']],
    ['$if(items.count < 0)$1$else$2$endif$', ['never-holds']],
    ['[$for(x in items)$1$sep$,$endfor$$if(items.count > 3)$,2$endif$]', []],
    ['[$for(x in items)$1$sep$,$endfor$$if(items.count != 3)$,2$endif$]', ['json-extra-comma']],
    ['$if(items.count)$1$else$2$endif$', ['never-missing']],
    ['$if(items.count == "3")$1$else$2$endif$', ['wrong-constant']],
    ['$if(items.length > 3)$1$else$2$endif$', ['not-comparable']],
  ])('is followed by the proof with whether there are items: %s', (source, codes) => {
    const found = validateTemplate(source, { variables, output: 'json' });
    expect(found.map(({ code }) => code).sort()).toEqual([...codes].sort());
  });

  it.each<[source: string, code: string, mended: string | undefined]>([
    ['$itmes.count$', 'unknown-variable', '$items.count$'],
    ['$group.itms.count$', 'unknown-variable', '$group.items.count$'],
    ['$if(itmes.count > 3)$1$else$2$endif$', 'unknown-variable', '$if(items.count > 3)$1$else$2$endif$'],
    [
      '[$for(x in items)$$x.tgas.count$$sep$,$endfor$]',
      'unknown-variable',
      '[$for(x in items)$$x.tags.count$$sep$,$endfor$]',
    ],
    // It would always hold.
    ['$if(itmes.count)$1$else$2$endif$', 'unknown-variable', undefined],
    ['$items.counts$', 'list-as-value', '$items.count$'],
    ['$items.Count$', 'list-as-value', '$items.count$'],
    ['$if(items.cuont > 3)$1$else$2$endif$', 'list-as-value', '$if(items.count > 3)$1$else$2$endif$'],
    ['$items.amount$', 'list-as-value', undefined],
    ['$items.names$', 'list-as-value', undefined],
    ['[$for(x in items)$$items.nam$$sep$,$endfor$]', 'list-as-value', undefined],
  ])('is what a misspelt name was meant for: %s', (source, code, mended) => {
    const [found, ...more] = validateTemplate(source, { variables, output: 'json' });
    expect([found?.code, more]).toEqual([code, []]);
    expect(found?.fixes.map(fix => applyFix(source, fix))).toEqual(mended === undefined ? [] : [mended]);
  });

  it.each(['counts', 'length'])('is named where `%s` is written', part => {
    const [found] = validateTemplate(`$items.${part}$`, { variables, output: 'json' });
    expect(found?.message).toBe('`items` is a list: `items.count` is how many items it has.');
  });

  it.each([
    '[$for(x in items)$"1"$sep$$if(items.count > 1)$,$endif$$endfor$]',
    '[$for(x in items)$"1"$sep$$if(items.count >= 1.5 && items.count != 1)$,$endif$$endfor$]',
    '[$for(x in items if x.isOn)$"1"$sep$$if(items.count > 1)$,$endif$$endfor$]',
    '[$for(x in items)$$if(x.number > 1)$$if(items.count >= 2)$,$endif$$endif$"1"$endfor$]',
    '[$for(x in items)$[$for(tag in x.tags)$"1"$sep$$if(x.tags.count > 1)$,$endif$$endfor$]$sep$,$endfor$]',
    '[$for(x in items)$[$for(y in items)$"1"$sep$$if(items.count > 1)$,$endif$$endfor$]$sep$,$endfor$]',
    '$if(items.count == 1)$[$for(x in items)$"1"$endfor$]$elseif(items.count < 2)$[]$else$2$endif$',
    '$if(items.count <= 1)$[$for(x in items)$"1"$sep$ nothing is between $endfor$]$else$2$endif$',
  ])('is 2 or more where one item follows another: %s', source => {
    expect(validateTemplate(source, { variables, output: 'json' })).toEqual([]);
    for (const count of [0, 1, 2, 3, 4]) {
      const tagged = items(count).map(item => ({ ...item, tags: ['a', 'b', 'c'].slice(0, count) }));
      expect(() => JSON.parse(render(source, { items: tagged }))).not.toThrow();
    }
  });

  it.each([
    ['[$for(x in items)$"1"$sep$$if(items.count > 2)$,$endif$$endfor$]', 'json-missing-comma'],
    ['[$for(x in items)$"1"$sep$$if(group.items.count > 1)$,$endif$$endfor$]', 'json-missing-comma'],
    ['[$for(x in items)$"1"$sep$$if(items.count == 1)$0$else$,$endif$$endfor$]', 'never-holds'],
    ['[$for(x in items)$$if(items.count > 1)$,$endif$"1"$endfor$]', 'json-extra-comma'],
    ['$if(items.count < 3)$[$for(x in items)$"1"$endfor$]$else$2$endif$', 'json-missing-comma'],
    [
      '[$for(x in items)$[$for(y in items)$"1"$sep$$if(x.tags.count > 1)$,$endif$$endfor$]$sep$,$endfor$]',
      'json-missing-comma',
    ],
  ])('is no more than that, and that of the list alone: %s', (source, code) => {
    const found = validateTemplate(source, { variables, output: 'json' });
    expect(found.map(each => each.code)).toEqual([code]);
  });

  it.each([
    [
      '[$for(x in items)$"1"$endfor$$if(items.count > 9)$,"more"$endif$]',
      'when `items` has items, from the second item on.',
    ],
    [
      '[$for(x in items)$"1"$sep$$if(items.count > 9)$,$endif$$endfor$]',
      'when `items` has 1 to 9 items, from the second item on.',
    ],
    ['[$if(items)$1$else$}$endif$,$if(items.count > 9)$2$else$3$endif$]', 'when `items` is empty.'],
  ])('is told where it matters: %s', (source, when) => {
    const [found] = validateTemplate(source, { variables, output: 'json' });
    expect(found?.message).toContain(when);
  });

  it('is shown in previews on both sides of a comparison', () => {
    const events = defineEvents({ events: { e: { title: 'E', variables: { items: listOf('string') } } } });
    const payload = '$if(items.count > 4)$1$elseif(items.count == 3)$2$else$3$endif$';
    const config = {
      events: { e: true },
      method: 'POST',
      url: 'https://h/',
      contentType: 'application/json',
      payload,
    };
    const { coverage, diagnostics } = previewWebhook(config, { events });
    expect(diagnostics).toEqual([]);
    expect(coverage.unvisited).toEqual([]);
  });
});

const comparison = fc
  .tuple(fc.constantFrom('==', '!=', '<', '<=', '>', '>='), fc.constantFrom(0, 1, 2, 3, 5, -1, 2.5))
  .map(([operator, constant]) => `items.count ${operator} ${constant}`);

it(`every length is on the side that it compares to (HOOKPLATE_SEED=${propertySeed})`, () => {
  fc.assert(
    fc.property(fc.array(comparison, { minLength: 1, maxLength: 4 }), fc.nat(7), (asked, length) => {
      const source = asked.map(each => `$if(${each})$1$else$0$endif$`).join(' ');
      const { render } = compileBothWays(`$if(items)$+$else$-$endif$ ${source}`, { variables });
      const expected = asked.map(each => {
        const [, operator, constant] = each.split(' ');
        const sides = {
          '==': length === Number(constant),
          '!=': length !== Number(constant),
          '<': length < Number(constant),
          '<=': length <= Number(constant),
          '>': length > Number(constant),
          '>=': length >= Number(constant),
        };
        return sides[operator as keyof typeof sides] ? '1' : '0';
      });
      expect(render({ items: items(length) as [] })).toBe(`${length > 0 ? '+' : '-'} ${expected.join(' ')}`);
    }),
    { numRuns: runs(1000, 200) },
  );
});
