import { describe, expect, expectTypeOf, it } from 'vitest';
import { diagnose } from '../../src/diagnostics/diagnostic.ts';
import { validateTemplate } from '../../src/template/template.ts';
import { validateWebhook } from '../../src/webhook/check.ts';

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
