import type { ParsedTemplate } from '../../../grammar/parse-template.ts';
import type { PathNode, TemplateNode, TextNode, ValueNode } from '../../../grammar/tree.ts';
import { assertNever } from '../../diagnostics/assert-never.ts';
import { diagnose } from '../../diagnostics/diagnostic.ts';
import { proposeMeant } from '../../diagnostics/fixes/fix.ts';
import { resolveCondition } from './condition.ts';
import { resolveList } from './list.ts';
import { reportListValue } from './list-value.ts';
import { reportLiteralZ } from './literal-z.ts';
import { reportUnknown } from './names/unknown-name.ts';
import type { Program, Step, ValueStep } from './program.ts';
import { lookUp, type Scope } from './scope.ts';
import { resolveOptions } from './tag-options.ts';
import { isGroup, isList, type Variable } from './variables.ts';

/** Resolves every name, option and condition; what cannot be resolved is reported. */
export function resolve({ tree }: ParsedTemplate, scope: Scope): Program {
  return resolveNodes(tree.nodes, scope);
}

function resolveNodes(nodes: readonly TemplateNode[], scope: Scope): Program {
  const steps: Step[] = [];
  let value: ValueStep | undefined;
  for (const node of nodes) {
    if (value) reportLiteralZ(value, node, scope);
    const step = resolveNode(node, scope);
    if (step) steps.push(step);
    value = step?.kind === 'value' ? step : undefined;
  }
  return steps;
}

function resolveNode(node: TemplateNode, scope: Scope): Step | undefined {
  switch (node.kind) {
    case 'text':
      return resolveText(node, scope.source);
    case 'dollar':
      return { kind: 'literal', range: node.range, text: '$' };
    case 'value':
      return resolveValue(node, scope);
    case 'conditional': {
      const branches = node.branches.map(({ condition, nodes }) => ({
        condition: resolveCondition(condition, scope),
        steps: resolveNodes(nodes, scope),
      }));
      const otherwise = resolveNodes(node.otherwise?.nodes ?? [], scope);
      return { kind: 'conditional', range: node.range, node, branches, otherwise };
    }
    case 'list':
      return resolveList(node, scope, resolveNodes);
    case 'comment':
    case 'broken':
      return undefined;
    default:
      return assertNever(node);
  }
}

function resolveText({ range, text, written }: TextNode, source: string): Step | undefined {
  if (written.start === written.end) return undefined;
  const whole = written.start === range.start && written.end === range.end;
  return { kind: 'literal', range: written, text: whole ? text : source.slice(written.start, written.end) };
}

function resolveValue(node: ValueNode, scope: Scope): Step {
  const variable = resolveVariable(node, scope);
  const options = resolveOptions(node, variable, scope);
  return { kind: 'value', range: node.range, node, variable: variable ?? anyText(node.path), options };
}

/** A value of unknown name still takes its place, so that one mistake does not look like two. */
function anyText({ names: path }: PathNode): Variable {
  return { path, type: 'string', origin: { level: 0, path } };
}

/** What a name that is not a variable's may have been meant for. */
export const keywords = ['else', 'endif', 'sep', 'endfor'];

/** The variable of a value; undefined, and reported, where it names none. */
function resolveVariable(node: ValueNode, scope: Scope): Variable | undefined {
  const { path } = node;
  const found = lookUp(scope, path.names);
  if (!found) return reportUnknown(path, scope, 'any', keywords);
  const { type, origin } = found;
  if (typeof type === 'string') return { path: path.names, type, origin };
  const name = path.names.join('.');
  if (isList(type)) return reportListValue(node, type, scope);
  if (!isGroup(type)) return { path: path.names, type, origin };
  const known = scope.known.membersOf(type, name);
  const fixes = proposeMeant(path.range, known.length === 1 ? known[0] : undefined);
  scope.report(diagnose('incomplete-name', path.range, { name, known }, { fixes }));
  return undefined;
}
