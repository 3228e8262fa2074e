import { EOF, type IToken, tokenMatcher } from 'chevrotain';
import type { Diagnostic, SourceRange } from '../src/diagnostics/diagnostic.ts';
import { TooDeep } from './condition-parser.ts';
import { LoneTags } from './lone-tags.ts';
import { endsAfterLookalikes, looksLikeEnd } from './recovery/end-lookalikes.ts';
import {
  explainEndLookalike,
  explainKeyword,
  explainMisplaced,
  type Surroundings,
} from './recovery/explain-keyword.ts';
import { explainUnclosedFor, explainUnclosedIf } from './recovery/explain-unclosed.ts';
import { TagParser, type Test } from './tag-parser.ts';
import { rangeOf, spanning, startOf } from './token-range.ts';
import * as tokens from './tokens.ts';
import type {
  BranchNode,
  BrokenNode,
  ConditionalNode,
  ListNode,
  OtherwiseNode,
  SeparatorNode,
  TemplateNode,
} from './tree.ts';

const outside: Surroundings = { block: 'none' };
const inConditional: Surroundings = { block: 'conditional' };
const inList: Surroundings = { block: 'list' };

/** The productions of conditionals and lists, which hold nodes, and what may end those nodes. */
export abstract class BlockParser extends TagParser {
  protected loneTags = new LoneTags('');
  /** What the nodes stand in that are being read. */
  protected surroundings = outside;
  /** A comment that is never closed takes the rest of the source, and the ends of what is open with it. */
  protected isRestComment = false;
  /** How many blocks are open of each kind. */
  #open = { conditional: 0, list: 0 };
  #endsAfterLookalikes: ReadonlyMap<number, number> | undefined;

  protected abstract readonly nodes: (surroundings: Surroundings) => TemplateNode[];

  protected beginBlocks(source: string): void {
    this.loneTags = new LoneTags(source);
    this.surroundings = outside;
    this.isRestComment = false;
    this.#open = { conditional: 0, list: 0 };
    this.#endsAfterLookalikes = undefined;
  }

  // conditional = "$if(" test nodes { "$elseif(" test nodes } [ otherwise ] "$endif$"
  protected readonly conditional = this.RULE('conditional', (): ConditionalNode => {
    const open = this.#keyword(this.CONSUME(tokens.If));
    this.ACTION(() => this.#enter('conditional', open));
    const test = this.SUBRULE(this.test, { ARGS: [open] });
    const first = this.#branch(open, test, this.SUBRULE(this.nodes, { ARGS: [inConditional] }));
    const branches = [first];
    this.MANY(() => {
      const elseIf = this.#keyword(this.CONSUME(tokens.ElseIf));
      const otherTest = this.SUBRULE1(this.test, { ARGS: [elseIf] });
      branches.push(this.#branch(elseIf, otherTest, this.SUBRULE1(this.nodes, { ARGS: [inConditional] })));
    });
    const otherwise = this.OPTION(() => this.SUBRULE(this.otherwise, { ARGS: [inConditional] }));
    const endTag = this.OR([
      { ALT: () => this.loneTags.add(rangeOf(this.#keyword(this.CONSUME(tokens.EndIf)))) },
      { ALT: () => this.SUBRULE(this.mistakenEnd, { ARGS: ['$endif$'] }) },
      { ALT: () => this.ACTION(() => this.#missingEnd(first.tag, explainUnclosedIf)) },
    ]);
    return this.ACTION(() => {
      this.#open.conditional--;
      const range = { start: startOf(open), end: endTag.end };
      return { kind: 'conditional', range, branches, ...(otherwise && { otherwise }), endTag };
    });
  });

  // list = "$for(" listHead nodes [ "$sep$" nodes ] [ otherwise ] "$endfor$"
  protected readonly list = this.RULE('list', (): ListNode => {
    const open = this.#keyword(this.CONSUME(tokens.For));
    this.ACTION(() => this.#enter('list', open));
    const { head, end } = this.SUBRULE(this.listHead, { ARGS: [open] });
    const tag = this.ACTION(() => this.loneTags.add({ start: startOf(open), end }));
    const nodes = this.SUBRULE(this.nodes, { ARGS: [inList] });
    const separator = this.OPTION((): SeparatorNode => {
      const tag = this.loneTags.add(rangeOf(this.#keyword(this.CONSUME(tokens.Sep))));
      const nodes = this.SUBRULE1(this.nodes, { ARGS: [{ ...inList, separator: tag }] });
      return { kind: 'separator', tag, nodes };
    });
    const before = { ...inList, separator: separator?.tag };
    const otherwise = this.OPTION1(() => this.SUBRULE(this.otherwise, { ARGS: [before] }));
    const endTag = this.OR([
      { ALT: () => this.loneTags.add(rangeOf(this.#keyword(this.CONSUME(tokens.EndFor)))) },
      { ALT: () => this.SUBRULE(this.mistakenEnd, { ARGS: ['$endfor$'] }) },
      { ALT: () => this.ACTION(() => this.#missingEnd(tag, explainUnclosedFor)) },
    ]);
    return this.ACTION(() => {
      this.#open.list--;
      const range = { start: startOf(open), end: endTag.end };
      const parts = {
        ...(head && { head }),
        ...(separator && { separator }),
        ...(otherwise && { otherwise }),
      };
      return { kind: 'list', range, tag, nodes, ...parts, endTag };
    });
  });

  // otherwise = "$else$" nodes
  private readonly otherwise = this.RULE('otherwise', (surroundings: Surroundings): OtherwiseNode => {
    const tag = this.loneTags.add(rangeOf(this.#keyword(this.CONSUME(tokens.Else))));
    const nodes = this.SUBRULE(this.nodes, { ARGS: [{ ...surroundings, otherwise: tag }] });
    return { kind: 'otherwise', tag, nodes };
  });

  /** A tag of a conditional or list where it has no place; what is wrong inside goes with it. */
  protected readonly mistakenTag = this.RULE('mistakenTag', (): BrokenNode => {
    const { surroundings } = this;
    const explained = this.diagnostics.length;
    const broken = this.brokenTags.length;
    const open = this.LA(1);
    const keyword = this.OR([
      { ALT: () => this.SUBRULE(this.test, { ARGS: [this.CONSUME(tokens.ElseIf)] }) && ('elseif' as const) },
      { ALT: () => this.CONSUME(tokens.Else) && ('else' as const) },
      { ALT: () => this.CONSUME(tokens.EndIf) && ('endif' as const) },
      { ALT: () => this.CONSUME(tokens.Sep) && ('sep' as const) },
      { ALT: () => this.CONSUME(tokens.EndFor) && ('endfor' as const) },
    ]);
    return this.ACTION(() => {
      this.diagnostics.length = explained;
      this.brokenTags.length = broken;
      const range = spanning(open, this.LA(0));
      this.diagnostics.push(explainMisplaced(keyword, range, surroundings));
      return { kind: 'broken', range };
    });
  });

  /** `$end$` and the like, where an `$endif$` or `$endfor$` is missing. */
  private readonly mistakenEnd = this.RULE('mistakenEnd', (end: '$endif$' | '$endfor$'): SourceRange => {
    const open = this.CONSUME(tokens.Open);
    const name = this.CONSUME(tokens.Name);
    const range = spanning(open, this.CONSUME(tokens.Close));
    this.ACTION(() => this.diagnostics.push(explainEndLookalike(name.image, range, end)));
    return this.loneTags.add(range);
  });

  /** Whether the nodes that are being read end here. */
  protected isEnd(): boolean {
    const { block, separator, otherwise } = this.surroundings;
    if (block === 'none') return false;
    const next = this.LA(1);
    // Most of what stands in a block is text.
    if (next.tokenType === tokens.Text) return false;
    if (next.tokenType === tokens.Open) return this.#isMistakenEnd(next);
    if (tokenMatcher(next, tokens.EndIf)) return this.#open.conditional > 0;
    if (tokenMatcher(next, tokens.EndFor)) return this.#open.list > 0;
    if (otherwise) return false;
    if (tokenMatcher(next, tokens.Else)) return true;
    if (block === 'list') return !separator && tokenMatcher(next, tokens.Sep);
    return tokenMatcher(next, tokens.ElseIf);
  }

  #isMistakenEnd(open: IToken): boolean {
    if (!looksLikeEnd(open, this.LA(2), this.LA(3))) return false;
    this.#endsAfterLookalikes ??= endsAfterLookalikes(this.input);
    return this.#depth > (this.#endsAfterLookalikes.get(startOf(open)) ?? 0);
  }

  get #depth(): number {
    return this.#open.conditional + this.#open.list;
  }

  #enter(block: 'conditional' | 'list', token: IToken): void {
    this.#open[block]++;
    if (this.#depth > this.depthLimit) throw new TooDeep(token);
  }

  #branch(open: IToken, { condition, end }: Test, nodes: TemplateNode[]): BranchNode {
    const tag = this.loneTags.add({ start: startOf(open), end });
    return { kind: 'branch', tag, condition, nodes };
  }

  #keyword(token: IToken): IToken {
    const mistake = explainKeyword(token);
    if (mistake) this.diagnostics.push(mistake);
    return token;
  }

  /** The end of a block that has none: where another block ends, or the source. */
  #missingEnd(tag: SourceRange, explain: (tag: SourceRange, at: number) => Diagnostic): SourceRange {
    const next = this.LA(1);
    const at = next.tokenType === EOF ? this.source.length : startOf(next);
    if (!this.isRestComment) this.diagnostics.push(explain(tag, at));
    return { start: at, end: at };
  }
}
