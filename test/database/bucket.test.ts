import { expect, it } from 'vitest';
import { bucketCount, bucketOf } from '../../src/database/bucket.ts';

it('a bucket is the same in every release: what is stored stands in it', () => {
  const buckets = ['', 'shop', 'nightly', 'é', '\u{1f600}'].map(bucketOf);
  expect(buckets).toEqual([35, 13, 42, 10, 48]);
});

it('many profiles fill all buckets about evenly', () => {
  const counts = new Map<number, number>();
  for (let profile = 0; profile < 6400; profile++) {
    const bucket = bucketOf(`profile ${profile}`);
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: bucketCount }, (_, n) => n),
  );
  expect(Math.min(...counts.values())).toBeGreaterThan(50);
  expect(Math.max(...counts.values())).toBeLessThan(200);
});
