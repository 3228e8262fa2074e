import { readOwn, UnreadableValue } from '../read-own.ts';
import { isGroup, type VariableSchema } from '../resolve/variables.ts';
import { RenderError, unreadable } from './render-error.ts';

/** Whether what is missing is written as nothing, or refused. */
export type Missing = 'accept' | 'reject';

const nowhere = { start: 0, end: 0 };

/**
 * Makes sure that a context has a value for each variable, whether a template names it or not.
 *
 * @throws {RenderError} that names the first one that is missing.
 */
export function assertComplete(
  variables: VariableSchema,
  context: unknown,
  path: readonly string[] = [],
): void {
  for (const [name, type] of Object.entries(variables)) {
    const inner = [...path, name];
    if (isGroup(type)) assertComplete(type, context, inner);
    else assertPresent(context, inner);
  }
}

function assertPresent(context: unknown, path: readonly string[]): void {
  const name = path.join('.');
  let value: unknown;
  try {
    value = readOwn(context, path);
  } catch (error) {
    throw error instanceof UnreadableValue ? unreadable(name, nowhere) : error;
  }
  if (value === undefined || value === null)
    throw new RenderError('missing-value', name, nowhere, 'is missing.');
}
