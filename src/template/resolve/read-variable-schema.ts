import { nameSyntax, reservedNames } from '../../../grammar/names.ts';
import { aText, expected, InvalidArgument, oneOf } from '../../options/define-options.ts';
import {
  listOf,
  optional as optionalType,
  type PresentType,
  type VariableSchema,
  type VariableType,
} from './variables.ts';

const typeNames = ['string', 'number', 'boolean', 'date', 'json'] as const;
const typeName = oneOf(...typeNames);
/** Deeper nesting may be a group that contains itself. */
export const maxLevels = 20;

/** Copies a schema and checks that its names can stand in a tag and its types exist. */
export function readVariableSchema(schema: unknown, name: string, level = 0): VariableSchema {
  const isSchema = typeof schema === 'object' && schema !== null && !Array.isArray(schema);
  if (!isSchema) throw expected(name, 'an object with a type for each name');
  if (level === maxLevels) throw expected(name, `groups at most ${maxLevels} levels deep`);
  return Object.fromEntries(
    Object.entries(schema).map(([key, type]) => {
      assertName(key, `${name}.${key}`);
      if (level === 0 && reservedNames.has(key))
        throw new InvalidArgument(`${name}.${key}: a keyword cannot be the name of a variable`);
      return [key, readType(type, `${name}.${key}`, level)];
    }),
  );
}

const aName = new RegExp(`^${nameSyntax}$`);

function assertName(key: string, name: string): void {
  if (aName.test(key)) return;
  const meant = key.replace(/\W+/g, '_');
  const hint = aName.test(meant) ? `; did you mean \`${meant}\`?` : '';
  throw expected(name, `a name of letters, digits and \`_\` that does not begin with a digit${hint}`);
}

function isOfKind(kind: string, type: unknown): type is { readonly of: unknown } {
  return typeof type === 'object' && type !== null && 'kind' in type && type.kind === kind && 'of' in type;
}

function readType(type: unknown, name: string, level: number): VariableType {
  if (!isOfKind('optional', type)) return readPresentType(type, name, level);
  return optionalType(readPresentType(type.of, `${name}.of`, level));
}

function readPresentType(type: unknown, name: string, level: number): PresentType {
  if (level > maxLevels) throw expected(name, `groups at most ${maxLevels} levels deep`);
  if (Array.isArray(type)) return readTexts(type, name);
  if (isOfKind('list', type)) return listOf(readType(type.of, `${name}.of`, level + 1));
  if (isOfKind('optional', type)) throw new InvalidArgument(`${name}: is optional already`);
  if (typeof type === 'object' && type !== null) return readVariableSchema(type, name, level + 1);
  return typeName(type, name);
}

function readTexts(texts: readonly unknown[], name: string): readonly string[] {
  if (texts.length === 0) throw expected(name, 'a list with at least one text');
  return texts.map((text, index) => aText(text, `${name}[${index}]`));
}
