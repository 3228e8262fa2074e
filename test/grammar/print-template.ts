import type {
  BranchNode,
  ComparisonCondition,
  ConditionNode,
  ListNode,
  OptionNode,
  PathNode,
  TemplateNode,
  TemplateTree,
} from '../../grammar/tree.ts';
import { assertNever } from '../../src/diagnostics/assert-never.ts';

/**
 * The canonical source of a tree: no unnecessary spaces, names joined by dots, plain double quotes. Parsing it
 * gives the same tree, ranges aside, if the tree could have come from a source. Needs no source and reads no ranges;
 * throws where a tree holds what could not be read, because only its source can tell what that was.
 */
export function printTemplate(tree: TemplateTree): string {
  return printNodes(tree.nodes);
}

function printNodes(nodes: readonly TemplateNode[]): string {
  return nodes.map(printNode).join('');
}

function printNode(node: TemplateNode): string {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'dollar':
      return '\\$';
    case 'value':
      return `$${printPath(node.path)}${printOptions(node.options)}$`;
    case 'conditional': {
      const otherwise = node.otherwise ? `$else$${printNodes(node.otherwise.nodes)}` : '';
      return `${node.branches.map(printBranch).join('')}${otherwise}$endif$`;
    }
    case 'list':
      return printList(node);
    case 'comment':
      return `$!${node.text}!$`;
    case 'broken':
      throw new Error(`A tree with a broken tag, here at offset ${node.range.start}, cannot be printed.`);
    default:
      return assertNever(node);
  }
}

function printList({ head, nodes, separator, otherwise, tag }: ListNode): string {
  if (!head) throw new Error(`A tree with a broken tag, here at offset ${tag.start}, cannot be printed.`);
  const { item, path, filter, options } = head;
  const taken = filter ? ` if ${printCondition(filter)}` : '';
  return [
    `$for(${item.name} in ${printPath(path)}${taken}${printOptions(options)})$${printNodes(nodes)}`,
    separator ? `$sep$${printNodes(separator.nodes)}` : '',
    otherwise ? `$else$${printNodes(otherwise.nodes)}` : '',
    '$endfor$',
  ].join('');
}

function printPath({ names }: PathNode): string {
  return names.join('.');
}

function printOptions(options: readonly OptionNode[]): string {
  if (options.length === 0) return '';
  return `; ${options.map(({ name, value }) => `${name}="${value}"`).join(', ')}`;
}

function printBranch({ condition, nodes }: BranchNode, index: number): string {
  return `$${index === 0 ? 'if' : 'elseif'}(${printCondition(condition)})$${printNodes(nodes)}`;
}

function printCondition(condition: ConditionNode): string {
  switch (condition.kind) {
    case 'variable':
      return printPath(condition.path);
    case 'comparison':
      return `${printPath(condition.path)} ${condition.operator} ${printConstant(condition.constant)}`;
    case 'not':
      return `!${printOperand(condition.operand, 'not')}`;
    case 'and':
      return condition.operands.map(operand => printOperand(operand, 'and')).join(' && ');
    case 'or':
      return condition.operands.map(operand => printOperand(operand, 'or')).join(' || ');
    case 'broken-condition':
      throw new Error(
        `A tree with a broken condition, here at offset ${condition.range.start}, cannot be printed.`,
      );
    default:
      return assertNever(condition);
  }
}

function printConstant(constant: ComparisonCondition['constant']): string {
  return constant.kind === 'quoted' ? `"${constant.value}"` : String(constant.value);
}

/** Parentheses are written where the tree would be different without them. */
function printOperand(operand: ConditionNode, within: 'not' | 'and' | 'or'): string {
  const printed = printCondition(operand);
  const bindsTighter = operand.kind === 'and' && within === 'or';
  const isJoined = operand.kind === 'and' || operand.kind === 'or';
  const isNegatedComparison = operand.kind === 'comparison' && within === 'not';
  return (isJoined && !bindsTighter) || isNegatedComparison ? `(${printed})` : printed;
}
