import { describe, expect, it } from 'vitest';
import { applyFix } from '../../../src/diagnostics/fixes/apply-fix.ts';
import { listOf } from '../../../src/template/resolve/variables.ts';
import { validateTemplate } from '../../../src/template/template.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';
import { previewWebhook } from '../../../src/webhook/preview/preview.ts';
import { compileBothWays } from '../precompile/both-ways.ts';

const variables = {
  items: listOf({ name: 'string', isOn: 'boolean', tags: listOf('string') }),
  words: listOf('string'),
} as const;

const items = [
  { name: 'a', isOn: false, tags: ['x', 'y', 'z'] },
  { name: 'b', isOn: true, tags: [] },
  { name: 'c', isOn: true, tags: ['u', 'v'] },
];

function render(source: string, context: object, output: 'json' | 'text' = 'text'): string {
  return compileBothWays(source, { variables, output }).render(context);
}

function codes(source: string): readonly string[] {
  return validateTemplate(source, { variables, output: 'json' }).map(({ code }) => code);
}

describe('the max of a list', () => {
  it('takes the first items, of those that the filter takes', () => {
    expect(render('$for(x in items; max="2")$$x.name$$sep$,$endfor$', { items })).toBe('a,b');
    expect(render('$for(x in items; max="10")$$x.name$$sep$,$endfor$', { items })).toBe('a,b,c');
    expect(render('$for(x in items if x.isOn; max="1")$$x.name$$endfor$', { items })).toBe('b');
    expect(render('$for(x in items; max="1")$$x.name$$else$none$endfor$', {})).toBe('none');
    const inside = '$for(x in items)$$for(t in x.tags; max="2")$$t$$t.number$$endfor$$sep$,$endfor$';
    expect(render(inside, { items })).toBe('x1y2,,u1v2');
    expect(render('$for(x in items; max="1")$$x.name$$endfor$ of $items.count$', { items })).toBe('a of 3');
  });

  it('reads no item after the last that is taken', () => {
    const read: string[] = [];
    const words = new Proxy(['a', 'b', 'c', 'd'], {
      getOwnPropertyDescriptor: (target, key) => {
        read.push(String(key));
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
    });
    const { render } = compileBothWays('$for(w in words; max="2")$$w$$endfor$', { variables });
    expect(render({ words })).toBe('ab');
    expect(read).not.toContain('2');
  });

  it.each([
    ['[$for(x in items; max="2")$1$sep$,$endfor$]', []],
    ['[$for(x in items; max="2")$"1"$endfor$]', ['json-missing-comma']],
    ['[$for(x in items; max="2")$1$sep$,$endfor$$if(items)$,2$endif$]', []],
    ['{"first":$for(x in items; max="1")$1$else$null$endfor$}', []],
    ['{"first":$for(x in items; max="1")$1$endfor$}', ['json-missing-value']],
    ['[$for(x in items; max="1")$1$sep$]]$endfor$]', []],
    ['{"first":$for(x in items; max="2")$"1"$else$null$endfor$}', ['json-missing-comma']],
  ])('is followed by the proof, and after one item nothing comes: %s', (source, expected) => {
    expect(codes(source)).toEqual(expected);
  });

  it.each([
    ['[$for(x in items; max="0")$1$sep$,$endfor$]', ['invalid-max']],
    ['[$for(x in items; max="1.5")$1$sep$,$endfor$]', ['invalid-max']],
    ['[$for(x in items; max="1", max="2")$1$sep$,$endfor$]', ['repeated-option']],
    ['[$for(x in items; format="upper")$1$sep$,$endfor$]', ['unknown-option']],
  ])('is checked: %s', (source, expected) => {
    expect(codes(source)).toEqual(expected);
  });

  it.each([
    ['x in items; max=2', 'missing-quotes', 'x in items; max="2"'],
    ['x in items; max: 2', 'invalid-list', 'x in items; max="2"'],
    ['x in items limit 2', 'invalid-list', 'x in items; max="2"'],
    ['x in items, max="2"', 'invalid-list', 'x in items; max="2"'],
    ['x in items if x.isOn max="2"', 'invalid-list', 'x in items if x.isOn; max="2"'],
    ['x in items; max="2" if x.isOn', 'invalid-list', 'x in items if x.isOn; max="2"'],
    ['x in items; limt="2"', 'unknown-option', undefined],
    ['x in items; mx="2"', 'unknown-option', 'x in items; max="2"'],
    ['x in items;', 'missing-option', 'x in items'],
    ['x in items; x.isOn', 'invalid-list', 'x in items if x.isOn'],
  ])('in another notation is one mistake, which a fix mends: %s', (head, code, meant) => {
    const source = `[$for(${head})$"$x.name$"$sep$,$endfor$]`;
    const found = validateTemplate(source, { variables, output: 'json' });
    expect(found.map(each => each.code)).toEqual([code]);
    const [fix] = found[0]?.fixes ?? [];
    const fixed = fix && applyFix(source, fix);
    expect(fixed).toBe(meant && `[$for(${meant})$"$x.name$"$sep$,$endfor$]`);
  });

  it('leaves no way through a list of one item that a preview would miss', () => {
    const events = defineEvents({ events: { e: { title: 'E', variables: { words: listOf('string') } } } });
    const config = {
      events: { e: true },
      method: 'POST',
      url: 'https://h/',
      contentType: 'application/json',
      payload: '$for(w in words; max="1")$$if(w == "a")$1$else$2$endif$$else$null$endfor$',
    };
    const { coverage, diagnostics } = previewWebhook(config, { events });
    expect(diagnostics).toEqual([]);
    expect(coverage.unvisited).toEqual([]);
  });
});
