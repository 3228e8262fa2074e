import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { Tree } from '@lezer/common';
import { highlightTree, tagHighlighter, tags } from '@lezer/highlight';
import { expect, it } from 'vitest';
import { templateLanguage } from '../../src/editor/template-highlighting.ts';
import type { OutputName } from '../../src/output/output.ts';

const colours = tagHighlighter([
  { tag: tags.meta, class: 'tag' },
  { tag: tags.controlKeyword, class: 'keyword' },
  { tag: tags.special(tags.variableName), class: 'name' },
  { tag: tags.attributeName, class: 'option' },
  { tag: tags.special(tags.string), class: 'constant' },
  { tag: tags.propertyName, class: 'key' },
  { tag: tags.tagName, class: 'element' },
  { tag: tags.string, class: 'string' },
  { tag: tags.number, class: 'number' },
  { tag: tags.separator, class: 'separator' },
  { tag: tags.escape, class: 'escape' },
  { tag: tags.blockComment, class: 'comment' },
  { tag: tags.invalid, class: 'invalid' },
]);

function treeOf(source: string, output: OutputName): Tree {
  const state = EditorState.create({ doc: source, extensions: templateLanguage(output) });
  return ensureSyntaxTree(state, source.length, 60_000) ?? Tree.empty;
}

/** The stretches of a template that have these colours, by the text that they slice. */
function coloured(source: string, output: OutputName, colour: string): readonly string[] {
  const found: string[] = [];
  highlightTree(treeOf(source, output), colours, (from, to, classes) => {
    if (classes.split(' ').includes(colour)) found.push(source.slice(from, to));
  });
  return found;
}

const chat =
  '{ "text": "$if(isError)$$profile; max="9"$$else$fine$endif$", "n": $sequence$, "of": [1$! of !$] }';

it("colours a tag by the engine's own tokens", () => {
  expect(coloured(chat, 'json', 'keyword')).toEqual(['$if(', '$else$', '$endif$']);
  expect(coloured(chat, 'json', 'name')).toEqual(['isError', 'profile', 'sequence']);
  expect(coloured(chat, 'json', 'option')).toEqual(['max']);
  expect(coloured(chat, 'json', 'constant')).toEqual(['"9"']);
  expect(coloured(chat, 'json', 'comment')).toEqual(['$!', ' of ', '!$']);
});

it('colours what stands around the tags as the format that it is, with the tags as holes', () => {
  expect(coloured(chat, 'json', 'key')).toEqual(['"text"', '"n"', '"of"']);
  expect(coloured(chat, 'json', 'string')).toEqual(['"', 'fine', '"']);
  expect(coloured(chat, 'json', 'number')).toEqual(['1']);
  const xml = '<a b="$profile$"><c>$event$</c></a>';
  expect(coloured(xml, 'xml', 'element')).toEqual(['<a', '>', '<c', '>', '</c', '>', '</a', '>']);
  expect(coloured(xml, 'xml', 'key')).toEqual(['b']);
  expect(coloured(xml, 'xml', 'string')).toEqual(['"', '"']);
  expect(coloured(xml, 'xml', 'name')).toEqual(['profile', 'event']);
});

it('begins each branch of a conditional as the first one', () => {
  const source = '{ "a": "b$if(isError)$c", "d": 1$elseif(isError)$e", "f": 2$else$g"$endif$, "h\\"i": 3 }';
  expect(coloured(source, 'json', 'key')).toEqual(['"a"', '"d"', '"f"', '"h\\"i"']);
  expect(coloured(source, 'json', 'string')).toEqual(['"b', 'c"', 'e"', 'g"']);
});

it('colours what divides a URL, and what is encoded in it', () => {
  const url = 'https://example.com/a%20b?p=$profile$&q=1';
  expect(coloured(url, 'url', 'separator')).toEqual(['://', '/', '?', '=', '&', '=']);
  expect(coloured(url, 'url', 'escape')).toEqual(['%20']);
});

it.each(['', '$', '$if(', '$for(a in b)$', '$a; format="', '$!', '\\$', '$if($if($', '“$”', '$ $', '$$$'])(
  'reads `%s`, as it may stand there while somebody types',
  source => {
    expect(treeOf(source, 'json').length).toBe(source.length);
  },
);

it('marks a dollar that opens nothing', () => {
  expect(coloured('costs 5 $, or more', 'text', 'invalid')).toEqual(['$']);
});
