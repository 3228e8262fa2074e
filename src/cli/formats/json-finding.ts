import type { CheckedFile } from '../check/check-file.ts';
import { type Region, regionsIn } from './positions.ts';

/** The version of what `--format json` and `jsonl` write; another number is another shape. */
export const jsonVersion = 1;

/** A finding for programs. */
interface JsonFinding extends Region {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** Which configuration of the file, from 0. */
  readonly webhook?: number;
  readonly field?: string;
  readonly events?: readonly string[];
  readonly related: readonly (Region & { readonly message: string })[];
  readonly fixes: readonly {
    readonly title: string;
    readonly kind: 'safe' | 'suggestion';
    readonly edits: readonly (Region & { readonly text: string })[];
  }[];
}

export function jsonFindings({ shown, findings }: CheckedFile): readonly JsonFinding[] {
  const regionOf = regionsIn(shown);
  return findings.map(({ code, severity, message, webhook, field, events, range, related, fixes }) => ({
    code,
    severity,
    message,
    ...(webhook !== undefined && { webhook }),
    ...(field !== '' && { field }),
    ...(events && { events }),
    ...regionOf(range),
    related: related.map(({ message, range }) => ({ message, ...regionOf(range) })),
    fixes: fixes.map(({ title, kind, edits }) => {
      return { title, kind, edits: edits.map(({ range, text }) => ({ ...regionOf(range), text })) };
    }),
  }));
}
