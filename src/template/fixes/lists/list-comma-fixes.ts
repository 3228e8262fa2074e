import type { ListNode } from '../../../../grammar/tree.ts';
import { excerpt } from '../../../diagnostics/catalogue/excerpt.ts';
import type { Diagnostic, Edit, Fix, SourceRange } from '../../../diagnostics/diagnostic.ts';
import { editAll } from '../../../diagnostics/fixes/fix.ts';
import { branchAt, type ListStep, type Program } from '../../resolve/program.ts';
import { insertion } from '../comma-edits.ts';
import { type IdleList, idleListsAt, takeActive } from './idle-items.ts';

/** What might mend a comma that is wrong between the items of a list, or next to a list that may be empty. */
export function listCommaFixes(
  { code, range }: Diagnostic,
  source: string,
  program: Program,
): readonly Fix[] {
  const { list, level } = levelAt(program, range.start);
  const isMissing = code === 'json-missing-comma';
  const at = isMissing ? { start: range.start, end: range.start } : range;
  const wrong: readonly Edit[] = isMissing ? [] : [{ range, text: '' }];
  const isBlank = (start: number, end: number) => start <= end && source.slice(start, end).trim() === '';
  const lists = level.filter(step => step.kind === 'list');
  const before = lists.filter(({ range: { end } }) => isBlank(end, at.start));
  const after = lists.filter(({ range: { start } }) => isBlank(at.end, start));
  return [
    ...idleListsAt(program, range.start, source).flatMap(idle => takings(wrong, idle, source)),
    ...(list ? [editAll('Write the comma between the items', [...wrong, separate(list.node)])] : []),
    ...after.flatMap(each => moved(wrong, each, each.node.tag.end)),
    ...before.flatMap(each => moved(wrong, each, bodyEnd(each.node))),
    ...[...before, ...after].flatMap(each => guarded(each, source, at)),
  ];
}

/** Of each list, with a comma that stands between items already, and with one that does not. */
function takings(wrong: readonly Edit[], idle: IdleList, source: string): readonly Fix[] {
  const edits = takeActive(idle, source);
  const [filter] = edits;
  if (!filter) return [];
  const title = `Take only items with \`$for(… ${excerpt(filter.text.trim())})$\``;
  return [editAll(title, edits), editAll(title, [...edits, ...wrong, separate(idle.step.node)])];
}

/** The steps next to an offset, and the list whose item they are written in. */
function levelAt(program: Program, offset: number): { level: Program; list: ListStep | undefined } {
  let level = program;
  let list: ListStep | undefined;
  for (;;) {
    const step = level.find(({ range }) => offset < range.end);
    if (!step || step.range.start > offset || step.kind === 'literal' || step.kind === 'value') break;
    const inside = branchAt(step, offset);
    if (!inside) break;
    if (step.kind === 'list') list = inside === step.steps ? step : undefined;
    level = inside;
  }
  return { level, list };
}

/** Writes a comma between the items of a list. */
function separate(node: ListNode): Edit {
  return node.separator ? insertion(node.separator.tag.end, ',') : insertion(bodyEnd(node), '$sep$,');
}

/** A comma next to a list goes with each item, and no longer between two. */
function moved(wrong: readonly Edit[], { node, separator }: ListStep, at: number): readonly Fix[] {
  const [only] = separator;
  if (!node.separator || separator.length !== 1 || only?.kind !== 'literal' || only.text.trim() !== ',')
    return [];
  const removal = { range: { start: node.separator.tag.start, end: only.range.end }, text: '' };
  return [editAll('Move the comma into the list', [...wrong, insertion(at, ','), removal])];
}

/** A comma that is written only if the list has items. */
function guarded({ node: { head } }: ListStep, source: string, range: SourceRange): readonly Fix[] {
  if (!head || head.filter) return [];
  const name = source.slice(head.path.range.start, head.path.range.end);
  return [editAll('Write the comma only if the list has items', [{ range, text: `$if(${name})$,$endif$` }])];
}

/** Where what is written for each item ends. */
export function bodyEnd({ separator, otherwise, endTag }: ListNode): number {
  return (separator?.tag ?? otherwise?.tag ?? endTag).start;
}
