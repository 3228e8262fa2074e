import { blockOpener, blockTag, keywordTag, spacedValueTag } from '../../../grammar/lexer.ts';
import { reservedNames } from '../../../grammar/names.ts';
import type { TemplateTree } from '../../../grammar/tree.ts';
import { visit } from '../../../grammar/visit.ts';
import { outputCodes } from '../../diagnostics/catalogue/output.ts';
import { schemaCodes } from '../../diagnostics/catalogue/schema.ts';
import {
  type Diagnostic,
  diagnose,
  type Edit,
  type Fix,
  type SourceRange,
} from '../../diagnostics/diagnostic.ts';
import { applyFix } from '../../diagnostics/fixes/apply-fix.ts';
import { editAll, insertAt, remove, replaceWith } from '../../diagnostics/fixes/fix.ts';
import type { OutputName } from '../../output/output.ts';
import { meantByReference } from '../../output/xml/violation.ts';
import { doubleEscapingBackslash } from '../escaping/windows-path.ts';
import {
  branchesOf,
  type ConditionalStep,
  type LiteralStep,
  leafAt,
  type Program,
  type Step,
} from '../resolve/program.ts';
import { around, commaFixes, guardFixes, insertion, isComma } from './comma-fixes.ts';
import { strictJsonEdits } from './lax-json.ts';
import { otherNotations } from './other-notations.ts';

/*
 * Guesses at the intention behind a mistake. A wrong proposal costs no more than its trial: confirm-fixes.ts tries
 * each, and offers those that mend something and break nothing.
 */

export interface Wrong {
  readonly source: string;
  readonly tree: TemplateTree;
  readonly program: Program;
  readonly output: OutputName;
}

/** Fixes that may mend one mistake, the likeliest first. */
export function proposalsFor(diagnostic: Diagnostic, wrong: Wrong): readonly Fix[] {
  const { source, program } = wrong;
  if (diagnostic.code === 'schema-missing-key')
    return diagnostic.fixes.flatMap(fix => missingKeyFixes(fix, diagnostic.range, wrong));
  if (diagnostic.code === 'schema-count')
    return diagnostic.fixes.flatMap(fix => [fix, ...whereItIsEmpty(fix, wrong)]);
  if (isOfSchema(diagnostic)) return diagnostic.fixes;
  if (isComma(diagnostic)) return commaFixes(diagnostic, source, program);
  if (diagnostic.code === 'invalid-condition' && wrong.output === 'json')
    return [...guardFixes(diagnostic, program), ...diagnostic.fixes];
  if (diagnostic.code === 'json-control-character') return [...diagnostic.fixes, ...strictJson(wrong)];
  if (diagnostic.code === 'json-unexpected')
    return [...diagnostic.fixes, ...strictJson(wrong), ...openList(diagnostic, source)];
  if (diagnostic.code === 'json-no-place')
    return [...diagnostic.fixes, ...intoString(diagnostic, source), ...strictJson(wrong)];
  if (diagnostic.code === 'xml-reference')
    return [...diagnostic.fixes, ...escapeReferences(diagnostic, program)];
  if (diagnostic.code === 'xml-unexpected')
    return [...plainXmlQuotes(diagnostic, source, program), ...diagnostic.fixes];
  if (diagnostic.code === 'unclosed-if' || diagnostic.code === 'unclosed-for')
    return closings(diagnostic, wrong);
  return dollarFixes({ ...diagnostic, fixes: fixesOfBranches(diagnostic, wrong) }, wrong);
}

/** A fix that may mend several mistakes, and the diagnostic that it belongs to. */
export interface Repair {
  readonly diagnostic: Diagnostic;
  readonly fix: Fix;
  /** The size of the change: a piece that stands there twice is the likeliest slip. */
  readonly cost: number;
  /** Distance from the mistake, in pieces. */
  readonly distance: number;
}

/** A slip is looked for near at most so many errors. */
const maxRepaired = 4;

/**
 * Repairs that clear all errors of a template at once, as one slip of the hand or one habit from another language, the
 * likeliest first. Slips are looked for near the errors in `open`.
 */
export function repairsOf(
  errors: readonly Diagnostic[],
  open: readonly Diagnostic[],
  { source, tree, program, output }: Wrong,
): readonly Repair[] {
  const inOutput = errors.filter(({ code }) => isOutputCode(code));
  // A placeholder of another language is no slip of the hand.
  const slips = open
    .filter(diagnostic => !isAboutNames(diagnostic) && diagnostic.code !== 'foreign-placeholder')
    .slice(0, maxRepaired);
  return [
    ...(output === 'json' ? quoteTogether(inOutput, source) : []),
    ...endRepairs(errors, source),
    ...plainDollars(errors, source),
    ...notationsNear(open, source, output).filter(
      repair => !isAboutNames(repair.diagnostic) && !isToldOf(repair, errors),
    ),
    ...repairsNear(slips, { source, tree, program, output }),
  ];
}

/** Whether a value of another language is rewritten of which the types of its variables tell more. */
function isToldOf({ diagnostic, fix }: Repair, errors: readonly Diagnostic[]): boolean {
  if (diagnostic.code === 'misspelt-keyword') return false;
  return errors.some(
    ({ code, range: { start, end } }) =>
      code === 'foreign-placeholder' && fix.edits.some(({ range }) => range.start < end && start < range.end),
  );
}

const nameCodes: readonly string[] = [
  'unknown-variable',
  'item-outside-list',
  'unknown-list',
  'list-as-value',
  'unknown-constant',
  'incomplete-name',
  'never-missing',
  'unknown-option',
  'unknown-format',
  'unknown-time-zone',
  'empty-condition',
  'xml-unbound-prefix',
];

/** No slip near a name turns it into another name. */
function isAboutNames({ code }: Diagnostic): boolean {
  return nameCodes.includes(code);
}

export function isOutputCode(code: string): boolean {
  return Object.hasOwn(outputCodes, code);
}

/** Whether a schema refuses what is JSON still. */
export function isOfSchema({ code }: Diagnostic): boolean {
  return Object.hasOwn(schemaCodes, code);
}

/** Matches a whole tag, or what follows. */
const wholeTag = String.raw`\$!.*?!\$|${keywordTag}|${blockTag}|${spacedValueTag}|`;

/* For one mistake */

/** A limit, because checking a fix moves every mistake by each of its edits. */
const maxEscaped = 200;

const escapesAll = 'Escape all of them';

function escapeAll(edits: readonly Edit[]): readonly Fix[] {
  if (edits.length < 2 || edits.length > maxEscaped) return [];
  return [editAll(escapesAll, edits)];
}

function* literalsAfter(program: Program, offset: number): Iterable<LiteralStep> {
  const pending = [...program].reverse();
  for (let step = pending.pop(); step; step = pending.pop()) {
    if (step.range.end <= offset || step.kind === 'value') continue;
    if (step.kind === 'literal') yield step;
    else for (const each of branchesOf(step).flat().reverse()) pending.push(each);
  }
}

/** The tags between two branches: without one, its branches would be written one after the other. */
const separators: readonly string[] = [
  'stray-else',
  'stray-elseif',
  'second-else',
  'second-sep',
  'elseif-after-else',
  'sep-after-else',
];

/** Fixes of a tag out of place, without its removal where that would run two branches together. */
function fixesOfBranches(diagnostic: Diagnostic, wrong: Wrong): readonly Fix[] {
  const { code, range, related } = diagnostic;
  if (!separators.includes(code)) return diagnostic.fixes;
  const { source } = wrong;
  const fixes = [...beforeElse(diagnostic, wrong), ...diagnostic.fixes];
  const before = source.slice(related[0]?.range.end ?? 0, range.start);
  const after = source.slice(range.end);
  if (before.trim() === '' || /^\s*(?:$|\$end(?:if|for)\$)/.test(after)) return fixes;
  return fixes.filter(({ edits }) => edits.some(({ text }) => text !== ''));
}

/**
 * A key that is written in some branches of a conditional is added to the others, not to all. The comma stands before or after it,
 * or outside of the conditional.
 */
function missingKeyFixes(fix: Fix, { start }: SourceRange, { source, program }: Wrong): readonly Fix[] {
  const [edit, another] = fix.edits;
  const [, member = '', key = ''] = /^,?(("(?:[^"\\]|\\.)*"):.*)$/s.exec(edit?.text ?? '') ?? [];
  if (!edit || another || member === '') return [fix];
  const at = edit.range.start;
  const isThere = source.startsWith(key, at);
  const has = (steps: Program) =>
    steps.some(({ range }) => source.slice(range.start, range.end).includes(key));
  const isMeant = (step: Step): step is ConditionalStep =>
    step.kind === 'conditional' && branchesOf(step).some(has);
  const { levels } = around(program, at);
  const isInObject = ({ range }: Step) =>
    start < range.start && range.start <= at && (isThere ? at < range.end : range.end <= at);
  const steps = (isThere ? levels : levels.slice(-1)).flatMap(level =>
    level.filter(isMeant).filter(isInObject),
  );
  const fixes = (isThere ? steps.slice(0, 1) : steps).flatMap(step =>
    [`,${member}`, `${member},`, member].flatMap(text =>
      // Nothing may be left for an `$else$` that is not there.
      [false, true]
        .map(writesElse => addedWithin(step, { isMeant, has, text, writesElse }))
        .filter(edits => edits.length > 0)
        .map(edits => editAll(`${fix.title} where it is missing`, edits)),
    ),
  );
  return isThere ? fixes : [...fixes, fix];
}

interface Adding {
  readonly text: string;
  /** Whether a program has what the text writes. */
  readonly has: (steps: Program) => boolean;
  readonly isMeant: (step: Step) => step is ConditionalStep;
  /** Whether it is also written into an `$else$` of its own, where there is none. */
  readonly writesElse: boolean;
}

/** Writes a text at the end of the branches that do not have what it writes, also of those within others that do. */
function addedWithin({ node, branches, otherwise }: ConditionalStep, adding: Adding): readonly Edit[] {
  const { text, has, isMeant, writesElse } = adding;
  const ends = [...node.branches.slice(1), node.otherwise].map(next => (next?.tag ?? node.endTag).start);
  const added = (steps: Program, end: number, more = text) =>
    has(steps) ? steps.filter(isMeant).flatMap(step => addedWithin(step, adding)) : [insertion(end, more)];
  return [
    ...branches.flatMap(({ steps }, index) => added(steps, ends[index] ?? 0)),
    ...(node.otherwise || writesElse
      ? added(otherwise, node.endTag.start, node.otherwise ? text : `$else$${text}`)
      : []),
  ];
}

/** What would be written right after a list or conditional is written in its place, where it writes nothing. */
function whereItIsEmpty({ title, edits: [edit] }: Fix, { source, program }: Wrong): readonly Fix[] {
  if (!edit || edit.range.start < edit.range.end) return [];
  const at = edit.range.start;
  const step = around(program, at)
    .levels.at(-1)
    ?.findLast(({ range }) => range.end <= at);
  if ((step?.kind !== 'list' && step?.kind !== 'conditional') || step.node.otherwise) return [];
  if (source.slice(step.range.end, at).trim() !== '') return [];
  return [editAll(`${title} where it is empty`, [insertion(step.node.endTag.start, `$else$${edit.text}`)])];
}

/** Moves a branch that comes after the `$else$` of its block before that. */
function beforeElse(
  { code, range, related: [otherwise] }: Diagnostic,
  { source, tree }: Wrong,
): readonly Fix[] {
  if (!otherwise || (code !== 'elseif-after-else' && code !== 'sep-after-else')) return [];
  let end = range.end;
  visit(tree, node => {
    if (node.kind !== 'conditional' && node.kind !== 'list') return;
    if (node.range.start < range.start && range.end <= node.endTag.start) end = node.endTag.start;
  });
  const moved = { range: { start: range.start, end }, text: '' };
  const { start } = otherwise.range;
  const written = { range: { start, end: start }, text: source.slice(range.start, end) };
  return [editAll('Move it before the `$else$`', [written, moved])];
}

const dollarCodes: readonly string[] = ['stray-dollar', 'empty-tag', 'unclosed-tag'];

const reserved = new RegExp(String.raw`^\$(?:${[...reservedNames].join('|')})\b`);

/** In characters; no name that a dollar was meant for is longer. */
const nearDollar = 100;

/**
 * A dollar that opens nothing may be more than a plain one: half of a tag around a known name, as in `profile$`, or one
 * dollar too many next to a tag. Next to a number it is money.
 */
function dollarFixes(diagnostic: Diagnostic, wrong: Wrong): readonly Fix[] {
  const { code, range, fixes } = diagnostic;
  if (!dollarCodes.includes(code)) return fixes;
  const values = otherNotations(wrong.source, range, nearDollar, wrong.output)
    .filter(({ isKeyword }) => !isKeyword)
    .filter(other => other.range.start <= range.end && other.range.end >= range.start)
    .map(other => replaceWith(other.range, other.meant));
  // A dollar before a keyword is not money.
  const isKeyword = reserved.test(wrong.source.slice(range.start, range.end));
  const own = isKeyword ? fixes.filter(({ edits }) => edits.every(({ text }) => text !== '\\$')) : fixes;
  const isDoubled = code === 'stray-dollar' && isBesideTag(range.start, range.end, wrong);
  const removal = isDoubled ? [remove(range, 'Remove this dollar sign')] : [];
  const isJson = wrong.output === 'json' || wrong.output === 'json-lines';
  const doubled = isJson && code === 'stray-dollar' ? doubleEscapingBackslash(wrong.source, range.start) : [];
  return [...doubled, ...values, ...removal, ...own];
}

/** Whether a tag stands right before or after, other than one of a number. */
function isBesideTag(start: number, end: number, { source, program }: Wrong): boolean {
  if (source[start - 1] !== '$' && source[end] !== '$') return false;
  return [start - 1, end].every(offset => {
    const leaf = source[offset] === '$' ? leafAt(program, offset) : undefined;
    return leaf?.kind !== 'value' || leaf.variable.type !== 'number';
  });
}

/**
 * Fixes of JSON that was pasted from another language, or that has pasted messages in its texts: of the escapes alone, and of all.
 */
function strictJson({ source, tree }: Wrong): readonly Fix[] {
  const edits = strictJsonEdits(tree);
  const escapes = escapeAll(edits.filter(edit => isEscape(edit, source)));
  return edits.length === 0 ? [] : [...escapes, editAll(titleOf(edits, source), edits)];
}

/** Whether an edit escapes a character, or leaves out blanks around a tag. */
function isEscape({ range, text }: Edit, source: string): boolean {
  return /^\\[a-z]/.test(text) || (text === '' && source.slice(range.start, range.end).trim() === '');
}

/** Ways to mend JSON, each with what its edits replace and write. */
const waysToMend: readonly (readonly [title: string, pattern: RegExp])[] = [
  ['Write plain quotes', /→"$/],
  ['Put each value into its text', /^(?:"→|→")$/],
  ['Write `\\\\` for each backslash', /^\\(.?)→\\\\\1$/],
];

function titleOf(edits: readonly Edit[], source: string): string {
  if (edits.every(edit => isEscape(edit, source))) return escapesAll;
  const changes = edits.map(({ range, text }) => `${source.slice(range.start, range.end)}→${text}`);
  const way = waysToMend.find(([, pattern]) => changes.every(change => pattern.test(change)));
  return way?.[0] ?? 'Write it as strict JSON';
}

/** Matches what decides how deep something stands in JSON: tags, escapes, quotes, brackets, and colons. */
const structure = new RegExp(String.raw`${wholeTag}\\.|["[\]{}:]`, 'gs');

/** A list that goes on, or is closed, but was never opened: its `[` is missing after the latest colon of the open object. */
function openList({ range: { start }, related: [opened] }: Diagnostic, source: string): readonly Fix[] {
  if (!opened || !/[\],{]/.test(source.charAt(start))) return [];
  const from = opened.range.end;
  let [isText, depth, value] = [false, 0, -1];
  for (const { 0: found, index } of source.slice(from, start).matchAll(structure)) {
    if (found === '"') isText = !isText;
    else if (isText) continue;
    else if (/^[[{]$/.test(found)) depth++;
    else if (/^[\]}]$/.test(found)) depth--;
    else if (found === ':' && depth === 0) value = from + index + 1;
  }
  // A list that is there already is rather closed twice.
  const blanks = value < 0 ? -1 : source.slice(value, start).search(/[^\s[]/);
  return blanks < 0 || source.slice(value, value + blanks).includes('[')
    ? []
    : [insertAt(value + blanks, '[')];
}

/** In one text, what HTML has a name for and plain ampersands come more than once: mends them all, up to other markup. */
function escapeReferences({ range }: Diagnostic, program: Program): readonly Fix[] {
  const edits: Edit[] = [];
  for (const { text, range: written } of literalsAfter(program, range.start)) {
    const offset = Math.max(0, range.start - written.start);
    for (const { 0: found, index } of text.slice(offset).matchAll(/<[!?]|&#?\w*;?/g)) {
      // In a comment or a CDATA section, an ampersand stands for itself.
      if (found.startsWith('<') || edits.length > maxEscaped) return escapeAll(edits);
      const meant = meantByReference(found);
      if (meant === found) continue;
      const start = written.start + offset + index;
      edits.push({ range: { start, end: start + found.length }, text: meant });
    }
  }
  return escapeAll(edits);
}

/** Puts a value into the string before it, and runs that together with one right after it. */
function intoString({ range: { start, end } }: Diagnostic, source: string): readonly Fix[] {
  if (source[start - 1] !== '"') return [];
  const open: Edit = { range: { start: start - 1, end: start }, text: '' };
  const title = 'Put the value before the quote';
  const next: Edit = { range: { start: end, end: end + 1 }, text: '' };
  return [
    ...(source[end] === '"' ? [editAll('Put it all into one string', [open, next])] : []),
    editAll(title, [open, insertion(end, '"')]),
    editAll(title, [open]),
  ];
}

/** A limit, because checking a fix moves every mistake by each of its edits. */
const maxQuotes = 200;

/** In XML from the source of a program, each quote has a backslash. */
function plainXmlQuotes({ range }: Diagnostic, source: string, program: Program): readonly Fix[] {
  if (!/^\\["']/.test(source.slice(range.start, range.start + 2))) return [];
  const edits: Edit[] = [];
  for (const { text, range: written } of literalsAfter(program, 0))
    for (const { index } of text.matchAll(/\\(?=["'])/g)) {
      const start = written.start + index;
      edits.push({ range: { start, end: start + 1 }, text: '' });
    }
  return edits.length > maxQuotes ? [] : [editAll('Write plain quotes', edits)];
}

/** End tags as other languages write them, and their `else`. */
const foreignEnd =
  /%\s?end\s?(?:if|for)\s?%|\{%-?\s?end(?:if|for)\s?-?%\}|\{\{\s?\/(?:if|each)\s?\}\}|<%\s?end\s?%>/gi;
const foreignElse = /%\s?else\s?%|\{%-?\s?else\s?-?%\}|\{\{\s?else\s?\}\}|<%\s?else\s?%>/gi;

/** At most so many places are tried for an end tag that is missing. */
const maxEnds = 12;

/**
 * Ends of a conditional or list that has none: the tag that was meant as one, or each place after which the output goes
 * on without it, the first that comes.
 */
function closings({ code, range, fixes }: Diagnostic, { source, output }: Wrong): readonly Fix[] {
  const endTag = code === 'unclosed-if' ? '$endif$' : '$endfor$';
  const rest = source.slice(range.end);
  const replaced = (pattern: RegExp, text: string) =>
    Array.from(rest.matchAll(pattern), ({ 0: found, index }) => {
      const start = range.end + index;
      return { range: { start, end: start + found.length }, text };
    });
  const end = replaced(foreignEnd, endTag).slice(0, 1);
  const before = replaced(foreignElse, '$else$').filter(
    other => other.range.end <= (end[0]?.range.start ?? 0),
  );
  const foreign = end.length > 0 ? [editAll(`Write \`${endTag}\``, [...before.slice(-1), ...end])] : [];
  if (!/^(?:json|xml)/.test(output)) return [...foreign, ...fixes];
  const last = rest.lastIndexOf('$') + 1;
  const ends = Array.from(rest.slice(last).matchAll(/[}\]"\n]|,(?=\s*["\n$])|<\//g), ({ index }) =>
    insertAt(range.end + last + index, endTag, `Close it with \`${endTag}\``),
  );
  return [...foreign, ...ends.slice(0, maxEnds), ...fixes];
}

/* For all of them at once */

/** Matches values and text without any of JSON's punctuation. */
const run = new RegExp(String.raw`(?:${spacedValueTag}|[^"{}[\],:\n$])+`, 'g');

/** Puts quotes around values and text in a row where JSON takes one value, which makes them one string. */
function quoteTogether(diagnostics: readonly Diagnostic[], source: string): readonly Repair[] {
  return diagnostics.flatMap(diagnostic => {
    const { start } = diagnostic.range;
    const from = Math.max(0, start - farthest);
    const found = [...source.slice(from, start + farthest).matchAll(run)].find(
      ({ 0: text, index }) => from + index <= start && start < from + index + text.length,
    );
    const text = found?.[0].trim() ?? '';
    // A comment is not part of a text.
    if (!found || !/\s|\$./.test(text) || /\/[/*]|\s#\s/.test(text)) return [];
    const first = from + found.index + found[0].indexOf(text);
    const quotes = [first, first + text.length].flatMap(at => insertAt(at, '"').edits);
    return [{ diagnostic, fix: editAll('Put it in quotes', quotes), cost: 0, distance: 0 }];
  });
}

/** Swaps the end tag of a list that ends like a conditional, or the other way round; both are one mistake. */
function endRepairs(diagnostics: readonly Diagnostic[], source: string): readonly Repair[] {
  const opened = new Set(diagnostics.map(({ code }) => code));
  return diagnostics.flatMap(({ code, range }): readonly Repair[] => {
    const isForList = code === 'stray-endif' && opened.has('unclosed-for');
    if (!isForList && !(code === 'stray-endfor' && opened.has('unclosed-if'))) return [];
    const meant = isForList ? '$endfor$' : '$endif$';
    const found = source.slice(range.start, range.end);
    const diagnostic = diagnose('misspelt-keyword', range, { found, meant });
    return [{ diagnostic, fix: replaceWith(range, meant), cost: 0, distance: 0 }];
  });
}

/** A slip of the hand is looked for among so many pieces before and after a mistake. */
const piecesBefore = 6;
const piecesAfter = 4;
/** In characters, so that a long word or a run of blanks costs nothing. */
const farthest = 400;

/** Matches text that begins with a tag of a conditional. */
const conditional = new RegExp(`^(?:${keywordTag}|${blockOpener})`);
const quotedInTag = '"[^"$]{0,80}"|';
const pieceInTag = String.raw`\\\$|\$!|!\$|&&|\|\||<\/|\/>|\w+|\s+|[^]`;
const ofTags = ['$', '"', '(', ')', ';', '=', ','];
const ofJson = ['"', ':', ',', '}', ']', '{', '['];
const ofOutputs: Readonly<Record<OutputName, readonly string[]>> = {
  json: ofJson,
  'json-lines': ofJson,
  xml: ['"', '<', '>', '/', '=', '</', '/>'],
  url: ['/', ':', '?', '&', '='],
  form: ['=', '&'],
  header: [],
  text: [],
};

/** At most so many notations are tried, the nearest first. */
const maxNotations = 24;
/** Notations are looked for around at most so many mistakes. */
const maxMistakes = 8;

interface Piece {
  readonly text: string;
  readonly range: SourceRange;
}

/** Escapes all stray dollars at once, as amounts of money. */
function plainDollars([first, ...others]: readonly Diagnostic[], source: string): readonly Repair[] {
  if (!first || isOutputCode(first.code)) return [];
  const strays = [first, ...others].filter(({ code }) => code === 'stray-dollar');
  // `${profile}` is no amount.
  if (strays.some(({ range }) => /^[{(]\s*[A-Za-z_]/.test(source.slice(range.end, range.end + 10))))
    return [];
  if (others.length === 0 || strays.length <= others.length) return [];
  const edits = strays.map(({ range }) => ({ range, text: '\\$' }));
  return [{ diagnostic: first, fix: editAll('Write plain dollar signs', edits), cost: 0, distance: 0 }];
}

/** Tags of other languages near mistakes, and near misses of this language's tags. */
function notationsNear(
  diagnostics: readonly Diagnostic[],
  source: string,
  output: OutputName,
): readonly Repair[] {
  const mistakes = diagnostics.slice(0, maxMistakes);
  const notations = mistakes.flatMap(({ range }) => otherNotations(source, range, farthest, output));
  const once = new Map(notations.map(one => [`${one.range.start} ${one.range.end} ${one.meant}`, one]));
  return [...once.values()]
    .flatMap(({ range, meant, isKeyword }): readonly Repair[] => {
      const [nearest] = mistakes
        .map(diagnostic => ({ diagnostic, distance: Math.abs(range.start - diagnostic.range.start) }))
        .filter(({ distance, diagnostic }) => !isOutputCode(diagnostic.code) || (!isKeyword && distance < 4))
        .sort((a, b) => a.distance - b.distance);
      if (!nearest) return [];
      const found = source.slice(range.start, range.end);
      const misspelt = isKeyword && diagnose('misspelt-keyword', range, { found, meant });
      return [
        { ...nearest, diagnostic: misspelt || nearest.diagnostic, fix: replaceWith(range, meant), cost: 0 },
      ];
    })
    .sort((a, b) => a.distance - b.distance)
    .slice(0, maxNotations);
}

/** Mistakes where another piece or order could lead a request elsewhere, or run two parameters together. */
const delicateCodes: readonly string[] = [
  'url-host',
  'url-target',
  'url-dot-segment',
  'nameless-parameter',
  'value-after-percent',
];

/** Matches up to a value inside the name of a namespace; the element around it is right. */
const namesNamespace = /\sxmlns(?::[^\s=<>"']{1,100})?=(?:"[^"<>]{0,400}|'[^'<>]{0,400})$/;

/** Repairs slips of the hand near a mistake: a piece too many, a missing piece, two pieces in the wrong order. */
function repairsNear(diagnostics: readonly Diagnostic[], { source, output }: Wrong): readonly Repair[] {
  return diagnostics
    .flatMap(diagnostic => {
      const { range, code } = diagnostic;
      const isOutput = isOutputCode(code);
      const isDelicate =
        delicateCodes.includes(code) ||
        (code === 'xml-no-place' &&
          namesNamespace.test(source.slice(Math.max(0, range.start - farthest), range.start)));
      const anchors = [range.start, range.end];
      const insertions = isOutput ? ofOutputs[output] : [...ofTags, ...ofOutputs[output]];
      const patterns = isOutput ? [wholeTag + pieceInTag] : [pieceInTag, quotedInTag + pieceInTag];
      return patterns.flatMap(pattern =>
        [...new Set(anchors)].flatMap(at =>
          repairsAt(source, at, new RegExp(pattern, 'g'), insertions)
            .filter(({ cost }) => cost === 0 || !isDelicate)
            .filter(({ fix }) => output !== 'url' || keepsOrigin(source, fix))
            .filter(
              ({ fix }) => !renamesPart(source, fix) && !(output === 'xml' && endsTagEarly(source, fix)),
            )
            .map(repair => ({ ...repair, diagnostic })),
        ),
      );
    })
    .sort((a, b) => a.cost - b.cost || a.distance - b.distance);
}

/** Whether a fix changes a name after the first one of a path: any name may be a part of JSON. */
function renamesPart(source: string, { edits }: Fix): boolean {
  return edits.some(({ range: { start, end } }) => {
    const before = source.slice(Math.max(0, start - farthest), start);
    return /\$[^$"]*\w[./][^\s$"(){}=,;]*$/.test(before) && /[\w.]/.test(source.charAt(end));
  });
}

/** Whether a fix turns what is written in a tag of XML into text. */
function endsTagEarly(source: string, fix: Fix): boolean {
  return fix.edits.some(({ range, text }) => {
    const rest = source.slice(range.end, range.end + farthest).split('<')[0] ?? '';
    return text.includes('>') && (text.length > 1 || rest.includes('>'));
  });
}

function repairsAt(
  source: string,
  at: number,
  pattern: RegExp,
  insertions: readonly string[],
): readonly Omit<Repair, 'diagnostic'>[] {
  const { pieces, middle } = piecesAround(source, at, pattern);
  return pieces.flatMap((piece, index) => {
    const { range } = piece;
    const distance = Math.abs(index - middle);
    const repairs = [
      ...removals(piece, pieces[index - 1], pieces[index + 1]),
      ...swaps(piece, pieces[index + 1]),
      ...insertions.map(missing => ({ fix: insertAt(range.start, missing), cost: 1 + missing.length })),
    ];
    return repairs.map(repair => ({ ...repair, distance }));
  });
}

type Change = Pick<Repair, 'fix' | 'cost'>;

function removals(
  { text, range }: Piece,
  before: Piece | undefined,
  next: Piece | undefined,
): readonly Change[] {
  const isPunctuation = !/^[\w\s!]|^\|\||^&&|^\$./.test(text);
  const isDoubled = text === before?.text;
  if (!isPunctuation && !isDoubled) return [];
  // The rest of an XML tag would become text.
  if (!isDoubled && /^<\/?$/.test(text)) return [];
  // `.5` and `1,5` would become other numbers.
  if (!isDoubled && /^[.,]/.test(text) && /^\d/.test(next?.text ?? '')) return [];
  return [{ fix: remove(range, `Remove \`${text}\``), cost: isDoubled ? 0 : 2 }];
}

function swaps({ text, range }: Piece, next: Piece | undefined): readonly Change[] {
  if (!next || next.text === text || text === '' || /^[\s!]/.test(text + next.text) || /^\s/.test(next.text))
    return [];
  // Swapped digits make another number, and a backslash before a letter makes another character.
  if (/^\d/.test(text) && /^\d/.test(next.text)) return [];
  if (text === '\\' || next.text === '\\') return [];
  // A conditional that is moved around other text would decide about it.
  if (conditional.test(text) || conditional.test(next.text)) return [];
  const fix = replaceWith({ start: range.start, end: next.range.end }, `${next.text}${text}`);
  return [{ fix, cost: 1 }];
}

/** The pieces around an offset, plus an empty one at the end of the source. */
function piecesAround(
  source: string,
  at: number,
  pattern: RegExp,
): { readonly pieces: readonly Piece[]; readonly middle: number } {
  const from = Math.max(0, at - farthest);
  const before = piecesIn(source, from, at, pattern).slice(-piecesBefore);
  const after = piecesIn(source, at, Math.min(source.length, at + farthest), pattern);
  if (at + farthest >= source.length) {
    after.push({ text: '', range: { start: source.length, end: source.length } });
  }
  return { pieces: [...before, ...after.slice(0, piecesAfter)], middle: before.length };
}

function piecesIn(source: string, from: number, to: number, pattern: RegExp): Piece[] {
  return [...source.slice(from, to).matchAll(pattern)].map(({ 0: text, index }) => {
    const start = from + index;
    return { text, range: { start, end: start + text.length } };
  });
}

/** A repair may not lead a request elsewhere, so the part before the path stays as it is. */
function keepsOrigin(source: string, fix: Fix): boolean {
  const [origin] = originWritten.exec(source) ?? [];
  return origin === undefined || originWritten.exec(applyFix(source, fix))?.[0] === origin;
}

const originWritten = /^[^:/?#]*:\/\/[^/?#]+/;
