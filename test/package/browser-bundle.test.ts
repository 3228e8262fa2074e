import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { browserBundle, mostGzippedBytes } from './browser-bundle.ts';

describe('the engine, bundled for a browser', () => {
  test('stays under 50 KB when it is minified and gzipped', async () => {
    const { gzippedBytes } = await browserBundle();
    expect(gzippedBytes).toBeGreaterThan(0);
    expect(gzippedBytes).toBeLessThan(mostGzippedBytes);
  });

  test('imports nothing, of Node or of anything else', async () => {
    expect((await browserBundle()).imports).toEqual([]);
  });

  test('names every package whose code it contains, with its licence', async () => {
    const notices = await readFile('dist/THIRD-PARTY-LICENSES.txt', 'utf8');
    for (const name of ['@date-fns/tz', 'chevrotain', 'date-fns', 'valibot']) {
      expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\((?:MIT|Apache-2\\.0)\\)$`, 'm'));
    }
    expect(notices).toContain('Apache License');
    expect(notices).toContain('Permission is hereby granted, free of charge');
  });
});
