import type { Fix, Severity, SourceRange } from '../../diagnostics/diagnostic.ts';
import { checkThat, listOf } from '../../http/define-options.ts';
import { recordOf } from '../record-of.ts';

/** Something that is wrong with a webhook, as the engine found it, or as a server says in its answer. */
export interface FoundProblem {
  /** `url`, `headers[0].value`, `signingSecret`; empty for the webhook as a whole. */
  readonly field: string;
  /** What it is, for programs. */
  readonly code: string;
  /** What it is, for people; code stands between backticks. */
  readonly message: string;
  readonly severity: Severity;
  /** In the text of the field. */
  readonly range: SourceRange;
  readonly fixes: readonly Fix[];
  /** What the message was made from. */
  readonly facts?: object | undefined;
}

/** What an answer may leave out. */
export type ReportedProblem = Pick<FoundProblem, 'field' | 'message'> & Partial<FoundProblem>;

const nowhere: SourceRange = { start: 0, end: 0 };
const aProblem = checkThat('an object with a `field` and a `message`', isProblem);
const aListOfProblems = listOf(aProblem);

/** @throws {TypeError} for what is not a list of problems. */
export function readProblems(given: unknown, name: string): readonly FoundProblem[] {
  return aListOfProblems(given, name).map(({ field, message, code, severity, range, fixes, facts }) => ({
    field,
    message,
    code: code ?? 'reported',
    severity: severity ?? 'error',
    range: range ?? nowhere,
    fixes: fixes ?? [],
    facts,
  }));
}

/** Those that are not known from here already. */
export function unknownAmong(
  reported: readonly FoundProblem[],
  found: readonly FoundProblem[],
): readonly FoundProblem[] {
  return reported.filter(
    ({ field, message }) => !found.some(each => each.field === field && each.message === message),
  );
}

function isProblem(value: unknown): value is ReportedProblem {
  const { field, message } = recordOf(value);
  return typeof field === 'string' && typeof message === 'string';
}
