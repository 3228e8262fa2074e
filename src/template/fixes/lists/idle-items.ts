import type { ListNode } from '../../../../grammar/tree.ts';
import { type Diagnostic, diagnose, type Edit, type SourceRange } from '../../../diagnostics/diagnostic.ts';
import { branchAt, type ConditionalStep, type ListStep, type Program } from '../../resolve/program.ts';
import { isBlank } from '../comma-surroundings.ts';

/** A list of which an item can write nothing, though separators are written around it. */
export interface IdleList {
  readonly step: ListStep;
  /** Where an item writes something; undefined where no condition of the template says so. */
  readonly active: string | undefined;
  /** Whether the offset is what stands first between two items, or in what each writes outside of conditionals. */
  readonly isDirect: boolean;
}

/** The lists around an offset of which an item can write nothing, the innermost first. */
export function idleListsAt(program: Program, offset: number, source: string): readonly IdleList[] {
  const found: IdleList[] = [];
  let level: Program = program;
  let list: ListStep | undefined;
  for (;;) {
    const step = level.find(({ range }) => offset < range.end);
    if (!step || step.range.start > offset || step.kind === 'literal' || step.kind === 'value') break;
    level = branchAt(step, offset) ?? [];
    if (step.kind === 'list') list = step;
    const active = step.kind === 'list' ? activeWhen(step.steps, source) : true;
    if (step.kind === 'list' && active !== true && active !== false)
      found.unshift({ step, active, isDirect: true });
  }
  return found.map(idle => ({ ...idle, isDirect: idle.step === list && isDirectlyIn(idle.step, offset) }));
}

function isDirectlyIn({ steps, separator }: ListStep, offset: number): boolean {
  return [...steps, ...separator].some(
    step =>
      step.kind === 'literal' &&
      step.range.start <= offset &&
      offset < step.range.end &&
      step.text.slice(0, offset - step.range.start).trim() === '',
  );
}

/**
 * When steps write more than commas: always, never, under a condition, or under an unknown one. They are as
 * deep as conditionals and lists may be nested.
 */
function activeWhen(steps: Program, source: string): string | boolean | undefined {
  const each = steps.map(step => {
    if (step.kind === 'value') return true;
    if (step.kind === 'literal') return /[^\s,]/.test(step.text);
    return step.kind === 'list' ? activeList(step, source) : activeBranches(step, source);
  });
  if (each.includes(true)) return true;
  if (each.includes(undefined)) return undefined;
  return each.filter(active => typeof active === 'string').join(' || ') || false;
}

function activeList(step: ListStep, source: string): string | boolean | undefined {
  const { steps, otherwise, filter, node } = step;
  const others = activeWhen(otherwise, source);
  if (activeWhen(steps, source) !== true || !node.head) return undefined;
  if (others !== false || filter) return others === true ? true : undefined;
  return textOf(node.head.path.range, source);
}

function activeBranches(
  { branches, otherwise, node }: ConditionalStep,
  source: string,
): string | boolean | undefined {
  const others = activeWhen(otherwise, source);
  if (branches.some(({ steps }) => activeWhen(steps, source) !== true)) return undefined;
  if (others !== false) return others === true ? true : undefined;
  return node.branches.map(({ condition }) => textOf(condition.range, source)).join(' || ');
}

function textOf({ start, end }: SourceRange, source: string): string {
  return source.slice(start, end);
}

/** Takes only the items that write something: a conditional around all that an item writes becomes the filter. */
export function takeActive({ step, active }: IdleList, source: string): readonly Edit[] {
  const { node, otherwise } = step;
  if (!node.head || active === undefined || otherwise.length > 0) return [];
  return [filterBy(active, node, source), ...unwrapped(step, source)];
}

function filterBy(active: string, node: ListNode, source: string): Edit {
  const { range, filter } = filterOf(node, source);
  return { range, text: ` if ${filter === '' ? active : `${grouped(filter)} && ${grouped(active)}`}` };
}

/** From the list's path to the closing parenthesis. */
function filterOf({ head, tag }: ListNode, source: string): { range: SourceRange; filter: string } {
  const start = head?.path.range.end ?? tag.end;
  const text = source.slice(start, tag.end).replace(/\)\s*\$$/, '');
  return { range: { start, end: start + text.length }, filter: text.replace(/^\s*if\b/, '').trim() };
}

function grouped(condition: string): string {
  return condition.includes('||') ? `(${condition})` : condition;
}

function unwrapped({ steps }: ListStep, source: string): readonly Edit[] {
  const [only, ...more] = steps.filter(step => !isBlank(step));
  if (only?.kind !== 'conditional' || more.length > 0) return [];
  const { branches, otherwise, endTag } = only.node;
  const [first, ...others] = branches;
  if (others.length > 0 || otherwise || !first) return [];
  return [first.tag, endTag].map(tag => ({ range: withLine(tag, source), text: '' }));
}

/** A tag that stands alone on its line leaves no line behind. */
function withLine({ start, end }: SourceRange, source: string): SourceRange {
  const [before = ''] = /[ \t]*$/.exec(source.slice(Math.max(0, start - 400), start)) ?? [];
  const [after] = /^[ \t]*\r?\n/.exec(source.slice(end, end + 400)) ?? [];
  const isAlone = source[start - before.length - 1] === '\n' && after !== undefined;
  return isAlone ? { start: start - before.length, end: end + after.length } : { start, end };
}

/** Says of a comma between two items that it is too many because an item can write nothing. */
export function explainIdle(diagnostic: Diagnostic, program: Program, source: string): Diagnostic {
  if (diagnostic.code !== 'json-extra-comma') return diagnostic;
  const { code, range, facts, related, fixes } = diagnostic;
  const [idle] = idleListsAt(program, range.start, source);
  const head = idle?.step.node.head;
  if (!idle?.isDirect || !head) return diagnostic;
  const { filter } = filterOf(idle.step.node, source);
  const taken = textOf({ start: head.range.start, end: head.path.range.end }, source);
  const meant = idle.active === undefined ? undefined : filterBy(idle.active, idle.step.node, source).text;
  const more = meant ?? (filter === '' ? ' if …' : ` if ${grouped(filter)} && …`);
  const items = { list: textOf(head.path.range, source), active: idle.active, head: `${taken}${more}` };
  return diagnose(code, range, { ...facts, idle: items }, { related, fixes });
}
