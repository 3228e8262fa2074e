import { describe, expect, it } from 'vitest';
import { maxListed } from '../../../src/diagnostics/list-most.ts';
import { listOf } from '../../../src/template/resolve/variables.ts';
import { TemplateError, validateTemplate } from '../../../src/template/template.ts';
import { validateWebhook } from '../../../src/webhook/check.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';
import { bothOf } from '../precompile/both-ways.ts';
import { outcomeOf } from '../precompile/evaluate-module.ts';

const variables = { text: 'string', kind: ['a', 'b'], flag: 'boolean', words: listOf('string') } as const;

/** A context whose parts are counted when they are read. */
function counting(context: object): { readonly context: object; readonly reads: () => number } {
  let reads = 0;
  const watched = new Proxy(context, {
    getOwnPropertyDescriptor: (target, key) => {
      reads++;
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
  });
  return { context: watched, reads: () => reads };
}

describe('the bound on output', () => {
  it('ends a rendering at the value that goes beyond it, in both ways', () => {
    const source = '$text$'.repeat(1000);
    for (const render of bothOf(source, { variables, maxOutputBytes: 1000 })) {
      const { context, reads } = counting({ text: 'x'.repeat(100) });
      expect(outcomeOf(() => render(context))).toMatchObject({ code: 'output-too-long', variable: '' });
      expect(reads()).toBe(11);
    }
  });

  it('counts what escaping makes of values', () => {
    const source = `["${'$text$'.repeat(100)}"]`;
    for (const render of bothOf(source, { variables, output: 'json', maxOutputBytes: 1000 })) {
      const { context, reads } = counting({ text: '\u0001'.repeat(50) });
      expect(outcomeOf(() => render(context))).toMatchObject({ code: 'output-too-long' });
      expect(reads()).toBe(4);
    }
  });

  it.each([
    'ab$text$cd$text$ef',
    'a$if(flag)$$text$$else$$text$$text$$endif$b$kind$cdefgh',
    'abc$for(w in words)$$w$, $text$$sep$ and $endfor$d$text$',
    '$text$$for(w in words)$x$else$$text$$text$$endfor$$kind$$text$',
    '$for(w in words)$[$for(v in words)$$v$$text$$endfor$]$endfor$',
  ])('is the same for compiled and precompiled templates, wherever it lies: %s', source => {
    for (let maxOutputBytes = 0; maxOutputBytes < 40; maxOutputBytes++) {
      const [compiled, precompiled] = bothOf(source, { variables, maxOutputBytes });
      for (const text of ['', 'xyz', 'é'])
        for (const words of [[], ['one', 'two']]) {
          const context = { text, words, kind: 'a', flag: text !== '' };
          const outcome = outcomeOf(() => compiled(context));
          expect(outcomeOf(() => precompiled(context))).toEqual(outcome);
        }
    }
  });

  it('counts what lists have moved out of the way', () => {
    const words = Array.from({ length: 10_000 }, () => 'a');
    const source = '$for(w in words)$$w$$endfor$$for(w in words)$$w$$endfor$$text$';
    const lengthsWithin = (maxOutputBytes: number) =>
      bothOf(source, { variables, maxOutputBytes }).map(render =>
        outcomeOf(() => String(render({ words, text: '' })).length),
      );
    expect(lengthsWithin(20_000)).toEqual([{ returned: 20_000 }, { returned: 20_000 }]);
    const tooLong = expect.objectContaining({ code: 'output-too-long' });
    expect(lengthsWithin(19_999)).toEqual([tooLong, tooLong]);
  });

  it('lets a long list of short items be what it is', () => {
    const words = Array.from({ length: 20_000 }, (_, index) => String.fromCharCode(97 + (index % 26)));
    for (const render of bothOf('$for(w in words)$$w$$endfor$', { variables }))
      expect(render({ words })).toBe(words.join(''));
  });
});

describe('what is listed of many mistakes', () => {
  it('is so much, errors first, and how many more there are', () => {
    const source = `${'$text; null=“x”$'.repeat(60)}${'$txt$'.repeat(90)}`;
    const found = validateTemplate(source, { variables });
    expect(found).toHaveLength(maxListed + 1);
    expect(found.filter(({ code }) => code === 'unknown-variable')).toHaveLength(90);
    expect(found.at(-1)).toMatchObject({ code: 'more-mistakes', facts: { errors: 0, warnings: 50 } });
    expect(() => bothOf(source, { variables })).toThrow(TemplateError);
  });

  it('is no more for a webhook, whatever the events are', () => {
    const own = Array.from({ length: 40 }, (_, index) => `v${index}`);
    const events = defineEvents({
      events: Object.fromEntries(
        own.map((name, index) => [
          `e${index}`,
          { title: name, variables: { [name]: 'string', same: index % 2 === 0 ? 'string' : 'number' } },
        ]),
      ) as Record<string, { title: string }>,
    });
    const config = {
      events: Object.fromEntries(events.names.map(name => [name, true])),
      method: 'POST',
      url: 'https://h/',
      contentType: 'text/plain',
      payload: own.map(name => `$${name}$$same$`.repeat(5)).join(' '),
    };
    const found = validateWebhook(config, { events });
    expect(found).toHaveLength(maxListed + 1);
    expect(found.at(-1)).toMatchObject({ code: 'more-mistakes', field: 'payload', facts: { errors: 100 } });
  });
});
