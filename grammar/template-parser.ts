import type { IToken } from 'chevrotain';
import { type Diagnostic, diagnose } from '../src/diagnostics/diagnostic.ts';
import { BlockParser } from './block-parser.ts';
import { TooDeep } from './condition-parser.ts';
import { explainDollar } from './recovery/explain-dollar.ts';
import type { Surroundings } from './recovery/explain-keyword.ts';
import type { BrokenTag } from './recovery/explain-tag.ts';
import { explainUnclosedComment } from './recovery/explain-unclosed.ts';
import { rangeOf, spanning } from './token-range.ts';
import * as tokens from './tokens.ts';
import type { BrokenNode, CommentNode, TemplateNode } from './tree.ts';

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

/**
 * The productions; above each stands the language as people write it. Whatever is named "mistaken…", and every empty
 * alternative, takes what they write by mistake, and the actions report it.
 */
export class TemplateParser extends BlockParser {
  #mistakesLimit = 0;

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
    this.beginBlocks(source);
    try {
      const nodes = this.nodes(this.surroundings);
      this.loneTags.trimTexts();
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
    { ALT: (): TemplateNode => this.loneTags.textNode(rangeOf(this.CONSUME(tokens.Text))) },
    { ALT: (): TemplateNode => ({ kind: 'dollar', range: rangeOf(this.CONSUME(tokens.Dollar)) }) },
    { ALT: () => this.SUBRULE(this.comment) },
    { ALT: () => this.SUBRULE(this.value) },
    { ALT: () => this.SUBRULE(this.conditional) },
    { ALT: () => this.SUBRULE(this.list) },
    { ALT: () => this.#brokenDollar(this.CONSUME(tokens.MistakenDollar)) },
    { ALT: () => this.SUBRULE(this.mistakenTag) },
  ];

  // nodes = { text | "\$" | comment | value | conditional | list }
  protected readonly nodes = this.RULE('nodes', (surroundings: Surroundings): TemplateNode[] => {
    const outer = this.surroundings;
    this.surroundings = surroundings;
    const nodes: TemplateNode[] = [];
    this.MANY({
      GATE: () => !this.isEnd(),
      DEF: () => {
        nodes.push(this.OR(this.#node));
        if (this.diagnostics.length + this.brokenTags.length > this.#mistakesLimit)
          throw new TooManyMistakes();
      },
    });
    this.surroundings = outer;
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
    const range = this.loneTags.add(spanning(open, this.LA(0)));
    return { kind: 'comment', range, text: text?.image ?? '' };
  });

  #brokenDollar(token: IToken): BrokenNode {
    this.ACTION(() => this.diagnostics.push(explainDollar(this.source, token)));
    return { kind: 'broken', range: rangeOf(token) };
  }

  #endInComment(open: IToken): void {
    this.isRestComment = true;
    this.diagnostics.push(explainUnclosedComment(rangeOf(open), this.source.length));
  }
}
