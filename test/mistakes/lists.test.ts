import { describe, expect, it } from 'vitest';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import type { OutputName } from '../../src/output/output.ts';
import { listOf } from '../../src/template/resolve/variables.ts';
import { validateTemplate } from '../../src/template/template.ts';
import { unmark } from '../marked-source.ts';

const variables = {
  name: 'string',
  count: 'number',
  isError: 'boolean',
  event: ['Started', 'Completed', 'Errored'],
  words: listOf('string'),
  items: listOf({
    name: 'string',
    count: 'number',
    isOn: 'boolean',
    kind: ['a', 'b'],
    tags: listOf('string'),
  }),
} as const;

/** A source with the one range that is reported, its code, a part of the message, and the source after the first fix. */
type Row = readonly [marked: string, code: string, said: string, fixed?: string];

function expectRow(output: OutputName, marked: string, code?: string, said = '', fixed?: string): void {
  const { source, range } = unmark(marked);
  const found = validateTemplate(source, { output, variables });
  expect(found.map(diagnostic => diagnostic.code)).toEqual([code]);
  expect(found[0]?.range).toEqual(range);
  expect(found[0]?.message).toContain(said);
  const [fix] = found[0]?.fixes ?? [];
  expect(fix && applyFix(source, fix)).toBe(fixed);
}

describe('the parts of an item are known where conditions and lists ask for them', () => {
  it.each<Row>([
    [
      '$for(x in items if «x.isOnn»)$a$endfor$',
      'unknown-variable',
      'you can use `x.isOn`, `isError`.',
      '$for(x in items if x.isOn)$a$endfor$',
    ],
    [
      '$for(x in items)$$if(«x.naem» == "a")$a$endif$$endfor$',
      'unknown-variable',
      'you can use `x.name`, `x.count`, `x.kind`, `name`',
      '$for(x in items)$$if(x.name == "a")$a$endif$$endfor$',
    ],
    [
      '$for(x in items)$$for(y in «x.tagz»)$$y$$endfor$$endfor$',
      'unknown-list',
      'you can use `x.tags`, `words`, `items`.',
      '$for(x in items)$$for(y in x.tags)$$y$$endfor$$endfor$',
    ],
    ['$for(x in items if «x»)$a$endfor$', 'not-a-boolean', 'you can use `x.isOn`, `isError`.'],
    ['$for(x in items if «isOn»)$a$endfor$', 'unknown-variable', 'you can use `x.isOn`, `isError`.'],
  ])('%s: %s', (marked = '', code, said, fixed) => expectRow('text', marked, code, said, fixed));
});

describe('an item that is named outside the body of its list is not taken for something else', () => {
  it.each<Row>([
    ['$for(i in items)$a$sep$,$«i.name»$,$endfor$', 'item-outside-list', '`i` stands for an item only in'],
    ['$for(i in items)$a$else$$«i.name»$$endfor$', 'item-outside-list', '`i` stands for an item only in'],
    ['$for(i in items)$a$endfor$ $«i.name»$', 'item-outside-list', 'write `i.name` before them.'],
    ['$for(name2 in items)$a$sep$$«name2.x»$$endfor$', 'item-outside-list', '`name2` stands for an item'],
    ['$for(i in items)$a$sep$$if(«i.isOn»)$b$endif$$endfor$', 'item-outside-list', '`i` stands for'],
    ['$for(i in items)$a$sep$$if(«i.count» > 1)$b$endif$$endfor$', 'item-outside-list', '`i` stands for'],
    ['$for(i in items)$a$sep$$for(t in «i.tags»)$b$endfor$$endfor$', 'item-outside-list', '`i` stands for'],
    [
      '$for(i in words)$$«i.name»$$endfor$',
      'unknown-variable',
      'write `i` alone.',
      '$for(i in words)$$i$$endfor$',
    ],
  ])('%s: %s', (marked = '', code, said, fixed) => expectRow('text', marked, code, said, fixed));
});

describe('a list that is named where one of its items is meant', () => {
  it.each<Row>([
    [
      '$for(i in items)$$«items.name»$$endfor$',
      'list-as-value',
      '`items` is a list: write `i.name` for the item.',
      '$for(i in items)$$i.name$$endfor$',
    ],
    [
      '$for(w in words)$$«words»$$endfor$',
      'list-as-value',
      '`words` is a list: write `w` for the item.',
      '$for(w in words)$$w$$endfor$',
    ],
    [
      '$for(i in items)$$for(t in i.tags)$$«items.name»$$endfor$$endfor$',
      'list-as-value',
      'write `i.name` for the item.',
      '$for(i in items)$$for(t in i.tags)$$i.name$$endfor$$endfor$',
    ],
    [
      '$for(i in items if «items.isOn»)$a$endfor$',
      'list-as-value',
      'write `i.isOn` for the item.',
      '$for(i in items if i.isOn)$a$endfor$',
    ],
    [
      '$for(i in items)$$if(«items.count» > 2)$a$endif$$endfor$',
      'list-as-value',
      'write `i.count` for the item.',
      '$for(i in items)$$if(i.count > 2)$a$endif$$endfor$',
    ],
    [
      '$for(i in items)$$for(t in «items.tags»)$$t$$endfor$$endfor$',
      'unknown-list',
      'you can use `i.tags`',
      '$for(i in items)$$for(t in i.tags)$$t$$endfor$$endfor$',
    ],
    // No item of that list, none that has such a part, none that a condition could ask.
    ['$for(w in words)$$«items.name»$$endfor$', 'list-as-value', 'as in `$for(item in items)$…'],
    ['$for(i in items)$$«items.size»$$endfor$', 'list-as-value', 'as in `$for(item in items)$…'],
    ['$for(i in items)$$if(«items.name»)$a$endif$$endfor$', 'list-as-value', 'as in `$for(item in items)$'],
    ['$for(i in items)$a$sep$$«items.name»$$endfor$', 'list-as-value', 'as in `$for(item in items)$…'],
    ['$if(«items.isOn»)$a$endif$', 'list-as-value', 'as in `$for(item in items)$…'],
  ])('%s: %s', (marked = '', code, said, fixed) => expectRow('text', marked, code, said, fixed));
});

describe('a comma that is too many because an item can write nothing says so', () => {
  it.each<Row>([
    [
      '[$for(i in items)$$if(i.isOn)$ {"a":1}$endif$$sep$«,»$endfor$]',
      'json-extra-comma',
      'An item of `items` writes nothing unless `i.isOn` holds, which leaves a comma too many: take only items that write something, as in `$for(i in items if i.isOn)$`.',
      '[$for(i in items if i.isOn)$ {"a":1}$sep$,$endfor$]',
    ],
    [
      '[$for(i in items)$$if(i.isOn)$ {"a":1}«,»$endif$$endfor$]',
      'json-extra-comma',
      'when `items` has items.',
      '[$for(i in items if i.isOn)$ {"a":1}$sep$,$endfor$]',
    ],
    [
      '[$for(i in items)$$for(t in i.tags)$"$t$"$sep$,$endfor$$sep$«,»$endfor$]',
      'json-extra-comma',
      'An item of `items` writes nothing unless `i.tags` holds',
      '[$for(i in items if i.tags)$$for(t in i.tags)$"$t$"$sep$,$endfor$$sep$,$endfor$]',
    ],
    [
      '[$for(i in items)$\n  $if(i.isOn)$\n  "$i.name$"\n  $endif$\n  $sep$«,»\n$endfor$]',
      'json-extra-comma',
      'writes nothing unless `i.isOn` holds',
      '[$for(i in items if i.isOn)$\n  "$i.name$"\n  $sep$,\n$endfor$]',
    ],
    [
      '[$for(i in items if i.count > 2)$$if(i.isOn || isError)$1$endif$$sep$«,»$endfor$]',
      'json-extra-comma',
      'as in `$for(i in items if i.count > 2 && (i.isOn || isError))$`.',
      '[$for(i in items if i.count > 2 && (i.isOn || isError))$1$sep$,$endfor$]',
    ],
    [
      '[$for(i in items)$$if(i.isOn)$1$elseif(i.count > 3)$2$endif$$sep$«,»$endfor$]',
      'json-extra-comma',
      'unless `i.isOn || i.count > 3` holds',
      '[$for(i in items if i.isOn || i.count > 3)$$if(i.isOn)$1$elseif(i.count > 3)$2$endif$$sep$,$endfor$]',
    ],
    [
      '[0$for(i in items)$«,»$if(i.isOn)$1$endif$$endfor$]',
      'json-extra-comma',
      'unless `i.isOn` holds',
      '[0$for(i in items if i.isOn)$,$if(i.isOn)$1$endif$$endfor$]',
    ],
    [
      '[$for(i in items)$$if(i.isOn)$$if(isError)$1$endif$$endif$$sep$«,»$endfor$]',
      'json-extra-comma',
      'An item of `items` may write nothing, which leaves a comma too many: take only items that write something, as in `$for(i in items if …)$`.',
    ],
    // Where no item is taken, the other branch would be written.
    [
      '[$for(i in items)$$if(i.isOn)$1$endif$$sep$«,»$else$0$endfor$]',
      'json-extra-comma',
      'unless `i.isOn` holds',
    ],
  ])('%s: %s', (marked = '', code, said, fixed) => expectRow('json', marked, code, said, fixed));
});

describe('a condition', () => {
  it.each<Row>([
    [
      '$if(«name == null»)$a$endif$',
      'invalid-condition',
      'a missing text equals `""`',
      '$if(name == "")$a$endif$',
    ],
    ['$if(«null != name»)$a$endif$', 'invalid-condition', 'a missing text', '$if(name != "")$a$endif$'],
    ['$if(«count == null»)$a$endif$', 'invalid-condition', 'a missing text equals `""`'],
  ])('asks for what is missing as texts do: %s: %s', (marked = '', code, said, fixed) =>
    expectRow('text', marked, code, said, fixed),
  );
});

it('compares a closed set with an empty text, as which a missing one compares', () => {
  expect(validateTemplate('$if(event == "")$a$endif$', { variables })).toEqual([]);
  expectRow('text', '$if(event == «" "»)$a$endif$', 'unknown-constant', 'is never blank text');
});

describe('an end tag of the other kind is one mistake', () => {
  it.each<Row>([
    [
      '[$for(i in items)$1$sep$,«$endif$»]',
      'misspelt-keyword',
      '`$endif$` does not end what is open here: write `$endfor$`.',
      '[$for(i in items)$1$sep$,$endfor$]',
    ],
    [
      '[$if(isError)$1«$endfor$»]',
      'misspelt-keyword',
      '`$endfor$` does not end what is open here: write `$endif$`.',
      '[$if(isError)$1$endif$]',
    ],
  ])('%s: %s', (marked = '', code, said, fixed) => expectRow('json', marked, code, said, fixed));
});

describe('the tag of a list that takes some items only, as other languages write it', () => {
  it.each<Row>([
    ...[' where i.isOn', ', i.isOn', '; i.isOn', ' | i.isOn'].map(
      (written): Row => [
        `$for(«i in items${written}»)$a$endfor$`,
        'invalid-list',
        '`$for(alert in alerts if alert.firing)$`',
        '$for(i in items if i.isOn)$a$endfor$',
      ],
    ),
    ['$for(«i In words»)$a$endfor$', 'invalid-list', 'does not work', '$for(i in words)$a$endfor$'],
    ['$for(«»)$a$endfor$', 'invalid-list', 'Nothing stands in `$for(…)$`: write a name for an item'],
  ])('%s: %s', (marked = '', code, said, fixed) => expectRow('text', marked, code, said, fixed));
});

describe('a text or a number alone in a condition', () => {
  it.each<Row>([
    ['$if(«name»)$a$endif$', 'not-a-boolean', 'compare it, as in `name != ""`, or use `isError`.'],
    ['$if(!«count»)$a$endif$', 'not-a-boolean', 'compare it, as in `count > 0`, or use `isError`.'],
    ['$for(x in items if «x.name»)$a$endfor$', 'not-a-boolean', 'compare it, as in `x.name != ""`'],
  ])('%s: %s', (marked = '', code, said, fixed) => expectRow('text', marked, code, said, fixed));
});

describe('a condition that asks how long a list is', () => {
  it.each<Row>([
    ['$if(«items.length > 0»)$a$endif$', 'not-comparable', '`items` is a list', '$if(items)$a$endif$'],
    ['$if(«items == 0»)$a$endif$', 'not-comparable', 'as in `$if(items)$`', '$if(!items)$a$endif$'],
    ['$if(«items.size > 1»)$a$endif$', 'not-comparable', 'by its name alone whether it has items'],
  ])('%s: %s', (marked = '', code, said, fixed) => expectRow('text', marked, code, said, fixed));
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
      '`isError` is true or false, so it cannot be compared: it is asked by its name alone, or with `!` before it, as in `$if(isError)$` or `$if(!isError)$`.',
    );
    expect(diagnostic?.fixes.map(({ title }) => title)).toEqual([`Write \`${meant}\``]);
  });
});
