import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyString, wellFormedString } from '../any-string.ts';
import { parseXml } from '../parse-xml.ts';
import { compileBothWays } from './precompile/both-ways.ts';

/** Only characters that XML allows. */
const xmlString = wellFormedString.map(text =>
  text.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd'),
);

const variables = { text: 'string', json: 'json', isError: 'boolean' } as const;

describe('what a receiver reads', () => {
  it('is the value itself in a JSON string, as a JSON value and as a key', () => {
    const template = compileBothWays('{"in": "<$text$>", "value": $text$, "keyed": {$text$: 1}}', {
      output: 'json',
      variables,
    });
    fc.assert(
      fc.property(anyString, text => {
        expect(JSON.parse(template.render({ text }))).toEqual({
          in: `<${text}>`,
          value: text,
          keyed: Object.fromEntries([[text, 1]]),
        });
      }),
    );
  });

  it('is the JSON value itself where a `json` variable stands', () => {
    const template = compileBothWays('[$json$, "$json$"]', { output: 'json', variables });
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), value => {
        const plain = JSON.parse(JSON.stringify(value));
        const [bare, quoted] = JSON.parse(template.render({ json: value }));
        expect([bare, JSON.parse(quoted)]).toEqual([plain, plain]);
      }),
    );
  });

  it('is the value itself in XML text and in an attribute', () => {
    const template = compileBothWays(`<a b="<&$text$'"  c='$text$'>]]$text$</a>`.replace('<&', '&lt;'), {
      output: 'xml',
      variables,
    });
    fc.assert(
      fc.property(xmlString, text => {
        expect(parseXml(template.render({ text }))).toEqual({
          text: `]]${text}`,
          attributes: [`<${text}'`, text],
        });
      }),
    );
  });

  it('is the value itself in a query parameter', () => {
    const template = compileBothWays('https://h.example/x$text$?a=$text$&b$text$=1', {
      output: 'url',
      variables,
    });
    fc.assert(
      fc.property(wellFormedString, text => {
        const url = new URL(template.render({ text }));
        expect([...url.searchParams]).toEqual([
          ['a', text],
          [`b${text}`, '1'],
        ]);
        expect(decodeURIComponent(url.pathname)).toBe(`/x${text}`);
      }),
    );
  });

  it('is the value itself in a form field', () => {
    const template = compileBothWays('a=$text$&b$text$=$if(isError)$1$endif$', { output: 'form', variables });
    fc.assert(
      fc.property(wellFormedString, text => {
        expect([...new URLSearchParams(template.render({ text, isError: true }))]).toEqual([
          ['a', text],
          [`b${text}`, '1'],
        ]);
      }),
    );
  });
});
