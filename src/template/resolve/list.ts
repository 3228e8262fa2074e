import type { ListHead, ListNode, TemplateNode } from '../../../grammar/tree.ts';
import { diagnose } from '../../diagnostics/diagnostic.ts';
import { proposeMeant } from '../../diagnostics/fixes/fix.ts';
import { resolveCondition } from './condition.ts';
import { partOfItem } from './names/part-of-item.ts';
import { reportUnknown } from './names/unknown-name.ts';
import type { ListStep, Program, ReadList, Step } from './program.ts';
import { type Found, type Item, isOutOfReach, lookUp, type Scope } from './scope.ts';
import { isList, type ListType } from './variables.ts';

type ResolveNodes = (nodes: readonly TemplateNode[], scope: Scope) => Program;

/** Resolves a list; where it names none, that is reported, and nothing is said of what stands in it. */
export function resolveList(node: ListNode, scope: Scope, resolveNodes: ResolveNodes): Step | undefined {
  const { head, nodes, separator, otherwise } = node;
  const found = head && listOfHead(head, scope);
  if (!found) return undefined;
  const asked = scope.asked.ofItem();
  const { name } = head.item;
  const item: Item = { name, type: found.type.of, list: found.origin, asked, paths: new Map() };
  reportHidden(head, scope);
  const inBody = {
    ...scope,
    items: [...scope.items, item],
    known: scope.known.inBodyOf(item.name, item.type),
  };
  // Written while the item is the next one's, which no name leads to: lists in it have a level of their own.
  const between = { ...scope, items: [...scope.items, { ...item, name: '', type: {} }] };
  scope.itemNames.add(item.name);
  const { names } = head.path;
  const list = found.asked.variableOf('emptiness', names, head.path.range, found.origin.path);
  // A list in another one, and not in its items, is walked for each of them.
  list.walks += scope.items.length > found.origin.level ? 2 : 1;
  const filter = head.filter && resolveCondition(head.filter, inBody);
  return {
    kind: 'list',
    range: node.range,
    node,
    list,
    emptiness: filter ? takenOf(head, scope) : list,
    filter,
    level: inBody.items.length,
    asked,
    steps: resolveNodes(nodes, inBody),
    separator: resolveNodes(separator?.nodes ?? [], between),
    otherwise: resolveNodes(otherwise?.nodes ?? [], scope),
  } satisfies ListStep;
}

/**
 * Whether a filter takes any item is known of this list alone, and can be another for each item around it, and each time
 * that something is written between two items.
 */
function takenOf({ range }: ListHead, { source, items, asked }: Scope): ReadList {
  const text = source.slice(range.start, range.end);
  const around = items.at(-1)?.asked ?? asked;
  const path = [`${range.start} ${text}`];
  return around.variableOf('taken', path, range, path, text);
}

function listOfHead({ path }: ListHead, scope: Scope): (Found & { readonly type: ListType }) | undefined {
  const name = path.names.join('.');
  const found = lookUp(scope, path.names);
  const type = found?.type;
  if (found && type !== undefined && isList(type)) return { ...found, type };
  if (isOutOfReach(scope, path.names)) {
    reportUnknown(path, scope, 'list');
    return undefined;
  }
  const known = scope.known.named('list');
  const meant = partOfItem(path.names, scope, 'list') ?? scope.known.meantBy('list', name);
  const fixes = proposeMeant(path.range, meant);
  scope.report(diagnose(found ? 'not-a-list' : 'unknown-list', path.range, { name, known }, { fixes }));
  return undefined;
}

/** An item may not have the name of something else. */
function reportHidden({ item: { name, range } }: ListHead, scope: Scope): void {
  const isTaken = lookUp({ ...scope, items: [] }, [name]) ?? scope.items.some(other => other.name === name);
  if (isTaken) scope.report(diagnose('hidden-name', range, { name }));
}
