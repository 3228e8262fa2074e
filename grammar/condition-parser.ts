import { EmbeddedActionsParser, EOF, type IToken, tokenMatcher } from 'chevrotain';
import { endOf, spanning, startOf } from './token-range.ts';
import * as tokens from './tokens.ts';
import type { ConditionNode, PathNode } from './tree.ts';

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
  /** How deep conditionals, and parentheses and `!` in a condition, may nest. */
  protected depthLimit = 0;
  /** How deep the parser is in parentheses and `!`. */
  protected conditionDepth = 0;
  /** How many `)` the condition that is being read lacks. */
  protected missingParens = 0;

  /** `)`, or nothing where the tag ends without it. */
  protected readonly rightParen = [
    { ALT: (): unknown => this.CONSUME(tokens.RightParen) },
    { GATE: () => this.isAtTagEnd(), ALT: () => this.ACTION(() => this.missingParens++) },
  ];

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

  // conjunction = negation { "&&" negation }
  private readonly conjunction = this.RULE('conjunction', (): ConditionNode => {
    const operands: [ConditionNode, ...ConditionNode[]] = [this.SUBRULE(this.negation)];
    this.MANY(() => {
      this.CONSUME(tokens.And);
      operands.push(this.SUBRULE1(this.negation));
    });
    return this.ACTION(() => joined('and', operands));
  });

  // negation = { "!" } ( path | "(" condition ")" )
  private readonly negation = this.RULE('negation', (): ConditionNode => {
    const depth = this.conditionDepth;
    const nots: IToken[] = [];
    this.MANY(() => {
      nots.push(this.#deeper(this.CONSUME(tokens.Not)));
    });
    const operand = this.OR([
      {
        ALT: (): ConditionNode => {
          const path = this.SUBRULE(this.path);
          return { kind: 'variable', range: path.range, path };
        },
      },
      {
        ALT: () => {
          this.#deeper(this.CONSUME(tokens.LeftParen));
          const inner = this.SUBRULE(this.condition);
          this.OR1(this.rightParen);
          return inner;
        },
      },
    ]);
    this.conditionDepth = depth;
    return this.ACTION(() => negated(nots, operand, endOf(this.LA(0))));
  });

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
