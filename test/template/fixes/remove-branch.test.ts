import { describe, expect, it } from 'vitest';
import { applyFix } from '../../../src/diagnostics/fixes/apply-fix.ts';
import { compileTemplate, validateTemplate } from '../../../src/template/template.ts';
import { validateWebhook } from '../../../src/webhook/check.ts';

const variables = { a: 'boolean', n: 'number', s: 'string' } as const;
const contexts = [true, false].flatMap(a => [0, 6, 11].map(n => ({ a, n, s: `${a} ${n}` })));

describe('a branch that is never written', () => {
  it.each([
    ['[$if(a && !a)$x$endif$]', '[]'],
    ['[$if(a && !a)$x$else$y$endif$]', '[y]'],
    ['[$if(a && !a)$x$elseif(n > 5)$y$endif$]', '[$if(n > 5)$y$endif$]'],
    ['[$if(a && !a)$x$  elseif (n > 5)$y$else$z$endif$]', '[$if (n > 5)$y$else$z$endif$]'],
    ['[$if(n > 5)$x$elseif(n > 10)$y$else$z$endif$]', '[$if(n > 5)$x$else$z$endif$]'],
    ['[$if(n > 5)$x$elseif(n > 10)$y$endif$]', '[$if(n > 5)$x$endif$]'],
    ['[$if(a)$$if(!a)$x$endif$y$endif$]', '[$if(a)$y$endif$]'],
    ['x\n  $if(a && !a)$\n  y\n  $endif$\nz', 'x\nz'],
    ['x\n$if(a && !a)$\ny\n$else$\nw\n$endif$\nz\n', 'x\nw\nz\n'],
    ['x\r\n$if(a)$\r\ny\r\n$elseif(a)$\r\nw\r\n$endif$\r\nz', 'x\r\n$if(a)$\r\ny\r\n$endif$\r\nz'],
    ['x\n$if(a && !a)$\ny\n$endif$', 'x\n'],
  ])('is removed by its fix, which changes no message: %j', (source, fixed) => {
    const [found, ...others] = validateTemplate(source, { variables });
    expect([found?.code, others]).toEqual(['never-holds', []]);
    expect(found?.fixes.map(({ title }) => title)).toEqual(['Remove this branch']);
    expect(found?.fixes.map(fix => applyFix(source, fix))).toEqual([fixed]);
    expect(validateTemplate(fixed, { variables })).toEqual([]);
    const messages = (text: string) =>
      contexts.map(context => compileTemplate(text, { variables }).render(context));
    expect(messages(fixed)).toEqual(messages(source));
  });

  it('is removed when the event that it was for is switched off', () => {
    const payload =
      '{"text":"$if(event == "Errored")$It failed$elseif(event == "Completed")$It is done$else$It began$endif$"}';
    const config = {
      ...{ profile: 'p', url: 'https://hooks.example/x', method: 'POST', contentType: 'application/json' },
      events: { Started: true, Completed: true },
      payload,
    };
    const found = validateWebhook(config);
    expect(found.map(({ code }) => code)).toEqual(['never-holds']);
    expect(found.flatMap(({ fixes }) => fixes.map(fix => applyFix(payload, fix)))).toEqual([
      '{"text":"$if(event == "Completed")$It is done$else$It began$endif$"}',
    ]);
  });
});
