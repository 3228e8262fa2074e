import * as v from 'valibot';
import type { JsonValue } from '../../http/json-value.ts';
import { readJsonBody } from '../../workflow/http/json-body.ts';
import { Problem } from '../../workflow/http/problem.ts';

/** What is wrong with one part of a request. */
export interface FieldProblem {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** Deeper than any sample or configuration, and far from where serializers give up. */
export const deepestBody = 100;

/** @throws {Problem} 400 `invalid-request`, naming what is wrong in the path or the query. */
export function readParameters<S extends v.GenericSchema>(
  place: 'path' | 'query',
  given: Readonly<Record<string, unknown>>,
  schema: S | undefined,
): v.InferOutput<S> | undefined {
  if (!schema) return undefined;
  const read = v.safeParse(schema, given);
  if (read.success) return read.output;
  throw invalidRequest(
    place,
    read.issues.map(issue => fieldProblem(issue)),
  );
}

/** What is wrong with one part of a query, where no schema could tell. */
export function invalidQuery(field: string, message: string): Problem {
  return invalidRequest('query', [{ field, code: 'invalid-field', message }]);
}

export function unknownCursor(): Problem {
  return invalidQuery('cursor', 'This is not the `next` of a page.');
}

function invalidRequest(place: 'path' | 'query', issues: readonly FieldProblem[]): Problem {
  const [first] = issues;
  const detail = `The ${place} is not what it should be: ${first?.field ?? ''}: ${first?.message ?? ''}`;
  return new Problem(400, 'invalid-request', detail, {}, { issues });
}

/**
 * The JSON body of a request.
 *
 * @throws {Problem} 400, 413 or 415 if the body is not JSON, 422 `invalid-body` if it does not match the schema.
 */
export async function readBody<S extends v.GenericSchema>(
  request: Request,
  schema: S | undefined,
): Promise<v.InferOutput<S> | undefined> {
  if (!schema) return undefined;
  const { body } = await readJsonBody(request);
  if (isDeeper(body, deepestBody)) {
    throw new Problem(422, 'too-deep', `The body is nested deeper than ${deepestBody} levels.`);
  }
  const read = v.safeParse(schema, body);
  if (read.success) return read.output;
  throw invalidFields(read.issues.map(issue => fieldProblem(issue)));
}

/** 422 with a diagnostic for each field. */
export function invalidFields(diagnostics: readonly FieldProblem[]): Problem {
  const [first] = diagnostics;
  const where = first && first.field !== '' ? `${first.field}: ` : '';
  const detail = `${where}${first?.message ?? 'The body is not what it should be.'}`;
  return new Problem(422, 'invalid-body', detail, {}, { diagnostics });
}

/** Quotes nothing of what was sent. */
function fieldProblem(issue: v.BaseIssue<unknown>): FieldProblem {
  const field = (issue.path ?? [])
    .map(({ key }) => fieldStep(key))
    .join('')
    .replace(/^\./, '');
  if (issue.expected === 'never') {
    return { field, code: 'unknown-field', message: 'There is no such field; see the OpenAPI document.' };
  }
  if (issue.input === undefined) return { field, code: 'missing-field', message: 'This field is missing.' };
  const expected =
    issue.requirement instanceof RegExp || issue.expected === null ? issue.type : issue.expected;
  return { field, code: 'invalid-field', message: `This field should be ${describe(expected, issue)}.` };
}

function describe(expected: string, { type, requirement }: v.BaseIssue<unknown>): string {
  if (type === 'regex') return 'written as the OpenAPI document says';
  if (type === 'max_length') return `of length ${String(requirement)} at most`;
  if (type === 'check' || type === 'iso_timestamp') return 'as the OpenAPI document says';
  return expected.replaceAll('"', '`');
}

function fieldStep(key: unknown): string {
  return typeof key === 'number' ? `[${key}]` : `.${String(key).slice(0, 100)}`;
}

/** Level by level, without recursion: it may be nested deeper than the stack. */
function isDeeper(body: JsonValue, most: number): boolean {
  let level: readonly unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true;
    level = level.flatMap(value => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return false;
}
