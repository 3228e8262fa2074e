import type { ConditionalNode, TemplateTree } from '../../../grammar/tree.ts';
import { visit } from '../../../grammar/visit.ts';
import type { Edit, Fix, SourceRange } from '../../diagnostics/diagnostic.ts';
import { editAll } from '../../diagnostics/fixes/fix.ts';

/** Removes the branch that begins with a tag; the rest of its conditional writes what it wrote. */
export function removeBranch(tag: SourceRange, tree: TemplateTree, source: string): Fix | undefined {
  let edits: readonly Edit[] | undefined;
  visit(tree, node => {
    if (node.kind !== 'conditional') return;
    const index = node.branches.findIndex(branch => branch.tag.start === tag.start);
    if (index >= 0) edits = editsFor(node, index, source);
  });
  return edits && editAll('Remove this branch', edits);
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
  const before = /(?:^|\n)([ \t]*)$/.exec(source.slice(0, start))?.[1];
  const after = /^[ \t]*(?:\r?\n|$)/.exec(source.slice(end))?.[0];
  if (before === undefined || after === undefined) return { start, end };
  return { start: start - before.length, end: end + after.length };
}
