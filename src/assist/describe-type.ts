import { assertNever } from '../diagnostics/assert-never.ts';
import { isGroup, isList, type VariableType } from '../template/resolve/variables.ts';

const mostTexts = 6;

/** What a variable holds, in a word or a few. */
export function describeType(type: VariableType): string {
  if (isList(type)) return `list of ${describeType(type.of)}`;
  if (isGroup(type)) return 'group';
  if (typeof type === 'object') return describeTexts(type);
  switch (type) {
    case 'string':
      return 'text';
    case 'number':
    case 'boolean':
    case 'date':
      return type;
    case 'json':
      return 'any JSON';
    default:
      return assertNever(type);
  }
}

function describeTexts(texts: readonly string[]): string {
  const shown = texts.slice(0, mostTexts).join(', ');
  return texts.length > mostTexts ? `one of ${shown}, …` : `one of ${shown}`;
}
