import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeyset } from '../../src/database/keyset-page.ts';

interface Row {
  readonly at: Date;
  readonly id: string;
  readonly version: number;
}

const keyset = createKeyset<Row>(['time', 'text', 'integer'], ({ at, id, version }) => [at, id, version]);
const row = (id: string): Row => ({ at: new Date('2026-11-03T07:00:00.123Z'), id, version: 7 });

function cursorOf(keys: unknown): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url');
}

describe('a page of a list', () => {
  it('names the last of its rows where there is more, and nothing where there is not', () => {
    const rows = [row('a'), row('b'), row('c')];
    const { items, next } = keyset.pageOf(rows, 2);
    expect(items).toEqual(rows.slice(0, 2));
    expect(keyset.keysIn(next)).toEqual(['2026-11-03T07:00:00.123Z', 'b', '7']);
    expect(keyset.pageOf(rows, 3)).toEqual({ items: rows, next: undefined });
    expect(keyset.pageOf([], 3)).toEqual({ items: [], next: undefined });
  });

  it('begins before all rows where there is no cursor', () => {
    expect(keyset.keysIn(undefined)).toEqual([null, null, null]);
  });

  it('takes the keys of any row that PostgreSQL can hold, and gives them back', () => {
    const id = fc.string({ unit: 'grapheme' }).filter(text => !text.includes('\0'));
    const at = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(id, at, fc.nat({ max: 999_999_999 }), (id, at, version) => {
        const { next } = keyset.pageOf([{ id, at, version }, row('z')], 1);
        expect(keyset.keysIn(next)).toEqual([at.toISOString(), id, String(version)]);
      }),
    );
  });

  it('refuses a cursor that it did not write, whatever is in it', () => {
    const [time, version] = ['2026-11-03T07:00:00.123Z', '7'];
    const foreign = [
      ...[[], [time], [time, 'b'], [time, 'b', version, 'more'], 'text', null, { 0: time }],
      ...[
        [1, 'b', version],
        [time, null, version],
      ],
      ...[
        ['yesterday', 'b', version],
        ['0000-01-01T00:00:00.000Z', 'b', version],
      ],
      ...[
        ['2026-02-30T00:00:00.000Z', 'b', version],
        ['+012026-01-01T00:00:00.000Z', 'b', version],
      ],
      ...[
        [time, 'a\0b', version],
        [time, '\ud800', version],
      ],
      ...[
        [time, 'b', '-1'],
        [time, 'b', '1.5'],
        [time, 'b', '1e3'],
        [time, 'b', '4294967296'],
      ],
    ];
    for (const cursor of ['', 'AAAA', '%%%', ...foreign.map(cursorOf)]) {
      expect(() => keyset.keysIn(cursor), cursor).toThrow('options.cursor: expected the `next` of a page');
    }
  });
});
