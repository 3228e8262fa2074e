import type { ValueNode } from '../../../grammar/tree.ts';
import { diagnose } from '../../diagnostics/diagnostic.ts';
import { replaceWith } from '../../diagnostics/fixes/fix.ts';
import { partOfItem } from './names/part-of-item.ts';
import { reportList } from './names/unknown-name.ts';
import type { Scope } from './scope.ts';
import { isGroup, type ListType } from './variables.ts';

/** StringTemplate's option for what stands between the items of a list, which stands in `$sep$` here. */
export const separatorOption = 'separator';

/** Reports a list that a tag names like a value. */
export function reportListValue(
  { path, options, range }: ValueNode,
  type: ListType,
  scope: Scope,
): undefined {
  const name = path.names.join('.');
  const separator = options.find(option => option.name === separatorOption)?.value;
  const isClear = separator !== undefined && !separator.includes('\\') && !isGroup(type.of);
  if (!isClear || partOfItem(path.names, scope, 'any') !== undefined) return reportList(path, name, scope);
  const others = options.filter(option => option.name !== separatorOption);
  const given = others.map(({ range: { start, end } }) => scope.source.slice(start, end)).join(', ');
  const item = given === '' ? '$item$' : `$item; ${given}$`;
  const meant = `$for(item in ${name})$${item}$sep$${separator}$endfor$`;
  scope.report(diagnose('list-as-value', path.range, { name }, { fixes: [replaceWith(range, meant)] }));
}
