import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../../grammar/parse-template.ts';
import { visit } from '../../grammar/visit.ts';

/** The texts of a source as they are written. */
function written(source: string): string[] {
  const texts: string[] = [];
  visit(parseTemplate(source).tree, node => {
    if (node.kind === 'text') texts.push(source.slice(node.written.start, node.written.end));
  });
  return texts;
}

describe('a conditional tag or comment alone on its line leaves no empty line', () => {
  it.each([
    ['a\n$if(b)$\nc\n$endif$\nd', ['a\n', 'c\n', 'd']],
    ['a\n  $if(b)$\t\n  c\n  $else$  \n  d\n  $endif$', ['a\n', '  c\n', '  d\n']],
    ['a\r\n$! note !$\r\nb', ['a\r\n', 'b']],
    ['a\r$! note !$\rb', ['a\r', 'b']],
    ['$! note !$\nb', ['b']],
    ['a\n$! two\nlines !$\nb', ['a\n', 'b']],
    ['a\n$if(\n  b\n)$\nc$endif$', ['a\n', 'c']],
    ['a\n$if(b)$\n\nc\n$endif$', ['a\n', '\nc\n']],
  ])('in %j', (source, texts) => {
    expect(written(source)).toEqual(texts);
  });
});

describe('whitespace stays as it is', () => {
  it.each([
    ['a\n$if(b)$ c\n$endif$', ['a\n', ' c\n']],
    ['a $if(b)$\nc$endif$', ['a ', '\nc']],
    ['a\n$b$\nc', ['a\n', '\nc']],
    ['a\n\\$\nc', ['a\n', '\nc']],
    ['a\n$! b !$ $! c !$\nd', ['a\n', ' ', '\nd']],
    ['a\n$if(b)$$endif$\nd', ['a\n', '\nd']],
    ['a\n  $b$\r\n\td', ['a\n  ', '\r\n\td']],
  ])('in %j', (source, texts) => {
    expect(written(source)).toEqual(texts);
  });
});
