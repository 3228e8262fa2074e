import { type Check, wholeNumber } from '../options/define-options.ts';

/** How many days history is kept, unless an option says otherwise. */
export const usualRetentionDays = 30;

/** How many days the audit log is kept. */
export const usualAuditDays = 365;

/** A century at most. */
export const retentionDaysCheck: Check<number> = wholeNumber(1, 36_500);

/** An SQL condition: by the clock of the database, a time is further away than the days in the first parameter. */
export function isPastRetention(column: string): string {
  return `${column} < now() - $1::int * interval '1 day'`;
}
