import { describe, expect, it } from 'vitest';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import { listOf, optional } from '../../src/template/resolve/variables.ts';
import { validateTemplate } from '../../src/template/template.ts';
import { expectRow, type Row, variables } from './expect-row.ts';

describe('a condition', () => {
  it.each<Row>([
    [
      '$if(«name == null»)$a$endif$',
      'invalid-condition',
      'a missing text equals `""`',
      '$if(name == "")$a$endif$',
    ],
    ['$if(«null != name»)$a$endif$', 'invalid-condition', 'a missing text', '$if(name != "")$a$endif$'],
    ['$if(«count == null»)$a$endif$', 'invalid-condition', 'the name alone asks whether there is a value'],
  ])('asks for what is missing as texts do: %s: %s', (marked = '', code, said, fixed) =>
    expectRow('text', marked, code, said, fixed),
  );
});

it.each([
  ['paidAt == null', ['!paidAt']],
  ['null != total && paid', ['total && paid']],
  ['tags == null', ['!tags']],
  ['by == undefined', ['!by']],
  ['note == null', ['note == ""', '!note']],
  // `false` and an empty text are no missing values.
  ['paid == null', []],
  ['custom == null', []],
  ['custom.region == null', []],
  // These are never missing.
  ['amount == null', []],
  ['at != null', []],
])(
  'what is compared with `null` is asked by its name alone where that is the same: %s',
  (condition, meant) => {
    const source = `$if(${condition})$a$endif$`;
    const found = validateTemplate(source, {
      variables: {
        paidAt: optional('date'),
        total: optional('number'),
        by: optional({ name: 'string' }),
        note: optional('string'),
        paid: optional('boolean'),
        tags: listOf('string'),
        custom: 'json',
        amount: 'number',
        at: 'date',
      },
    });
    expect(found.map(({ code }) => code)).toEqual(['invalid-condition']);
    const fixed = found.flatMap(({ fixes }) => fixes.map(fix => applyFix(source, fix)));
    expect(fixed).toEqual(meant.map(each => `$if(${each})$a$endif$`));
  },
);

it('compares a closed set with an empty text, as which a missing one compares', () => {
  expect(validateTemplate('$if(event == "")$a$endif$', { variables })).toEqual([]);
  expectRow('text', '$if(event == «" "»)$a$endif$', 'unknown-constant', 'is never blank text');
});

describe('two names that are compared', () => {
  it.each<Row>([
    [
      '$if(«name == Sales»)$a$endif$',
      'invalid-condition',
      'not with another',
      '$if(name == "Sales")$a$endif$',
    ],
    [
      '$if(«event != Started» && isError)$a$endif$',
      'invalid-condition',
      'in double quotes',
      '$if(event != "Started" && isError)$a$endif$',
    ],
    ['$if(«name == event»)$a$endif$', 'invalid-condition', 'not with another'],
    ['$if(«event == count»)$a$endif$', 'invalid-condition', 'not with another'],
    ['$if(«name != items»)$a$endif$', 'invalid-condition', 'not with another'],
    ['$for(x in items if «x.name == name»)$a$endfor$', 'invalid-condition', 'not with another'],
  ])('make a text of one that no variable has, and of no other: %s: %s', (marked = '', code, said, fixed) =>
    expectRow('text', marked, code, said, fixed),
  );
});

describe('what is never missing, alone in a condition', () => {
  it.each<Row>([
    ['$if(«count»)$a$endif$', 'never-missing', 'as in `count > 0`.', '$if(count > 0)$a$endif$'],
    [
      '$if(!«count»)$a$endif$',
      'never-missing',
      '`!` before its name would never',
      '$if(count == 0)$a$endif$',
    ],
    ['$if(!«items.count»)$a$endif$', 'never-missing', 'not even for 0', '$if(items.count == 0)$a$endif$'],
    ['$if(!(«count»))$a$endif$', 'never-missing', 'as in `count == 0`.', '$if(count == 0)$a$endif$'],
    [
      '$for(x in items if «x.count»)$a$endfor$',
      'never-missing',
      'as in `x.count > 0`',
      '$for(x in items if x.count > 0)$a$endfor$',
    ],
  ])('%s: %s', (marked = '', code, said, fixed) => expectRow('text', marked, code, said, fixed));
});

describe('a list that a condition asks for is known by its name', () => {
  it.each<Row>([
    ['$if(«itms»)$a$endif$', 'unknown-variable', '`words`, `items`', '$if(items)$a$endif$'],
    ['$if(!«Items»)$a$endif$', 'unknown-variable', 'no variable `Items`', '$if(!items)$a$endif$'],
    [
      '$for(x in items if «x.tag»)$a$endfor$',
      'unknown-variable',
      'no variable `x.tag`',
      '$for(x in items if x.tags)$a$endfor$',
    ],
  ])('%s: %s', (marked = '', code, said, fixed) => expectRow('text', marked, code, said, fixed));
});

describe('a text of a closed set with blanks around it', () => {
  it.each<Row>([
    [
      '$if(event == «" Started"»)$a$endif$',
      'unknown-constant',
      '`event` is never `Started` with a blank before it: you can use `Started`',
      '$if(event == "Started")$a$endif$',
    ],
    [
      '$if(event == «"Started "»)$a$endif$',
      'unknown-constant',
      '`Started` with a blank after it:',
      '$if(event == "Started")$a$endif$',
    ],
    [
      '$if(event == «" Started "»)$a$endif$',
      'unknown-constant',
      '`Started` with a blank before and after it:',
      '$if(event == "Started")$a$endif$',
    ],
  ])('%s: %s', (marked = '', code, said, fixed) => expectRow('text', marked, code, said, fixed));
});

describe('a condition that asks how long a list is', () => {
  it.each<Row>([
    ['$if(«items.length > 0»)$a$endif$', 'not-comparable', '`items` is a list', '$if(items)$a$endif$'],
    ['$if(«items == 0»)$a$endif$', 'not-comparable', 'as in `$if(items)$`', '$if(!items)$a$endif$'],
    [
      '$if(«items.size > 1»)$a$endif$',
      'not-comparable',
      'compares `items.count`',
      '$if(items.count > 1)$a$endif$',
    ],
  ])('%s: %s', (marked = '', code, said, fixed) => expectRow('text', marked, code, said, fixed));
});

it.each(['at', '(at)', 'by'])('what is never missing and cannot be compared is left out: %s', name => {
  const variables = { at: 'date', by: { name: 'string' } } as const;
  const messageOf = (condition: string) =>
    validateTemplate(`$if(${condition})$a$endif$`, { variables })[0]?.message;
  expect(messageOf(name)).toContain('this condition would always hold');
  expect(messageOf(`!${name}`)).toContain('`!` before it would never hold');
});

it('a number alone in a condition is compared as no missing one compares, and with nothing else named', () => {
  const [diagnostic] = validateTemplate('$if(count)$a$endif$', { variables: { count: 'number' } });
  expect(diagnostic?.message).toMatch(/: compare it, as in `count > 0`\.$/);
});

describe('a variable that is true or false is asked by its name alone', () => {
  it.each([
    ['isError == "true"', 'isError'],
    ['isError != "true"', '!isError'],
    ['isError == "false"', '!isError'],
    ['isError != "false"', 'isError'],
    ['isError == 1', 'isError'],
    ['isError == 0', '!isError'],
  ])('%s: %s', (written, meant) => {
    const [diagnostic] = validateTemplate(`$if(${written})$a$endif$`, { variables });
    expect(diagnostic?.code).toBe('not-comparable');
    expect(diagnostic?.message).toBe(
      '`isError` is true or false, so it cannot be compared: it is asked by its name alone, or with `!` before it.',
    );
    expect(diagnostic?.fixes.map(({ title }) => title)).toEqual([`Write \`${meant}\``]);
  });
});
