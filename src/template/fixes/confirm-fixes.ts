import {
  isEscaped,
  opensKnown,
  type TagNames,
  tagNamesIn,
  type VariableNames,
} from '../../../grammar/lexer.ts';
import { reservedNames } from '../../../grammar/names.ts';
import type { TemplateTree } from '../../../grammar/tree.ts';
import { type SyntaxNode, visit } from '../../../grammar/visit.ts';
import { quote } from '../../diagnostics/catalogue/excerpt.ts';
import { type Diagnostic, diagnose, type Fix, type SourceRange } from '../../diagnostics/diagnostic.ts';
import { applyFix } from '../../diagnostics/fixes/apply-fix.ts';
import { editAll } from '../../diagnostics/fixes/fix.ts';
import {
  type CheckResult,
  cleared,
  identitiesAfter,
  identityOf,
  isMilder,
  leavesFewer,
  movedBy,
  Trials,
} from '../../diagnostics/fixes/trials.ts';
import type { OutputName } from '../../output/output.ts';
import { areNear } from '../../spelling/did-you-mean.ts';
import type { DecisionDiagram } from '../proof/decision-diagram.ts';
import type { PathCondition } from '../proof/path-condition.ts';
import type { BrokenPath } from '../proof/proof-report.ts';
import { namedIn } from '../resolve/foreign-expressions.ts';
import { dollarPlaceholdersIn } from '../resolve/placeholders.ts';
import { isBlank, leafAt, type Program } from '../resolve/program.ts';
import { isComma, markOf } from './comma-fixes.ts';
import { isOfSchema, isOutputCode, proposalsFor, repairsOf } from './propose-fixes.ts';

/** The result of a check, with the paths that break. */
interface Proof extends CheckResult {
  readonly tree: TemplateTree;
  readonly broken: readonly BrokenPath[];
}

/** A checked template to try fixes on. */
export interface Trial extends Proof {
  readonly source: string;
  readonly names: VariableNames;
  readonly program: Program;
  /** Shared by the conditions of this source and of the sources that are tried. */
  readonly diagram: DecisionDiagram;
  /** Whether the budget pays for one more check. */
  readonly isAffordable: () => boolean;
  /** Checks another source. */
  readonly check: (source: string) => Proof;
}

/** A fix that was tried, with what a check finds after it. */
interface Tried {
  readonly fix: Fix;
  /** The edits that were tried, which may have a space added. */
  readonly attempt: Fix;
  readonly found: Proof;
  /** What speaks against the fix. */
  readonly left: readonly Diagnostic[];
}

interface Confirmed {
  readonly diagnostic: Diagnostic;
  /** Best first; empty once no more may be tried. */
  readonly tried: readonly Tried[];
}

interface Reported extends Confirmed {
  /** What is not reported because of it. */
  readonly consequences: readonly Diagnostic[];
}

/** More mistakes rarely come from one slip. */
const maxConsequences = 8;
/** At most so many diagnostics get fixes that were tried. */
const maxExamined = 64;
const maxTrials = 64;

/**
 * The one place that offers fixes of a checked template; those of a parsed one are confirmed by the parser. Rules and the text near a mistake propose them; each is tried by checking the whole
 * template again, and kept if it leaves fewer diagnostics and breaks nothing that was right. Where the first fix of a
 * diagnostic clears others too, those were its consequences and are not reported.
 */
export function confirmFixes(trial: Trial, output: OutputName): readonly Diagnostic[] {
  const { diagnostics, source } = trial;
  if (diagnostics.length === 0) return [];
  // A walk that gave up would give up again, and says nothing about the paths that it did not follow.
  const hasGivenUp = diagnostics.some(({ code }) => code === 'too-many-paths');
  const trials = new Trials(source, {
    check: trial.check,
    mayTry: tried => !hasGivenUp && tried < maxTrials && trial.isAffordable(),
  });
  const confirmed = diagnostics.map((diagnostic, index) =>
    index >= maxExamined || trials.isOver
      ? { diagnostic, tried: [] }
      : confirmProposals(diagnostic, trial, trials, output),
  );
  const isCleared = confirmed.some(({ tried }) => leavesNothing(tried[0], trial));
  const repaired = isCleared ? confirmed : repairOne(confirmed, trial, trials, output);
  const reported = withoutConsequences(repaired);
  return reported.map(each => {
    const { diagnostic, tried } = each;
    const fixes = withTitlesOfTheirOwn(
      tried.flatMap(one => offered(one, each, reported)),
      source,
    );
    return { ...diagnostic, range: markOf(diagnostic, fixes, source), fixes };
  });
}

/** Insertions with one title say where they go; of fixes that nobody could tell apart still, the best alone is offered. */
function withTitlesOfTheirOwn(fixes: readonly Fix[], source: string): readonly Fix[] {
  const beginning = ({ title, edits: [first] }: Fix) => `${first?.range.start} ${title}`;
  const begun = fixes.map(beginning);
  const distinct = fixes.filter((fix, index) => begun.indexOf(beginning(fix)) === index);
  const placed = distinct.map(fix => {
    const isAlone = distinct.filter(({ title }) => title === fix.title).length === 1;
    const at = fix.edits[0]?.range;
    if (isAlone || !at || at.start < at.end) return fix;
    const next = source.slice(at.end).trimStart().slice(0, maxQuoted);
    return next === '' ? fix : { ...fix, title: `${fix.title} before ${quote(next)}` };
  });
  return placed.filter(({ title }, index) => placed.findIndex(fix => fix.title === title) === index);
}

/** Enough to recognize a place. */
const maxQuoted = 12;

/** Drops a fix that leaves as many diagnostics as were reported, unless one wrong comma follows another. */
function offered(
  { fix, left }: Tried,
  { diagnostic }: Reported,
  reported: readonly Reported[],
): readonly Fix[] {
  // A schema finds each mistake by itself, so that what follows from another one will not be reported either.
  const unreported = reported
    .filter(each => each.diagnostic !== diagnostic)
    .flatMap(each => each.consequences);
  const hidden = new Set(identitiesAfter(fix, unreported.filter(isOfSchema)));
  const shown = left.filter(each => !hidden.has(identityOf(each)));
  const before = reported.map(each => each.diagnostic);
  if (isBetter(shown, before, diagnostic)) return [fix];
  return isComma(diagnostic) ? [{ ...fix, kind: 'suggestion' }] : [];
}

function confirmProposals(
  diagnostic: Diagnostic,
  trial: Trial,
  trials: Trials<Proof>,
  output: OutputName,
): Confirmed {
  const { source, tree, program } = trial;
  const tried: Tried[] = [];
  for (const fix of proposalsFor(diagnostic, { source, tree, program, output })) {
    if (output === 'url' && !keepsHost(source, fix)) continue;
    if (quotesVariable(fix, diagnostic, trials)) continue;
    const isFarOff = isOfFarConstant(fix, diagnostic, source);
    const attempt = isComma(diagnostic) ? spaced(fix) : fix;
    const found = trials.tryFix(attempt);
    if (!found) break;
    if (isFarOff && errorsAmong(found.diagnostics).some(isOfSchema)) continue;
    if (sendsName(attempt, found, trial)) continue;
    const isNew = tried.every(other => other.found !== found);
    const left = leftBy(attempt, diagnostic, found, trial);
    if (isNew && isImprovement(attempt, diagnostic, { ...found, diagnostics: left }, trial))
      tried.push({ fix, attempt, found, left });
    if (isComma(diagnostic) && leavesNothing(tried.at(-1), trial)) break;
    const named = diagnostic.code === 'invalid-list' ? namingParts(fix, found) : undefined;
    const foundNamed = named && trials.tryFix(named);
    if (foundNamed && isImprovement(named, diagnostic, foundNamed, trial))
      tried.push({ fix: named, attempt: named, found: foundNamed, left: foundNamed.diagnostics });
  }
  // A slip is likelier than a key that was forgotten.
  const remaining = ({ fix, found, left }: Tried) =>
    isSlip(fix, diagnostic, source) ? -1 : (isOfSchema(diagnostic) ? found.diagnostics : left).length;
  const ranked = tried.sort((a, b) => remaining(a) - remaining(b));
  if (isComma(diagnostic)) return { diagnostic, tried: ranked.slice(0, 1) };
  // As many milder ones are only worth it where nothing leaves fewer.
  const fewer = ranked.filter(({ left }) => left.length < trial.diagnostics.length);
  return { diagnostic, tried: fewer.length > 0 ? fewer : ranked };
}

/**
 * What a check finds after a fix. Only where tags and JSON can be read is a schema asked about them, and about a value only once
 * its key and its name are known: what it finds first when another mistake or a slip in a word is mended was wrong before. A
 * warning is not mended at the price of an error.
 */
function leftBy(fix: Fix, mistake: Diagnostic, found: Proof, trial: Trial): readonly Diagnostic[] {
  const isOfWord = isSlip(fix, mistake, trial.source);
  if (!isOfWord && isOfSchema(mistake)) return found.diagnostics;
  const known = [...identitiesAfter(fix, trial.diagnostics)];
  // A schema may ask several things of one value, so each is known once.
  const isKnown = (other: Diagnostic) => {
    const index = known.indexOf(identityOf(other));
    return index >= 0 && known.splice(index, 1).length > 0;
  };
  const mended = applyFix(trial.source, fix);
  const [before = '', after = ''] = wordsOf(fix, trial.source) ?? [];
  const isFar = isOfWord && !areNear(before, after);
  const speaksAgainst = (other: Diagnostic) =>
    speaksAgainstSlip.has(other.code) ||
    (isFar && !isDoubt(other)) ||
    other.fixes.some(each => isOfFarConstant(each, other, mended));
  const isGraver = (other: Diagnostic) => isDoubt(mistake) && !isDoubt(other);
  return found.diagnostics.filter(
    other => !isOfSchema(other) || isKnown(other) || isGraver(other) || (isOfWord && speaksAgainst(other)),
  );
}

/**
 * Whether a fix replaces a word that a schema does not know by one that differs by a letter or two, or gives the only key of an
 * object the name of one that is missing.
 */
function isSlip(fix: Fix, mistake: Diagnostic, source: string): boolean {
  const [before, after] = wordsOf(fix, source) ?? [];
  if (before === undefined || after === undefined || !isOfSchema(mistake)) return false;
  return mistake.code === 'schema-missing-key' ? before !== '' : areNear(before, after);
}

/** Whether a fix replaces a text by a constant that it has hardly a letter of: another part of the message may be meant. */
function isOfFarConstant(fix: Fix, mistake: Diagnostic, source: string): boolean {
  if (mistake.code !== 'schema-value') return false;
  const [before, after] = wordsOf(fix, source) ?? [];
  return before !== undefined && after !== undefined && before !== '' && !areNear(before, after);
}

/** The word that a fix replaces, and the new one, without their quotes. */
function wordsOf({ edits: [edit, another] }: Fix, source: string): readonly [string, string] | undefined {
  if (!edit || another) return undefined;
  const plain = (text: string) => text.replace(/^"|"$/g, '');
  return [plain(source.slice(edit.range.start, edit.range.end)), plain(edit.text)];
}

/** A value of another type was meant for another key, and so was the second value of one key. */
const speaksAgainstSlip: ReadonlySet<string> = new Set(['schema-type', 'schema-repeated-key']);

/** Whether a fix compares with a name as with a text although there is such a variable, as a check of that name alone tells. */
function quotesVariable(
  { title, edits: [edit] }: Fix,
  { code, facts }: Diagnostic,
  trials: Trials<Proof>,
): boolean {
  if (!edit || code !== 'invalid-condition' || facts.mistake !== 'variables') return false;
  const { range, text } = edit;
  const [, name] = /"([^"]*)"$/.exec(text) ?? [];
  if (name === undefined) return false;
  const found = trials.tryFix(editAll(title, [{ range, text: `${name} == ""` }]));
  return !found?.diagnostics.some(
    other => other.code === 'unknown-variable' && other.range.start === range.start,
  );
}

/** A fix that gives the items of a list a name, with that name before each of their parts in the body too. */
function namingParts({ title, edits: [head] }: Fix, { diagnostics }: Proof): Fix | undefined {
  if (!head) return undefined;
  const { range, text } = head;
  const item = text.slice(0, text.indexOf(' '));
  const longer = text.length - (range.end - range.start);
  const parts = diagnostics
    .filter(({ code }) => code === 'unknown-variable')
    .flatMap(({ fixes }) => fixes.slice(0, 1).flatMap(({ edits }) => edits))
    .filter(edit => edit.text.startsWith(`${item}.`) && edit.range.start >= range.end + longer)
    .map(edit => ({
      ...edit,
      range: { start: edit.range.start - longer, end: edit.range.end - longer },
    }));
  return parts.length === 0 ? undefined : editAll(title, [head, ...parts]);
}

/**
 * Whether a fix sends as text, without a mistake being left there, a name that stood behind the dollar of a tag. A dollar that
 * closed a tag, and one that is visible after the fix, opened none; one before a name that nobody knows did so only where it
 * stands apart beside an unclosed tag.
 */
function sendsName(fix: Fix, { tree, diagnostics: left }: Proof, trial: Trial): boolean {
  const { source, diagnostics } = trial;
  const isUnclosed = diagnostics.some(({ code }) => code === 'unclosed-tag');
  const isText = coverageOf(textsIn(tree));
  const isMistaken = coverageOf(left.map(({ range }) => range));
  const isRewritten = coverageOf(fix.edits.map(({ range }) => range));
  const tagEnds = new Set(fix.edits.flatMap(({ range, text }) => (isTag(text) ? range.end : [])));
  const names = tagNamesIn(source, trial.names);
  if (spoilsPlaceholder(fix, source, names)) return true;
  const { openers, closers } = dollarsOfTags(trial.tree, names);
  const moved = movedBy(fix);
  return Array.from(source.matchAll(/\$(?=[A-Za-z_])/g), ({ index }) => index).some(at => {
    if (closers.has(at) || isEscaped(source, at, 0)) return false;
    const isApart = isUnclosed && openers.has(at) && /\s/.test(source[at - 1] ?? '');
    if (!isApart && !opensKnown(source, at, names)) return false;
    const name = at + 1;
    // The name is another one then, or the dollar still closes the tag that was written anew.
    if (isRewritten(name) || tagEnds.has(name)) return false;
    const to = moved(name);
    return isText(to) && !isMistaken(to);
  });
}

/**
 * Whether a fix escapes or removes a dollar of a placeholder of another language that names a variable or an item: that would be
 * sent as it stands then.
 */
function spoilsPlaceholder({ edits }: Fix, source: string, { isKnown, isMisspelt }: TagNames): boolean {
  const spoilt = edits.filter(
    ({ range, text }) => /^(?:\\\$)*$/.test(text) && /^\$+$/.test(source.slice(range.start, range.end)),
  );
  if (spoilt.length === 0) return false;
  const find = ([name = '']: readonly string[]) =>
    !reservedNames.has(name) && (isKnown(name) || isMisspelt(name)) ? { path: [name] } : undefined;
  const named = dollarPlaceholdersIn(source).filter(({ expression }) => namedIn(expression, { find }));
  const isNamed = coverageOf(named.map(({ range }) => range));
  return spoilt.some(({ range }) => isNamed(range.end - 1));
}

/** Whether an offset is in one of these ranges. */
function coverageOf(ranges: readonly SourceRange[]): (at: number) => boolean {
  const inOrder = ranges.toSorted((a, b) => a.start - b.start);
  let furthest = -1;
  const furthestEnds = inOrder.map(({ end }) => {
    furthest = Math.max(furthest, end);
    return furthest;
  });
  return at => {
    let low = 0;
    let high = inOrder.length;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((inOrder[middle]?.start ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return (furthestEnds[low - 1] ?? -1) > at;
  };
}

function isTag(text: string): boolean {
  return /^\$[^$]+\$$/.test(text);
}

/** Where text stands that follows no visible dollar. */
function textsIn(tree: TemplateTree): readonly SourceRange[] {
  const texts: SourceRange[] = [];
  let dollarEnd = -1;
  visit(tree, node => {
    if (node.kind === 'dollar') dollarEnd = node.range.end;
    if (node.kind !== 'text') return;
    const { start, end } = node.range;
    texts.push({ start: start === dollarEnd ? start + 1 : start, end });
  });
  return texts;
}

/**
 * Where the dollars of tags stand. A value that nobody knows proves no closing dollar: `$titles$host` may be two tags, one of
 * them misspelt.
 */
function dollarsOfTags(
  tree: TemplateTree,
  { isKnown }: TagNames,
): Record<'openers' | 'closers', Set<number>> {
  const openers = new Set<number>();
  const closers = new Set<number>();
  visit(tree, node => {
    const isProof = node.kind !== 'value' || isKnown(node.path.names[0] ?? '');
    for (const { start, end } of tagsOf(node)) {
      openers.add(start);
      if (isProof && end - start > 1) closers.add(end - 1);
    }
  });
  return { openers, closers };
}

function tagsOf(node: SyntaxNode): readonly SourceRange[] {
  switch (node.kind) {
    case 'value':
      return [node.range];
    case 'branch':
    case 'separator':
    case 'otherwise':
      return [node.tag];
    case 'conditional':
      return [node.endTag];
    case 'list':
      return [node.tag, node.endTag];
    default:
      return [];
  }
}

/** Without a space in its place, the numbers around a comma could become one. */
function spaced(fix: Fix): Fix {
  return { ...fix, edits: fix.edits.map(edit => ({ ...edit, text: edit.text || ' ' })) };
}

/** Whether only warnings and refusals of a schema are left, and no more than before. */
function leavesNothing(tried: Tried | undefined, { diagnostics }: Trial): boolean {
  if (tried === undefined) return false;
  const { left } = tried;
  const isRest = (each: Diagnostic) => isDoubt(each) || isOfSchema(each);
  return left.every(isRest) && left.length <= diagnostics.filter(isRest).length;
}

function isDoubt({ severity }: Diagnostic): boolean {
  return severity !== 'error';
}

/** If one slip of the hand, or a tag of another language, explains all errors, they become one, with its repair. */
function repairOne(
  confirmed: readonly Confirmed[],
  trial: Trial,
  trials: Trials<Proof>,
  output: OutputName,
): readonly Confirmed[] {
  const { source, tree, program, diagnostics } = trial;
  // No slip explains what a schema refuses.
  const errors = errorsAmong(diagnostics).filter(each => !isOfSchema(each));
  if (errors.length === 0 || errors.length > maxConsequences) return confirmed;
  const rest = diagnostics.filter(each => !errors.includes(each));
  // A slip that every path runs into can be repaired without changing a path that was right.
  const open = isBrokenEverywhere(trial) ? errors : errors.filter(({ code }) => !isOutputCode(code));
  let second: readonly Confirmed[] | undefined;
  for (const { diagnostic, fix } of repairsOf(errors, open, { source, tree, program, output })) {
    if (output === 'url' && !keepsHost(source, fix)) continue;
    const found = trials.tryFix(fix);
    if (!found) break;
    if (sendsName(fix, found, trial)) continue;
    const left = leftBy(fix, diagnostic, found, trial);
    if (!errorsAmong(left).every(isOfSchema) || left.length > rest.length) continue;
    // A new error of the schema may come from a repair that was not meant.
    const isRefused = errorsAmong(found.diagnostics).length > errorsAmong(rest).length;
    if (isRefused && second) continue;
    const gone = [...errors, ...cleared(fix, found, rest)];
    const others = confirmed.filter(other => !gone.includes(other.diagnostic));
    const tried = [{ fix, attempt: fix, found, left }];
    const repaired = [{ diagnostic: asRepaired(diagnostic, fix), tried }, ...others].sort(
      (a, b) => a.diagnostic.range.start - b.diagnostic.range.start,
    );
    if (!isRefused) return repaired;
    second = repaired;
  }
  return second ?? confirmed;
}

/** A fix that adds no comma does not belong to a message about commas. */
function asRepaired(diagnostic: Diagnostic, { edits }: Fix): Diagnostic {
  if (!isComma(diagnostic) || edits.some(({ text }) => text.includes(','))) return diagnostic;
  return diagnose('json-unexpected', diagnostic.range, diagnostic.facts, { related: diagnostic.related });
}

/**
 * Reports one mistake once: if its first fix clears other diagnostics too, those are dropped. A warning never
 * replaces an error, which would let a broken template pass.
 */
function withoutConsequences(confirmed: readonly Confirmed[]): readonly Reported[] {
  let kept = confirmed;
  const consequences = new Map<Confirmed, readonly Diagnostic[]>();
  const causes = confirmed
    .filter(({ tried }) => tried.length > 0)
    // A wrong tag is the cause of what is wrong with its output.
    .toSorted((a, b) => Number(isOutputCode(a.diagnostic.code)) - Number(isOutputCode(b.diagnostic.code)))
    // What may be read as markup does more harm than what is too long.
    .toSorted((a, b) => Number(isOfMarkup(b)) - Number(isOfMarkup(a)))
    .toSorted(
      (a, b) => (a.tried[0]?.found.diagnostics.length ?? 0) - (b.tried[0]?.found.diagnostics.length ?? 0),
    );
  for (const cause of causes) {
    const [first] = cause.tried;
    if (!first || !kept.includes(cause)) continue;
    const others = kept
      .filter(other => other !== cause && (isDoubt(other.diagnostic) || !isDoubt(cause.diagnostic)))
      // Each tag lacks an end of its own, though one fix closes them all.
      .filter(
        ({ diagnostic }) => diagnostic.code !== 'unclosed-tag' || cause.diagnostic.code !== 'unclosed-tag',
      )
      .map(({ diagnostic }) => diagnostic);
    const gone = cleared(first.attempt, first.found, others);
    consequences.set(cause, gone);
    kept = kept.filter(({ diagnostic }) => !gone.includes(diagnostic));
  }
  return kept.map(each => ({ ...each, consequences: consequences.get(each) ?? [] }));
}

function isOfMarkup({ diagnostic }: Confirmed): boolean {
  return diagnostic.code === 'schema-syntax';
}

/* Decisions */

/**
 * Whether a fix leaves fewer diagnostics and breaks nothing that was right. No path of the output may break earlier
 * than before.
 */
function isImprovement(fix: Fix, mistake: Diagnostic, found: Proof, trial: Trial): boolean {
  const before = trial.diagnostics;
  const after = found.diagnostics;
  const isAnotherComma = isComma(mistake) && after.every(other => isNextComma(other, mistake));
  if (!isBetter(after, before, mistake) && !(isAnotherComma && after.length === before.length)) return false;
  if (errorsAmong(after).length === 0) return true;
  return isOutputCode(mistake.code)
    ? getsFurther(fix, mistake, found, trial)
    : leavesFewer(fix, mistake, before, after);
}

/** A warning of a schema is no better than its error: it may be about the same value. */
function isBetter(after: readonly Diagnostic[], before: readonly Diagnostic[], mistake: Diagnostic): boolean {
  return isMilder(after, before) && (!isOfSchema(mistake) || after.length < before.length);
}

/** A wrong comma that shows once another was mended; where a value is missing, no comma is too many. */
function isNextComma({ code }: Diagnostic, comma: Diagnostic): boolean {
  return code === 'json-extra-comma' || (code === comma.code && code === 'json-missing-comma');
}

/** Whether every path runs into a problem. */
function isBrokenEverywhere({ broken, diagram }: Trial): boolean {
  return diagram.attempt(
    () => broken.reduce<PathCondition>((any, { condition }) => diagram.or(any, condition), false) === true,
    () => false,
  );
}

function errorsAmong(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}

/**
 * Whether no path breaks earlier than before, some path gets further than the mistake, and everything still wrong was
 * wrong before or stands after the part that the fix could affect: there such a path may find another mistake.
 */
function getsFurther(fix: Fix, mistake: Diagnostic, found: Proof, trial: Trial): boolean {
  const { program, diagram, diagnostics } = trial;
  const moved = movedBy(fix);
  const settled = moved(Math.max(settledAfter(program, fix), mistake.range.end));
  const kept = new Set(identitiesAfter(fix, errorsAmong(diagnostics.filter(other => other !== mistake))));
  // A walk that gave up says nothing about the paths that it did not follow.
  const isKept = errorsAmong(found.diagnostics).every(
    diagnostic =>
      diagnostic.code !== 'too-many-paths' &&
      (diagnostic.range.start >= settled || kept.has(identityOf(diagnostic))),
  );
  if (!isKept) return false;
  const before = inOrder(trial.broken.map(path => ({ ...path, at: moved(path.at) })));
  const after = inOrder(found.broken);
  return diagram.attempt(
    () => breakAsEarly(before, after, diagram) && !breakAsEarly(after, before, diagram),
    () => false,
  );
}

function inOrder(paths: readonly BrokenPath[]): readonly BrokenPath[] {
  return paths.toSorted((a, b) => a.at - b.at);
}

/** Whether each of `those` paths breaks among `these`, at the same place or earlier. */
function breakAsEarly(
  these: readonly BrokenPath[],
  those: readonly BrokenPath[],
  diagram: DecisionDiagram,
): boolean {
  let broken: PathCondition = false;
  let next = 0;
  return those.every(({ at, condition }) => {
    for (let path = these[next]; path && path.at <= at; path = these[++next])
      broken = diagram.or(broken, path.condition);
    return diagram.or(broken, condition) === broken;
  });
}

/**
 * The offset from which the edits no longer matter: after the edited text, or after the conditionals that follow it.
 */
function settledAfter(program: Program, { edits }: Fix): number {
  const offset = edits.reduce((last, { range }) => Math.max(last, range.end), 0);
  const leaf = leafAt(program, offset);
  // An edit inside one branch matters only to paths through that branch.
  if (leaf && (program.includes(leaf) || edits.every(({ range }) => leaf.range.start <= range.start))) {
    if (leaf.kind === 'value') return leaf.range.end;
    const blanks = leaf.text.slice(offset - leaf.range.start).search(/\S/);
    if (blanks >= 0) return offset + blanks + 1;
  }
  const index = program.findIndex(({ range }) => offset < range.end);
  const rest = index < 0 ? [] : program.slice(index + 1);
  const next = rest.find(step => step.kind !== 'conditional' && !isBlank(step));
  if (next?.kind !== 'literal') return next?.range.end ?? Number.POSITIVE_INFINITY;
  return next.range.start + next.text.search(/\S/) + 1;
}

/** No fix may lead a request elsewhere: the part of the host before any tag stays the same host. */
function keepsHost(source: string, fix: Fix): boolean {
  const host = hostIn(source);
  return host === undefined || hostIn(applyFix(source, fix)) === host;
}

/** URL parsers drop line breaks and tabs, and a backslash may escape a dollar. */
function hostIn(url: string): string | undefined {
  return /^[^:/?#$]*:\/\/([^/?#$\\]+)/.exec(url.replaceAll(/[\t\r\n]/g, ''))?.[1];
}
