import type { ConditionalNode, TemplateTree } from '../../../grammar/tree.ts';
import { visit } from '../../../grammar/visit.ts';
import type { Edit, Fix, SourceRange } from '../../diagnostics/diagnostic.ts';
import { editAll } from '../../diagnostics/fixes/fix.ts';

/** The fixes that remove branches, by where their tags start; the rest of each conditional writes what it wrote. */
export function branchRemovals(
  tags: readonly SourceRange[],
  tree: TemplateTree,
  source: string,
): ReadonlyMap<number, Fix> {
  const wanted = new Set(tags.map(({ start }) => start));
  const found = new Map<number, Fix>();
  if (wanted.size === 0) return found;
  visit(tree, node => {
    if (node.kind !== 'conditional') return;
    for (const [index, { tag }] of node.branches.entries())
      if (wanted.has(tag.start))
        found.set(tag.start, editAll('Remove this branch', editsFor(node, index, source)));
  });
  return found;
}

function editsFor(
  { branches, otherwise, range, endTag }: ConditionalNode,
  index: number,
  source: string,
): readonly Edit[] {
  const removed = (start: number, end: number): Edit => ({
    range: withLines({ start, end }, source),
    text: '',
  });
  const { start } = branches[index]?.tag ?? range;
  const next = branches[index + 1];
  const following = (next ?? otherwise)?.tag ?? endTag;
  if (index > 0) return [{ range: { start, end: following.start }, text: '' }];
  if (next) {
    const word = source.indexOf('elseif', next.tag.start);
    return [{ range: { start, end: word + 'elseif'.length }, text: '$if' }];
  }
  return otherwise
    ? [removed(start, otherwise.tag.end), removed(endTag.start, endTag.end)]
    : [removed(range.start, range.end)];
}

/** Without the rest of its lines if that is blank: tags that are alone on a line write none. */
function withLines({ start, end }: SourceRange, source: string): SourceRange {
  let line = start;
  while (source[line - 1] === ' ' || source[line - 1] === '\t') line--;
  const rest = /[ \t]*(?:\r?\n|$)/y;
  rest.lastIndex = end;
  const isAlone = (line === 0 || source[line - 1] === '\n') && rest.test(source);
  return isAlone ? { start: line, end: rest.lastIndex } : { start, end };
}
