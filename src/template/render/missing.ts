import { ListItems } from '../list-items.ts';
import { readOwn } from '../read-own-property.ts';
import { isGroup, isList, isOptional, type VariableSchema, type VariableType } from '../resolve/variables.ts';
import { nowhere, RenderError, renderErrorAt } from './render-error.ts';

/** Whether a missing value is written as nothing or refused. */
export type Missing = 'accept' | 'reject';

/**
 * Asserts that a context has a value for every variable that is not optional, including the parts of list items, whether
 * the template names it or not. The `null` of JSON is a value.
 *
 * @throws {RenderError} that names the first missing one.
 */
export function assertComplete(variables: VariableSchema, context: unknown, prefix = ''): void {
  for (const [name, type] of Object.entries(variables)) {
    const whole = `${prefix}${name}`;
    assertPresent(
      type,
      reading(whole, () => readOwn(context, name)),
      whole,
    );
  }
}

function assertPresent(declared: VariableType, value: unknown, name: string): void {
  const isMissing = value === undefined || value === null;
  if (isMissing && isOptional(declared)) return;
  const type = isOptional(declared) ? declared.of : declared;
  // The first part that it lacks says more than its own name.
  if (isGroup(type)) assertComplete(type, value, `${name}.`);
  if (isMissing && (type !== 'json' || value === undefined))
    throw new RenderError('missing-value', name, nowhere, 'is missing.');
  if (!isList(type)) return;
  const items = reading(name, () => new ListItems(value));
  for (let index = 0; index < items.length; index++) {
    const item = `${name}[${index}]`;
    assertPresent(
      type.of,
      reading(item, () => items.at(index)),
      item,
    );
  }
}

function reading<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw renderErrorAt(error, { variable: name, range: nowhere });
  }
}
