import { type Diagnostic, diagnose, type Edit, type SourceRange } from '../../diagnostics/diagnostic.ts';
import { editAll, replaceWith } from '../../diagnostics/fixes/fix.ts';
import type { OutputName } from '../../output/output.ts';
import { branchesOf, type LiteralStep, type Program } from './program.ts';
import { isGroup, typeAt, type VariableSchema } from './variables.ts';

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

/** The conditionals of Liquid, Jinja and Handlebars. */
const tags =
  /\{%-?\s{0,8}(if|elsif|elif|else|endif)\b\s{0,8}([\w.]{0,100})\s{0,8}-?%\}|\{\{\s{0,8}(#if|else|\/if)\b\s{0,8}([\w.]{0,100})\s{0,8}\}\}/g;

const keywords: ReadonlyMap<string, string> = new Map([
  ['if', 'if'],
  ['#if', 'if'],
  ['elsif', 'elseif'],
  ['elif', 'elseif'],
  ['else', 'else'],
  ['endif', 'endif'],
  ['/if', 'endif'],
]);

/** Warns of placeholders of other languages around names that are variables: they would be sent as they stand. */
export function findPlaceholders(
  program: Program,
  variables: VariableSchema,
  output: OutputName,
): readonly Diagnostic[] {
  const literals = literalsOf(program);
  // Whoever writes `\\${profile}` means the text.
  const escaped = new Set(literals.filter(isEscapedDollar).map(({ range }) => range.end));
  const isScalar = (path: string) => {
    const type = typeAt(variables, path.split(/[./]/));
    return type !== undefined && !isGroup(type);
  };
  const found = literals.flatMap(({ text, range: { start } }) =>
    [...text.matchAll(values)].flatMap(match => {
      const [written, ...names] = match;
      const path = names.find(Boolean) ?? '';
      // An index of a form or a URL is its own syntax.
      const isIndex = written.startsWith('[') && (output === 'url' || output === 'form');
      const isEscaped = match.index === 0 && escaped.has(start);
      if (!isScalar(path) || isIndex || isEscaped) return [];
      return [placeholder(written, start + match.index, `$${path}$`)];
    }),
  );
  return [...found, ...findConditionals(literals, isScalar)];
}

function isEscapedDollar({ text, range }: LiteralStep): boolean {
  return text === '$' && range.end - range.start > 1;
}

function placeholder(written: string, start: number, meant: string): Diagnostic {
  const range = { start, end: start + written.length };
  return diagnose('foreign-placeholder', range, { written, meant }, { fixes: [replaceWith(range, meant)] });
}

interface ForeignTag {
  readonly written: string;
  readonly range: SourceRange;
  readonly keyword: string;
  readonly path: string;
}

/** One warning for each conditional; its fix writes all its tags, where none is missing. */
function findConditionals(
  literals: readonly LiteralStep[],
  isScalar: (path: string) => boolean,
): readonly Diagnostic[] {
  const open: ForeignTag[][] = [];
  const found: Diagnostic[] = [];
  for (const tag of literals.flatMap(foreignTags)) {
    if (tag.keyword === 'if') {
      open.push([tag]);
      continue;
    }
    open.at(-1)?.push(tag);
    if (tag.keyword === 'endif') found.push(...explain(open.pop() ?? [], isScalar));
  }
  return [...found, ...open.flatMap(chain => explain(chain, isScalar))];
}

function explain(chain: readonly ForeignTag[], isScalar: (path: string) => boolean): readonly Diagnostic[] {
  const [first] = chain;
  if (!first || !isScalar(first.path)) return [];
  const isWhole =
    chain.at(-1)?.keyword === 'endif' && chain.every(({ path }) => path === '' || isScalar(path));
  const edits = chain.map(({ range, keyword, path }): Edit => {
    return { range, text: path === '' ? `$${keyword}$` : `$${keyword}(${path})$` };
  });
  const meant = edits[0]?.text ?? '';
  const fixes = isWhole ? [editAll(`Write \`${meant}\``, edits)] : [];
  return [diagnose('foreign-placeholder', first.range, { written: first.written, meant }, { fixes })];
}

function foreignTags({ text, range: { start } }: LiteralStep): readonly ForeignTag[] {
  return [...text.matchAll(tags)].map(match => {
    const [written, liquid, liquidPath, handlebars, handlebarsPath] = match;
    return {
      written,
      range: { start: start + match.index, end: start + match.index + written.length },
      keyword: keywords.get(liquid ?? handlebars ?? '') ?? '',
      path: liquidPath || handlebarsPath || '',
    };
  });
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
  const isIn = (one: SourceRange, other: SourceRange) => one.start < other.end && other.start < one.end;
  const alone = placeholders.filter(
    ({ range }) =>
      !diagnostics.some(
        ({ code, severity, range: other }) =>
          severity === 'error' &&
          (isIn(range, other) || (code === 'stray-dollar' && other.end === range.start)),
      ),
  );
  const explained = diagnostics.map(diagnostic => {
    const found = placeholders.find(({ range }) => isIn(range, diagnostic.range));
    if (!found || diagnostic.severity !== 'error') return diagnostic;
    return { ...diagnostic, fixes: [...found.fixes, ...diagnostic.fixes] };
  });
  return [...explained, ...alone];
}
