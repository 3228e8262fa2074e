import type { VariableNames } from '../../grammar/lexer.ts';
import { parseUnconfirmed } from '../../grammar/parse-template.ts';
import type { TemplateTree } from '../../grammar/tree.ts';
import { resolveTimeZone } from '../dates/zone/time-zone.ts';
import { Budget } from '../diagnostics/budget.ts';
import {
  type Diagnostic,
  type DiagnosticCode,
  diagnose,
  hasErrors,
  type SourceRange,
} from '../diagnostics/diagnostic.ts';
import { applyFix } from '../diagnostics/fixes/apply-fix.ts';
import { jsonLinesUnder, jsonUnder } from '../output/json/schema/output.ts';
import { readSchema } from '../output/json/schema/schema.ts';
import type { Output, OutputName, Place } from '../output/output.ts';
import { outputs } from '../output/outputs.ts';
import { budgetFor, type CommonBudget, commonBudget, leastBudget } from './check-budget.ts';
import { findLineProtocol } from './escaping/line-protocol.ts';
import { findNestedSyntax } from './escaping/nested-syntax.ts';
import { findWindowsPaths } from './escaping/windows-path.ts';
import { confirmFixes } from './fixes/confirm-fixes.ts';
import { isOfSchema, isOutputCode } from './fixes/propose-fixes.ts';
import { branchRemovals } from './fixes/remove-branch.ts';
import { DecisionDiagram } from './proof/decision-diagram.ts';
import { type Proof, prove } from './proof/prove.ts';
import { ReachedPlaces } from './proof/reached-places.ts';
import { findRefusals } from './proof/refusals.ts';
import { AskedVariables } from './resolve/asked-variables.ts';
import { findDoubleEncoding } from './resolve/double-encoding.ts';
import { findEmptyOptionals } from './resolve/empty-optional.ts';
import { KnownNames } from './resolve/known-names.ts';
import {
  explainBroken,
  explainDollars,
  findPlaceholders,
  withBareNames,
  withPlaceholders,
} from './resolve/placeholders.ts';
import type { Program, ValueStep } from './resolve/program.ts';
import { nameLikeKeywords, resolve } from './resolve/resolve.ts';
import type { ServedEvents } from './resolve/served-events.ts';
import { explainTimeZone } from './resolve/tag-options.ts';
import { withUnclosedNames } from './resolve/unknown-name.ts';
import { processVariables, type VariableSchema } from './resolve/variables.ts';
import type { TemplateOptions } from './template-options.ts';

export interface CheckedTemplate {
  readonly program: Program;
  /** The variables that conditions name. */
  readonly asked: AskedVariables;
  readonly places: ReadonlyMap<ValueStep, Place>;
  /** Sorted by range. */
  readonly diagnostics: readonly Diagnostic[];
  /** Units of the budget that the check spent. */
  readonly units: number;
}

/** Errors whose meaning is beyond doubt, so that the rest can still be proved. */
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

/** Units for reading one character: lexer, parser, names. */
const readUnits = 8;
/** Units for checking one character of a date or number pattern. */
const formatUnits = 32;
/** Units for comparing one mistake, or one broken path. */
const compareUnits = 300;

/**
 * Parses, resolves and proves a template. Never throws for a source. The budget pays for all that, and for trying out
 * fixes; where it does not, the proof says so, and fewer fixes and names are proposed.
 */
export function checkTemplate(
  source: string,
  options: TemplateOptions<VariableSchema> = {},
  served?: ServedEvents,
  common: CommonBudget = commonBudget(),
): CheckedTemplate {
  const budget = budgetFor(source.length, common);
  const shared = sharedBy(options, served, common, budget);
  const checked = checkOnce(source, options, shared);
  const { diagnostics: mistakes, lacking, idle, unescaped, hints } = checked;
  if (mistakes.length + lacking.length + idle.length + unescaped.length + hints.length === 0)
    return { ...checked, units: budget.spent };
  // Trying a fix costs about as much as the check did, plus comparing the mistakes before and after.
  const compared =
    (mistakes.length + checked.broken.length) * compareUnits + formatLength(checked.places) * formatUnits;
  const cost = budget.spent + compared;
  const isAffordable = () => budget.allows(cost) && common.trials.allows(cost);
  const tryOut = (fixed: string) => {
    budget.trySpending(compared);
    common.trials.trySpending(cost);
    return checkOnce(fixed, options, shared);
  };
  const names = variableNamesIn(options, shared);
  const trial = { ...checked, source, names, diagram: shared.diagram, isAffordable, check: tryOut };
  const confirmed = confirmFixes(trial, options.output ?? 'text');
  const mending = (of: 'lacking' | 'idle' | 'unescaped' | 'hints') =>
    checked[of].map((diagnostic, index) => {
      const fixes = diagnostic.fixes.filter(fix => {
        if (index >= maxMended || !isAffordable()) return false;
        const after = tryOut(applyFix(source, fix));
        return after[of].length < checked[of].length && after.diagnostics.length <= mistakes.length;
      });
      return { ...diagnostic, fixes };
    });
  const found = [...confirmed, ...mending('lacking')];
  // The reading of an error is a guess, and so are the branches that never hold because of it.
  const diagnostics = inOrder(
    hasErrors(found) ? found : [...found, ...mending('idle'), ...mending('unescaped'), ...mending('hints')],
  );
  return { ...checked, diagnostics, units: budget.spent };
}

/** At most so many names that some events lack, and so many findings of a template without errors, get a fix that was tried. */
const maxMended = 16;

function formatLength(places: CheckedTemplate['places']): number {
  let length = 0;
  for (const { options } of places.keys()) length += options.format?.length ?? 0;
  return length;
}

/** Every mistake in a template as its rules report it; no fix is tried. */
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

/** State shared by sources whose conditions are compared. */
interface Shared {
  /** Indexes of the variables that conditions ask about. */
  readonly indexes: Map<string, number>;
  readonly served: ServedEvents | undefined;
  readonly known: KnownNames;
  readonly diagram: DecisionDiagram;
}

/**
 * Diagnostics of the rules, plus the proof's findings about unreached names and branches, which no fix clears by
 * chance.
 */
interface CheckedOnce extends Omit<CheckedTemplate, 'units'>, Pick<Proof, 'broken' | 'lacking' | 'idle'> {
  readonly tree: TemplateTree;
  /** Values and texts that are not escaped for all that they stand in, in a template without errors. */
  readonly unescaped: readonly Diagnostic[];
  /** Proposals, for a template without errors. */
  readonly hints: readonly Diagnostic[];
}

function checkOnce(source: string, options: TemplateOptions<VariableSchema>, shared: Shared): CheckedOnce {
  const { indexes, served, known, diagram } = shared;
  const { output = 'text', variables = processVariables, timeZone = 'UTC', limits } = options;
  if (!diagram.budget.trySpending(source.length * readUnits)) return tooMuch();
  const parsed = parseUnconfirmed(source, limits, variableNamesIn(options, shared));
  const isKnownZone = resolveTimeZone(timeZone) !== undefined;
  const unknownZone = isKnownZone
    ? []
    : [explainTimeZone(timeZone, known.zoneMeantBy(timeZone), { start: 0, end: 0 })];
  const asked = new AskedVariables('', served);
  const named: Diagnostic[] = [];
  const others: SourceRange[] = [];
  const itemNames = new Set<string>();
  const program = resolve(parsed, {
    source,
    variables,
    known,
    served,
    timeZone: isKnownZone ? timeZone : 'UTC',
    asked,
    isJson: output === 'json' || output === 'json-lines',
    isUnderSchema: options.schema !== undefined,
    items: [],
    itemNames,
    report: diagnostic => named.push(diagnostic),
    reportOther: range => others.push(range),
  });
  asked.settle(indexes);
  let reach: ReachedPlaces | undefined;
  const reachOnce = () => {
    reach ??= new ReachedPlaces(program, diagram, asked.event);
    return reach;
  };
  const isReached = ({ range }: Diagnostic) => reachOnce().isReached(range);
  // Where no event comes, nobody knows for which of them a name is meant; the parts of items differ as those of variables do.
  const isOfSome = (name: string) => Object.hasOwn(variables, name) || itemNames.has(name);
  const inNames =
    (served?.areTypesAlike ?? true)
      ? named
      : named.filter(each => isOfNobody(each, isOfSome) || isReached(each));
  const isUnproved =
    !isReadable(parsed.diagnostics) || inNames.some(each => isUnread(each) && isReached(each));
  const proof = isUnproved
    ? unproved
    : prove(program, outputFor(options, diagram), source.length, diagram, asked.event);
  const { refusable, ...proved } = proof;
  const inGrammar = parsed.diagnostics.map(each => withoutOther(each, others));
  const inTags = withUnclosedNames([...inGrammar, ...unknownZone, ...inNames]);
  const inOutput = proof.diagnostics.map(each => sayingWhatIsCompared(each, asked));
  const mistakes = [...inTags, ...inOutput, ...findDoubleEncoding(proof.places, output)];
  const scope = { source, variables, known, output };
  const placeholders = findPlaceholders(program, scope);
  const merged = withPlaceholders(withBareNames(mistakes, scope), placeholders.declared);
  const all = explainDollars(explainBroken(merged, placeholders, scope, isOutputCode), scope);
  const isJson = output === 'json' || output === 'json-lines';
  const comingTo = (range: SourceRange) => reachOnce().eventsAt(range);
  const written = { places: proof.places, served, comingTo };
  const isSound = !hasErrors(all);
  const unescaped = isSound ? findUnescaped(program, proof, scope) : [];
  const hints = isSound
    ? [
        ...(isJson ? findEmptyOptionals(program, written) : []),
        ...findRefusals(refusable, diagram, source.length),
      ]
    : [];
  const { tree } = parsed;
  const diagnostics = all.length < 2 ? all : inOrder(all);
  const removals = branchRemovals(
    proof.idle.map(({ range }) => range),
    tree,
    source,
  );
  const idle = proof.idle.map(each => {
    const removal = removals.get(each.range.start);
    return removal ? { ...each, fixes: [removal] } : each;
  });
  return { ...proved, idle, tree, program, asked, diagnostics, unescaped, hints };
}

function variableNamesIn(
  { variables = processVariables }: TemplateOptions<VariableSchema>,
  { served, known }: Shared,
): VariableNames {
  return {
    isVariable: name =>
      Object.hasOwn(served?.proposed ?? variables, name) || served?.renamings.beginWith(name) === true,
    isMisspelt: name => known.isMisspelt(name),
  };
}

function findUnescaped(
  program: Program,
  proof: Proof,
  { source, output }: { readonly source: string; readonly output: OutputName },
): readonly Diagnostic[] {
  if (output === 'text') return findLineProtocol(program);
  const isJson = output === 'json' || output === 'json-lines';
  return [...findNestedSyntax(program, proof), ...(isJson ? findWindowsPaths(program, source) : [])];
}

/** When the places of a checked template are reached; paid for by a budget of its own. */
export function reachOf({ program, asked }: CheckedTemplate): ReachedPlaces {
  return new ReachedPlaces(program, new DecisionDiagram(new Budget(leastBudget)), asked.event);
}

/** What is wrong with an output that was rendered, by the walk that proves templates. */
export function checkRendered(
  text: string,
  options: Pick<TemplateOptions<VariableSchema>, 'output' | 'schema'>,
): readonly Diagnostic[] {
  const { length } = text;
  const diagram = new DecisionDiagram(budgetFor(length, commonBudget()));
  const literal = { kind: 'literal', text, range: { start: 0, end: length } } as const;
  return inOrder(prove([literal], outputFor(options, diagram), length, diagram).diagnostics);
}

/** The format to prove, with its schema if there is one. */
function outputFor(
  { output = 'text', schema }: TemplateOptions<VariableSchema>,
  diagram: DecisionDiagram,
): Output<unknown> {
  if (schema === undefined || (output !== 'json' && output !== 'json-lines')) return outputs[output];
  const read = readSchema(schema, 'options.schema');
  const under = output === 'json' ? jsonUnder(read, diagram) : jsonLinesUnder(read, diagram);
  // A walk passes to an output only states that it created.
  return under as Output<unknown>;
}

/** The name alone asks something else of such a variable: it would not mean what was written. */
function withoutOther(diagnostic: Diagnostic, conditions: readonly SourceRange[]): Diagnostic {
  const { code, facts, range } = diagnostic;
  if (code !== 'invalid-condition' || (facts.mistake !== 'truth' && facts.mistake !== 'missing'))
    return diagnostic;
  const isOther = conditions.some(({ start, end }) => start <= range.start && range.end <= end);
  return isOther ? { ...diagnostic, fixes: [] } : diagnostic;
}

const unproved: Proof = {
  places: new Map(),
  diagnostics: [],
  broken: [],
  lacking: [],
  idle: [],
  refusable: [],
};

/** So many constants of one variable use up a budget before anything else does. */
const manyConstants = 200;

/** Names the variable whose constants are too many, where that is why the proof gave up. */
function sayingWhatIsCompared(diagnostic: Diagnostic, asked: AskedVariables): Diagnostic {
  if (diagnostic.code !== 'too-many-paths') return diagnostic;
  const { name = '', constants = [] } = asked.maxCompared ?? {};
  if (constants.length < manyConstants) return diagnostic;
  const compared = { name, constants: constants.length };
  return diagnose('too-many-paths', diagnostic.range, { ...diagnostic.facts, compared });
}

/** Where tags could not be read, their output is unknown, and a proof would only guess. */
function isReadable(inSyntax: readonly Diagnostic[]): boolean {
  return inSyntax.every(({ code, severity }) => severity !== 'error' || clearlyMeant.has(code));
}

/** Whether it is a mistake whatever the types are, because no event has the name. */
function isOfNobody({ code, facts }: Diagnostic, isOfSome: (name: string) => boolean): boolean {
  if (code !== 'unknown-variable' && code !== 'unknown-list') return false;
  const [first = ''] = facts.name.split('.');
  return !isOfSome(first);
}

/** Whether a `$for$` names something that is not a list, or a name was probably meant as a keyword. */
function isUnread({ code, fixes }: Diagnostic): boolean {
  const isKeyword = fixes.some(({ edits }) => nameLikeKeywords.includes(edits[0]?.text ?? ''));
  return isKeyword || unreadLists.has(code);
}

/** The result for a source whose budget is used up by the checks for other events. */
function tooMuch(): ReturnType<typeof checkOnce> {
  const diagnostics = [diagnose('too-many-paths', { start: 0, end: 0 }, { most: undefined })];
  const tree: TemplateTree = { kind: 'template', range: { start: 0, end: 0 }, nodes: [] };
  return {
    ...unproved,
    tree,
    program: [],
    asked: new AskedVariables(),
    diagnostics,
    unescaped: [],
    hints: [],
  };
}

function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics
    .toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end)
    .filter(isNew);
}

/** The same failure in one place is one mistake, however many paths run into it; so is a value that lost its name. */
function isNew(diagnostic: Diagnostic, index: number, all: readonly Diagnostic[]): boolean {
  const [before, after] = [all[index - 1], all[index + 1]];
  // A schema may ask several things of one value.
  const isTold =
    before?.code === diagnostic.code && (!isOfSchema(before) || before.message === diagnostic.message);
  if (before && isTold && isAt(before, diagnostic)) return false;
  const isNameless = after?.code === 'nameless-parameter' && isAt(after, diagnostic);
  return !(diagnostic.code === 'two-places' && isNameless);
}

function isAt({ range }: Diagnostic, other: Diagnostic): boolean {
  return range.start === other.range.start && range.end === other.range.end;
}
