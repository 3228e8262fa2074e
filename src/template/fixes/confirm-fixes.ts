import { type Diagnostic, diagnose, type Fix } from '../../diagnostics/diagnostic.ts';
import { movedBy, placeOf, placesAfter } from '../../diagnostics/fixes/leaves-fewer.ts';
import type { OutputName } from '../../output/output.ts';
import { branchRepairs } from './branch-repairs.ts';
import { closingFixes, endRepairs, fixesOfBranches } from './closing-fixes.ts';
import { commaFixes, isComma } from './comma-fix.ts';
import { dollarFixes } from './dollar-fixes.ts';
import { cleared, isBrokenEverywhere, isImprovement, isOutputCode } from './is-improvement.ts';
import { keepsHost } from './keeps-host.ts';
import { bracketRepairs } from './lists/bracket-repairs.ts';
import { explainIdle } from './lists/idle-items.ts';
import { nextFixes } from './next-fixes.ts';
import { otherQuotes, quoteFixes } from './quote-fix.ts';
import { quoteTogether } from './quote-together.ts';
import { notationsNear, type Repair, repairsNear, repairsOfAll } from './repairs-near.ts';
import { type Findings, type Trial, Trials } from './trials.ts';

/** A fix that was tried, and what is wrong after it. */
interface Tried {
  readonly fix: Fix;
  /** What was tried of it. */
  readonly attempt: Fix;
  readonly found: Findings;
}

interface Confirmed {
  readonly diagnostic: Diagnostic;
  /** Best first; none where no more may be tried. */
  readonly tried: readonly Tried[];
}

/** How many diagnostics get fixes that were tried. */
const mostExamined = 64;

/**
 * The one place that offers fixes. Rules propose them, and so does what lies near a mistake; each is tried by checking
 * the whole template again, and kept where that leaves fewer diagnostics and breaks nothing that was right. Where the
 * first fix of one diagnostic clears others too, those were its consequences and are not reported.
 */
export function confirmFixes(trial: Trial, output: OutputName): readonly Diagnostic[] {
  const { diagnostics } = trial;
  if (diagnostics.length === 0) return [];
  const trials = new Trials(trial);
  const confirmed = diagnostics.map((diagnostic, index) =>
    index >= mostExamined || trials.isOver
      ? { diagnostic, tried: [] }
      : confirmRules(diagnostic, trial, trials, output),
  );
  const isCleared = confirmed.some(({ tried }) => leavesNothing(tried[0], trial));
  const repaired = isCleared ? confirmed : repairOne(confirmed, trial, trials, output);
  const reported = withoutConsequences(repaired);
  return reported.map(({ diagnostic, tried }) => ({
    ...explainIdle(diagnostic, trial.program, trial.source),
    fixes: tried.flatMap(one => offered(one, diagnostic, reported.length)),
  }));
}

/** A fix that leaves as much as was reported is dropped, unless commas are wrong one after the other. */
function offered({ fix, found }: Tried, mistake: Diagnostic, reported: number): readonly Fix[] {
  if (found.diagnostics.length < reported) return [fix];
  return isComma(mistake) ? [suggestion(fix)] : [];
}

function suggestion(fix: Fix): Fix {
  return { ...fix, kind: 'suggestion' };
}

function confirmRules(diagnostic: Diagnostic, trial: Trial, trials: Trials, output: OutputName): Confirmed {
  const tried: Tried[] = [];
  for (const fix of proposals(diagnostic, trial)) {
    if (output === 'url' && !keepsHost(trial.source, fix)) continue;
    const attempt = isComma(diagnostic) ? spaced(fix) : fix;
    const found = trials.tryFix(attempt);
    if (!found) break;
    const isNew = tried.every(other => other.found !== found);
    if (isNew && isImprovement(attempt, diagnostic, found, trial)) tried.push({ fix, attempt, found });
    else
      for (const next of nextFixes(fix, diagnostic, found, trial.source)) {
        const after = trials.tryFix(next);
        const isMended = after && isImprovement(next, diagnostic, after, trial);
        if (isMended) tried.push({ fix: next, attempt: next, found: after });
      }
    if (isComma(diagnostic) && leavesNothing(tried.at(-1), trial)) break;
  }
  const ranked = tried.sort((a, b) => a.found.diagnostics.length - b.found.diagnostics.length);
  return { diagnostic, tried: isComma(diagnostic) ? ranked.slice(0, 1) : ranked };
}

function proposals(diagnostic: Diagnostic, trial: Trial): readonly Fix[] {
  const { source, program } = trial;
  if (isComma(diagnostic)) return commaFixes(diagnostic, source, program);
  const quotes = otherQuotes(diagnostic, source);
  if (quotes) return quoteFixes(program, quotes);
  if (isUnclosed(diagnostic)) return closingFixes(diagnostic, source);
  return dollarFixes({ ...diagnostic, fixes: fixesOfBranches(diagnostic, source) }, trial);
}

function isUnclosed({ code }: Diagnostic): boolean {
  return code === 'unclosed-if' || code === 'unclosed-comment';
}

/** Without a space in its place, the numbers around a comma could become one. */
function spaced(fix: Fix): Fix {
  return { ...fix, edits: fix.edits.map(edit => ({ ...edit, text: edit.text || ' ' })) };
}

/** Apart from warnings, which there were before. */
function leavesNothing(tried: Tried | undefined, { diagnostics }: Trial): boolean {
  return tried !== undefined && isClean(tried.found, diagnostics.filter(isDoubt).length);
}

function isClean({ diagnostics }: Findings, doubts: number): boolean {
  return diagnostics.length <= doubts && diagnostics.every(isDoubt);
}

function isDoubt({ severity }: Diagnostic): boolean {
  return severity !== 'error';
}

/** Where one slip of the hand, or a tag of another language, explains all errors, they are one, with its repair. */
function repairOne(
  confirmed: readonly Confirmed[],
  trial: Trial,
  trials: Trials,
  output: OutputName,
): readonly Confirmed[] {
  const errors = trial.diagnostics.filter(diagnostic => !isDoubt(diagnostic));
  if (errors.length > mostConsequences) return confirmed;
  const warned = trial.diagnostics.filter(isDoubt);
  for (const { diagnostic, fix } of repairsOf(errors, trial, output)) {
    if (output === 'url' && !keepsHost(trial.source, fix)) continue;
    const found = trials.tryFix(fix);
    if (!found) return confirmed;
    const names = diagnostic.code === 'list-without-brackets' ? errors.filter(isAboutNames) : [];
    if (!isClean(others(found, fix, names), warned.length)) continue;
    const repaired = asRepaired(diagnostic, fix);
    const gone = [...errors.filter(error => !names.includes(error)), ...cleared(fix, found, warned)];
    const left = confirmed.filter(other => !gone.includes(other.diagnostic));
    const aside =
      names.length === 0
        ? left
        : left.map(other => ({ ...other, tried: other.tried.map(one => besides(one, repaired, gone)) }));
    const tried = [{ fix, attempt: fix, found }];
    return [{ diagnostic: repaired, tried }, ...aside].sort(
      (a, b) => a.diagnostic.range.start - b.diagnostic.range.start,
    );
  }
  return confirmed;
}

/** What is wrong after a fix, apart from these mistakes that there were before. */
function others({ diagnostics, broken }: Findings, fix: Fix, mistakes: readonly Diagnostic[]): Findings {
  const known = placesAfter(fix, mistakes);
  return { diagnostics: diagnostics.filter(other => !known.has(placeOf(other))), broken };
}

/** What is wrong after a fix where one mistake stands for those that its repair makes go away. */
function besides(tried: Tried, { range, ...repaired }: Diagnostic, gone: readonly Diagnostic[]): Tried {
  const { diagnostics, broken } = others(tried.found, tried.attempt, gone);
  const [start, end] = [range.start, range.end].map(movedBy(tried.attempt));
  const moved = { ...repaired, range: { start: start ?? 0, end: end ?? 0 } };
  return { ...tried, found: { diagnostics: [...diagnostics, moved], broken } };
}

/** What may mend all errors at once, the likeliest first. */
function repairsOf(errors: readonly Diagnostic[], trial: Trial, output: OutputName): readonly Repair[] {
  const { source, program } = trial;
  const inOutput = errors.filter(({ code }) => isOutputCode(code));
  // A slip that every path runs into can be repaired without changing one that was right.
  const open = isBrokenEverywhere(trial) ? errors : errors.filter(({ code }) => !isOutputCode(code));
  const slips = open.filter(diagnostic => !isAboutNames(diagnostic)).slice(0, mostRepaired);
  return [
    ...branchRepairs(inOutput, program),
    ...(output === 'json' && inOutput.length > 0 ? bracketRepairs(program, source) : []),
    ...(output === 'json' ? quoteTogether(inOutput, source) : []),
    ...endRepairs(errors, source),
    ...repairsOfAll(errors, source),
    ...notationsNear(open, source).filter(({ diagnostic }) => !isAboutNames(diagnostic)),
    ...repairsNear(slips, trial, output),
  ];
}

/** Whoever is told of a comma should not be given a quote. */
function asRepaired(diagnostic: Diagnostic, { edits }: Fix): Diagnostic {
  if (!isComma(diagnostic) || edits.some(({ text }) => text.includes(','))) return diagnostic;
  return diagnose('json-unexpected', diagnostic.range, diagnostic.facts, { related: diagnostic.related });
}

/** One slip rarely looks like more mistakes. */
const mostConsequences = 8;
/** Near how many of them a slip may have happened. */
const mostRepaired = 4;

const nameCodes: readonly string[] = [
  'unknown-variable',
  'item-outside-list',
  'unknown-list',
  'list-as-value',
  'unknown-constant',
  'incomplete-name',
  'not-a-boolean',
  'unknown-option',
  'unknown-format',
  'unknown-time-zone',
  'empty-condition',
  'xml-unbound-prefix',
];

/** No slip near a name makes another one of it. */
function isAboutNames({ code }: Diagnostic): boolean {
  return nameCodes.includes(code);
}

/**
 * One mistake is reported once: where its first fix clears other diagnostics too, those go. No warning stands for an
 * error, which would let a broken template pass.
 */
function withoutConsequences(confirmed: readonly Confirmed[]): readonly Confirmed[] {
  let kept = confirmed;
  const causes = confirmed
    .filter(({ tried }) => tried.length > 0)
    .sort(
      (a, b) => (a.tried[0]?.found.diagnostics.length ?? 0) - (b.tried[0]?.found.diagnostics.length ?? 0),
    );
  for (const cause of causes) {
    const [first] = cause.tried;
    if (!first || !kept.includes(cause)) continue;
    const others = kept
      .filter(other => other !== cause && (isDoubt(other.diagnostic) || !isDoubt(cause.diagnostic)))
      .map(({ diagnostic }) => diagnostic);
    const gone = new Set(cleared(first.attempt, first.found, others));
    kept = kept.filter(({ diagnostic }) => !gone.has(diagnostic));
  }
  return kept;
}
