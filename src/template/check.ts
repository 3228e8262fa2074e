import type { Locale } from 'date-fns';
import { type ParseLimits, parseTemplate } from '../../grammar/parse-template.ts';
import { resolveTimeZone } from '../dates/zone/time-zone.ts';
import type { Diagnostic, DiagnosticCode } from '../diagnostics/diagnostic.ts';
import type { OutputName, Place } from '../output/output.ts';
import { outputs } from '../output/outputs.ts';
import { confirmFixes } from './fixes/confirm-fixes.ts';
import type { DecisionDiagram } from './proof/decision-diagram.ts';
import { diagramFor, type Proof, prove } from './proof/prove.ts';
import { BooleanVariables } from './resolve/boolean-variables.ts';
import { KnownNames } from './resolve/known-names.ts';
import { explainTimeZone } from './resolve/options.ts';
import type { Program, ValueStep } from './resolve/program.ts';
import { keywords, resolve } from './resolve/resolve.ts';
import { type ProcessVariables, processVariables, type VariableSchema } from './resolve/variables.ts';

/** How a template is checked and rendered. */
export interface TemplateOptions<V extends VariableSchema = ProcessVariables> {
  /** What the output is, so that values are escaped for it. Default: `text`, where they are written as they are. */
  readonly output?: OutputName;
  /** The variables that the template may name. Default: those of a process event. */
  readonly variables?: V;
  /** The IANA time zone of dates without one of their own. Default: `UTC`. */
  readonly timeZone?: string;
  /** The words and weeks of dates. Default: date-fns' `enUS`. */
  readonly locale?: Locale;
  readonly limits?: ParseLimits;
}

export interface CheckedTemplate {
  readonly program: Program;
  /** The variables that conditions name. */
  readonly booleans: BooleanVariables;
  readonly places: ReadonlyMap<ValueStep, Place>;
  /** In the order of their ranges. */
  readonly diagnostics: readonly Diagnostic[];
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

/**
 * Parses, resolves and proves a template. Never throws for a source.
 *
 * @throws {TypeError} for an unknown output.
 */
export function check(source: string, options: TemplateOptions<VariableSchema> = {}): CheckedTemplate {
  const shared = { booleans: new BooleanVariables(), diagram: diagramFor(source.length) };
  const { broken, ...checked } = checkOnce(source, options, shared);
  const trial = {
    ...checked,
    source,
    broken,
    diagram: shared.diagram,
    check: (fixed: string) => checkOnce(fixed, options, shared),
  };
  const diagnostics = confirmFixes(trial, options.output ?? 'text');
  return { ...checked, diagnostics };
}

/** What sources share whose conditions are compared. */
interface Shared {
  readonly booleans: BooleanVariables;
  readonly diagram: DecisionDiagram;
}

function checkOnce(
  source: string,
  options: TemplateOptions<VariableSchema>,
  { booleans, diagram }: Shared,
): CheckedTemplate & Pick<Proof, 'broken'> {
  const { output = 'text', variables = processVariables, timeZone = 'UTC', limits } = options;
  if (!Object.hasOwn(outputs, output))
    throw new TypeError(`options.output: expected one of ${Object.keys(outputs).join(', ')}`);
  const parsed = parseTemplate(source, limits);
  const diagnostics = [...parsed.diagnostics];
  let isReadable = diagnostics.every(({ code, severity }) => severity !== 'error' || clearlyMeant.has(code));
  const isKnownZone = resolveTimeZone(timeZone) !== undefined;
  if (!isKnownZone) diagnostics.push(explainTimeZone(timeZone, { start: 0, end: 0 }));
  const program = resolve(parsed, {
    source,
    variables,
    known: new KnownNames(variables),
    timeZone: isKnownZone ? timeZone : 'UTC',
    booleans,
    report: diagnostic => {
      diagnostics.push(diagnostic);
      isReadable &&= !diagnostic.fixes.some(({ edits }) => keywords.includes(edits[0]?.text ?? ''));
    },
  });
  // Where tags could not be read, what they would have written is unknown, and a proof would only guess.
  const proof = isReadable
    ? prove(program, outputs[output], source.length, diagram)
    : { places: new Map(), diagnostics: [], broken: [] };
  diagnostics.push(...proof.diagnostics);
  diagnostics.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  return {
    program,
    booleans,
    places: proof.places,
    diagnostics: diagnostics.filter(isNew),
    broken: proof.broken,
  };
}

/** What fails in one place for one reason on several paths is one mistake. */
function isNew({ code, range }: Diagnostic, index: number, all: readonly Diagnostic[]): boolean {
  const before = all[index - 1];
  return code !== before?.code || range.start !== before.range.start || range.end !== before.range.end;
}
