import { describe, expect, test } from 'vitest';
import { compileDatePattern } from '../../src/dates/date-formatter.ts';
import oracle from '../oracles/simple-date-format.json' with { type: 'json' };

describe("the answers of Java's SimpleDateFormat", () => {
  test('are all here', () => {
    expect(oracle.rows).toHaveLength(1292);
  });

  test('come out the same', () => {
    const printed = oracle.rows.filter(row => row.expected !== undefined);
    expect(printed).toHaveLength(1256);
    for (const row of printed) {
      const format = compileDatePattern(row.pattern, { timeZone: row.timeZone });
      expect({ ...row, expected: format(Date.parse(row.instant)) }).toEqual(row);
    }
  });

  test('are refusals where Java throws', () => {
    for (const row of oracle.rows.filter(row => row.rejected !== undefined)) {
      expect(() => compileDatePattern(row.pattern), row.pattern).toThrow(RangeError);
    }
  });
});
