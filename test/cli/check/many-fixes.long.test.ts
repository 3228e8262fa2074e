import { expect, it } from 'vitest';
import { checkFiles, configText } from './check-files.ts';

it('what fixes make of a file is shown line by line, also where there are two thousand', async () => {
  const webhooks = Array.from({ length: 2000 }, (_, index) =>
    JSON.parse(
      configText({
        id: `hook-${index}`,
        authentication: { username: 'ada', password: 'canary' },
        contentType: ' application/json',
      }),
    ),
  );
  const { stderr } = await checkFiles({ 'a.json': JSON.stringify(webhooks, null, 1) }, [
    'a.json',
    '--fix-dry-run',
  ]);
  const lines = stderr.split('\n').filter(line => line.startsWith('a.json:'));
  expect(lines).toHaveLength(2 * webhooks.length);
  expect(lines.slice(0, 2)).toEqual([
    expect.stringMatching(/^a\.json:\d+: - {3}"contentType": " application\/json",$/),
    expect.stringMatching(/^a\.json:\d+: \+ {3}"contentType": "application\/json",$/),
  ]);
  expect(stderr).toContain('2000 mistakes would be mended.');
});
