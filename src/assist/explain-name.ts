import { type IToken, tokenMatcher } from 'chevrotain';
import { ElseIf, endOf, lex, startOf } from '../../grammar/lexer.ts';
import { parseUnconfirmed } from '../../grammar/parse-template.ts';
import type { PathNode, ValueNode } from '../../grammar/tree.ts';
import { visit } from '../../grammar/visit.ts';
import { assertNever } from '../diagnostics/assert-never.ts';
import type { SourceRange } from '../diagnostics/diagnostic.ts';
import { isGroup, isList, isOptional, optional, type VariableType } from '../template/resolve/variables.ts';
import { compileTemplate } from '../template/template.ts';
import type { Explanation } from './assistance.ts';
import { type KnownName, nameAfter } from './names-at.ts';
import type { TemplateScope } from './template-scope.ts';
import type { UnderSchema } from './under-schema.ts';

/**
 * Explains a name: its type, its meaning, its value in each sample, and the output of its tag. `options` are those of
 * the tag as they are written; undefined if the name stands in a condition, which has no output.
 */
export function explainName(name: KnownName, scope: TemplateScope, options?: string): Explanation {
  const meaning = scope.describe(name.path);
  const samples = name.values.map(({ event, value }) => {
    const text = sampleText(value);
    const written = options === undefined ? undefined : writtenText(name, value, options, scope);
    const isOther = written !== undefined && written !== text && written !== '';
    return { event, text, ...(isOther && { written }) };
  });
  return {
    path: name.path,
    type: describeName(name),
    ...(meaning !== undefined && { meaning }),
    samples,
  };
}

/**
 * Explains the known name at an offset, or the key that a schema knows, and returns its range; undefined if there is neither.
 *
 * @param read The tokens of the source, for those who have them.
 */
export function explanationAt(
  source: string,
  offset: number,
  scope: TemplateScope,
  underSchema?: UnderSchema,
  read: readonly IToken[] = lex(source),
): { readonly range: SourceRange; readonly explanation: Explanation } | undefined {
  const found = pathAt(source, offset, read);
  if (!found) return underSchema?.keyExplanationAt(source, offset, scope);
  const { names, range, before, options } = found;
  const name = nameAfter(before, names, scope);
  return name && { range, explanation: explainName(name, scope, options) };
}

/** A path at an offset, the tokens before it, and the options of its tag as they are written. */
interface FoundPath {
  readonly names: readonly string[];
  readonly range: SourceRange;
  readonly before: readonly IToken[];
  readonly options: string | undefined;
}

/** Parses no more than the tag that it is in. */
function pathAt(source: string, offset: number, read: readonly IToken[]): FoundPath | undefined {
  const first = read.findLastIndex(token => token.tokenType.PUSH_MODE === 'tag' && startOf(token) <= offset);
  const opener = read[first];
  if (!opener) return undefined;
  const closer = read.slice(first).find(({ tokenType }) => tokenType.POP_MODE);
  // A branch is one only after another.
  const before = tokenMatcher(opener, ElseIf) ? '$if(a)$' : '';
  const text = before + source.slice(startOf(opener), closer && endOf(closer));
  const start = startOf(opener) - before.length;
  let tag: ValueNode | undefined;
  let path: PathNode | undefined;
  visit(parseUnconfirmed(text).tree, node => {
    if (!('range' in node) || !holds(node.range, offset - start)) return;
    if (node.kind === 'value') tag = node;
    if (node.kind === 'path') path = node;
  });
  if (!path) return undefined;
  const { names, range } = path;
  const placed = { start: start + range.start, end: start + range.end };
  return {
    names,
    range: placed,
    before: read.slice(
      0,
      read.findIndex(token => startOf(token) >= placed.start),
    ),
    options: tag && optionsOf(tag, text),
  };
}

function optionsOf({ path, options }: ValueNode, source: string): string {
  const last = options.at(-1);
  return last ? source.slice(path.range.end, last.range.end) : '';
}

function holds({ start, end }: SourceRange, offset: number): boolean {
  return start <= offset && offset <= end;
}

const maxTexts = 6;

/** The type of a name in a word or a few. */
export function describeName({ type, mayBeMissing }: Pick<KnownName, 'type' | 'mayBeMissing'>): string {
  return describeType(mayBeMissing ? optional(type) : type);
}

function describeType(declared: VariableType): string {
  if (isOptional(declared)) return `optional ${describeType(declared.of)}`;
  const type = declared;
  if (isList(type)) return `list of ${describeType(type.of)}`;
  if (isGroup(type)) return 'group';
  if (typeof type === 'object') return describeTexts(type);
  switch (type) {
    case 'string':
      return 'text';
    case 'number':
    case 'boolean':
    case 'date':
      return type;
    case 'json':
      return 'any JSON';
    default:
      return assertNever(type);
  }
}

function describeTexts(texts: readonly string[]): string {
  const shown = texts.slice(0, maxTexts).join(', ');
  return texts.length > maxTexts ? `one of ${shown}, …` : `one of ${shown}`;
}

const longest = 80;

/** A value as text for people. */
function sampleText(value: unknown): string {
  if (value === undefined || value === null) return 'missing';
  if (value instanceof Date) return value.toISOString();
  return cut(typeof value === 'object' ? JSON.stringify(value, withoutBigInt) : String(value));
}

/** JSON has no bigints. */
function withoutBigInt(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** The output of a tag with this name and these options as plain text; `undefined` if the options are wrong. */
export function writtenText(
  { type }: KnownName,
  value: unknown,
  options: string,
  { timeZone }: Pick<TemplateScope, 'timeZone'>,
): string | undefined {
  try {
    // JSON alone takes lists and groups.
    const output = isList(type) || isGroup(type) ? 'json' : 'text';
    const template = compileTemplate(`$value${options}$`, { variables: { value: type }, timeZone, output });
    return cut(template.render({ value }));
  } catch {
    // A diagnostic explains the mistake.
    return undefined;
  }
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
