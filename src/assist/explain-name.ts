import { parseUnconfirmed } from '../../grammar/parse-template.ts';
import type { PathNode, ValueNode } from '../../grammar/tree.ts';
import { visit } from '../../grammar/visit.ts';
import { assertNever } from '../diagnostics/assert-never.ts';
import type { SourceRange } from '../diagnostics/diagnostic.ts';
import { isGroup, isList, isOptional, optional, type VariableType } from '../template/resolve/variables.ts';
import { compileTemplate } from '../template/template.ts';
import type { Explanation } from './assistance.ts';
import { type KnownName, nameAt } from './names-at.ts';
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

/** Explains the known name at an offset, or the key that a schema knows, and returns its range; undefined if there is neither. */
export function explanationAt(
  source: string,
  offset: number,
  scope: TemplateScope,
  underSchema?: UnderSchema,
): { readonly range: SourceRange; readonly explanation: Explanation } | undefined {
  const found = pathAt(source, offset);
  if (!found) return underSchema?.keyExplanationAt(source, offset, scope);
  const { range, names } = found.path;
  const name = nameAt(source, range.start, names, scope);
  return name && { range, explanation: explainName(name, scope, found.options) };
}

/** The path at an offset, and the options of its tag as they are written. */
interface FoundPath {
  readonly path: PathNode;
  readonly options: string | undefined;
}

function pathAt(source: string, offset: number): FoundPath | undefined {
  let tag: ValueNode | undefined;
  let found: FoundPath | undefined;
  visit(parseUnconfirmed(source).tree, node => {
    if (!('range' in node) || !holds(node.range, offset)) return;
    if (node.kind === 'value') tag = node;
    if (node.kind === 'path') found = { path: node, options: tag && optionsOf(tag, source) };
  });
  return found;
}

function optionsOf({ path, options }: ValueNode, source: string): string {
  const last = options.at(-1);
  return last ? source.slice(path.range.end, last.range.end) : '';
}

function holds({ start, end }: SourceRange, offset: number): boolean {
  return start <= offset && offset <= end;
}

const mostTexts = 6;

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
  const shown = texts.slice(0, mostTexts).join(', ');
  return texts.length > mostTexts ? `one of ${shown}, …` : `one of ${shown}`;
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
