import { parseUnconfirmed } from '../../grammar/parse-template.ts';
import { resolveTimeZone } from '../dates/zone/time-zone.ts';
import type { Budget } from '../diagnostics/budget.ts';
import {
  type Diagnostic,
  type DiagnosticCode,
  diagnose,
  hasErrors,
  type SourceRange,
} from '../diagnostics/diagnostic.ts';
import { applyFix } from '../diagnostics/fixes/apply-fix.ts';
import type { Place } from '../output/output.ts';
import { outputs } from '../output/outputs.ts';
import { budgetFor, type CommonBudget, commonBudget } from './check-budget.ts';
import { confirmFixes } from './fixes/confirm-fixes.ts';
import { DecisionDiagram } from './proof/decision-diagram.ts';
import { type Proof, prove } from './proof/prove.ts';
import { AskedVariables } from './resolve/asked-variables.ts';
import { findDoubleEncoding } from './resolve/double-encoding.ts';
import { KnownNames } from './resolve/known-names.ts';
import { findPlaceholders, withPlaceholders } from './resolve/placeholders.ts';
import type { Program, ValueStep } from './resolve/program.ts';
import { keywords, resolve } from './resolve/resolve.ts';
import type { ServedEvents } from './resolve/served-events.ts';
import { explainTimeZone } from './resolve/tag-options.ts';
import { processVariables, type VariableSchema } from './resolve/variables.ts';
import type { TemplateOptions } from './template-options.ts';

export interface CheckedTemplate {
  readonly program: Program;
  /** The variables that conditions name. */
  readonly asked: AskedVariables;
  readonly places: ReadonlyMap<ValueStep, Place>;
  /** In the order of their ranges. */
  readonly diagnostics: readonly Diagnostic[];
  /** Where no path comes: what is wrong there does not matter to these events. */
  readonly unreached: readonly SourceRange[];
  /** What the check spent of its budget. */
  readonly units: number;
}

/** Errors that leave no doubt about what was meant, so that the rest can still be proved. */
const clearlyMeant = new Set<DiagnosticCode>([
  'single-quotes',
  'escaped-quotes',
  'misspelt-keyword',
  'missing-parenthesis',
  'extra-parenthesis',
  'empty-condition',
  'invalid-condition',
]);

/** Errors after which a list writes nothing. */
const unreadLists = new Set<DiagnosticCode>(['unknown-list', 'not-a-list']);

/** What reading a character costs: lexer, parser, names. */
const readUnits = 8;
/** What looking for mistakes in a character of a pattern of dates or numbers costs. */
const formatUnits = 32;
/** What comparing a mistake, or a path that is broken, costs. */
const compareUnits = 300;

/**
 * Parses, resolves and proves a template. Never throws for a source. The budget pays for all that, and for trying out
 * fixes; where it does not, the proof says so, and fewer fixes and names are proposed.
 */
export function check(
  source: string,
  options: TemplateOptions<VariableSchema> = {},
  served?: ServedEvents,
  common: CommonBudget = commonBudget(),
): CheckedTemplate {
  const budget = budgetFor(source.length, common);
  const shared = sharedBy(options, served, common, budget);
  const checked = checkOnce(source, options, shared);
  const { diagnostics: mistakes, lacking, idle } = checked;
  if (mistakes.length + lacking.length + idle.length === 0) return { ...checked, units: budget.spent };
  // Trying a fix costs about what the check did, and what is wrong is compared before and after.
  const compared =
    (mistakes.length + checked.broken.length) * compareUnits + formatLength(checked.places) * formatUnits;
  const cost = budget.spent + compared;
  const isAffordable = () => budget.allows(cost) && common.trials.allows(cost);
  const tryOut = (fixed: string) => {
    budget.trySpending(compared);
    common.trials.trySpending(cost);
    return checkOnce(fixed, options, shared);
  };
  const trial = { ...checked, source, diagram: shared.diagram, isAffordable, check: tryOut };
  const confirmed = confirmFixes(trial, options.output ?? 'text');
  const mended = lacking.map((diagnostic, index) => {
    const fixes = diagnostic.fixes.filter(fix => {
      if (index >= mostMended || !isAffordable()) return false;
      const after = tryOut(applyFix(source, fix));
      return after.lacking.length < lacking.length && after.diagnostics.length <= mistakes.length;
    });
    return { ...diagnostic, fixes };
  });
  const found = [...confirmed, ...mended];
  // How an error was read is a guess, and so is what never holds then.
  const diagnostics = inOrder(hasErrors(found) ? found : [...found, ...idle]);
  return { ...checked, diagnostics, units: budget.spent };
}

/** How many names that some events lack get a fix that was tried. */
const mostMended = 16;

function formatLength(places: CheckedTemplate['places']): number {
  let length = 0;
  for (const { options } of places.keys()) length += options.format?.length ?? 0;
  return length;
}

/** Everything that is wrong with a template, as its rules report it: no fix is tried. */
export function findMistakes(
  source: string,
  options: TemplateOptions<VariableSchema> = {},
): readonly Diagnostic[] {
  const common = commonBudget();
  const budget = budgetFor(source.length, common);
  return checkOnce(source, options, sharedBy(options, undefined, common, budget)).diagnostics;
}

function sharedBy(
  { variables = processVariables }: TemplateOptions<VariableSchema>,
  served: ServedEvents | undefined,
  common: CommonBudget,
  budget: Budget,
): Shared {
  return {
    indexes: new Map<string, number>(),
    served,
    known: new KnownNames(served?.proposed ?? variables, common.proposals),
    diagram: new DecisionDiagram(budget),
  };
}

/** What sources share whose conditions are compared. */
interface Shared {
  /** Of the variables that conditions ask about. */
  readonly indexes: Map<string, number>;
  readonly served: ServedEvents | undefined;
  readonly known: KnownNames;
  readonly diagram: DecisionDiagram;
}

/** What the rules report, and what the proof says of where names and branches are reached: no fix clears that by chance. */
type CheckedOnce = Omit<CheckedTemplate, 'units'> & Pick<Proof, 'broken' | 'lacking' | 'idle'>;

function checkOnce(
  source: string,
  options: TemplateOptions<VariableSchema>,
  { indexes, served, known, diagram }: Shared,
): CheckedOnce {
  const { output = 'text', variables = processVariables, timeZone = 'UTC', limits } = options;
  if (!diagram.budget.trySpending(source.length * readUnits)) return tooMuch();
  const parsed = parseUnconfirmed(source, limits);
  const isKnownZone = resolveTimeZone(timeZone) !== undefined;
  const unknownZone = isKnownZone
    ? []
    : [explainTimeZone(timeZone, known.zoneMeantBy(timeZone), { start: 0, end: 0 })];
  const asked = new AskedVariables('', served);
  const inNames: Diagnostic[] = [];
  const program = resolve(parsed, {
    source,
    variables,
    known,
    served,
    timeZone: isKnownZone ? timeZone : 'UTC',
    asked,
    items: [],
    itemNames: new Set(),
    report: diagnostic => inNames.push(diagnostic),
  });
  asked.settle(indexes);
  const proof = isReadable(parsed.diagnostics)
    ? proveNamed(inNames, () => prove(program, outputs[output], source.length, diagram, asked.event))
    : unproved;
  const inTags = [...parsed.diagnostics, ...unknownZone, ...inNames];
  const mistakes = [...inTags, ...proof.diagnostics, ...findDoubleEncoding(proof.places, output)];
  const all = withPlaceholders(mistakes, findPlaceholders(program, { source, variables, output }));
  return { ...proof, program, asked, diagnostics: all.length < 2 ? all : inOrder(all) };
}

const unproved: Proof = {
  places: new Map(),
  diagnostics: [],
  broken: [],
  lacking: [],
  idle: [],
  unreached: [],
};

/** Where tags could not be read, what they would have written is unknown, and a proof would only guess. */
function isReadable(inSyntax: readonly Diagnostic[]): boolean {
  return inSyntax.every(({ code, severity }) => severity !== 'error' || clearlyMeant.has(code));
}

/** The same holds for lists that are none, and for keywords that look like names, unless nothing comes to them. */
function proveNamed(inNames: readonly Diagnostic[], compute: () => Proof): Proof {
  const unread = inNames.filter(
    ({ code, fixes }) =>
      unreadLists.has(code) || fixes.some(({ edits }) => keywords.includes(edits[0]?.text ?? '')),
  );
  const proof = compute();
  return unread.every(({ range }) => isWithinAny(range, proof.unreached)) ? proof : unproved;
}

/** Of a source that was checked for so many other events that there is no budget to read it again. */
function tooMuch(): ReturnType<typeof checkOnce> {
  const diagnostics = [diagnose('too-many-paths', { start: 0, end: 0 }, { most: undefined })];
  return { ...unproved, program: [], asked: new AskedVariables(), diagnostics };
}

function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics
    .toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end)
    .filter(isNew);
}

/** What fails in one place for one reason on several paths is one mistake, and so is a value that lost its name. */
function isNew(diagnostic: Diagnostic, index: number, all: readonly Diagnostic[]): boolean {
  const [before, after] = [all[index - 1], all[index + 1]];
  if (before?.code === diagnostic.code && isAt(before, diagnostic)) return false;
  const isNameless = after?.code === 'nameless-parameter' && isAt(after, diagnostic);
  return !(diagnostic.code === 'two-places' && isNameless);
}

/** Whether a range lies in one of those. */
export function isWithinAny({ start, end }: SourceRange, ranges: readonly SourceRange[]): boolean {
  return ranges.some(range => range.start <= start && end <= range.end);
}

function isAt({ range }: Diagnostic, other: Diagnostic): boolean {
  return range.start === other.range.start && range.end === other.range.end;
}
