import type { Fix } from '../../diagnostics/diagnostic.ts';
import { editAll, insertAt } from '../../diagnostics/fixes/fix.ts';
import {
  branchesOf,
  type LiteralStep,
  type Program,
  type ValueStep,
} from '../../template/resolve/program.ts';
import { isEncoder, namesIn } from '../../template/resolve/text-format.ts';
import { firstInAddress } from './first-in-address.ts';
import { htmlCode } from './html-code.ts';

/** A value that may be any text, and what the template writes before it. */
export interface FreeValue {
  readonly step: ValueStep;
  readonly before: string;
}

/** Stands for a value in the text of a template. */
const hole = '\ufffc';
/** Enough to see what a value stands in, and few enough for thousands of values. */
const mostBefore = 300;

/**
 * The values whose characters only their place escapes, and none of these formats: numbers, dates and closed sets cannot
 * break another syntax.
 */
export function freeValues(program: Program, escapes = escapesSyntax): readonly FreeValue[] {
  const found: FreeValue[] = [];
  let before = '';
  for (const step of stepsOf(program)) {
    if (step.kind === 'value' && isFree(step, escapes)) found.push({ step, before });
    before = (before + textOfStep(step).slice(-mostBefore)).slice(-mostBefore);
  }
  return found;
}

/** What a template writes, its branches one after another and without its values. */
export function textOf(program: Program): string {
  return Array.from(stepsOf(program), textOfStep).join('');
}

/** The values of a program that is HTML which stand in code, whatever they are. */
export function valuesInHtmlCode(program: Program): ReadonlySet<ValueStep> {
  const found = new Set<ValueStep>();
  const first = firstInAddress(program);
  const code = htmlCode(textOf(program))[Symbol.iterator]();
  let range = code.next();
  let at = 0;
  for (const step of stepsOf(program)) {
    while (!range.done && range.value.end <= at) range = code.next();
    const isInside = !range.done && range.value.start <= at;
    if (step.kind === 'value' && isInside && (!range.value.isAddress || first.has(step))) found.add(step);
    at += textOfStep(step).length;
  }
  return found;
}

function textOfStep(step: LiteralStep | ValueStep): string {
  return step.kind === 'value' ? hole : step.text;
}

function* stepsOf(program: Program): Iterable<LiteralStep | ValueStep> {
  for (const step of program) {
    if (step.kind === 'literal' || step.kind === 'value') yield step;
    else for (const steps of branchesOf(step)) yield* stepsOf(steps);
  }
}

/** Whether a value may be any text, and no format of it escapes that. */
export function isFree({ variable: { type }, options }: ValueStep, escapes = escapesSyntax): boolean {
  return (type === 'string' || type === 'json') && !namesIn(options.format ?? '').some(escapes);
}

/** A backslash of Markdown stops no tag: `\<b>` is still one in HTML. */
function escapesSyntax(name: string): boolean {
  return isEncoder(name) && name !== 'markdown-escape';
}

/** The fix that gives each of these values a format; none where one of them already has another. */
export function addFormat(values: readonly FreeValue[], format: string): readonly Fix[] {
  if (values.some(({ step }) => step.options.format !== undefined)) return [];
  const edits = values.flatMap(({ step: { node } }) => {
    const last = node.options.at(-1);
    return last
      ? insertAt(last.range.end, `, format="${format}"`).edits
      : insertAt(node.path.range.end, `; format="${format}"`).edits;
  });
  return [editAll(`Add \`format="${format}"\``, edits)];
}
