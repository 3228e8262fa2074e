import { describe, expect, it } from 'vitest';
import { validateWebhook } from '../../src/webhook/check.ts';
import { compileWebhook } from '../../src/webhook/compile.ts';

const config = {
  profile: 'p',
  events: { Started: true, Errored: true },
  method: 'GET',
  url: 'https://example.com/',
} as const;

function found(url: string, allow?: readonly string[]): readonly string[] {
  return validateWebhook({ ...config, url }, { allow }).map(
    ({ severity, code, field, range }) =>
      `${severity} ${code} in ${field} at ${url.slice(range.start, range.end)}`,
  );
}

describe('an address in the URL that delivery would refuse', () => {
  it.each([
    ['http://127.0.0.1:8080/a', '127.0.0.1:8080'],
    ['https://10.1.2.3', '10.1.2.3'],
    ['https://192.168.0.1/?q=$profile$', '192.168.0.1'],
    ['http://169.254.169.254/latest', '169.254.169.254'],
    ['http://[::1]/', '[::1]'],
    ['http://0x7f.1/', '0x7f.1'],
    ['http://2130706433/', '2130706433'],
    ['http:\\\\127.0.0.1\\a', '127.0.0.1'],
    ['https://user:secret@10.0.0.1:81/', '10.0.0.1:81'],
    ['https://user:\\$ecret@10.0.0.1/', 'user:\\$ecret@10.0.0.1'],
    ['http://127$! a comment !$.0.0.1/', '127$! a comment !$.0.0.1'],
    ['$if(isError)$https://example.com/$else$https://10.0.0.1/$endif$?p=$profile$', '10.0.0.1'],
  ])('gets a warning: %s', (url, at) => {
    expect(found(url)).toEqual([`warning refused-address in url at ${at}`]);
    expect(found(url, ['0.0.0.0/0', '::/0'])).toEqual([]);
  });

  it('is looked for on every way through the template', () => {
    const url =
      'https://$if(errorCount > 5)$10.0.0.1$elseif(isError)$10.0.0.2$else$example.com$endif$/?p=$profile$';
    expect(found(url)).toEqual([
      `warning refused-address in url at ${url.slice(8, url.lastIndexOf('/'))}`,
      `warning refused-address in url at ${url.slice(8, url.lastIndexOf('/'))}`,
    ]);
    expect(found(url, ['10.0.0.1/32'])).toHaveLength(1);
  });

  it.each([
    'https://example.com/',
    'https://8.8.8.8/',
    'http://localhost/',
    'https://10.example.com/',
    'http://[2606:4700::1111]/',
  ])('is none in %s', url => {
    expect(found(url)).toEqual([]);
  });

  it('may be in a range that is allowed', () => {
    expect(found('http://10.1.2.3/', ['10.1.0.0/16'])).toEqual([]);
    expect(found('http://10.2.2.3/', ['10.1.0.0/16'])).toHaveLength(1);
    expect(() => validateWebhook(config, { allow: ['10.1.2.3'] })).toThrow('allow[0]: expected a CIDR range');
  });

  it('keeps no webhook from being compiled', () => {
    const url = 'http://127.0.0.1/';
    expect(compileWebhook({ ...config, url }).diagnostics).toHaveLength(1);
    expect(compileWebhook({ ...config, url }, { allow: ['127.0.0.0/8'] }).diagnostics).toEqual([]);
  });
});
