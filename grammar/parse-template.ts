import type { IToken } from 'chevrotain';
import { type Diagnostic, diagnose, type Fix, type SourceRange } from '../src/diagnostics/diagnostic.ts';
import { applyFix } from '../src/diagnostics/fixes/apply-fix.ts';
import { safe } from '../src/diagnostics/fixes/fix.ts';
import { leavesFewer, Trials } from '../src/diagnostics/fixes/trials.ts';
import { aText, defineOptions, optional, wholeNumber } from '../src/options/define-options.ts';
import { lex, maskedDollar, type TagNames, tagNamesIn, type VariableNames } from './lexer.ts';
import { closingTogether, explainStray } from './recovery/explain-known-mistakes.ts';
import { type BrokenTag, explainTag } from './recovery/explain-refused-tag.ts';
import { strayDollars } from './recovery/stray-dollars.ts';
import { TemplateParser } from './template-parser.ts';
import type { TemplateNode, TemplateTree } from './tree.ts';

/** A parsed source, however broken. */
export interface ParsedTemplate {
  /** Present even for a broken source, with broken nodes for unreadable parts. */
  readonly tree: TemplateTree;
  /** Sorted by range. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Limits for the size of a template. */
export interface ParseLimits {
  /** The maximum length of the source in UTF-16 code units; default 1 MiB. */
  readonly length?: number | undefined;
  /** The maximum nesting of conditionals and lists, and of parentheses in a condition; default 100, at most 200. */
  readonly depth?: number | undefined;
  /** The number of mistakes after which the rest of the source is not read; default and maximum 1,000. */
  readonly mistakes?: number | undefined;
}

type Limits = { readonly [Name in keyof ParseLimits]-?: number };

export const defaultLimits: Limits = { length: 2 ** 20, depth: 100, mistakes: 1000 };

/** Deeper nesting would not fit on the stack. */
export const deepestLimit = 200;

/**
 * Callers may raise the limits, except that of mistakes: nobody reads more, and it takes the parser long to leave an
 * unreadable tag.
 */
export const readLimits: (given: unknown, name?: string) => Limits = defineOptions<Limits>({
  length: optional(wholeNumber(0), defaultLimits.length),
  depth: optional(wholeNumber(0, deepestLimit), defaultLimits.depth),
  mistakes: optional(wholeNumber(0, defaultLimits.mistakes), defaultLimits.mistakes),
});

/** Created for the first source, so that an import costs little. */
let sharedParser: TemplateParser | undefined;

function theParser(): TemplateParser {
  sharedParser ??= new TemplateParser({ skipValidations: true });
  return sharedParser;
}

/**
 * Parses a template. Never throws for a text: mistakes are in the diagnostics, one for each cause, and everything else
 * is in the tree. A source that exceeds a limit becomes a tree with a single text.
 *
 * @throws {TypeError} for a source that is not text, and for limits that are unknown or invalid.
 */
export function parseTemplate(source: string, limits?: ParseLimits): ParsedTemplate {
  const { tree, diagnostics } = parseUnconfirmed(source, limits);
  if (diagnostics.length === 0) return { tree, diagnostics };
  const trials = new Trials(source, {
    check: fixed => parseUnconfirmed(fixed, limits),
    mayTry: tried => (tried + 1) * source.length <= charactersToReparse,
  });
  return { tree, diagnostics: diagnostics.map(each => confirmParseFixes(each, diagnostics, trials)) };
}

/** Keeps the cost of trying fixes proportional to the length of the source. */
const charactersToReparse = 2 ** 17;

/**
 * A diagnostic with only those of its fixes that leave fewer diagnostics. A fix stays `safe` only if it mends its own
 * cause and nothing else: the surrounding source decides which of several dollars or quotes is to blame, so even a
 * small edit can change that decision, and with it the diagnostics elsewhere.
 */
function confirmParseFixes(
  diagnostic: Diagnostic,
  all: readonly Diagnostic[],
  trials: Trials<ParsedTemplate>,
): Diagnostic {
  const fixes = diagnostic.fixes.flatMap((fix): readonly Fix[] => {
    const after = trials.tryFix(fix)?.diagnostics;
    if (!after || after.length >= all.length) return [];
    const isMending = after.length === all.length - 1 && leavesFewer(fix, diagnostic, all, after);
    return [isMending ? fix : { ...fix, kind: 'suggestion' }];
  });
  return { ...diagnostic, fixes };
}

/**
 * Like `parseTemplate`, for a caller that tries out all fixes anyway. One that knows the variables learns of every tag
 * without a closing dollar.
 */
export function parseUnconfirmed(
  source: string,
  given?: ParseLimits,
  variables?: VariableNames,
): ParsedTemplate {
  const names = variables && tagNamesIn(source, variables);
  const { tree, diagnostics } = parseLikeliest(source, given, names);
  return { tree, diagnostics: closingTogether(diagnostics, names) };
}

function parseLikeliest(source: string, given?: ParseLimits, names?: TagNames): ParsedTemplate {
  const limits = given === undefined ? defaultLimits : readLimits(given, 'limits');
  const { length } = limits;
  aText(source, 'source');
  if (source.length > length) {
    const range = { start: length, end: source.length };
    const facts = { length: source.length, limit: length };
    return unread(source, [diagnose('template-too-long', range, facts)]);
  }
  const plain = attempt(source, lex(source, names), limits);
  if (!plain.diagnostics.some(({ code }) => dollarTrouble.has(code))) return plain;
  const strays = strayDollars(source, names);
  const lastCommentEnd = source.lastIndexOf('!$');
  // A closed comment is not the cause, and should not be reported as open.
  const blamesClosed = strays.some(offset => source[offset + 1] === '!' && lastCommentEnd > offset + 1);
  if (strays.length === 0 || strays.length > limits.mistakes || blamesClosed) return plain;
  const mended = attemptWithout(strays, source, limits, names);
  return isBetter(mended, plain) ? mended : plain;
}

/** Whether it reports less, or blames an earlier dollar for the same problem. */
function isBetter({ diagnostics: these }: ParsedTemplate, { diagnostics: those }: ParsedTemplate): boolean {
  if (these.length !== those.length) return these.length < those.length;
  return (these[0]?.range.start ?? 0) < (those[0]?.range.start ?? 0);
}

/** Codes that a superfluous dollar may cause, by confusing text and tags. */
const dollarTrouble = new Set([
  'stray-dollar',
  'empty-tag',
  'unclosed-tag',
  'unclosed-comment',
  'unexpected-in-tag',
]);

/** Parses a source as if these dollars were plain text. */
function attemptWithout(
  strays: readonly number[],
  source: string,
  limits: Limits,
  names?: TagNames,
): ParsedTemplate {
  let masked = '';
  let end = 0;
  for (const offset of strays) {
    masked += source.slice(end, offset) + maskedDollar;
    end = offset + 1;
  }
  const { tree, diagnostics } = attempt(source, lex(masked + source.slice(end), names), limits);
  return {
    tree,
    diagnostics: sorted([...strays.map(offset => explainStray(source, offset)), ...diagnostics]),
  };
}

/** Parses tokens of a source, or of one that differs from it in single characters, into a tree of the source. */
function attempt(source: string, tokens: IToken[], limits: Limits): ParsedTemplate {
  const { nodes, diagnostics, brokenTags, gaveUp } = theParser().parse(source, tokens, limits);
  const explained = brokenTags.map(tag => explain(source, tag, limits));
  const all = sorted([...diagnostics, ...explained]);
  if (nodes) return { tree: treeOf(source, nodes), diagnostics: all };
  return unread(source, [...all.slice(0, limits.mistakes), ...(gaveUp ? [gaveUp] : [])]);
}

/**
 * Explains a broken tag. A fix is safe if the grammar accepts the resulting tag, and the tag does not end too early.
 */
function explain(source: string, broken: BrokenTag, limits: Limits): Diagnostic {
  const diagnostic = explainTag(source, broken);
  const { start, end } = broken.range;
  if (broken.kind !== 'value' || diagnostic.code === 'unexpected-in-tag') return diagnostic;
  const tag = source.slice(start, end);
  const fixes = diagnostic.fixes.map(fix => {
    const edits = fix.edits.map(({ range, text }) => ({ range: shifted(range, -start), text }));
    const fixed = applyFix(tag, { ...fix, edits });
    const { diagnostics, brokenTags } = theParser().parse(fixed, lex(fixed), limits);
    return diagnostics.length + brokenTags.length === 0 ? safe(fix) : fix;
  });
  return { ...diagnostic, fixes };
}

function shifted({ start, end }: SourceRange, by: number): SourceRange {
  return { start: start + by, end: end + by };
}

function treeOf(source: string, nodes: readonly TemplateNode[]): TemplateTree {
  return { kind: 'template', range: { start: 0, end: source.length }, nodes };
}

function unread(source: string, diagnostics: readonly Diagnostic[]): ParsedTemplate {
  const range = { start: 0, end: source.length };
  return { tree: treeOf(source, [{ kind: 'text', range, text: source, written: range }]), diagnostics };
}

function sorted(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
}
