import { EOF, type IToken, isRecognitionException, tokenMatcher } from 'chevrotain';
import type { Diagnostic, SourceRange } from '../src/diagnostics/diagnostic.ts';
import { ConditionParser, quotedNode } from './condition-parser.ts';
import { explainReserved, reservedNames } from './recovery/explain-keyword.ts';
import {
  countMissingParens,
  explainBareCondition,
  explainExtraParen,
  explainMissingParens,
} from './recovery/explain-parens.ts';
import { explainQuotes } from './recovery/explain-quotes.ts';
import type { BrokenTag } from './recovery/explain-tag.ts';
import { explainUnclosedTag } from './recovery/explain-unclosed.ts';
import { endOf, rangeOf, spanning, startOf } from './token-range.ts';
import * as tokens from './tokens.ts';
import type { BrokenNode, ConditionNode, ListHead, OptionNode, PathNode, ValueNode } from './tree.ts';

/** The rest of a tag that opens with a condition. */
export interface Test {
  readonly condition: ConditionNode;
  /** Where the tag ends. */
  readonly end: number;
}

/** The rest of a list's tag. */
interface Head {
  readonly head?: ListHead;
  /** Where the tag ends. */
  readonly end: number;
}

/** The productions of tags. Where the inside of one does not fit, it is broken, and parsing goes on after it. */
export abstract class TagParser extends ConditionParser {
  protected source = '';
  /** Tags whose inside does not fit the productions, and that no diagnostic explains yet. */
  protected brokenTags: BrokenTag[] = [];
  #isExplained = false;

  // value = "$" path [ ";" valueOption { "," valueOption } ] "$"
  protected readonly value = this.RULE('value', (): ValueNode | BrokenNode => {
    const open = this.CONSUME(tokens.Open);
    return this.#tag<ValueNode | BrokenNode>(
      open,
      () => {
        this.ACTION(() => this.#checkName(this.LA(1)));
        const path = this.SUBRULE(this.path);
        const options: OptionNode[] = [];
        this.OPTION(() => {
          this.CONSUME(tokens.Semicolon);
          this.AT_LEAST_ONE_SEP({
            SEP: tokens.Comma,
            DEF: () => {
              options.push(this.SUBRULE(this.valueOption));
            },
          });
        });
        const end = this.#tagEnd(open, this.#close());
        return { kind: 'value', range: { start: startOf(open), end }, path, options };
      },
      range => ({ kind: 'broken', range }),
    );
  });

  // valueOption = name "=" quoted
  private readonly valueOption = this.RULE('valueOption', (): OptionNode => {
    const name = this.CONSUME(tokens.Name);
    this.CONSUME(tokens.Equals);
    const quoted = this.CONSUME(tokens.Quoted);
    return this.ACTION(() => {
      const option = optionNode(name, quoted);
      const oddQuotes = explainQuotes(option);
      if (oddQuotes) this.diagnostics.push(oddQuotes);
      return option;
    });
  });

  // test = condition ")" "$"
  protected readonly test = this.RULE('test', (open: IToken): Test => {
    const first = this.LA(1);
    return this.#tag<Test>(
      open,
      () => {
        const condition = this.SUBRULE(this.condition);
        this.rightParen();
        this.OPTION(() => this.SUBRULE(this.mistakenParens));
        const end = this.#tagEnd(open, this.#close(), first);
        return { condition, end };
      },
      (range, end) => ({ condition: { kind: 'broken-condition', range }, end }),
    );
  });

  // listHead = name "in" path [ "if" condition ] ")" "$"
  protected readonly listHead = this.RULE('listHead', (open: IToken): Head => {
    const first = this.LA(1);
    return this.#tag<Head>(
      open,
      () => {
        const item = this.CONSUME(tokens.Name);
        this.ACTION(() => this.#checkName(item));
        this.CONSUME(tokens.In);
        const path = this.SUBRULE(this.path);
        const filter = this.OPTION(() => {
          this.CONSUME(tokens.FilterIf);
          return this.SUBRULE(this.condition);
        });
        const range = this.ACTION(() => spanning(item, this.LA(0)));
        this.rightParen();
        this.OPTION1(() => this.SUBRULE(this.mistakenParens));
        const end = this.#tagEnd(open, this.#close(), first);
        return { head: listHead(range, item, path, filter), end };
      },
      (_, end) => ({ end }),
    );
  });

  /** `)` after the one that ends the condition. */
  private readonly mistakenParens = this.RULE('mistakenParens', () => {
    this.AT_LEAST_ONE(() => {
      const paren = this.CONSUME(tokens.RightParen);
      this.ACTION(() => this.diagnostics.push(explainExtraParen(paren)));
    });
  });

  /** The end of a tag, or nothing where the source ends without it. */
  #close(): IToken | undefined {
    const isMissing = this.ACTION(() => this.LA(1).tokenType === EOF);
    return isMissing ? undefined : this.CONSUME(tokens.Close);
  }

  #checkName(name: IToken): void {
    if (reservedNames.has(name.image)) this.#explain(explainReserved(name));
  }

  /** Explains the tag that is being read, so that it needs no explanation if it turns out to be broken as well. */
  #explain(diagnostic: Diagnostic): void {
    this.diagnostics.push(diagnostic);
    this.#isExplained = true;
  }

  /** Where a tag ends. What is missing there is reported. */
  #tagEnd(open: IToken, close: IToken | undefined, first: IToken = open): number {
    return this.ACTION(() => {
      const end = endOf(close ?? this.LA(0));
      if (close?.tokenType !== tokens.Close) {
        this.#explain(explainUnclosedTag(this.source, { start: startOf(open), end }));
      } else if (isBare(open)) {
        if (first !== close) this.#explain(explainBareCondition(open, first, close));
      } else if (this.missingParens > 0) {
        this.#explain(explainMissingParens(open, close, this.missingParens));
      }
      return end;
    });
  }

  /** Parses a tag from after its opener to its end. Where its inside does not fit, what is left of it is skipped. */
  #tag<T>(open: IToken, parse: () => T, broken: (inside: SourceRange, end: number) => T): T {
    const first = this.LA(1);
    this.#isExplained = false;
    this.missingParens = 0;
    this.conditionDepth = 0;
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof Error) || !isRecognitionException(error)) throw error;
      const unexpected = this.LA(1);
      const previous = this.LA(0);
      const inside = this.#skipRest(open);
      const kind = kindOf(open);
      if (kind !== 'value') this.missingParens = countMissingParens(inside);
      const close = this.LA(1).tokenType === EOF ? undefined : this.LA(1);
      if (close) this.SKIP_TOKEN();
      const end = this.#tagEnd(open, close, first);
      const range = kind === 'value' ? { start: startOf(open), end } : conditionRange(open, first, inside);
      if (!this.#isExplained) {
        this.brokenTags.push({ kind, range, unexpected, previous });
      }
      return broken(range, end);
    }
  }

  /** Skips what is left of a tag up to its end; returns all tokens after its opener. */
  #skipRest(open: IToken): IToken[] {
    const inside: IToken[] = [];
    for (let index = 0; this.LA(index) !== open; index--) inside.push(this.LA(index));
    inside.reverse();
    while (!this.isAtTagEnd()) {
      inside.push(this.LA(1));
      this.SKIP_TOKEN();
    }
    return inside;
  }
}

function isBare({ tokenType }: IToken): boolean {
  return [tokens.BareIf, tokens.BareElseIf, tokens.BareFor].includes(tokenType);
}

function kindOf(open: IToken): BrokenTag['kind'] {
  if (open.tokenType === tokens.Open) return 'value';
  return tokenMatcher(open, tokens.For) ? 'list' : 'condition';
}

function listHead(
  range: SourceRange,
  item: IToken,
  path: PathNode,
  filter: ConditionNode | undefined,
): ListHead {
  const named = { kind: 'item', range: rangeOf(item), name: item.image } as const;
  return { kind: 'list-head', range, item: named, path, ...(filter && { filter }) };
}

/** The range between the parentheses of a condition. */
function conditionRange(open: IToken, first: IToken, inside: readonly IToken[]): SourceRange {
  const start = first.tokenType === EOF ? endOf(open) : startOf(first);
  const last = inside.at(-1)?.tokenType === tokens.RightParen ? inside.at(-2) : inside.at(-1);
  return { start, end: last ? endOf(last) : start };
}

function optionNode(name: IToken, quoted: IToken): OptionNode {
  const { value, valueRange, quotes } = quotedNode(quoted);
  const range = spanning(name, quoted);
  return { kind: 'option', range, name: name.image, nameRange: rangeOf(name), value, valueRange, quotes };
}
