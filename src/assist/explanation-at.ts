import { parseUnconfirmed } from '../../grammar/parse-template.ts';
import type { PathNode, ValueNode } from '../../grammar/tree.ts';
import { visit } from '../../grammar/visit.ts';
import type { SourceRange } from '../diagnostics/diagnostic.ts';
import { type Explanation, explainName } from './explain-name.ts';
import { nameAt } from './names-at.ts';
import type { TemplateScope } from './template-scope.ts';

/** What the name at an offset is, and where it stands; undefined where there is none that is known. */
export function explanationAt(
  source: string,
  offset: number,
  scope: TemplateScope,
): { readonly range: SourceRange; readonly explanation: Explanation } | undefined {
  const found = pathAt(source, offset);
  if (!found) return undefined;
  const { range, names } = found.path;
  const name = nameAt(source, range.start, names, scope);
  return name && { range, explanation: explainName(name, scope, found.options) };
}

/** A path that an offset stands in, and the options of its tag as they are written. */
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
