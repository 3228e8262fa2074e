import { type Diagnostic, diagnose, type SourceRange } from '../../../diagnostics/diagnostic.ts';
import { replaceWith } from '../../../diagnostics/fixes/fix.ts';
import type { OutputName } from '../../../output/output.ts';
import { branchesOf, type LiteralStep, type Program } from '../program.ts';
import { isGroup, isList, typeAt, type VariableSchema } from '../variables.ts';
import { findForeignBlocks } from './foreign-blocks.ts';

/** Where a name stands alone in the placeholders of other languages: `{{profile}}`, `<%= profile %>`, `%profile%`. */
const name = '\\s{0,8}[.@]?([A-Za-z_][\\w./]{0,100})\\s{0,8}';
const values = new RegExp(
  [
    `\\{\\{\\{${name}\\}\\}\\}`,
    `\\{\\{${name}\\}\\}`,
    `#?\\{${name}\\}`,
    `<%[=-]?${name}%>`,
    // Markdown links, PHP's `a[profile]=` and ranges such as `100%profile` look alike.
    `(?<![\\w\\]])\\[${name}\\](?![[(=])`,
    '%([A-Za-z_][\\w.]{0,100})%',
  ].join('|'),
  'g',
);

/**
 * What comes before the name or keyword of any of these, and hardly anywhere else: most sources do without it, and that is
 * quick to tell.
 */
const opening = /[{[%][=-]?\s{0,8}[.@#/]?[A-Za-z_]/;

interface PlaceholderScope {
  readonly source: string;
  readonly variables: VariableSchema;
  readonly output: OutputName;
}

/** Warns of placeholders of other languages around names that are variables: they would be sent as they stand. */
export function findPlaceholders(
  program: Program,
  { source, variables, output }: PlaceholderScope,
): readonly Diagnostic[] {
  if (!opening.test(source)) return [];
  const literals = literalsOf(program);
  // Whoever writes `\\${profile}` means the text.
  const escaped = new Set(literals.filter(isEscapedDollar).map(({ range }) => range.end));
  // The items of a list need more than its name.
  const isKnown = (path: string) => {
    const type = typeAt(variables, path.split(/[./]/));
    return type !== undefined && !isGroup(type) && !isList(type);
  };
  const found = literals.flatMap(({ text, range: { start } }) =>
    [...text.matchAll(values)].flatMap(match => {
      const [written, ...names] = match;
      const path = names.find(Boolean) ?? '';
      // An index of a form or a URL is its own syntax.
      const isIndex = written.startsWith('[') && (output === 'url' || output === 'form');
      const isEscaped = match.index === 0 && escaped.has(start);
      if (!isKnown(path) || isIndex || isEscaped) return [];
      return [placeholder(written, start + match.index, `$${path}$`)];
    }),
  );
  return [...found, ...findForeignBlocks(literals, variables)];
}

function isEscapedDollar({ text, range }: LiteralStep): boolean {
  return text === '$' && range.end - range.start > 1;
}

function placeholder(written: string, start: number, meant: string): Diagnostic {
  const range = { start, end: start + written.length };
  return diagnose('foreign-placeholder', range, { written, meant }, { fixes: [replaceWith(range, meant)] });
}

/** In the order of the source. */
function literalsOf(program: Program): readonly LiteralStep[] {
  const literals: LiteralStep[] = [];
  const pending = [...program].reverse();
  for (let step = pending.pop(); step; step = pending.pop()) {
    if (step.kind === 'literal') literals.push(step);
    else if (step.kind !== 'value') {
      for (const each of branchesOf(step).flat().reverse()) pending.push(each);
    }
  }
  return literals;
}

/** The warnings with these errors: a placeholder that breaks the output is one mistake, whose error gets its fix. */
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

/** The first that has a part of a range in common, of diagnostics in order that have none in common with each other. */
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
