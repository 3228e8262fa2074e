import type { SourceRange } from '../src/diagnostics/diagnostic.ts';
import type { QuoteStyle } from './lexer.ts';

/** A parsed template. Ranges of nodes refer to its source: `source.slice(range.start, range.end)`. */
export interface TemplateTree {
  readonly kind: 'template';
  readonly range: SourceRange;
  readonly nodes: readonly TemplateNode[];
}

/** A node in the sequence of a template, or of one of its branches. */
export type TemplateNode =
  | TextNode
  | DollarNode
  | ValueNode
  | ConditionalNode
  | ListNode
  | CommentNode
  | BrokenNode;

/** Text between tags. */
export interface TextNode {
  readonly kind: 'text';
  readonly range: SourceRange;
  readonly text: string;
  /** The part that is written: `range` without lines that held only a neighbouring tag. */
  readonly written: SourceRange;
}

/** An escaped dollar, `\$`. */
export interface DollarNode {
  readonly kind: 'dollar';
  readonly range: SourceRange;
}

/** `$order.name; format="upper"$` */
export interface ValueNode {
  readonly kind: 'value';
  readonly range: SourceRange;
  readonly path: PathNode;
  readonly options: readonly OptionNode[];
}

/** `order.customer/name` */
export interface PathNode {
  readonly kind: 'path';
  readonly range: SourceRange;
  readonly names: readonly string[];
}

/** `format="upper"` */
export interface OptionNode {
  readonly kind: 'option';
  readonly range: SourceRange;
  readonly name: string;
  readonly nameRange: SourceRange;
  readonly value: string;
  /** The range of the value without its quotes. */
  readonly valueRange: SourceRange;
  readonly quotes: QuoteStyle;
}

/** `$if(a)$…$elseif(b)$…$else$…$endif$` */
export interface ConditionalNode {
  readonly kind: 'conditional';
  readonly range: SourceRange;
  /** The `$if` and each `$elseif`; at least one. */
  readonly branches: readonly BranchNode[];
  readonly otherwise?: OtherwiseNode;
  /** `$endif$`; empty if it is missing. */
  readonly endTag: SourceRange;
}

/** `$if(…)$…` or `$elseif(…)$…`, up to the next tag of its conditional. */
export interface BranchNode {
  readonly kind: 'branch';
  /** `$if(…)$` or `$elseif(…)$` */
  readonly tag: SourceRange;
  readonly condition: ConditionNode;
  readonly nodes: readonly TemplateNode[];
}

/** `$else$…`, up to the `$endif$` or `$endfor$`. */
export interface OtherwiseNode {
  readonly kind: 'otherwise';
  /** `$else$` */
  readonly tag: SourceRange;
  readonly nodes: readonly TemplateNode[];
}

/** `$for(alert in alerts)$…$sep$…$else$…$endfor$` */
export interface ListNode {
  readonly kind: 'list';
  readonly range: SourceRange;
  /** `$for(…)$` */
  readonly tag: SourceRange;
  /** Absent if the tag could not be parsed; a diagnostic explains why. */
  readonly head?: ListHead;
  /** Written for each item. */
  readonly nodes: readonly TemplateNode[];
  readonly separator?: SeparatorNode;
  readonly otherwise?: OtherwiseNode;
  /** `$endfor$`; empty if it is missing. */
  readonly endTag: SourceRange;
}

/** `alert in alerts if alert.firing; max="10"` */
export interface ListHead {
  readonly kind: 'list-head';
  readonly range: SourceRange;
  readonly item: ItemNode;
  readonly path: PathNode;
  /** The condition for taking an item; absent if all are taken. */
  readonly filter?: ConditionNode;
  readonly options: readonly OptionNode[];
}

/** The name of an item in the body of its list. */
export interface ItemNode {
  readonly kind: 'item';
  readonly range: SourceRange;
  readonly name: string;
}

/** `$sep$…`, written between two items. */
export interface SeparatorNode {
  readonly kind: 'separator';
  /** `$sep$` */
  readonly tag: SourceRange;
  readonly nodes: readonly TemplateNode[];
}

/** The condition between the parentheses of a branch. */
export type ConditionNode =
  | VariableCondition
  | ComparisonCondition
  | NotCondition
  | JoinedCondition
  | BrokenCondition;

/** `order.isRush`: holds if the variable is `true`. */
export interface VariableCondition {
  readonly kind: 'variable';
  readonly range: SourceRange;
  readonly path: PathNode;
}

/** `errorCount > 0`, `event == "Started"` */
export interface ComparisonCondition {
  readonly kind: 'comparison';
  readonly range: SourceRange;
  readonly path: PathNode;
  readonly operator: ComparisonOperator;
  /** Always a number if the operator asks for an order. */
  readonly constant: QuotedNode | NumberNode;
}

export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** `"Started"` */
export interface QuotedNode {
  readonly kind: 'quoted';
  readonly range: SourceRange;
  readonly value: string;
  /** The range of the value without its quotes. */
  readonly valueRange: SourceRange;
  readonly quotes: QuoteStyle;
}

/** `-2.5` */
export interface NumberNode {
  readonly kind: 'number';
  readonly range: SourceRange;
  /** Finite, and never `-0`. */
  readonly value: number;
}

/** `!operand` */
export interface NotCondition {
  readonly kind: 'not';
  readonly range: SourceRange;
  readonly operand: ConditionNode;
}

/** `&&` or `||` between two or more operands. */
export interface JoinedCondition {
  readonly kind: 'and' | 'or';
  readonly range: SourceRange;
  readonly operands: readonly ConditionNode[];
}

/** A condition that could not be parsed; a diagnostic explains why. */
export interface BrokenCondition {
  readonly kind: 'broken-condition';
  readonly range: SourceRange;
}

/** `$! any text !$` */
export interface CommentNode {
  readonly kind: 'comment';
  readonly range: SourceRange;
  readonly text: string;
}

/** A tag that could not be parsed; a diagnostic explains why. */
export interface BrokenNode {
  readonly kind: 'broken';
  readonly range: SourceRange;
}
