import type { Extension } from '@codemirror/state';
import { type EditorView, hoverTooltip, type Tooltip } from '@codemirror/view';
import { parseUnconfirmed } from '../../../grammar/parse-template.ts';
import type { PathNode, ValueNode } from '../../../grammar/tree.ts';
import { visit } from '../../../grammar/visit.ts';
import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import { explainName } from './explain-name.ts';
import { nameAt } from './names-at.ts';
import { templateScope } from './template-scope.ts';

/** What a name means, while the pointer is on it. */
export const hover: Extension = hoverTooltip((view, offset) => explainAt(view, offset), { hoverTime: 200 });

function explainAt(view: EditorView, offset: number): Tooltip | null {
  const source = view.state.doc.toString();
  const found = pathAt(source, offset);
  if (!found) return null;
  const scope = view.state.facet(templateScope);
  const { start, end } = found.path.range;
  const name = nameAt(source, start, found.path.names, scope);
  if (!name) return null;
  return {
    pos: start,
    end,
    above: true,
    create: () => ({ dom: explainName(name, scope, found.options) }),
  };
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
