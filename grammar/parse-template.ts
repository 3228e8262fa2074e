import { type Diagnostic, diagnose, type Fix, type SourceRange } from '../src/diagnostics/diagnostic.ts';
import { applyFix } from '../src/diagnostics/fixes/apply-fix.ts';
import { lex } from './lex.ts';
import { TemplateParser } from './parser.ts';
import type { BrokenTag } from './recovery/broken-tag.ts';
import { confirmFixes } from './recovery/confirm-fixes.ts';
import { explainQuotes } from './recovery/explain-quotes.ts';
import { explainTag } from './recovery/explain-tag.ts';
import { mendTags } from './recovery/mend-tags.ts';
import { pairConditionals } from './recovery/pair-conditionals.ts';
import { strayDollars } from './recovery/stray-dollars.ts';
import { rangeOf } from './token-range.ts';
import type { TemplateNode, TemplateTree } from './tree.ts';

export interface ParsedTemplate {
  /** Also there for a broken source: what could not be read are broken nodes. */
  readonly tree: TemplateTree;
  /** In the order of their ranges. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ParseLimits {
  /** The longest source, in UTF-16 code units; 1 MiB by default. */
  readonly length?: number;
  /** How deep conditionals, and parentheses in a condition, may nest; 100 by default. */
  readonly depth?: number;
}

export const defaultLimits = { length: 2 ** 20, depth: 100 } as const satisfies Required<ParseLimits>;

/** Made for the first source, so that an import costs little. */
let sharedParser: TemplateParser | undefined;

function theParser(): TemplateParser {
  sharedParser ??= new TemplateParser({ skipValidations: true });
  return sharedParser;
}

/**
 * Parses a template. Never throws: whatever is wrong is in the diagnostics, one for each cause, and everything else is
 * in the tree. A source over a limit becomes a tree of one text.
 */
export function parseTemplate(source: string, limits: ParseLimits = {}): ParsedTemplate {
  const { length, depth } = { ...defaultLimits, ...limits };
  if (source.length > length) {
    const range = { start: length, end: source.length };
    return unread(source, diagnose('template-too-long', range, { length: source.length, limit: length }));
  }
  const parsed = parseUnconfirmed(source, depth);
  const { tree, diagnostics } = parsed;
  if (!diagnostics.some(({ code }) => dollarTrouble.has(code) || code === 'unclosed-quotes')) return parsed;
  const parseAgain = (fixed: string) => parseUnconfirmed(fixed, depth).diagnostics;
  return { tree, diagnostics: confirmFixes(source, diagnostics, parseAgain) };
}

function parseUnconfirmed(source: string, depth: number): ParsedTemplate {
  const plain = attempt(source, source, depth);
  if (!plain.diagnostics.some(({ code }) => dollarTrouble.has(code))) return plain;
  const mended = attemptWithoutStrays(source, depth);
  return isBetter(mended, plain) ? mended : plain;
}

/** Whether it blames less, or blames an earlier dollar for the same trouble. */
function isBetter({ diagnostics: these }: ParsedTemplate, { diagnostics: those }: ParsedTemplate): boolean {
  if (these.length !== those.length) return these.length < those.length;
  return (these[0]?.range.start ?? 0) < (those[0]?.range.start ?? 0);
}

/** Codes that may mean that a dollar too many has turned text and tags around. */
const dollarTrouble = new Set([
  'stray-dollar',
  'empty-tag',
  'unclosed-tag',
  'unclosed-comment',
  'unexpected-in-tag',
]);

function attemptWithoutStrays(source: string, depth: number): ParsedTemplate {
  const strays = strayDollars(source);
  let masked = '';
  let end = 0;
  for (const offset of strays) {
    masked += `${source.slice(end, offset)}#`;
    end = offset + 1;
  }
  const { tree, diagnostics } = attempt(source, masked + source.slice(end), depth);
  return {
    tree,
    diagnostics: sorted([...strays.map(offset => explainStray(source, offset)), ...diagnostics]),
  };
}

function explainStray(source: string, offset: number): Diagnostic {
  const range = { start: offset, end: offset + 1 };
  const plain: Fix = {
    title: 'Write a plain dollar sign',
    kind: 'suggestion',
    edits: [{ range, text: '\\$' }],
  };
  if (source[offset + 1] === '!') {
    return diagnose('unclosed-comment', { start: offset, end: offset + 2 }, {}, { fixes: [plain] });
  }
  const name = /^[A-Za-z_][\w./]*/.exec(source.slice(offset + 1, offset + 101))?.[0];
  if (!name) return diagnose('stray-dollar', range, {}, { fixes: [plain] });
  const end = offset + 1 + name.length;
  const close: Fix = {
    title: 'Close it with `$`',
    kind: 'suggestion',
    edits: [{ range: { start: end, end }, text: '$' }],
  };
  return diagnose('unclosed-tag', { start: offset, end }, { tag: `$${name}` }, { fixes: [close, plain] });
}

/** Parses `lexed`, which is as long as `source`, into a tree of the source. */
function attempt(source: string, lexed: string, depth: number): ParsedTemplate {
  const mended = mendTags(lexed, lex(lexed));
  const paired = pairConditionals(mended.tokens, depth);
  if (paired.tooDeep)
    return unread(source, diagnose('template-too-deep', rangeOf(paired.tooDeep), { limit: depth }));
  const parser = theParser();
  const tree = treeOf(source, parser.parse(source, paired.tokens));
  // A comment that takes the rest takes the ends of conditionals with it.
  const isSwallowed = mended.diagnostics.some(({ code }) => code === 'unclosed-comment');
  const unpaired = paired.diagnostics.filter(({ code }) => !isSwallowed || code !== 'unclosed-if');
  const diagnostics = [...mended.diagnostics, ...unpaired];
  const { brokenTags, oddQuotes } = parser;
  for (const broken of unexplained(brokenTags, mended.diagnostics))
    diagnostics.push(explain(source, broken, depth));
  for (const option of oddQuotes) diagnostics.push(explainQuotes(option));
  return { tree, diagnostics: sorted(diagnostics) };
}

/** Broken tags that none of these diagnostics lies in already; both are in the order of the source. */
function unexplained(tags: readonly BrokenTag[], diagnostics: readonly Diagnostic[]): BrokenTag[] {
  let next = 0;
  return tags.filter(({ range }) => {
    const emptyWidth = range.start === range.end ? 1 : 0;
    const end = range.end + emptyWidth;
    while ((diagnostics[next]?.range.end ?? Number.POSITIVE_INFINITY) + emptyWidth <= range.start) next++;
    return (diagnostics[next]?.range.start ?? Number.POSITIVE_INFINITY) >= end;
  });
}

/** A fix is safe where it leaves a tag that the grammar accepts, and does not end before what was meant to be in it. */
function explain(source: string, broken: BrokenTag, depth: number): Diagnostic {
  const diagnostic = explainTag(source, broken);
  const { start, end } = broken.range;
  if (broken.kind === 'condition' || diagnostic.code === 'unexpected-in-tag') return diagnostic;
  const tag = source.slice(start, end);
  const fixes = diagnostic.fixes.map(fix => {
    const edits = fix.edits.map(({ range, text }) => ({ range: shifted(range, -start), text }));
    const fixed = applyFix(tag, { ...fix, edits });
    return isClean(fixed, depth) ? { ...fix, kind: 'safe' as const } : fix;
  });
  return { ...diagnostic, fixes };
}

function isClean(source: string, depth: number): boolean {
  const mended = mendTags(source, lex(source));
  const paired = pairConditionals(mended.tokens, depth);
  if (mended.diagnostics.length > 0 || paired.diagnostics.length > 0 || paired.tooDeep) return false;
  const parser = theParser();
  parser.parse(source, paired.tokens);
  return parser.brokenTags.length === 0 && parser.oddQuotes.length === 0;
}

function shifted({ start, end }: SourceRange, by: number): SourceRange {
  return { start: start + by, end: end + by };
}

function treeOf(source: string, nodes: readonly TemplateNode[]): TemplateTree {
  return { kind: 'template', range: { start: 0, end: source.length }, nodes };
}

function unread(source: string, diagnostic: Diagnostic): ParsedTemplate {
  const range = { start: 0, end: source.length };
  return {
    tree: treeOf(source, [{ kind: 'text', range, text: source, written: range }]),
    diagnostics: [diagnostic],
  };
}

function sorted(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
}
