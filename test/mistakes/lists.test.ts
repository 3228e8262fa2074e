import { describe, expect, it } from 'vitest';
import { validateTemplate } from '../../src/template/template.ts';
import { expectRow, type Row } from './expect-row.ts';

describe('the parts of an item are known where conditions and lists ask for them', () => {
  it.each<Row>([
    [
      '$for(x in items if «x.isOnn»)$a$endfor$',
      'unknown-variable',
      'you can use `x.name`, `x.isOn`, ',
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
    ['$for(x in items if «x»)$a$endfor$', 'never-missing', '`x` is never missing'],
    [
      '$for(x in items if «isOn»)$a$endfor$',
      'unknown-variable',
      'you can use `x.name`, `x.isOn`, ',
      '$for(x in items if x.isOn)$a$endfor$',
    ],
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
      '$for(i in items)$$for(t in «items.tags»)$$t$$endfor$$endfor$',
      'unknown-list',
      'you can use `i.tags`',
      '$for(i in items)$$for(t in i.tags)$$t$$endfor$$endfor$',
    ],
    // No item of that list, none that has such a part, none that a condition could ask.
    ['$for(w in words)$$«items.name»$$endfor$', 'list-as-value', 'as in `$for(item in items)$…'],
    ['$for(i in items)$a$sep$$«items.name»$$endfor$', 'list-as-value', 'as in `$for(item in items)$…'],
    ['$if(«items.isOn»)$a$endif$', 'list-as-value', 'as in `$for(item in items)$…'],
  ])('%s: %s', (marked = '', code, said, fixed) => expectRow('text', marked, code, said, fixed));
});

describe('how many items a list has, and which of them one is', () => {
  it.each<Row>([
    ['$«words.length»$', 'list-as-value', '`words.count` is how many items it has.', '$words.count$'],
    [
      '$for(i in items)$$«items.size»$$endfor$',
      'list-as-value',
      '`items.count` is how many items it has.',
      '$for(i in items)$$items.count$$endfor$',
    ],
    // It is counted from 1, and `index` mostly from 0.
    ['$for(w in words)$$«w.index»$$endfor$', 'unknown-variable', '`w.number` is the place of the item'],
    ['$for(i in items)$$if(«i.idx» > 0)$,$endif$$endfor$', 'unknown-variable', 'no `i.idx`: `i.number` is'],
  ])('is named in other words: %s: %s', (marked = '', code, said, fixed) =>
    expectRow('text', marked, code, said, fixed),
  );
});

describe('a part of an item without the name of the item', () => {
  it.each<Row>([
    [
      '$for(x in items)$$if(x.isOn)$$«kind»$$endif$$endfor$',
      'unknown-variable',
      'no variable `kind`',
      '$for(x in items)$$if(x.isOn)$$x.kind$$endif$$endfor$',
    ],
    [
      '$for(«items»)$$if(isOn)$$kind$: $endif$$for(t in item.tags)$$t$$endfor$$endfor$',
      'invalid-list',
      'a name for an item, `in` and a list',
      '$for(item in items)$$if(item.isOn)$$item.kind$: $endif$$for(t in item.tags)$$t$$endfor$$endfor$',
    ],
    ['$for(«items»)$$kind$ $sort$$endfor$', 'invalid-list', 'a name for an item, `in` and a list'],
  ])('is named with it: %s: %s', (marked = '', code, said, fixed) =>
    expectRow('text', marked, code, said, fixed),
  );
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
      '[$for(i in items)$1$sep$,«$end$»]',
      'misspelt-keyword',
      'write `$endfor$`.',
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

it('a second `$else$` of a list is not told to be an `$elseif(…)$`, which lists have none of', () => {
  expectRow(
    'text',
    '$for(i in items)$a$else$b«$else$»c$endfor$',
    'second-else',
    'There is already an `$else$`; keep one of them.',
  );
});

it('a template without lists says so', () => {
  const [diagnostic] = validateTemplate('$for(x in l)$a$endfor$');
  expect(diagnostic?.message).toBe('There is no list `l`: this template has no lists.');
});
