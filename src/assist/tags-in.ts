import { tokenMatcher } from 'chevrotain';
import * as tokens from '../../grammar/lexer.ts';
import { parseUnconfirmed } from '../../grammar/parse-template.ts';
import type {
  BranchNode,
  ComparisonOperator,
  ConditionNode,
  ListNode,
  OptionNode,
  ValueNode,
} from '../../grammar/tree.ts';
import { type SyntaxNode, visit } from '../../grammar/visit.ts';
import { assertNever } from '../diagnostics/assert-never.ts';
import type { SourceRange } from '../diagnostics/diagnostic.ts';
import type { VariableSchema } from '../template/resolve/variables.ts';
import { phrase, withoutIs, wordsOf } from '../webhook/receivers/reported-facts.ts';

/** A complete tag of a template, or an escaped dollar, for people who do not write tags by hand. */
export interface WrittenTag {
  readonly kind: 'variable' | 'condition' | 'list' | 'comment' | 'dollar';
  /** From one dollar to the other. */
  readonly range: SourceRange;
  /** In words: `customer name`, `if error count > 0`, `end`. */
  readonly label: string;
  /** The options or the list in a few words: `yyyy-MM-dd`, `in order items`. */
  readonly detail?: string;
  /** Offset of the first name in the tag, which can be explained. */
  readonly nameAt?: number;
}

/**
 * The complete tags of a template, in its order, whether or not they are right. A tag that lacks its last dollar is text, and so is
 * one that cannot be read, except for a keyword in a wrong place.
 */
export function tagsIn(source: string, variables: VariableSchema): readonly WrittenTag[] {
  const names = { isVariable: (name: string) => Object.hasOwn(variables, name), isMisspelt: () => false };
  const tags: WrittenTag[] = [];
  visit(parseUnconfirmed(source, undefined, names).tree, node => {
    for (const tag of tagsOf(node, source)) if (isComplete(tag, source)) tags.push(tag);
  });
  return tags.toSorted((a, b) => a.range.start - b.range.start);
}

function isComplete({ kind, range: { start, end } }: WrittenTag, source: string): boolean {
  return kind === 'dollar' || (end - start > 1 && source[start] === '$' && source[end - 1] === '$');
}

/** The tags of a node itself, without those of what is in it. */
function tagsOf(node: SyntaxNode, source: string): readonly WrittenTag[] {
  switch (node.kind) {
    case 'dollar':
      return [{ kind: 'dollar', range: node.range, label: '$' }];
    case 'value':
      return [valueTag(node)];
    case 'comment':
      return [{ kind: 'comment', range: node.range, label: node.text.trim() || 'empty' }];
    case 'conditional': {
      const { branches, otherwise, endTag } = node;
      return [
        ...branches.map((branch, index) => branchTag(branch, index, source)),
        ...keywordTag('condition', 'otherwise', otherwise?.tag),
        ...keywordTag('condition', 'end', endTag),
      ];
    }
    case 'list': {
      const { separator, otherwise, endTag } = node;
      return [
        listTag(node, source),
        ...keywordTag('list', 'between', separator?.tag),
        ...keywordTag('list', 'if there are none', otherwise?.tag),
        ...keywordTag('list', 'end', endTag),
      ];
    }
    case 'broken':
      return misplacedTag(node.range, source);
    default:
      return [];
  }
}

function keywordTag(
  kind: WrittenTag['kind'],
  label: string,
  range: SourceRange | undefined,
): readonly WrittenTag[] {
  return range ? [{ kind, label, range }] : [];
}

function valueTag({ range, path, options }: ValueNode): WrittenTag {
  return {
    kind: 'variable',
    range,
    label: inWords(path.names),
    nameAt: path.range.start,
    ...detailed(options.map(inShort)),
  };
}

function branchTag({ tag, condition }: BranchNode, index: number, source: string): WrittenTag {
  const nameAt = firstName(condition);
  const label = `${index === 0 ? 'if' : 'or if'} ${conditionInWords(condition, source)}`;
  return { kind: 'condition', range: tag, label, ...(nameAt !== undefined && { nameAt }) };
}

function listTag({ tag, head }: ListNode, source: string): WrittenTag {
  if (!head) return { kind: 'list', range: tag, label: 'for each' };
  const { item, path, filter, options } = head;
  return {
    kind: 'list',
    range: tag,
    label: `for each ${inWords([item.name])}`,
    nameAt: path.range.start,
    ...detailed([
      `in ${inWords(path.names)}`,
      ...(filter ? [`if ${conditionInWords(filter, source)}`] : []),
      ...options.map(inShort),
    ]),
  };
}

function detailed(details: readonly string[]): Pick<WrittenTag, 'detail'> {
  return details.length === 0 ? {} : { detail: details.join(', ') };
}

/** Where a keyword without its block is alone in a broken tag. */
function misplacedTag(range: SourceRange, source: string): readonly WrittenTag[] {
  const [token] = tokens.lex(source.slice(range.start, range.end));
  const found = misplaced.find(([type]) => token && tokenMatcher(token, type));
  if (!found) return [];
  const [, kind, label] = found;
  return [{ kind, label, range }];
}

const misplaced = [
  [tokens.ElseIf, 'condition', 'or if'],
  [tokens.Else, 'condition', 'otherwise'],
  [tokens.EndIf, 'condition', 'end'],
  [tokens.Sep, 'list', 'between'],
  [tokens.EndFor, 'list', 'end'],
] as const;

function inWords(names: readonly string[]): string {
  return phrase(names.flatMap(wordsOf));
}

/** What is named by `isError` is asked as `if error`. */
function askedInWords(names: readonly string[]): string {
  return phrase(names.map(wordsOf).flatMap(withoutIs));
}

function inShort({ name, value }: OptionNode): string {
  switch (name) {
    case 'format':
    case 'timezone':
      return value;
    case 'default':
      return `or “${value}”`;
    default:
      return `${name} ${value}`;
  }
}

const operators: Readonly<Record<ComparisonOperator, string>> = {
  '==': 'is',
  '!=': 'is not',
  '<': '<',
  '<=': '≤',
  '>': '>',
  '>=': '≥',
};

function conditionInWords(condition: ConditionNode, source: string): string {
  const operand = (each: ConditionNode) => {
    const text = conditionInWords(each, source);
    return each.kind === 'and' || each.kind === 'or' ? `(${text})` : text;
  };
  switch (condition.kind) {
    case 'variable':
      return askedInWords(condition.path.names);
    case 'comparison': {
      const { path, operator, constant } = condition;
      const value = constant.kind === 'quoted' ? constant.value || '“”' : String(constant.value);
      return `${inWords(path.names)} ${operators[operator]} ${value}`;
    }
    case 'not':
      return `not ${operand(condition.operand)}`;
    case 'and':
    case 'or':
      return condition.operands.map(operand).join(` ${condition.kind} `);
    case 'broken-condition':
      return source.slice(condition.range.start, condition.range.end).trim() || '…';
    default:
      return assertNever(condition);
  }
}

function firstName(condition: ConditionNode): number | undefined {
  let found: number | undefined;
  visit(condition, node => {
    if (node.kind === 'path') found ??= node.range.start;
  });
  return found;
}
