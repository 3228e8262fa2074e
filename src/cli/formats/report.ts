import type { CheckedFile } from '../check/check-file.ts';

/** What was checked, all together. */
export interface Summary {
  readonly files: number;
  readonly errors: number;
  readonly warnings: number;
  /** How many mistakes were mended. */
  readonly fixed: number;
}

/** Writes what `check` finds: something for each file, and something when all of them are done. */
export interface Report {
  readonly file: (file: CheckedFile) => string;
  readonly end: (summary: Summary) => string;
}

/** How a report looks. */
export interface ReportSettings {
  readonly color: boolean;
}
