import { describe, it } from 'vitest';
import { expectRow, type Row } from './expect-row.ts';

describe('a parameter without a name that is written for each item is one mistake', () => {
  it.each<[output: 'form' | 'url', marked: string]>([
    ['form', '$for(w in words)$«$w$»$sep$&$endfor$'],
    ['form', 'a=$for(w in words)$«$w$»$sep$&$endfor$'],
    ['form', 'a=1$for(i in items)$&«$i.name$$i.kind$»$endfor$'],
    ['url', 'https://h.example/?$for(w in words)$«$w$»$sep$&$endfor$'],
    ['url', 'https://h.example/?a=$for(w in words)$«$w$»$sep$&$endfor$#b'],
  ])('in a %s: %s', (output, marked) => expectRow(output, marked, 'nameless-parameter', 'a name, as in'));
});

describe('a list as StringTemplate writes it', () => {
  it.each<Row>([
    [
      '$«words»; separator=", "$',
      'list-as-value',
      'as in `$for(item in words)$…$sep$, $endfor$`',
      '$for(item in words)$$item$$sep$, $endfor$',
    ],
    [
      '$«words»; null="-", separator="|"$',
      'list-as-value',
      'write something for each of its items',
      '$for(item in words)$$item; null="-"$$sep$|$endfor$',
    ],
    ['$«items»; separator=", "$', 'list-as-value', 'as in `$for(item in items)$…$sep$, $endfor$`'],
    ['$«words»; separator="\\n"$', 'list-as-value', 'as in `$for(item in words)$…$sep$, $endfor$`'],
    ['$«wrds»; separator=", "$', 'unknown-variable', 'no variable `wrds`'],
  ])('%s: %s', (marked = '', code, said, fixed) => expectRow('text', marked, code, said, fixed));
});

it.each(['$items«[»0].name$', '$first«(»items)$', '$items«:»row()$'])(
  'no tag can pick or count items, or apply a template to them: %s',
  marked => expectRow('text', marked, 'unexpected-in-tag', 'does not belong here in a tag'),
);

describe('a condition that asks how long a list is, as other languages do', () => {
  it.each<Row>([
    ['$if(«length(items) > 0»)$a$endif$', 'invalid-condition', 'use variables that are true or false'],
    [
      '$if(«items.length»)$a$endif$',
      'not-comparable',
      '`items` is a list: a condition',
      '$if(items)$a$endif$',
    ],
    ['$if(!«items.size»)$a$endif$', 'not-comparable', 'as in `$if(items)$`', '$if(!items)$a$endif$'],
  ])('%s: %s', (marked = '', code, said, fixed) => expectRow('text', marked, code, said, fixed));
});

describe('a number as people write it', () => {
  it.each([
    ['.5', '0.5'],
    ['-.5', '-0.5'],
    ['+5', '5'],
    ['5.', '5'],
    ['1,000', '1000'],
    ['1,000,000.5', '1000000.5'],
    ['1_000', '1000'],
    ["1'000", '1000'],
    ['1,5', '1.5'],
    ['10k', undefined],
    ['0x10', undefined],
    ['1.2.3', undefined],
  ])('%s', (written, meant) => {
    const fixed = meant && `$if(count > ${meant} && isError)$a$endif$`;
    const said = 'a number has digits and, before its decimals, a point, as in `1000` or `0.5`';
    expectRow('text', `$if(count > «${written}» && isError)$a$endif$`, 'invalid-condition', said, fixed);
  });

  it.each([
    ['count = .5', 'count == 0.5'],
    ['1,000 < count', 'count > 1000'],
    ['.5 < count < +2', 'count > 0.5 && count < 2'],
  ])('beside another mistake: %s', (written, meant) => {
    expectRow('text', `$if(«${written}»)$a$endif$`, 'invalid-condition', '', `$if(${meant})$a$endif$`);
  });
});
