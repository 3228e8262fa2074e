import type { ComparisonOperator } from '../../tree.ts';

/** What other languages call how many items a list has. */
export const lengthNames: readonly string[] = ['length', 'size', 'count'];

const some = ['> 0', '!= 0', '>= 1', '!= '];
const none = ['== 0', '<= 0', '< 1', '== '];

/** The condition that a comparison of a list, or of its length, with a constant stands for, if there is one. */
export function meantByLength(
  list: string,
  operator: ComparisonOperator,
  constant: number | string,
): string | undefined {
  const asked = `${operator} ${constant}`;
  if (some.includes(asked)) return list;
  return none.includes(asked) ? `!${list}` : undefined;
}
