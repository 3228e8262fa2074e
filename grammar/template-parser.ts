import { type IToken, tokenMatcher } from 'chevrotain';
import { type Diagnostic, diagnose, type SourceRange } from '../src/diagnostics/diagnostic.ts';
import { TooDeep } from './condition-parser.ts';
import { LoneTags } from './lone-tags.ts';
import { endsAfterLookalikes, looksLikeEnd } from './recovery/end-lookalikes.ts';
import { explainDollar } from './recovery/explain-dollar.ts';
import { explainEndLookalike, explainKeyword, explainMisplaced } from './recovery/explain-keyword.ts';
import type { BrokenTag } from './recovery/explain-tag.ts';
import { explainUnclosedComment, explainUnclosedIf } from './recovery/explain-unclosed.ts';
import { TagParser, type Test } from './tag-parser.ts';
import { rangeOf, spanning, startOf } from './token-range.ts';
import * as tokens from './tokens.ts';
import type {
  BranchNode,
  BrokenNode,
  CommentNode,
  ConditionalNode,
  OtherwiseNode,
  TemplateNode,
} from './tree.ts';

class TooManyMistakes extends Error {}

/** Where the parser gives up. */
interface Patience {
  readonly depth: number;
  readonly mistakes: number;
}

export interface Parsed {
  /** Absent where the parser gave up. */
  readonly nodes?: readonly TemplateNode[];
  readonly diagnostics: readonly Diagnostic[];
  /** Tags whose inside does not fit the productions, and that no diagnostic explains yet. */
  readonly brokenTags: readonly BrokenTag[];
  /** Why the parser gave up. */
  readonly gaveUp?: Diagnostic;
}

/** Where nodes stand, which decides what ends them: in a branch of a conditional, or after its `$else$`. */
type Place = 'template' | 'branch' | { readonly otherwise: SourceRange };

/**
 * The productions; above each stands the language as people write it. Whatever is named "mistaken…", and every empty
 * alternative, takes what they write by mistake, and the actions report it.
 */
export class TemplateParser extends TagParser {
  #loneTags = new LoneTags('');
  #depth = 0;
  #mistakesLimit = 0;
  #place: Place = 'template';
  #isRestComment = false;
  #endsAfterLookalikes: ReadonlyMap<number, number> | undefined;

  constructor(options: { readonly skipValidations: boolean }) {
    super(tokens.modes, { maxLookahead: 1, recoveryEnabled: false, ...options });
    this.performSelfAnalysis();
  }

  /** Parses the tokens of a source, and gives up where something is nested deeper, or more is wrong, than these say. */
  parse(source: string, input: IToken[], limits: Patience): Parsed {
    this.input = input;
    this.source = source;
    this.depthLimit = limits.depth;
    this.#mistakesLimit = limits.mistakes;
    this.diagnostics = [];
    this.brokenTags = [];
    this.#loneTags = new LoneTags(source);
    this.#depth = 0;
    this.#isRestComment = false;
    this.#endsAfterLookalikes = undefined;
    try {
      const nodes = this.nodes('template');
      this.#loneTags.trimTexts();
      return { nodes, diagnostics: this.diagnostics, brokenTags: this.brokenTags };
    } catch (error) {
      return this.#giveUp(error);
    } finally {
      // The tokens of a source can take more room than all that is made of them.
      this.input = [];
    }
  }

  #giveUp(error: unknown): Parsed {
    if (error instanceof TooDeep) {
      const gaveUp = diagnose('template-too-deep', rangeOf(error.token), { limit: this.depthLimit });
      return { diagnostics: [], brokenTags: [], gaveUp };
    }
    if (!(error instanceof TooManyMistakes)) throw error;
    const gaveUp = diagnose('too-many-mistakes', rangeOf(this.LA(0)), { most: this.#mistakesLimit });
    return { diagnostics: this.diagnostics, brokenTags: this.brokenTags, gaveUp };
  }

  /** Made once, since there are many nodes. */
  readonly #node = [
    { ALT: (): TemplateNode => this.#loneTags.textNode(rangeOf(this.CONSUME(tokens.Text))) },
    { ALT: (): TemplateNode => ({ kind: 'dollar', range: rangeOf(this.CONSUME(tokens.Dollar)) }) },
    { ALT: () => this.SUBRULE(this.comment) },
    { ALT: () => this.SUBRULE(this.value) },
    { ALT: () => this.SUBRULE(this.conditional) },
    { ALT: () => this.#brokenDollar(this.CONSUME(tokens.MistakenDollar)) },
    { ALT: () => this.SUBRULE(this.mistakenTag) },
  ];

  // nodes = { text | "\$" | comment | value | conditional }
  private readonly nodes = this.RULE('nodes', (place: Place): TemplateNode[] => {
    const outer = this.#place;
    this.#place = place;
    const nodes: TemplateNode[] = [];
    this.MANY({
      GATE: () => !this.#isEnd(),
      DEF: () => {
        nodes.push(this.OR(this.#node));
        if (this.diagnostics.length + this.brokenTags.length > this.#mistakesLimit)
          throw new TooManyMistakes();
      },
    });
    this.#place = outer;
    return nodes;
  });

  // comment = "$!" [ any text ] "!$"
  private readonly comment = this.RULE('comment', (): CommentNode => {
    const open = this.CONSUME(tokens.CommentOpen);
    const text = this.OPTION(() => this.CONSUME(tokens.CommentText));
    this.OR([
      { ALT: (): unknown => this.CONSUME(tokens.CommentClose) },
      { ALT: () => this.ACTION(() => this.#endInComment(open)) },
    ]);
    const range = this.#loneTags.add(spanning(open, this.LA(0)));
    return { kind: 'comment', range, text: text?.image ?? '' };
  });

  // conditional = "$if(" test nodes { "$elseif(" test nodes } [ "$else$" nodes ] "$endif$"
  private readonly conditional = this.RULE('conditional', (): ConditionalNode => {
    const open = this.#keyword(this.CONSUME(tokens.If));
    this.ACTION(() => this.#deeper(open));
    const test = this.SUBRULE(this.test, { ARGS: [open] });
    const first = this.#branch(open, test, this.SUBRULE(this.nodes, { ARGS: ['branch'] }));
    const branches = [first];
    this.MANY(() => {
      const elseIf = this.#keyword(this.CONSUME(tokens.ElseIf));
      const otherTest = this.SUBRULE1(this.test, { ARGS: [elseIf] });
      branches.push(this.#branch(elseIf, otherTest, this.SUBRULE1(this.nodes, { ARGS: ['branch'] })));
    });
    const otherwise = this.OPTION((): OtherwiseNode => {
      const tag = this.#loneTags.add(rangeOf(this.#keyword(this.CONSUME(tokens.Else))));
      return { kind: 'otherwise', tag, nodes: this.SUBRULE2(this.nodes, { ARGS: [{ otherwise: tag }] }) };
    });
    const endTag = this.OR([
      { ALT: () => this.#loneTags.add(rangeOf(this.#keyword(this.CONSUME(tokens.EndIf)))) },
      { ALT: () => this.SUBRULE(this.mistakenEnd) },
      { ALT: () => this.ACTION(() => this.#missingEnd(first.tag)) },
    ]);
    this.#depth--;
    return this.ACTION(() => {
      const range = { start: startOf(open), end: endTag.end };
      return { kind: 'conditional', range, branches, ...(otherwise && { otherwise }), endTag };
    });
  });

  /** A tag of a conditional where it has no place; what is wrong inside goes with it. */
  private readonly mistakenTag = this.RULE('mistakenTag', (): BrokenNode => {
    const place = this.#place;
    const explained = this.diagnostics.length;
    const broken = this.brokenTags.length;
    const open = this.LA(1);
    const keyword = this.OR([
      { ALT: () => this.SUBRULE(this.test, { ARGS: [this.CONSUME(tokens.ElseIf)] }) && ('elseif' as const) },
      { ALT: () => this.CONSUME(tokens.Else) && ('else' as const) },
      { ALT: () => this.CONSUME(tokens.EndIf) && ('endif' as const) },
    ]);
    return this.ACTION(() => {
      this.diagnostics.length = explained;
      this.brokenTags.length = broken;
      const range = spanning(open, this.LA(0));
      const otherwise = typeof place === 'object' ? place.otherwise : undefined;
      this.diagnostics.push(explainMisplaced(keyword, range, otherwise));
      return { kind: 'broken', range };
    });
  });

  /** `$end$` and the like, where an `$endif$` is missing. */
  private readonly mistakenEnd = this.RULE('mistakenEnd', (): SourceRange => {
    const open = this.CONSUME(tokens.Open);
    const name = this.CONSUME(tokens.Name);
    const range = spanning(open, this.CONSUME(tokens.Close));
    this.ACTION(() => this.diagnostics.push(explainEndLookalike(name.image, range)));
    return this.#loneTags.add(range);
  });

  /** Whether the nodes that are being read end here. */
  #isEnd(): boolean {
    if (this.#place === 'template') return false;
    const next = this.LA(1);
    if (next.tokenType === tokens.Open) return this.#isMistakenEnd(next);
    if (tokenMatcher(next, tokens.EndIf)) return true;
    return this.#place === 'branch' && (tokenMatcher(next, tokens.Else) || tokenMatcher(next, tokens.ElseIf));
  }

  #isMistakenEnd(open: IToken): boolean {
    if (!looksLikeEnd(open, this.LA(2), this.LA(3))) return false;
    this.#endsAfterLookalikes ??= endsAfterLookalikes(this.input);
    return this.#depth > (this.#endsAfterLookalikes.get(startOf(open)) ?? 0);
  }

  #branch(open: IToken, { condition, end }: Test, nodes: TemplateNode[]): BranchNode {
    const tag = this.#loneTags.add({ start: startOf(open), end });
    return { kind: 'branch', tag, condition, nodes };
  }

  #keyword(token: IToken): IToken {
    const mistake = explainKeyword(token);
    if (mistake) this.diagnostics.push(mistake);
    return token;
  }

  #brokenDollar(token: IToken): BrokenNode {
    this.ACTION(() => this.diagnostics.push(explainDollar(this.source, token)));
    return { kind: 'broken', range: rangeOf(token) };
  }

  #deeper(token: IToken): void {
    if (++this.#depth > this.depthLimit) throw new TooDeep(token);
  }

  #endInComment(open: IToken): void {
    this.#isRestComment = true;
    this.diagnostics.push(explainUnclosedComment(rangeOf(open), this.source.length));
  }

  /** The end of a conditional that has none. A comment that takes the rest of the source takes the end with it. */
  #missingEnd(tag: SourceRange): SourceRange {
    const end = this.source.length;
    if (!this.#isRestComment) this.diagnostics.push(explainUnclosedIf(tag, end));
    return { start: end, end };
  }
}
