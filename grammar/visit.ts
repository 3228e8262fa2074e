import { assertNever } from '../src/diagnostics/assert-never.ts';
import type {
  BranchNode,
  ConditionNode,
  ItemNode,
  ListHead,
  ListNode,
  NumberNode,
  OptionNode,
  OtherwiseNode,
  PathNode,
  QuotedNode,
  SeparatorNode,
  TemplateNode,
  TemplateTree,
} from './tree.ts';

/** Every kind of node, including the tree itself. */
export type SyntaxNode =
  | TemplateTree
  | TemplateNode
  | PathNode
  | OptionNode
  | BranchNode
  | OtherwiseNode
  | ListHead
  | ItemNode
  | SeparatorNode
  | ConditionNode
  | QuotedNode
  | NumberNode;

/** Calls `enter` for every node of a tree, in the order of the source, parents before children. */
export function visit(node: SyntaxNode, enter: (node: SyntaxNode) => void): void {
  enter(node);
  for (const child of childrenOf(node)) visit(child, enter);
}

/** The children of a node, in the order of the source. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  switch (node.kind) {
    case 'template':
    case 'otherwise':
    case 'separator':
      return node.nodes;
    case 'value':
      return [node.path, ...node.options];
    case 'conditional':
      return node.otherwise ? [...node.branches, node.otherwise] : node.branches;
    case 'branch':
      return [node.condition, ...node.nodes];
    case 'list':
      return partsOf(node);
    case 'list-head':
      return [node.item, node.path, ...(node.filter ? [node.filter] : []), ...node.options];
    case 'variable':
      return [node.path];
    case 'comparison':
      return [node.path, node.constant];
    case 'not':
      return [node.operand];
    case 'and':
    case 'or':
      return node.operands;
    case 'text':
    case 'dollar':
    case 'comment':
    case 'broken':
    case 'path':
    case 'option':
    case 'item':
    case 'quoted':
    case 'number':
    case 'broken-condition':
      return [];
    default:
      return assertNever(node);
  }
}

function partsOf({ head, nodes, separator, otherwise }: ListNode): readonly SyntaxNode[] {
  return [head, ...nodes, separator, otherwise].filter(part => part !== undefined);
}
