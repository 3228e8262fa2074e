import { expect, it } from 'vitest';
import { readDiagnostics, verdictOf } from '../../src/editor/element/diagnostics.ts';

const found = (code: string, severity: 'error' | 'warning' | 'hint') =>
  readDiagnostics([{ field: 'payload', message: 'Something.', code, severity }], 'diagnostics');

const json = { output: 'json', isVarying: true } as const;
const slack = { ...json, receiver: 'Slack' };

it('names the receiver whose rules every message keeps to, where nothing else was found', () => {
  expect(verdictOf([], slack)).toMatchObject({
    kind: 'safe',
    sentence: 'Every message keeps to the known rules of Slack.',
  });
  expect(verdictOf(found('empty-optional', 'hint'), slack).sentence).toBe(
    'Every message keeps to the known rules of Slack.',
  );
});

it('says how many warnings there are before what is proved, is not green with them, and leads to the first', () => {
  const warnings = [...found('day-of-year-with-month', 'warning'), ...found('nested-syntax', 'warning')];
  expect(verdictOf(warnings, json)).toEqual({
    kind: 'warned',
    sentence: '2 warnings. No value can break this JSON.',
    errors: 0,
    first: warnings[0],
  });
  expect(verdictOf(found('nested-syntax', 'warning'), slack)).toMatchObject({
    kind: 'warned',
    sentence: '1 warning. Every message keeps to the known rules of Slack.',
  });
  expect(verdictOf(found('refused-address', 'warning'), { ...json, isVarying: false })).toMatchObject({
    kind: 'warned',
    sentence: '1 warning. This webhook has no variables.',
  });
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
  for (const code of ['schema-unproved', 'schema-syntax'])
    expect(verdictOf(found(code, 'warning'), slack).sentence).toBe(
      '1 warning. No value can break this JSON.',
    );
  expect(verdictOf([], json)).toMatchObject({ kind: 'safe', sentence: 'No value can break this JSON.' });
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
