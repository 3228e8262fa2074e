import { describe, expect, it } from 'vitest';
import { validateWebhook } from '../../../src/webhook/check.ts';
import { summaries, withHeader } from '../field-summaries.ts';

describe('a header name', () => {
  it.each([
    ['', ''],
    ['X A', ' '],
    ['X-A:', ':'],
    ['X-Ä', 'Ä'],
    ['X-😀', '😀'],
    ['X\r\nY', '\r'],
    ['"X"', '"'],
  ])('that is not a token is refused: %j', (name, wrong) => {
    expect(summaries(withHeader(name))).toEqual([`invalid-header-name at headers[1].name [${wrong}]`]);
  });

  it.each([
    'host',
    'Content-Length',
    'TRANSFER-ENCODING',
    'connection',
    'keep-alive',
    'proxy-connection',
    'TE',
    'trailer',
    'upgrade',
    'expect',
    'HTTP2-Settings',
    'Accept-Encoding',
    'webhook-id',
    'Webhook-Signature',
  ])('that the sender needs for itself is refused: %s', name => {
    expect(summaries(withHeader(name))).toEqual([`reserved-header at headers[1].name [${name}]`]);
  });

  it('cannot be content-type, which has a setting of its own', () => {
    expect(summaries(withHeader('Content-Type'))).toEqual([
      'content-type-header at headers[1].name [Content-Type]',
    ]);
  });

  it('stands once, whatever its case', () => {
    const diagnostics = validateWebhook(withHeader('x-first'));
    expect(diagnostics).toMatchObject([{ code: 'repeated-header', field: 'headers[1].name' }]);
    expect(diagnostics[0]?.message).toContain('already set by `X-First`');
  });

  it.each(['X-A', 'host2', 'X-Webhook-Id', "!#$%&'*+.^_`|~-09az"])('may be %s', name => {
    expect(validateWebhook(withHeader(name))).toEqual([]);
  });
});
