import { assertNever } from '../../diagnostics/assert-never.ts';
import type { Missing } from '../render/missing.ts';
import { isGroup, isList, type VariableSchema, type VariableType } from '../resolve/variables.ts';
import { sourceOfText } from './source-text.ts';

/** The type of a context with these variables, as TypeScript writes it: where missing values are rejected, it is complete. */
export function writeContextType(variables: VariableSchema, missing: Missing): string {
  const members = Object.entries(variables).map(([name, type]) => {
    const written = writeType(type, missing);
    return missing === 'reject'
      ? `readonly ${name}: ${written};`
      : `readonly ${name}?: ${written} | null | undefined;`;
  });
  return members.length === 0 ? '{}' : `{ ${members.join(' ')} }`;
}

export function writeType(type: VariableType, missing: Missing): string {
  if (isGroup(type)) return writeContextType(type, missing);
  if (isList(type)) {
    const item = writeType(type.of, missing);
    return `readonly (${missing === 'reject' ? item : `${item} | null | undefined`})[]`;
  }
  if (typeof type !== 'string') return type.map(sourceOfText).join(' | ');
  switch (type) {
    case 'string':
    case 'boolean':
      return type;
    case 'number':
      return 'number | bigint';
    case 'date':
      return 'Date | number | string';
    case 'json':
      return missing === 'reject' ? 'NonNullable<unknown>' : 'unknown';
    default:
      return assertNever(type);
  }
}
