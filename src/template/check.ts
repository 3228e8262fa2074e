import { parseUnconfirmed } from '../../grammar/parse-template.ts';
import { resolveTimeZone } from '../dates/zone/time-zone.ts';
import type { Budget } from '../diagnostics/budget.ts';
import { type Diagnostic, type DiagnosticCode, diagnose } from '../diagnostics/diagnostic.ts';
import type { Place } from '../output/output.ts';
import { outputs } from '../output/outputs.ts';
import { budgetFor, type CommonBudget, commonBudget } from './check-budget.ts';
import { confirmFixes } from './fixes/confirm-fixes.ts';
import { DecisionDiagram } from './proof/decision-diagram.ts';
import { type Proof, prove } from './proof/prove.ts';
import { AskedVariables } from './resolve/classes/asked-variables.ts';
import { findDoubleEncoding } from './resolve/double-encoding.ts';
import { KnownNames } from './resolve/names/known-names.ts';
import { findPlaceholders, withPlaceholders } from './resolve/placeholders/placeholders.ts';
import type { Program, ValueStep } from './resolve/program.ts';
import { keywords, resolve } from './resolve/resolve.ts';
import { explainTimeZone } from './resolve/tag-options.ts';
import { processVariables, type VariableSchema } from './resolve/variables.ts';
import type { TemplateOptions } from './template-options.ts';

/** One of several checks of a source, for other variables each. */
interface Turn {
  /** Of all these checks. */
  readonly budget: Budget;
  /** How many there will be after this one: what they need is not spent on fixes. */
  readonly left: number;
}

export interface CheckedTemplate {
  readonly program: Program;
  /** The variables that conditions name. */
  readonly asked: AskedVariables;
  readonly places: ReadonlyMap<ValueStep, Place>;
  /** In the order of their ranges. */
  readonly diagnostics: readonly Diagnostic[];
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
  common: CommonBudget = commonBudget(),
  { budget, left }: Turn = { budget: budgetFor(source.length, common), left: 0 },
): CheckedTemplate {
  const shared = sharedBy(options, common, budget);
  const before = budget.spent;
  const checked = checkOnce(source, options, shared);
  const spent = budget.spent - before;
  if (checked.diagnostics.length === 0) return { ...checked, units: spent };
  // Trying a fix costs about what the check did, and what is wrong is compared before and after.
  const compared =
    (checked.diagnostics.length + checked.broken.length) * compareUnits +
    formatLength(checked.places) * formatUnits;
  const cost = spent + compared;
  const trial = {
    ...checked,
    source,
    diagram: shared.diagram,
    isAffordable: () => budget.allows(cost * (1 + left)),
    check: (fixed: string) => {
      budget.trySpending(compared);
      return checkOnce(fixed, options, shared);
    },
  };
  const diagnostics = confirmFixes(trial, options.output ?? 'text');
  return { ...checked, diagnostics, units: budget.spent - before };
}

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
  return checkOnce(source, options, sharedBy(options, common, budget)).diagnostics;
}

function sharedBy(options: TemplateOptions<VariableSchema>, common: CommonBudget, budget: Budget): Shared {
  return {
    indexes: new Map<string, number>(),
    known: new KnownNames(options.variables ?? processVariables, common.proposals),
    diagram: new DecisionDiagram(budget),
  };
}

/** What sources share whose conditions are compared. */
interface Shared {
  /** Of the variables that conditions ask about. */
  readonly indexes: Map<string, number>;
  readonly known: KnownNames;
  readonly diagram: DecisionDiagram;
}

function checkOnce(
  source: string,
  options: TemplateOptions<VariableSchema>,
  { indexes, known, diagram }: Shared,
): Omit<CheckedTemplate, 'units'> & Pick<Proof, 'broken'> {
  const { output = 'text', variables = processVariables, timeZone = 'UTC', limits } = options;
  if (!diagram.budget.trySpending(source.length * readUnits)) return tooMuch();
  const parsed = parseUnconfirmed(source, limits);
  const isKnownZone = resolveTimeZone(timeZone) !== undefined;
  const unknownZone = isKnownZone
    ? []
    : [explainTimeZone(timeZone, known.zoneMeantBy(timeZone), { start: 0, end: 0 })];
  const asked = new AskedVariables();
  const inNames: Diagnostic[] = [];
  const program = resolve(parsed, {
    source,
    variables,
    known,
    timeZone: isKnownZone ? timeZone : 'UTC',
    asked,
    items: [],
    itemNames: new Set(),
    report: diagnostic => inNames.push(diagnostic),
  });
  asked.settle(indexes);
  const proof = isReadable(parsed.diagnostics, inNames)
    ? prove(program, outputs[output], source.length, diagram)
    : { places: new Map(), diagnostics: [], broken: [] };
  const inTags = [...parsed.diagnostics, ...unknownZone, ...inNames];
  const mistakes = [...inTags, ...proof.diagnostics, ...findDoubleEncoding(proof.places, output)];
  const all = withPlaceholders(mistakes, findPlaceholders(program, { source, variables, output }));
  return {
    program,
    asked,
    places: proof.places,
    diagnostics: all.length < 2 ? all : inOrder(all),
    broken: proof.broken,
  };
}

/** Where tags could not be read, what they would have written is unknown, and a proof would only guess. */
function isReadable(inSyntax: readonly Diagnostic[], inNames: readonly Diagnostic[]): boolean {
  return (
    inSyntax.every(({ code, severity }) => severity !== 'error' || clearlyMeant.has(code)) &&
    inNames.every(({ code, fixes }) => {
      const isKeyword = fixes.some(({ edits }) => keywords.includes(edits[0]?.text ?? ''));
      return !unreadLists.has(code) && !isKeyword;
    })
  );
}

/** Of a source that was checked for so many other events that there is no budget to read it again. */
function tooMuch(): ReturnType<typeof checkOnce> {
  const diagnostics = [diagnose('too-many-paths', { start: 0, end: 0 }, { most: undefined })];
  return { program: [], asked: new AskedVariables(), places: new Map(), diagnostics, broken: [] };
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

function isAt({ range }: Diagnostic, other: Diagnostic): boolean {
  return range.start === other.range.start && range.end === other.range.end;
}
