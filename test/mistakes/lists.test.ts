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

function expectRow(output: OutputName, [marked, code, said, fixed]: Row): void {
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
  ])('%s: %s', (...row) => expectRow('text', row));
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
  ])('%s: %s', (...row) => expectRow('text', row));
});
