import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { ListItems } from '../list-items.ts';
import type { Condition, ListStep, ReadList } from '../resolve/program.ts';
import { ItemSource } from '../value-source.ts';
import { holds } from './holds.ts';
import { renderErrorAt } from './render-error.ts';
import type { Rendering } from './rendering.ts';

/** The first branch of a conditional whose condition holds, if any does. */
export function branchTaken<Branch extends { readonly condition: Condition }>(
  branches: readonly Branch[],
  rendering: Rendering,
): Branch | undefined {
  for (const branch of branches) if (holds(branch.condition, rendering)) return branch;
  return undefined;
}

/**
 * Goes through the items of a list that its filter takes. Each is read, with what conditions ask of it, when its turn
 * comes, and is then what values of its level are read from.
 *
 * @throws {RenderError} for an item that cannot be read.
 */
export function* itemsTaken(
  { list, filter, level, asked, range }: ListStep,
  rendering: Rendering,
): Iterable<void> {
  const items = rendering.listAt(list.index);
  for (let index = 0; index < (items?.length ?? 0); index++) {
    const item = new ItemSource(readItem(items, index, list, range));
    rendering.enter(level, item);
    asked.read(item, rendering);
    if (!filter || holds(filter, rendering)) yield;
  }
}

function readItem(
  items: ListItems | undefined,
  index: number,
  { path }: ReadList,
  range: SourceRange,
): unknown {
  try {
    return items?.at(index);
  } catch (error) {
    throw renderErrorAt(error, { variable: path.join('.'), range });
  }
}
