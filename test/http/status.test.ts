import { describe, expect, it } from 'vitest';
import { isSuccessStatus, redirectTarget, statusMeaning } from '../../src/http/status.ts';

it.each([
  [199, false],
  [200, true],
  [299, true],
  [300, false],
])('tells whether %i means success', (status, isSuccess) => {
  expect(isSuccessStatus(status)).toBe(isSuccess);
});

describe('the words for a redirect', () => {
  const url = 'https://shop.test/hooks/42?token=hush';
  const unknown = 'it redirects to another address, and redirects are never followed';

  it.each([
    [
      '/hooks/42/',
      'it redirects to the same address with `/` at the end, and redirects are never followed, so save that address',
    ],
    ['/hooks/42', 'it redirects to the same address, and redirects are never followed'],
    [
      'https://shop.test/login/HUSH?again=1',
      'it redirects to another path of the same server, and redirects are never followed, so save the right one',
    ],
    [
      'https://other.test',
      'it redirects to `https://other.test`, and redirects are never followed, so save the address of the receiver there if you trust it',
    ],
    ['https://', unknown],
  ])('to %s name the target and the way out', (location, words) => {
    for (const status of [300, 301, 302, 303, 307, 308])
      expect(statusMeaning(status, { url, headers: [['location', location]] })).toBe(words);
    // A record keeps enough of it.
    const kept = redirectTarget(location, url);
    if (kept === undefined) return;
    expect(statusMeaning(308, { url, headers: [['location', kept]] })).toBe(words);
    expect(kept).not.toMatch(/42|hush/i);
  });

  it('say where a slash is too much, and where `https` is missing', () => {
    const headers = [['location', 'https://shop.test']] as const;
    expect(statusMeaning(308, { url: 'http://shop.test/hooks', headers })).toBe(
      'it redirects to `https://shop.test`, and redirects are never followed, so save the address with `https`',
    );
    const bare = [['location', 'https://shop.test/hooks']] as const;
    expect(statusMeaning(301, { url: 'https://shop.test/hooks/', headers: bare })).toBe(
      'it redirects to the same address without `/` at the end, and redirects are never followed, so save that address',
    );
  });

  it('name no target that is unknown', () => {
    expect(statusMeaning(308)).toBe(unknown);
    expect(statusMeaning(308, { url, headers: [] })).toBe(unknown);
    expect(statusMeaning(304, { url, headers: [] })).toBeUndefined();
  });
});
