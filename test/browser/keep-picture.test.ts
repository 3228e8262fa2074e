import { expect, it, vi } from 'vitest';
import { keepPicture, pictureFile } from './keep-picture.ts';

it('each page of each test has a picture of its own', () => {
  const screens =
    'a screen comes at once, fits, keeps still, looks like the others and is accessible: 320 px wide, from';
  const of = { file: 'test/a/tour.slow.test.ts', test: `${screens} 1`, number: 1 };
  const others = [
    { ...of, test: `${screens} 3` },
    { ...of, number: 2 },
    { ...of, file: 'test/b/tour.slow.test.ts' },
  ];
  expect(pictureFile(of)).toMatch(/^test-results\/tour\.slow-a-screen-comes-[\w-]+-1\.png$/);
  expect(new Set([of, ...others].map(pictureFile)).size).toBe(4);
});

it('a page that cannot be painted is no other failure', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  const page = { screenshot: () => Promise.reject(new Error('crashed')), url: () => 'http://a.example.com/' };
  await keepPicture(page, { file: 'a.test.ts', test: 'a', number: 1 });
  expect(said.mock.calls).toEqual([['No picture of the page at http://a.example.com/: Error: crashed']]);
  said.mockRestore();
});
