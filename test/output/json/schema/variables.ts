import { listOf, optional, type VariableSchema } from '../../../../src/template/resolve/variables.ts';

/** One variable of each kind, for templates that are walked under a schema. */
export const variables = {
  title: 'string',
  note: optional('string'),
  count: 'number',
  isError: 'boolean',
  isLate: 'boolean',
  date: 'date',
  level: ['high', 'low'],
  file: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
  rank: ['1', '2', '3', '4', '5', '6', '7', '8'],
  word: 'string',
  any: 'json',
  area: optional({ name: 'string' }),
  place: { name: 'string' },
  author: { name: 'string', note: optional('string') },
  links: listOf({ url: 'string', names: listOf('string') }),
} as const satisfies VariableSchema;
