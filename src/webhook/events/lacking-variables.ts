import type { ItemNode, ListNode, PathNode } from '../../../grammar/tree.ts';
import { visit } from '../../../grammar/visit.ts';
import { type Diagnostic, diagnose, type SourceRange } from '../../diagnostics/diagnostic.ts';
import type { Program } from '../../template/resolve/program.ts';
import { isList, variableNames } from '../../template/resolve/variables.ts';
import type { EventGroup } from './event-groups.ts';

/** A diagnostic, and the events that it holds for. */
export interface FoundFor<D extends Diagnostic = Diagnostic> {
  readonly names: readonly string[];
  readonly diagnostics: readonly D[];
}

/** Something in the source, and the events that lack it. */
interface Lacked {
  readonly range: SourceRange;
  readonly lackers: readonly string[];
}

/**
 * What was found in a template that was checked for a group, and where it names a variable that some events of the group
 * lack. Whatever else was found at such a name, or in a list of that name, is about the other events.
 */
export function findLacking(
  program: Program,
  diagnostics: readonly Diagnostic[],
  { names, variables, lacking }: EventGroup,
): readonly FoundFor[] {
  if (lacking.size === 0) return [{ names, diagnostics }];
  const all = Object.fromEntries(Object.entries(variables).filter(([name]) => !lacking.has(name)));
  const known = variableNames(all);
  const found: FoundFor[] = [];
  const lackers = new Map<string, readonly string[]>();
  const lists: Lacked[] = [];
  const othersAt = (range: SourceRange) =>
    without(
      names,
      lists.filter(list => isWithin(range, list.range)).flatMap(list => list.lackers),
    );
  eachContextName(program, (node, { list, isOutOfReach }) => {
    const path = node.kind === 'item' ? [node.name] : node.names;
    const lackersHere = lacking.get(path[0] ?? '');
    if (!lackersHere) return;
    const { range } = node;
    lackers.set(placeOf(range), lackersHere);
    if (node.kind === 'item') return;
    const name = path.join('.');
    const diagnostic = isOutOfReach
      ? diagnose('item-outside-list', range, { name, item: path[0] ?? '' })
      : list
        ? diagnose('unknown-list', range, { name, known: variableNames(all, isList) })
        : diagnose('unknown-variable', range, { name, known });
    const others = othersAt(range);
    found.push({ names: lackersHere.filter(name => others.includes(name)), diagnostics: [diagnostic] });
    if (list) lists.push({ range: list.range, lackers: lackersHere });
  });
  const others = diagnostics.map(each => ({
    names: without(othersAt(each.range), lackers.get(placeOf(each.range)) ?? []),
    diagnostics: [each],
  }));
  return [...others, ...found].filter(each => each.names.length > 0);
}

/** Where a name stands that leads into the context. */
interface Position {
  /** Whose path it is. */
  readonly list: ListNode | undefined;
  /** Whether it begins with the name that an item had before. */
  readonly isOutOfReach: boolean;
}

/**
 * Calls `enter` with every path that leads into the context, and with every item that may hide what is in the context:
 * those whose name is not that of an item around them.
 */
function eachContextName(
  program: Program,
  enter: (node: PathNode | ItemNode, position: Position) => void,
): void {
  const lists: ListNode[] = [];
  const items = new Set<string>();
  for (const step of program) {
    if (step.kind === 'literal') continue;
    visit(step.node, node => {
      if (node.kind !== 'list' && node.kind !== 'path' && node.kind !== 'item') return;
      while ((lists.at(-1)?.range.end ?? Infinity) <= node.range.start) lists.pop();
      if (node.kind === 'list') {
        lists.push(node);
        return;
      }
      const name = node.kind === 'item' ? node.name : node.names[0];
      if (lists.some(list => list.head?.item.name === name && knowsItem(list, node.range))) return;
      const list = lists.at(-1)?.head?.path === node ? lists.at(-1) : undefined;
      enter(node, { list, isOutOfReach: items.has(name ?? '') });
      if (node.kind === 'item') items.add(node.name);
    });
  }
}

/** The name of an item is known in the filter and in the body. */
function knowsItem({ head, tag, separator, otherwise, endTag }: ListNode, { start }: SourceRange): boolean {
  const end = (separator ?? otherwise)?.tag.start ?? endTag.start;
  return (head?.filter?.range.start ?? tag.end) <= start && start < end;
}

function isWithin({ start, end }: SourceRange, whole: SourceRange): boolean {
  return whole.start <= start && end <= whole.end;
}

function placeOf({ start, end }: SourceRange): string {
  return `${start} ${end}`;
}

function without(names: readonly string[], left: readonly string[]): readonly string[] {
  const out = new Set(left);
  return names.filter(name => !out.has(name));
}
