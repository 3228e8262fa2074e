import { expect, it } from 'vitest';
import { mapParameters } from '../../src/parameters/parameter-mapping.ts';
import { missingIn, sampleBodyFor, withSample } from '../../src/parameters/sample-body.ts';

it.each([
  [{}],
  [{ tables: 'job/tables', region: 'value of region', rows: 'job/rows' }],
  [{ all: 'job', tables: 'job/tables' }],
  [{ first: 'rows/0/name', odd: 'a~1b/c~0d', own: '__proto__/__proto__' }],
])('a sample body has a value for each of %j', mapping => {
  const body = sampleBodyFor(mapping);
  expect(missingIn(body, mapping)).toEqual([]);
  expect(Object.keys(mapParameters(mapping, body))).toEqual(Object.keys(mapping));
});

it('says what a body lacks, which can be added without changing what is there', () => {
  const mapping = { tables: 'job/tables', region: 'value of region' };
  const body = { job: { rows: [1] }, other: null };
  expect(missingIn(body, mapping)).toMatchObject([
    { parameter: 'tables', reference: 'job/tables' },
    { parameter: 'region', reference: 'value of region' },
  ]);
  const more = withSample(withSample(body, 'job/tables', 'tables'), 'value of region', 'region');
  expect(more).toEqual({ job: { rows: [1], tables: 'example' }, other: null, region: 'example' });
  expect(body).toEqual({ job: { rows: [1] }, other: null });
});

it('adds nothing inside a text or a list', () => {
  expect(withSample({ job: 'all' }, 'job/tables', 'tables')).toEqual({ job: 'all' });
  expect(withSample({ job: null }, 'job/tables', 'tables')).toEqual({ job: null });
  expect(withSample([1], 'tables', 'tables')).toEqual([1]);
});
