import { expect, it } from 'vitest';
import { outputCodes } from '../../src/diagnostics/catalogue/output.ts';
import { outputForContentType } from '../../src/output/content-types.ts';
import { outputs } from '../../src/output/outputs.ts';

it.each([
  ['application/json', 'json'],
  ['Application/JSON; charset=utf-8', 'json'],
  [' application/json ;charset="utf-8"', 'json'],
  ['application/problem+json', 'json'],
  ['application/vnd.api+JSON', 'json'],
  ['application/x-ndjson', 'json-lines'],
  ['Application/JSONL; charset=utf-8', 'json-lines'],
  ['application/xml', 'xml'],
  ['text/xml', 'xml'],
  ['image/svg+xml', 'xml'],
  ['application/x-www-form-urlencoded', 'form'],
  ['application/x-www-form-urlencoded;charset=UTF-8', 'form'],
  ['text/plain', 'text'],
  ['text/json', 'json'],
  ['application/jsonp', 'text'],
  ['application/json+x', 'text'],
  ['application/', 'text'],
  ['/json', 'text'],
  ['json', 'text'],
  ['', 'text'],
  ['application/json/x', 'text'],
  ['application/json, text/plain', 'text'],
  ['appli cation/json', 'text'],
  ['text/plain; a=application/json', 'text'],
])('a body of type %j is %s', (contentType, output) => {
  expect(outputForContentType(contentType)).toBe(output);
});

it('every output goes by its own name', () => {
  for (const [name, output] of Object.entries(outputs)) expect(output.name).toBe(name);
});

it('every sentence of an error says what was found, and ends with the assumption', () => {
  for (const [code, { message, severity }] of Object.entries(outputCodes)) {
    if (severity === 'warning') continue;
    const sentence = message({ expected: 'THIS', found: 'THAT', when: 'when `isError` is false' });
    expect(sentence, code).toMatch(/^[A-Z].*TH(IS|AT).*TH(IS|AT).* when `isError` is false\.$/);
    expect(message({ expected: 'THIS', found: 'THAT' }), code).not.toContain('undefined');
  }
});
