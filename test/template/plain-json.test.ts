import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasErrors } from '../../src/diagnostics/diagnostic.ts';
import { compileTemplate, validateTemplate } from '../../src/template/template.ts';
import { isJson } from '../is-json.ts';
import { jsonCases } from '../output/json-cases.ts';
import { anyJson } from '../output/json-templates.ts';
import { runs } from '../properties.ts';

/** The template of this very text. None writes an odd run of backslashes before a dollar; neither does JSON. */
function escapeDollars(text: string): string {
  return text.replaceAll('$', '\\$');
}

const oddRun = /(?<!\\)(?:\\\\)*\\\$/;

function expectAgreement(text: string): void {
  if (oddRun.test(text)) {
    expect(isJson(text)).toBe(false);
    return;
  }
  const source = escapeDollars(text);
  expect(!hasErrors(validateTemplate(source, { output: 'json' }))).toBe(isJson(text));
  if (isJson(text)) expect(compileTemplate(source, { output: 'json' }).render({})).toBe(text);
}

describe('a template without tags', () => {
  it.each(jsonCases.map(text => ({ text })))('is JSON exactly when JSON.parse says so: $text', ({ text }) => {
    expectAgreement(text);
  });

  it('is JSON exactly when JSON.parse says so, whatever it is', () => {
    fc.assert(fc.property(anyJson, expectAgreement), { numRuns: runs(3000) });
  });

  it('is JSON exactly when JSON.parse says so, also with dollars and backslashes', () => {
    const piece = fc.constantFrom('\\', '\\\\', '$', '\\u0024', '!', 'if(', 'a');
    const text = fc.array(piece, { maxLength: 8 }).map(parts => `"${parts.join('')}"`);
    fc.assert(fc.property(text, expectAgreement), { numRuns: runs(1000) });
  });
});
