import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFix } from '../../../src/diagnostics/fixes/apply-fix.ts';
import { xml } from '../../../src/output/xml/output.ts';
import { validateTemplate } from '../../../src/template/template.ts';
import { anyString, wellFormedString } from '../../any-string.ts';
import { hasNamespaceError, parseXml } from '../../parse-xml.ts';
import { runs } from '../../properties.ts';
import type { Piece } from '../run-output.ts';
import { cutPieces, fill, outcome, placeIn, runOutput, VALUE, violationIn, write } from '../run-output.ts';
import { anyValue } from '../values.ts';
import { illFormedXml, laxXml, wellFormedXml } from '../xml-cases.ts';
import { mutatedXml, xmlish, xmlTemplate, xmlTokens } from '../xml-templates.ts';

const accepts = (text: string) => runOutput(xml, [text]).violation === undefined;

/** saxes accepts these although they are not well formed: lone surrogates in names, `<?a?b?>`, and `a:1`. */
const isLax = /\p{Surrogate}|<\?[^\s?]+\?(?!>)|:[-.\d]/u;

describe('XML text without tags', () => {
  it('that is accepted is accepted by a strict parser, and the other way round', () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(mutatedXml, xmlish), text => {
        const { violation } = runOutput(xml, [text]);
        if (violation === undefined) accepted++;
        // Declarations of other versions and encodings are well formed, but refused.
        else if (violation.code === 'xml-declaration' || isLax.test(text)) return;
        // Prefixes that nothing declares, or that are not prefixes, are well formed to a parser that knows no namespaces.
        const isUnbound = violation?.code === 'xml-unbound-prefix';
        const isWellFormed = parseXml(text) !== undefined;
        if (isWellFormed) expect(hasNamespaceError(text)).toBe(isUnbound);
        if (!isUnbound) expect(isWellFormed).toBe(violation === undefined);
      }),
      { numRuns: runs(10_000) },
    );
    expect(accepted / runs(10_000)).toBeGreaterThan(0.05);
  });

  it.each(wellFormedXml)('%j is well formed', text => {
    expect(runOutput(xml, [text]).violation).toBeUndefined();
    expect(parseXml(text)).toBeDefined();
  });

  it.each(illFormedXml)('%j is not well formed', text => {
    expect(accepts(text)).toBe(false);
    expect(parseXml(text)).toBeUndefined();
  });

  it.each(laxXml)('%j is not well formed, although one parser takes it', text => {
    expect(accepts(text)).toBe(false);
    expect(parseXml(text)).toBeDefined();
  });

  it('declares each prefix, in the tag itself or around it', () => {
    const unbound = (...pieces: Piece[]) => violationIn(xml, ...pieces);
    expect(unbound('<p:a/>')).toBe('xml-unbound-prefix at <p:a');
    expect(unbound('<a p:b=""/>')).toBe('xml-unbound-prefix at <a p:b=""');
    expect(unbound('<a><b xmlns:p="u"/><p:c></p:c></a>')).toBe('xml-unbound-prefix at <p:c');
    expect(unbound('<xmlns:a/>')).toBe('xml-unbound-prefix at <xmlns:a');
    expect(unbound('<a p:b="" xmlns:p="u"><p:c/></a>')).toBeUndefined();
    expect(unbound('<a xmlns:p="u"></b>')).toBe('xml-mismatched-tag at </b');
    expect(unbound('<a xmlns:p="', VALUE, '"/>')).toBe('xml-no-place at $v$');
    expect(unbound('<a xmlns="', VALUE, '"/>')).toBe('xml-no-place at $v$');
    expect(unbound('<a xmlns="u" b="', VALUE, '"/>')).toBeUndefined();
    const many = Array.from({ length: 64 }, (_, index) => ` xmlns:p${index}="u"`).join('');
    expect(unbound(`<a${many}/>`)).toMatch(/^xml-unbound-prefix/);
  });

  it.each([
    '<:a/>',
    '<a:/>',
    '<a :b=""/>',
    '<a:b:c xmlns:a="u"/>',
    '<a xmlns:p="u" p:b="" p:c:d=""/>',
    '<?a:b?><a/>',
    '<a xmlns:xml="u"/>',
    '<a xmlns:xmlns="u"/>',
    '<a xmlns:p=" "/>',
  ])('refuses names and declarations that namespaces do not have: %s', text => {
    expect(parseXml(text)).toBeDefined();
    expect(hasNamespaceError(text)).toBe(true);
    expect(violationIn(xml, text)).toMatch(/^xml-unbound-prefix/);
  });

  it('binds prefixes on the paths that declare them', () => {
    const codes = (source: string) => validateTemplate(source, { output: 'xml' }).map(({ code }) => code);
    const declared = '<a$if(isError)$ xmlns:p="u"$endif$>';
    expect(codes(`${declared}$if(isError)$<p:b/>$endif$</a>`)).toEqual([]);
    expect(codes(`${declared}<p:b/></a>`)).toEqual(['xml-unbound-prefix']);
  });

  it('declares neither a document type, nor another version, nor another encoding than it is sent in', () => {
    expect(violationIn(xml, '<!DOCTYPE a><a/>')).toBe('xml-doctype at <!DOCTYPE');
    expect(violationIn(xml, '<!doctype html><a/>')).toBe('xml-doctype at <!doctype');
    expect(violationIn(xml, '<!DATA><a/>')).toBe('xml-unexpected at D');
    expect(violationIn(xml, '<?xml version="1.1"?><a/>')).toBe('xml-declaration at <?xml version="1.1"?>');
    expect(violationIn(xml, '<?xml version="1.0" encoding="ISO-8859-1"?><a/>')).toMatch(/^xml-declaration/);
  });

  it('may be nested 100,000 deep and have 10,000 attributes', () => {
    const depth = 100_000;
    expect(accepts('<a>'.repeat(depth) + '</a>'.repeat(depth))).toBe(true);
    const attributes = Array.from({ length: 10_000 }, (_, index) => ` a${index}=""`).join('');
    expect(accepts(`<a${attributes}/>`)).toBe(true);
    expect(violationIn(xml, `<a${attributes} a7=""/>`)).toBe('xml-duplicate-attribute at a7');
    const others = Array.from({ length: 30_000 }, (_, index) => `<b c${index}=""/>`).join('');
    expect(accepts(`<a><a${attributes}/>${others}</a>`)).toBe(true);
  });
});

describe('an XML template', () => {
  it('fares the same wherever its text is cut', () => {
    const pieces = fc.array(fc.oneof(xmlish, mutatedXml, fc.constant(VALUE)), { maxLength: 4 });
    fc.assert(
      fc.property(fc.oneof(pieces, xmlTemplate), fc.array(fc.nat(), { maxLength: 6 }), (whole, cuts) => {
        expect(outcome(runOutput(xml, cutPieces(whole, cuts)))).toEqual(outcome(runOutput(xml, whole)));
      }),
      { numRuns: runs(3000) },
    );
  });

  it('with values in text and attributes is accepted unless an empty value would leave `]]>`', () => {
    fc.assert(
      fc.property(xmlTemplate, fc.array(anyValue, { minLength: 1 }), (pieces, values) => {
        const { violation, places } = runOutput(xml, pieces);
        expect(violation).toBeUndefined();
        expect(parseXml(fill(pieces, places, index => values[index % values.length]))).toBeDefined();
      }),
      { numRuns: runs(2000) },
    );
    expect(violationIn(xml, '<a>]', VALUE, ']', VALUE, '></a>')).toBe('xml-unexpected at >');
  });

  it('that is accepted is well formed, however broken its pieces are', () => {
    const content = fc.array(fc.constantFrom<Piece>(VALUE, VALUE, ...xmlTokens), { maxLength: 6 });
    let accepted = 0;
    fc.assert(
      fc.property(content, fc.array(anyValue, { minLength: 1 }), (pieces, values) => {
        const whole: Piece[] = ['<a>', ...pieces, '</a>'];
        const { violation, places } = runOutput(xml, whole);
        if (violation) return;
        accepted++;
        const written = fill(whole, places, index => values[index % values.length]);
        expect(parseXml(written), written).toBeDefined();
      }),
      { numRuns: runs(10_000) },
    );
    expect(accepted / runs(10_000)).toBeGreaterThan(0.05);
  });

  it('gives the same key only to states that take the same continuation', () => {
    const beginning = fc.array(
      fc.constantFrom('<a>', '</a>', '<b ', 'c=""', " d='", "'", ' ', '>', ']', '&', '#', '0'),
      {
        maxLength: 5,
      },
    );
    const rest = fc.oneof(
      xmlish,
      fc.constantFrom('</a>', '</b></a>', ' c=""/></a>', '5;</a>', ']></a>', '"/></a>'),
    );
    let met = 0;
    fc.assert(
      fc.property(beginning, beginning, rest, (a, b, end) => {
        const start = xml.start();
        const [left, right] = [a, b].map(parts => xml.advance(start, `<a>${parts.join('')}`, 0));
        if (!left || !right || 'violation' in left || 'violation' in right) return;
        if (xml.key(left.state) !== xml.key(right.state)) return;
        met++;
        expect(accepts(`<a>${a.join('')}${end}`)).toBe(accepts(`<a>${b.join('')}${end}`));
      }),
      { numRuns: runs(10_000) },
    );
    expect(met / runs(10_000)).toBeGreaterThan(0.005);
  });

  it('meets again after branches that set different attributes in one tag', () => {
    const start = xml.start();
    const keys = ['<a b="1">', "<a  c='2' >", '<a><d/>', '<a><!-- x -->'].map(text => {
      const step = xml.advance(start, text, 0);
      return 'violation' in step ? step.violation.code : xml.key(step.state);
    });
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toContain('text');
  });
});

describe('a value in XML', () => {
  it.each<[string, ...Piece[]]>([
    ['xml-text', '<a>', VALUE, '</a>'],
    ['xml-text', '<a>b<c/>', VALUE, '</a>'],
    ['xml-text', '<a>]]', VALUE, '</a>'],
    ['xml-attribute', '<a b="', VALUE, '"/>'],
    ['xml-attribute', "<a b='x", VALUE, "'/>"],
    ['xml-no-place', VALUE],
    ['xml-no-place', '<a/>', VALUE],
    ['xml-no-place', '<', VALUE, '/>'],
    ['xml-no-place', '<a', VALUE, '/>'],
    ['xml-no-place', '<a ', VALUE, '="b"/>'],
    ['xml-no-place', '<a b', VALUE, '="b"/>'],
    ['xml-no-place', '<a b=', VALUE, '/>'],
    ['xml-no-place', '<a>&', VALUE, ';</a>'],
    ['xml-no-place', '<a>&#', VALUE, ';</a>'],
    ['xml-no-place', '<a><!--', VALUE, '--></a>'],
    ['xml-cdata', '<a><![CDATA[', VALUE, ']]></a>'],
    ['xml-cdata strict', '<a><![CDATA[]]', VALUE, ']]></a>'],
    ['xml-no-place', '<a xmlns="', VALUE, '"/>'],
    ['xml-no-place', '<a><?p ', VALUE, '?></a>'],
    ['xml-no-place', '<a></', VALUE, '>'],
    ['xml-no-place', '<?xml version="', VALUE, '"?><a/>'],
    ['xml-character', '<a>\ud83d', VALUE, '\ude00</a>'],
  ])('lands in %s', (place, ...pieces) => {
    expect(placeIn(xml, ...pieces)).toBe(place);
  });

  it('in a CDATA section is what a receiver reads, whatever stands around it', () => {
    const around = fc
      .string({ unit: fc.constantFrom(...']>x'), maxLength: 3 })
      .filter(text => !text.includes(']]>'));
    const value = fc.oneof(
      wellFormedString,
      fc.string({ unit: fc.constantFrom(...']>x<&\r\n'), maxLength: 6 }),
    );
    fc.assert(
      fc.property(around, value, around, value, around, (before, one, between, other, after) => {
        const pieces: Piece[] = ['<a><![CDATA[', before, VALUE, between, VALUE, after, ']]></a>'];
        const { violation, places } = runOutput(xml, pieces);
        if (violation) return;
        const written = [one, other].map((text, index) => places[index]?.text(text) ?? '');
        const text = `<a><![CDATA[${before}${written[0]}${between}${written[1]}${after}]]></a>`;
        const read = before + one + between + other + after;
        expect(parseXml(text)?.text).toBe(
          read.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd'),
        );
      }),
      { numRuns: runs(2000) },
    );
  });

  it('is what a receiver reads, but for characters that XML does not have', () => {
    const pieces: Piece[] = ['<a b="', VALUE, '" c=\'', VALUE, "'>\r", VALUE, '<d/>]', VALUE, '&gt;</a>'];
    const { places } = runOutput(xml, pieces);
    fc.assert(
      fc.property(
        fc.oneof(anyString, wellFormedString, fc.string({ unit: fc.constantFrom(...'\r\n\t]>&') })),
        text => {
          const possible = text
            .replace(/\p{Surrogate}|[\ufffe\uffff]/gu, '\ufffd')
            .replace(/\p{Cc}/gu, control => (/[\t\n\r\u007f-\u009f]/.test(control) ? control : '\ufffd'));
          const parsed = parseXml(fill(pieces, places, () => text));
          expect(parsed).toEqual({ text: `\n${possible}]${possible}>`, attributes: [possible, possible] });
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  it('is readable where nothing needs to be escaped', () => {
    const [text, attribute] = runOutput(xml, ['<a>', VALUE, '<b c="', VALUE, '"/></a>']).places;
    if (!text || !attribute) throw new Error('no places');
    const value = 'it\'s "a"\n<]]> &\t]]\u0000';
    expect(write(text, value)).toBe('it\'s "a"\n&lt;]]&gt; &amp;\t]]\ufffd');
    expect(write(attribute, value)).toBe('it&apos;s &quot;a&quot;&#10;&lt;]]&gt; &amp;&#9;]]\ufffd');
    expect(write(text, 'a]]')).toBe('a&#93;&#93;');
    expect(write(text, '\r\n')).toBe('&#13;\n');
    expect([1.5, true, undefined, 7n].map(other => write(text, other))).toEqual(['1.5', 'true', '', '7']);
  });
});

describe('a violation in XML', () => {
  it.each<[string, ...Piece[]]>([
    ['xml-unexpected at b', '<a/>b'],
    ['xml-unexpected at b', '<a/><b/>'],
    ['xml-unexpected at </', '<a></a></a>'],
    ['xml-unexpected at </', '</a>'],
    ['xml-reference at &amp', '<a>&amp</a>'],
    ['xml-mismatched-tag at </b', '<a><c></c></b></a>'],
    ['xml-mismatched-tag at </b', '<a></b ></a>'],
    ['xml-duplicate-attribute at b', '<a b="" c="" b=""/>'],
    ['xml-reference at &nbsp;', '<a>&nbsp;</a>'],
    ['xml-reference at &', '<a>a & b</a>'],
    ['xml-unexpected at <', '<a b="<"/>'],
    ['xml-unexpected at >', '<a>]]></a>'],
    ['xml-unexpected at  ', '<a><!-- -- --></a>'],
    ['xml-character at \u0001', '<a>\u0001</a>'],
    ['xml-unfinished at ', '<a><b></b>'],
    ['xml-declaration at <?xml ', '\n<?xml version="1.0"?><a/>'],
    ['xml-unexpected at <aaaa', `<${'a'.repeat(4)}${'b'.repeat(2000)}`],
  ])('%s', (expected, ...pieces) => {
    expect(violationIn(xml, ...pieces)?.slice(0, expected.length)).toBe(expected);
  });

  it.each([
    ['<a>fish & chips</a>', '<a>fish &amp; chips</a>'],
    ['<a>fish &amp chips</a>', '<a>fish &amp; chips</a>'],
    ['<a>&#228 &copy;</a>', '<a>&#228; &copy;</a>'],
    ['<a b="&lt"/>', '<a b="&lt;"/>'],
    ['<a>&AMP b</a>', '<a>&amp;AMP b</a>'],
    ['<a>&#0 b</a>', '<a>&amp;#0 b</a>'],
    ['<a>1&nbsp;km</a>', '<a>1&#160;km</a>'],
  ])('in the references of %s has a fix', (source, fixed) => {
    const [fix] = runOutput(xml, [source]).violation?.fixes ?? [];
    expect(fix && applyFix(source, fix)).toBe(fixed);
  });

  it('is perhaps a quote that was forgotten', () => {
    expect(runOutput(xml, ['<a b="', VALUE, '>x</a>']).violation?.expected).toBe(
      '`&lt;`, or the closing quote before it',
    );
  });

  it('points at the tag that is still open', () => {
    for (const source of ['<a><b c="d"></a>', '<a><b c="d">']) {
      const { violation } = runOutput(xml, [source]);
      const related = violation?.related ?? [];
      expect(related.map(({ range, message }) => [source.slice(range.start, range.end), message])).toEqual([
        ['<b', '`<b>` was opened here'],
      ]);
    }
  });
});
