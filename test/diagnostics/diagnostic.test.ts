import { describe, expect, expectTypeOf, it } from 'vitest';
import { type Diagnostic, diagnose } from '../../src/diagnostics/diagnostic.ts';
import { validateTemplate } from '../../src/template/template.ts';
import { validateWebhook } from '../../src/webhook/check.ts';
import { getConfig } from '../webhook/webhook-configs.ts';

describe('the facts of a diagnostic', () => {
  it('are known once its code is', () => {
    const [diagnostic] = validateTemplate('$profle$');
    if (diagnostic?.code !== 'unknown-variable') throw new Error('Another code was expected.');
    expectTypeOf(diagnostic.facts.known).toEqualTypeOf<readonly string[]>();
    expect(diagnostic.facts.name).toBe('profle');
    expect(diagnostic.facts.known).toContain('profile');
  });

  it('are those of a field of a webhook too', () => {
    const [diagnostic] = validateWebhook('text');
    if (diagnostic?.code !== 'not-a-configuration') throw new Error('Another code was expected.');
    expect(diagnostic.facts).toEqual({ found: 'text' });
  });

  it('are empty where the sentence is always the same', () => {
    expect(diagnose('stray-dollar', { start: 0, end: 1 }, {}).facts).toEqual({});
  });
});

describe('a message is short and without characters that cannot be seen', () => {
  const long = ['x'.repeat(5000), 'x\u202e'.repeat(2500)];

  it.each([
    ['text', (name: string) => `$${name}$`],
    ['text', (name: string) => `$profile; ${name}="x"$`],
    ['text', (name: string) => `$profile; ${name}="x", ${name}="x"$`],
    ['text', (name: string) => `$profile; format="${name}"$`],
    ['text', (name: string) => `$profile; max="${name}"$`],
    ['text', (name: string) => `$profile; null=${name}$`],
    ['text', (name: string) => `$date; format="${name}"$`],
    ['text', (name: string) => `$date; format="yyyy '${name}"$`],
    ['text', (name: string) => `$date; timezone="${name}"$`],
    ['text', (name: string) => `$errorCount; format="${name}"$`],
    ['text', (name: string) => `$errorCount; format=";;${name}"$`],
    ['text', (name: string) => `$if(${name})$x$endif$`],
    ['text', (name: string) => `$if(isError) ${name}$x$endif$`],
    ['text', (name: string) => `$profile; ${name}`],
    ['json', (name: string) => `{"${name}":1,"${name}":2}`],
    ['json', (name: string) => `[${name}]`],
    ['url', (name: string) => `${name}://example.com/`],
    ['url', (name: string) => `https://${name}/`],
    ['header', (name: string) => name],
    ['xml', (name: string) => `<a ${name}="" ${name}=""/>`],
    ['xml', (name: string) => `<p${name}:a q:${name}=""/>`],
    ['xml', (name: string) => `<${name}></b>`],
    ['xml', (name: string) => `<b></${name}>`],
    ['xml', (name: string) => `&${name};`],
  ] as const)('in %s: %s', (output, template) => {
    for (const name of long) expectShort(validateTemplate(template(name), { output }));
  });

  it.each([
    (name: string) => ({ [name]: 1 }),
    (name: string) => ({ events: { [name]: true } }),
    (name: string) => ({ channel: name }),
    (name: string) => ({ id: name }),
    (name: string) => ({ method: name }),
    (name: string) => ({ method: 'POST', contentType: `text/${name}`, payload: '{"a":1}' }),
    (name: string) => ({ method: 'POST', contentType: `text/plain; charset=${name}`, payload: 'x' }),
    (name: string) => ({
      method: 'POST',
      headers: [
        { name, value: 'x' },
        { name, value: 'x' },
      ],
    }),
    (name: string) => ({ method: 'POST', headers: [{ name: `x-${name} `, value: name, [name]: 1 }] }),
  ])('in a configuration: %s', configuration => {
    for (const name of long) expectShort(validateWebhook({ ...getConfig, ...configuration(name) }));
  });
});

function expectShort(diagnostics: readonly Diagnostic[]): void {
  for (const { message, related } of diagnostics) {
    for (const sentence of [message, ...related.map(place => place.message)]) {
      expect(sentence.length).toBeLessThan(1000);
      expect(sentence).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
  }
}
