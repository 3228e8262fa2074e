import { type Diagnostic, diagnose, type Edit, type SourceRange } from '../../diagnostics/diagnostic.ts';
import { editAll, replaceWith } from '../../diagnostics/fixes/fix.ts';
import type { OutputName } from '../../output/output.ts';
import type { LiteralStep } from './program.ts';
import { branchesOf, type Program } from './program.ts';
import {
  isGroup,
  isList,
  jsonAlong,
  typeAt,
  typeOrPartAt,
  type VariableSchema,
  type VariableType,
} from './variables.ts';

/** Matches a lone name in the placeholders of other languages: `{{profile}}`, `<%= profile %>`, `%profile%`. */
const name = '\\s{0,8}[.@&]?(?:this\\.)?([A-Za-z_][\\w./]{0,100})\\s{0,8}';
/** Matches what other languages do with the value, such as `| upper`. */
const filter = '(?:\\|[^{}]{0,100})?';
const values = new RegExp(
  [
    `\\{\\{\\{${name}\\}\\}\\}`,
    `\\{\\{${name}${filter}\\}\\}`,
    `#?\\{${name}\\}`,
    `<%[=-]?${name}%>`,
    // Markdown links, PHP's `a[profile]=` and ranges such as `100%profile` look alike.
    `(?<![\\w\\]])\\[${name}\\](?![[(=])`,
    '%([A-Za-z_][\\w.]{0,100})%',
  ].join('|'),
  'g',
);

/**
 * Precedes the name or keyword in all of these, and hardly anything else: a quick test that spares most sources the
 * rest.
 */
const opening = /[{[%][=-]?\s{0,8}[.@&#/]?[A-Za-z_]/;

interface PlaceholderScope {
  readonly source: string;
  readonly variables: VariableSchema;
  readonly output: OutputName;
}

/** Warns about placeholders of other languages with the name of a variable: they would be sent literally. */
export function findPlaceholders(
  program: Program,
  { source, variables, output }: PlaceholderScope,
): readonly Diagnostic[] {
  if (!opening.test(source)) return [];
  const literals = literalsOf(program);
  // An escaped dollar, as in `\\${profile}`, means the literal text.
  const escaped = new Set(literals.filter(isEscapedDollar).map(({ range }) => range.end));
  const meantBy = (path: string, items: VariableSchema) => {
    const names = path.split(/[./]/);
    const known = Object.hasOwn(items, names[0] ?? '') ? items : variables;
    const isKnown = isValue(known, names) || jsonAlong(known, names) !== undefined;
    if (isKnown || isItemNumber(items, names)) return path;
    // Handlebars names parts of the innermost item alone.
    const [item, type] = Object.entries(items).at(-1) ?? [];
    const parts = path === 'this' ? [] : names;
    return item && type && isValue(type, parts) ? [item, ...parts].join('.') : undefined;
  };
  const found = literals.flatMap(({ text, range: { start }, items }) =>
    [...text.matchAll(values)].flatMap(match => {
      const [written, ...names] = match;
      const path = names.find(Boolean) ?? '';
      // In a form or a URL, an index has this syntax.
      const isIndex = written.startsWith('[') && (output === 'url' || output === 'form');
      const isEscaped = match.index === 0 && escaped.has(start);
      const meant = meantBy(path, items);
      if (meant === undefined || isIndex || isEscaped) return [];
      return [placeholder(written, start + match.index, `$${meant}$`)];
    }),
  );
  return [...found, ...findForeignBlocks(literals, variables)];
}

/** Whether it is the name of a value, such as the count of a list; for a list or a group, knowing its name is not enough. */
function isValue(whole: VariableType, names: readonly string[]): boolean {
  const type = typeAt(whole, names);
  if (type !== undefined) return !isGroup(type) && !isList(type);
  const list = names.at(-1) === 'count' ? typeAt(whole, names.slice(0, -1)) : undefined;
  return list !== undefined && isList(list);
}

function isItemNumber(items: VariableSchema, [item = '', ...parts]: readonly string[]): boolean {
  return Object.hasOwn(items, item) && parts.join('.') === 'number';
}

function isEscapedDollar({ text, range }: LiteralStep): boolean {
  return text === '$' && range.end - range.start > 1;
}

function placeholder(written: string, start: number, meant: string): Diagnostic {
  const range = { start, end: start + written.length };
  // Without its filter, the value would be written differently.
  const fixes = written.includes('|') ? [] : [replaceWith(range, meant)];
  return diagnose('foreign-placeholder', range, { written, meant }, { fixes });
}

/** A literal, and the items that have a name where it stands. */
interface LiteralInLists extends LiteralStep {
  readonly items: VariableSchema;
}

function literalsOf(program: Program): readonly LiteralInLists[] {
  const literals: LiteralInLists[] = [];
  const none: VariableSchema = {};
  const pending = program.map(step => ({ step, items: none })).reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { step, items } = next;
    if (step.kind === 'literal') literals.push({ ...step, items });
    else if (step.kind !== 'value') {
      const name = step.kind === 'list' ? step.node.head?.item.name : undefined;
      const inBody = step.kind === 'list' && name ? { ...items, [name]: step.itemType } : items;
      const inside = branchesOf(step).flatMap(steps =>
        steps.map(each => ({
          step: each,
          items: step.kind === 'list' && steps === step.steps ? inBody : items,
        })),
      );
      for (const each of inside.reverse()) pending.push(each);
    }
  }
  return literals;
}

/**
 * Merges these errors and warnings: a placeholder that breaks the output is one mistake, and its error gets its fix.
 */
export function withPlaceholders(
  diagnostics: readonly Diagnostic[],
  placeholders: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (placeholders.length === 0) return diagnostics;
  const inOrder = placeholders.toSorted(byStart);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').toSorted(byStart);
  const strayEnds = new Set(errors.flatMap(({ code, range }) => (code === 'stray-dollar' ? range.end : [])));
  let next = 0;
  let reach = -1;
  const alone = inOrder.filter(({ range }) => {
    for (let error = errors[next]; error && error.range.start < range.end; error = errors[++next])
      reach = Math.max(reach, error.range.end);
    return reach <= range.start && !strayEnds.has(range.start);
  });
  const explained = diagnostics.map(diagnostic => {
    const found = diagnostic.severity === 'error' && firstIn(inOrder, diagnostic.range);
    return found ? { ...diagnostic, fixes: [...found.fixes, ...diagnostic.fixes] } : diagnostic;
  });
  return [...explained, ...alone];
}

function byStart(one: Diagnostic, other: Diagnostic): number {
  return one.range.start - other.range.start;
}

/** The first diagnostic that overlaps a range; the diagnostics are sorted and do not overlap each other. */
function firstIn(inOrder: readonly Diagnostic[], { start, end }: SourceRange): Diagnostic | undefined {
  let low = 0;
  let high = inOrder.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((inOrder[middle]?.range.end ?? 0) > start) high = middle;
    else low = middle + 1;
  }
  const found = inOrder[low];
  return found && found.range.start < end ? found : undefined;
}

/** The conditionals and lists of Liquid, Jinja and Handlebars. */
const tags = new RegExp(
  [
    String.raw`\{%-?\s{0,8}(if|elsif|elif|else|endif|endfor)\b\s{0,8}([\w.]{0,100})\s{0,8}-?%\}`,
    String.raw`\{\{\s{0,8}(#if|else|\/if|#each|\/each)\b\s{0,8}([\w.]{0,100})(?:\s{1,8}as\s{1,8}\|(\w{1,100})\|)?\s{0,8}\}\}`,
    String.raw`\{%-?\s{0,8}for\s{1,8}(\w{1,100})\s{1,8}in\s{1,8}([\w.]{1,100})\s{0,8}-?%\}`,
  ].join('|'),
  'g',
);
/** Matches values of any of these languages, and the beginnings of their tags. */
const braces = /\{\{\{?\s{0,8}([A-Za-z_][\w.]{0,100})?\s{0,8}\}?\}\}|\{[{%]/g;

const keywords: ReadonlyMap<string, ForeignTag['keyword']> = new Map([
  ['if', 'if'],
  ['#if', 'if'],
  ['elsif', 'elseif'],
  ['elif', 'elseif'],
  ['else', 'else'],
  ['endif', 'endif'],
  ['/if', 'endif'],
  ['#each', 'for'],
  ['endfor', 'endfor'],
  ['/each', 'endfor'],
]);
const ends = { if: 'endif', for: 'endfor' } as const;

interface ForeignTag {
  readonly written: string;
  readonly range: SourceRange;
  readonly keyword: 'if' | 'elseif' | 'else' | 'endif' | 'for' | 'endfor';
  readonly path: string;
  /** The name of the item, if one is given. */
  readonly item: string | undefined;
  /** The items that have a name where it stands. */
  readonly items: VariableSchema;
}

/** A value of another language, or the beginning of one of its tags, which has no path. */
interface InBraces {
  readonly path: string | undefined;
  readonly range: SourceRange;
}

/** One warning per conditional and list. If none of its tags is missing, its fix rewrites them all. */
function findForeignBlocks(
  literals: readonly LiteralInLists[],
  variables: VariableSchema,
): readonly Diagnostic[] {
  const all = literals.flatMap(foreignTags);
  const inBraces = all.length === 0 ? [] : literals.flatMap(bracesIn);
  const open: ForeignTag[][] = [];
  const found: Diagnostic[] = [];
  const close = (block: readonly ForeignTag[]) => {
    for (const diagnostic of explain(block, inBraces, variables)) found.push(diagnostic);
  };
  for (const tag of all) {
    if (tag.keyword === 'if' || tag.keyword === 'for') {
      open.push([tag]);
      continue;
    }
    open.at(-1)?.push(tag);
    if (tag.keyword === 'endif' || tag.keyword === 'endfor') close(open.pop() ?? []);
  }
  for (const block of open) close(block);
  return found;
}

function foreignTags({ text, range: { start }, items }: LiteralInLists): readonly ForeignTag[] {
  return [...text.matchAll(tags)].map(match => {
    const [written, liquid, liquidPath, handlebars, handlebarsPath, named, item, list] = match;
    return {
      written,
      range: { start: start + match.index, end: start + match.index + written.length },
      keyword: keywords.get(liquid ?? handlebars ?? '') ?? 'for',
      path: liquidPath || handlebarsPath || list || '',
      item: named ?? item,
      items,
    };
  });
}

function explain(
  block: readonly ForeignTag[],
  inBraces: readonly InBraces[],
  declared: VariableSchema,
): readonly Diagnostic[] {
  const [first] = block;
  const variables = { ...declared, ...first?.items };
  const type = first && typeAt(variables, first.path.split('.'));
  if (!first || type === undefined || isGroup(type) || (first.keyword === 'for' && !isList(type))) return [];
  const isKnown = ({ path }: ForeignTag) =>
    path === '' || typeOrPartAt(variables, path.split('.')) !== undefined;
  const { keyword } = first;
  const isWhole =
    (keyword === 'if' || keyword === 'for') &&
    block.at(-1)?.keyword === ends[keyword] &&
    block.every(isKnown);
  const written = block.map((tag): Edit => ({ range: tag.range, text: textOf(tag) }));
  const meant = textOf(first);
  const inside = keyword === 'for' && isList(type) ? itemEdits(block, type.of, inBraces) : [];
  const fixes = isWhole && inside ? [editAll(`Write \`${meant}\``, [...written, ...inside])] : [];
  return [diagnose('foreign-placeholder', first.range, { written: first.written, meant }, { fixes })];
}

function textOf({ keyword, path, item = 'item' }: ForeignTag): string {
  if (path === '') return `$${keyword}$`;
  return keyword === 'for' ? `$for(${item} in ${path})$` : `$${keyword}(${path})$`;
}

/** Edits that rewrite the parts of an item between the tags of a list; undefined where that is ambiguous. */
function itemEdits(
  block: readonly ForeignTag[],
  type: VariableType,
  inBraces: readonly InBraces[],
): readonly Edit[] | undefined {
  const edits: Edit[] = [];
  const [first, last] = [block[0], block.at(-1)];
  if (!first || !last) return undefined;
  const tagStarts = new Set(block.map(({ range }) => range.start));
  for (let index = firstFrom(inBraces, first.range.end); ; index++) {
    const { path, range } = inBraces[index] ?? {};
    if (!range || range.start >= last.range.start) return edits;
    if (tagStarts.has(range.start)) continue;
    const names = path?.split('.') ?? [];
    const isNamed = names[0] === (first.item ?? 'this');
    const parts = isNamed ? names.slice(1) : names;
    const isPart = (isNamed || first.item === undefined) && isValue(type, parts);
    if (path === undefined || !isPart) return undefined;
    edits.push({ range, text: `$${[first.item ?? 'item', ...parts].join('.')}$` });
  }
}

/** The index of the first entry that starts at an offset or after it. */
function firstFrom(inOrder: readonly InBraces[], offset: number): number {
  let low = 0;
  let high = inOrder.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((inOrder[middle]?.range.start ?? 0) >= offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

function bracesIn({ text, range: { start } }: LiteralStep): readonly InBraces[] {
  return [...text.matchAll(braces)].map(({ 0: written, 1: path, index }) => ({
    path,
    range: { start: start + index, end: start + index + written.length },
  }));
}
