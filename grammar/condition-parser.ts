import { EmbeddedActionsParser, EOF, type IToken, tokenMatcher } from 'chevrotain';
import { type Diagnostic, diagnose } from '../src/diagnostics/diagnostic.ts';
import { quotationOf } from './match/quoted.ts';
import { explainQuotes } from './recovery/explain-quotes.ts';
import { endOf, rangeOf, spanning, startOf } from './token-range.ts';
import * as tokens from './tokens.ts';
import type { ComparisonOperator, ConditionNode, PathNode, QuotedNode } from './tree.ts';

/** Thrown where conditionals, or what stands in a condition, are nested deeper than allowed. */
export class TooDeep extends Error {
  readonly token: IToken;

  constructor(token: IToken) {
    super('Nested too deep.');
    this.token = token;
  }
}

/** The productions of conditions, and of the paths that they and values share. */
export abstract class ConditionParser extends EmbeddedActionsParser {
  protected diagnostics: Diagnostic[] = [];
  /** How deep conditionals, and parentheses and `!` in a condition, may nest. */
  protected depthLimit = 0;
  /** How deep the parser is in parentheses and `!`. */
  protected conditionDepth = 0;
  /** How many `)` the condition that is being read lacks. */
  protected missingParens = 0;

  // path = name { ( "." | "/" ) name }
  protected readonly path = this.RULE('path', (): PathNode => {
    const first = this.CONSUME(tokens.Name);
    const names = [first.image];
    let last = first;
    this.MANY(() => {
      this.OR([{ ALT: () => this.CONSUME(tokens.Dot) }, { ALT: () => this.CONSUME(tokens.Slash) }]);
      last = this.CONSUME1(tokens.Name);
      names.push(last.image);
    });
    return { kind: 'path', range: spanning(first, last), names };
  });

  // condition = conjunction { "||" conjunction }
  protected readonly condition = this.RULE('condition', (): ConditionNode => {
    const operands: [ConditionNode, ...ConditionNode[]] = [this.SUBRULE(this.conjunction)];
    this.MANY(() => {
      this.CONSUME(tokens.Or);
      operands.push(this.SUBRULE1(this.conjunction));
    });
    return this.ACTION(() => joined('or', operands));
  });

  // conjunction = term { "&&" term }
  private readonly conjunction = this.RULE('conjunction', (): ConditionNode => {
    const operands: [ConditionNode, ...ConditionNode[]] = [this.SUBRULE(this.term)];
    this.MANY(() => {
      this.CONSUME(tokens.And);
      operands.push(this.SUBRULE1(this.term));
    });
    return this.ACTION(() => joined('and', operands));
  });

  // term = path [ comparison ] | negation | group
  private readonly term = this.RULE(
    'term',
    (): ConditionNode =>
      this.OR([
        {
          ALT: () => {
            const path = this.SUBRULE(this.path);
            const compared = this.OPTION(() => this.SUBRULE(this.comparison, { ARGS: [path] }));
            return compared ?? variable(path);
          },
        },
        { ALT: () => this.SUBRULE(this.negation) },
        { ALT: () => this.SUBRULE(this.group) },
      ]),
  );

  // negation = "!" { "!" } ( path | group )
  private readonly negation = this.RULE('negation', (): ConditionNode => {
    const depth = this.conditionDepth;
    const nots: IToken[] = [];
    this.AT_LEAST_ONE(() => {
      nots.push(this.#deeper(this.CONSUME(tokens.Not)));
    });
    const operand = this.OR([
      { ALT: () => variable(this.SUBRULE(this.path)) },
      { ALT: () => this.SUBRULE(this.group) },
    ]);
    this.conditionDepth = depth;
    return this.ACTION(() => negated(nots, operand, endOf(this.LA(0))));
  });

  // group = "(" condition ")"
  private readonly group = this.RULE('group', (): ConditionNode => {
    this.#deeper(this.CONSUME(tokens.LeftParen));
    const inner = this.SUBRULE(this.condition);
    this.rightParen();
    this.conditionDepth--;
    return inner;
  });

  // comparison = equality ( quoted | number ) | order number
  private readonly comparison = this.RULE('comparison', (path: PathNode): ConditionNode => {
    const { operator, token } = this.OR([
      {
        ALT: (): { operator: ComparisonOperator; token: IToken } => {
          const operator = this.SUBRULE(this.equality);
          const token = this.OR1([
            { ALT: () => this.CONSUME(tokens.Quoted) },
            { ALT: () => this.CONSUME(tokens.NumberToken) },
          ]);
          return { operator, token };
        },
      },
      {
        ALT: () => ({ operator: this.SUBRULE(this.order), token: this.CONSUME1(tokens.NumberToken) }),
      },
    ]);
    return this.ACTION(() => this.#compared(path, operator, token));
  });

  // equality = "==" | "!="
  private readonly equality = this.RULE('equality', () =>
    this.OR([
      { ALT: () => this.CONSUME(tokens.EqualTo) && ('==' as const) },
      { ALT: () => this.CONSUME(tokens.NotEqualTo) && ('!=' as const) },
    ]),
  );

  // order = "<" | "<=" | ">" | ">="
  private readonly order = this.RULE('order', () =>
    this.OR([
      { ALT: () => this.CONSUME(tokens.Below) && ('<' as const) },
      { ALT: () => this.CONSUME(tokens.AtMost) && ('<=' as const) },
      { ALT: () => this.CONSUME(tokens.Above) && ('>' as const) },
      { ALT: () => this.CONSUME(tokens.AtLeast) && ('>=' as const) },
    ]),
  );

  #compared(path: PathNode, operator: ComparisonOperator, token: IToken): ConditionNode {
    const range = { start: path.range.start, end: endOf(token) };
    if (token.tokenType === tokens.Quoted) {
      const constant = quotedNode(token);
      const oddQuotes = explainQuotes(constant);
      if (oddQuotes) this.diagnostics.push(oddQuotes);
      return { kind: 'comparison', range, path, operator, constant };
    }
    // Of the two zeros, only the one without a sign is a constant.
    const value = Number(token.image) + 0;
    if (Number.isFinite(value)) {
      const constant = { kind: 'number', range: rangeOf(token), value } as const;
      return { kind: 'comparison', range, path, operator, constant };
    }
    this.diagnostics.push(diagnose('number-too-large', rangeOf(token), { number: token.image }));
    return { kind: 'broken-condition', range };
  }

  /** `)`, or nothing where the tag ends without it. */
  protected rightParen(): void {
    const isMissing = this.ACTION(() => this.isAtTagEnd());
    if (isMissing) this.missingParens++;
    else this.CONSUME(tokens.RightParen);
  }

  #deeper(token: IToken): IToken {
    this.ACTION(() => {
      if (++this.conditionDepth > this.depthLimit) throw new TooDeep(token);
    });
    return token;
  }

  protected isAtTagEnd(): boolean {
    const next = this.LA(1);
    return next.tokenType === EOF || tokenMatcher(next, tokens.Close);
  }
}

function variable(path: PathNode): ConditionNode {
  return { kind: 'variable', range: path.range, path };
}

export function quotedNode(token: IToken): QuotedNode {
  const { style, text, textOffset } = quotationOf(token);
  const start = startOf(token) + textOffset;
  const valueRange = { start, end: start + text.length };
  return { kind: 'quoted', range: rangeOf(token), value: text, valueRange, quotes: style };
}

/** Operands between `&&` or `||`; a single one is returned itself. */
function joined(kind: 'and' | 'or', operands: readonly [ConditionNode, ...ConditionNode[]]): ConditionNode {
  const last = operands[operands.length - 1] ?? operands[0];
  if (operands.length === 1) return last;
  return { kind, range: { start: operands[0].range.start, end: last.range.end }, operands };
}

/** An operand with `!` before it, as often as there are tokens; `end` is where it ends, parentheses included. */
function negated(nots: readonly IToken[], operand: ConditionNode, end: number): ConditionNode {
  return nots.reduceRight<ConditionNode>(
    (inner, not) => ({ kind: 'not', range: { start: startOf(not), end }, operand: inner }),
    operand,
  );
}
