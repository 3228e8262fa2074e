import { expect, it } from 'vitest';
import { readDiagnostics, verdictOf } from '../../src/editor/element/diagnostics.ts';

const found = (code: string, severity: 'error' | 'warning') =>
  readDiagnostics([{ field: 'payload', message: 'Something.', code, severity }], 'diagnostics');

const json = { output: 'json', isVarying: true } as const;
const slack = { ...json, receiver: 'Slack' };

it('names the receiver whose rules every message keeps to, where nothing else was found', () => {
  expect(verdictOf([], slack)).toMatchObject({
    kind: 'safe',
    sentence: 'Every message keeps to the known rules of Slack.',
  });
  expect(verdictOf(found('empty-optional', 'warning'), slack).sentence).toBe(
    'Every message keeps to the known rules of Slack.',
  );
});

it('is not safe as long as something is to be filled in, and leads to the first of that', () => {
  const blank = found('placeholder', 'warning');
  expect(verdictOf(blank, slack)).toMatchObject({
    kind: 'unfinished',
    sentence: '1 thing to fill in',
    first: blank[0],
  });
  const wrong = found('schema-type', 'error');
  expect(verdictOf([...blank, ...wrong], json)).toMatchObject({ kind: 'unsafe', first: wrong[0] });
});

it('claims nothing of a receiver whose schema was not fulfilled for certain, and of none', () => {
  const safe = { kind: 'safe', sentence: 'No value can break this JSON.' };
  for (const code of ['schema-unproved', 'schema-syntax'])
    expect(verdictOf(found(code, 'warning'), slack)).toMatchObject(safe);
  expect(verdictOf([], json)).toMatchObject(safe);
  expect(verdictOf(found('schema-type', 'error'), slack).sentence).toBe('1 thing to fix');
  expect(verdictOf(undefined, slack).kind).toBe('unknown');
});

it('proves nothing where nothing varies, but that a receiver reads it', () => {
  const constant = { kind: 'constant', sentence: 'This webhook has no variables.', errors: 0 };
  expect(verdictOf([], { ...json, isVarying: false })).toEqual(constant);
  expect(verdictOf([], { output: undefined, isVarying: false })).toEqual(constant);
  expect(verdictOf(found('schema-type', 'error'), { ...json, isVarying: false }).kind).toBe('unsafe');
  expect(verdictOf([], { ...slack, isVarying: false }).kind).toBe('safe');
});
