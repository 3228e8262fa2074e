import { describe, expect, it } from 'vitest';
import { type OutputCode, outputCodes } from '../../src/diagnostics/catalogue/output.ts';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import type { OutputName } from '../../src/output/output.ts';
import { outputs } from '../../src/output/outputs.ts';
import { type Piece, runOutput, VALUE } from './run-output.ts';

/** For each code an output, a template that is refused, and one that says what its author meant. */
const examples: Readonly<Record<OutputCode, readonly [OutputName, readonly Piece[], readonly Piece[]]>> = {
  'json-unexpected': ['json', ['{ok: true}'], ['{"ok": true}']],
  'json-missing-comma': ['json', ['{"a": ', VALUE, ' "b": 1}'], ['{"a": ', VALUE, ', "b": 1}']],
  'json-extra-comma': ['json', ['{"a": ', VALUE, ',}'], ['{"a": ', VALUE, '}']],
  'json-missing-value': ['json', ['{"a": ,"b": ', VALUE, '}'], ['{"a": 1,"b": ', VALUE, '}']],
  'json-control-character': ['json', ['"one\ntwo"'], ['"one\\ntwo"']],
  'json-unfinished': ['json', ['{"a": ', VALUE], ['{"a": ', VALUE, '}']],
  'json-no-place': ['json', ['{"a": 1', VALUE, '}'], ['{"a": "1', VALUE, '"}']],
  'json-blank-line': ['json-lines', ['{}\n\n{}'], ['{}\n{}']],
  'json-line-break': ['json-lines', ['{\n"a": ', VALUE, '}'], ['{"a": ', VALUE, '}']],
  'json-duplicate-key': ['json', ['{"a":1,"a":2}'], ['{"a":1,"b":2}']],
  'json-value-key': ['json', ['{"ok":true,"', VALUE, '":"x"}'], ['{"ok":true,"by":"', VALUE, '"}']],
  'url-start': ['url', ['hooks.example/x'], ['https://hooks.example/x']],
  'url-host': ['url', ['https://:80/'], ['https://hooks.example:80/']],
  'url-target': ['url', ['https://', VALUE, '.example/'], ['https://hooks.example/', VALUE]],
  'url-dot-segment': ['url', ['https://h.example/', VALUE, './x'], ['https://h.example/v', VALUE, './x']],
  'nameless-parameter': ['url', ['https://h.example/?', VALUE], ['https://h.example/?name=', VALUE]],
  'value-after-percent': [
    'url',
    ['https://h.example/?done=%', VALUE],
    ['https://h.example/?done=%25', VALUE],
  ],
  'url-fragment-value': ['url', ['https://h.example/#', VALUE], ['https://h.example/%23', VALUE]],
  'url-question-mark': ['url', ['https://h.example/x&a=', VALUE], ['https://h.example/x?a=', VALUE]],
  'url-ampersand': ['url', ['https://h.example/?a=1&amp;b=', VALUE], ['https://h.example/?a=1&b=', VALUE]],
  'plus-is-space': ['form', ['to=+49', VALUE], ['to=%2B49', VALUE]],
  'form-blank': ['form', ['a=1 & b=', VALUE], ['a=1&b=', VALUE]],
  'form-separator': ['form', ['a=1&amp;b=', VALUE], ['a=1&b=', VALUE]],
  'form-line-break': ['form', ['a=1\nb=', VALUE], ['a=1&b=', VALUE]],
  'form-without-name': ['form', ['=', VALUE], ['a=', VALUE]],
  'xml-unexpected': ['xml', ['<a b=c/>'], ['<a b="c"/>']],
  'xml-mismatched-tag': ['xml', ['<a>', VALUE, '</A>'], ['<a>', VALUE, '</a>']],
  'xml-duplicate-attribute': ['xml', ['<a b="1" b="2"/>'], ['<a b="1" c="2"/>']],
  'xml-unbound-prefix': ['xml', ['<p:a/>'], ['<p:a xmlns:p="urn:x"/>']],
  'xml-reference': ['xml', ['<a>fish & chips</a>'], ['<a>fish &amp; chips</a>']],
  'xml-character': ['xml', ['<a>\u0007</a>'], ['<a/>']],
  'xml-declaration': ['xml', [' <?xml version="1.0"?><a/>'], ['<?xml version="1.0"?><a/>']],
  'xml-doctype': ['xml', ['<!DOCTYPE a><a/>'], ['<a/>']],
  'xml-unfinished': ['xml', ['<a>', VALUE], ['<a>', VALUE, '</a>']],
  'xml-no-place': ['xml', ['<a ', VALUE, '="1"/>'], ['<a name="', VALUE, '"/>']],
  'header-control-character': ['header', ['a\nb'], ['a b']],
  'header-non-ascii': ['header', ['café'], ['caf%C3%A9']],
};

describe.each(Object.keys(outputCodes))('%s', code => {
  // The names of an object are strings to TypeScript; these are the codes.
  const [name, refused, mended] = examples[code as OutputCode];

  it('is reported, and there is a way out', () => {
    const { violation, warnings } = runOutput(outputs[name], refused);
    expect([violation ?? warnings[0]].map(each => each?.code)).toEqual([code]);
    expect(runOutput(outputs[name], mended)).toMatchObject({ violation: undefined, warnings: [] });
  });
});

it.each<[OutputName, string, string]>([
  ['json', '[1, ]', '[1 ]'],
  ['json', '{"a":1,}', '{"a":1}'],
  ['json', '[,1]', '[1]'],
  ['json', '[1 "a"]', '[1 ,"a"]'],
  ['json', '"\u0000"', '"\\u0000"'],
  ['xml', '<a>R&D</a>', '<a>R&amp;D</a>'],
  ['xml', '<a>]]></a>', '<a>]]&gt;</a>'],
  ['xml', '<a b="<"/>', '<a b="&lt;"/>'],
  ['xml', '<a>&auml;</a>', '<a>&#228;</a>'],
  ['xml', '<a>&nbsp;</a>', '<a>&#160;</a>'],
  ['xml', '<a b="&hellip;"/>', '<a b="&#8230;"/>'],
  ['header', 'naïve', 'na%C3%AFve'],
])('in %s, %j is mended by its fix', (name, source, mended) => {
  const [fix] = runOutput(outputs[name], [source]).violation?.fixes ?? [];
  expect(fix && applyFix(source, fix)).toBe(mended);
  expect(runOutput(outputs[name], [mended]).violation).toBeUndefined();
});
