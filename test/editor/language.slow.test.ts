import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { Tree } from '@lezer/common';
import { highlightTree, tagHighlighter, tags } from '@lezer/highlight';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseTemplate } from '../../grammar/parse-template.ts';
import { templateLanguage } from '../../src/editor/template-highlighting.ts';
import type { OutputName } from '../../src/output/output.ts';
import { runs } from '../properties.ts';

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

/** The colours of each character of a template. */
function allColours(tree: Tree): readonly string[] {
  const found: string[] = [];
  highlightTree(tree, colours, (from, to, classes) => {
    for (let offset = from; offset < to; offset++) found.push(`${offset} ${classes}`);
  });
  return found;
}

const row =
  '  { "text": "$profile; format="upper"$: $if(isError)$failed$else$fine$endif$", "n": $sequence$ $! a note !$ },\n';

it('reads only what an edit touches, and colours all of a long template as if it were read anew', () => {
  const edit = fc.tuple(
    fc.nat(),
    fc.nat({ max: 40 }),
    fc.constantFrom('', 'x', '"', '$', '\n', '$if(a)$', '$endif$', row, '{', '\\', ' '),
  );
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), edits => {
      let state = EditorState.create({ doc: row.repeat(60), extensions: templateLanguage('json') });
      ensureSyntaxTree(state, state.doc.length, 60_000);
      for (const [at, length, insert] of edits) {
        const from = at % (state.doc.length + 1);
        const to = Math.min(from + length, state.doc.length);
        state = state.update({ changes: { from, to, insert } }).state;
      }
      const after = ensureSyntaxTree(state, state.doc.length, 60_000) ?? Tree.empty;
      const source = state.doc.toString();
      expect(after.length).toBe(source.length);
      // A tag that is broken may take in what is further away than what is read again.
      if (parseTemplate(source).diagnostics.length === 0)
        expect(allColours(after)).toEqual(allColours(treeOf(source, 'json')));
    }),
    { numRuns: runs(300) },
  );
});

it('keeps the stretches of a template that an edit does not touch', () => {
  const before = EditorState.create({ doc: row.repeat(600), extensions: templateLanguage('json') });
  const stretches = new Set(ensureSyntaxTree(before, before.doc.length, 60_000)?.children);
  expect(stretches.size).toBeGreaterThan(20);
  for (const from of [100, before.doc.length / 2, before.doc.length - 30]) {
    const after = before.update({ changes: { from: Math.floor(from), insert: 'x' } }).state;
    const kept = ensureSyntaxTree(after, after.doc.length, 60_000)?.children.filter(each =>
      stretches.has(each),
    );
    expect(kept?.length).toBeGreaterThan(stretches.size - 4);
  }
});
