import { EmbeddedActionsParser, EOF, type IToken, isRecognitionException, tokenMatcher } from 'chevrotain';
import { type Diagnostic, diagnose, type SourceRange } from '../src/diagnostics/diagnostic.ts';
import * as tokens from './lexer.ts';
import { endOf, quotationOf, rangeOf, spanning, startOf } from './lexer.ts';
import { LoneTags } from './lone-tags.ts';
import { reservedNames } from './names.ts';
import {
  countMissingParens,
  type EnclosingBlock,
  explainBareCondition,
  explainDollar,
  explainExtraParen,
  explainKeyword,
  explainMisplaced,
  explainMissingParens,
  explainQuotes,
  explainReserved,
  explainUnclosedComment,
  explainUnclosedFor,
  explainUnclosedIf,
  explainUnclosedTag,
} from './recovery/explain-known-mistakes.ts';
import type { BrokenTag } from './recovery/explain-refused-tag.ts';
import type {
  BranchNode,
  BrokenNode,
  CommentNode,
  ComparisonOperator,
  ConditionalNode,
  ConditionNode,
  ListHead,
  ListNode,
  OptionNode,
  OtherwiseNode,
  PathNode,
  QuotedNode,
  SeparatorNode,
  TemplateNode,
  ValueNode,
} from './tree.ts';

/** The limits at which the parser gives up. */
interface Patience {
  /** The maximum nesting of conditionals and lists, and of parentheses and `!` in a condition. */
  readonly depth: number;
  readonly mistakes: number;
}

export interface Parsed {
  /** Absent if the parser gave up. */
  readonly nodes?: readonly TemplateNode[];
  readonly diagnostics: readonly Diagnostic[];
  /** Tags whose inside does not match the productions, and that no diagnostic explains yet. */
  readonly brokenTags: readonly BrokenTag[];
  /** The reason why the parser gave up. */
  readonly gaveUp?: Diagnostic;
}

/** Thrown when nesting exceeds the limit. */
class TooDeep extends Error {
  readonly token: IToken;

  constructor(token: IToken) {
    super('Nested too deep.');
    this.token = token;
  }
}

class TooManyMistakes extends Error {}

const outside: EnclosingBlock = { block: 'none' };
const inConditional: EnclosingBlock = { block: 'conditional' };
const inList: EnclosingBlock = { block: 'list' };

/** The rest of a tag that opens with a condition. */
interface Test {
  readonly condition: ConditionNode;
  /** The offset where the tag ends. */
  readonly end: number;
}

/** The rest of a list's tag. */
interface Head {
  readonly head?: ListHead;
  /** The offset where the tag ends. */
  readonly end: number;
}

/**
 * The productions; above each stands the correct language. Rules and tokens named "mistaken…", and all empty
 * alternatives, accept common mistakes, which the actions report. If the inside of a tag does not match, the tag is
 * broken, and parsing continues after it.
 */
export class TemplateParser extends EmbeddedActionsParser {
  #source = '';
  #limits: Patience = { depth: 0, mistakes: 0 };
  #diagnostics: Diagnostic[] = [];
  /** Tags whose inside does not match the productions, and that no diagnostic explains yet. */
  #brokenTags: BrokenTag[] = [];
  #loneTags = new LoneTags('');

  /** The block whose nodes are being parsed. */
  #surroundings = outside;
  #openBlocks = { conditional: 0, list: 0 };
  /** Set by an unclosed comment, which takes the rest of the source, including the ends of open blocks. */
  #isRestComment = false;

  /** Whether the current tag already has a diagnostic. */
  #isExplained = false;
  /** The number of `)` that the current tag lacks. */
  #missingParens = 0;
  /** The current nesting of parentheses and `!`. */
  #conditionDepth = 0;

  constructor(options: { readonly skipValidations: boolean }) {
    super(tokens.modes, { maxLookahead: 1, recoveryEnabled: false, ...options });
    this.performSelfAnalysis();
  }

  /** Parses the tokens of a source, and gives up when nesting, or the number of mistakes, exceeds a limit. */
  parse(source: string, input: IToken[], limits: Patience): Parsed {
    this.input = input;
    this.#source = source;
    this.#limits = limits;
    this.#diagnostics = [];
    this.#brokenTags = [];
    this.#loneTags = new LoneTags(source);
    this.#surroundings = outside;
    this.#openBlocks = { conditional: 0, list: 0 };
    this.#isRestComment = false;
    try {
      const nodes = this.nodes(this.#surroundings);
      this.#loneTags.trimTexts();
      return { nodes, diagnostics: this.#diagnostics, brokenTags: this.#brokenTags };
    } catch (error) {
      return this.#giveUp(error);
    } finally {
      // The tokens of a source can take more memory than everything made from them.
      this.input = [];
    }
  }

  #giveUp(error: unknown): Parsed {
    if (error instanceof TooDeep) {
      const gaveUp = diagnose('template-too-deep', rangeOf(error.token), { limit: this.#limits.depth });
      return { diagnostics: [], brokenTags: [], gaveUp };
    }
    if (!(error instanceof TooManyMistakes)) throw error;
    const gaveUp = diagnose('too-many-mistakes', rangeOf(this.LA(0)), { most: this.#limits.mistakes });
    return { diagnostics: this.#diagnostics, brokenTags: this.#brokenTags, gaveUp };
  }

  /** Created once, since there are many nodes. */
  readonly #node = [
    { ALT: (): TemplateNode => this.#loneTags.textNode(rangeOf(this.CONSUME(tokens.Text))) },
    { ALT: (): TemplateNode => ({ kind: 'dollar', range: rangeOf(this.CONSUME(tokens.Dollar)) }) },
    { ALT: () => this.SUBRULE(this.comment) },
    { ALT: () => this.SUBRULE(this.value) },
    { ALT: () => this.SUBRULE(this.conditional) },
    { ALT: () => this.SUBRULE(this.list) },
    { ALT: () => this.#brokenDollar(this.CONSUME(tokens.MistakenDollar)) },
    { ALT: () => this.SUBRULE(this.mistakenTag) },
  ];

  // nodes = { text | "\$" | comment | value | conditional | list }
  private readonly nodes = this.RULE('nodes', (surroundings: EnclosingBlock): TemplateNode[] => {
    const outer = this.#surroundings;
    this.#surroundings = surroundings;
    const nodes: TemplateNode[] = [];
    this.MANY({
      GATE: () => !this.#isEnd(),
      DEF: () => {
        nodes.push(this.OR(this.#node));
        if (this.#diagnostics.length + this.#brokenTags.length > this.#limits.mistakes)
          throw new TooManyMistakes();
      },
    });
    this.#surroundings = outer;
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

  #brokenDollar(token: IToken): BrokenNode {
    this.ACTION(() => this.#diagnostics.push(explainDollar(this.#source, token)));
    return { kind: 'broken', range: rangeOf(token) };
  }

  #endInComment(open: IToken): void {
    this.#isRestComment = true;
    this.#diagnostics.push(explainUnclosedComment(rangeOf(open), this.#source));
  }

  /* Conditionals and lists */

  // conditional = "$if(" test nodes { "$elseif(" test nodes } [ otherwise ] "$endif$"
  private readonly conditional = this.RULE('conditional', (): ConditionalNode => {
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
      { ALT: () => this.#loneTags.add(rangeOf(this.#keyword(this.CONSUME(tokens.EndIf)))) },
      { ALT: () => this.ACTION(() => this.#missingEnd(first.tag, explainUnclosedIf)) },
    ]);
    return this.ACTION(() => {
      this.#openBlocks.conditional--;
      const range = { start: startOf(open), end: endTag.end };
      return { kind: 'conditional', range, branches, ...(otherwise && { otherwise }), endTag };
    });
  });

  // list = "$for(" listHead nodes [ "$sep$" nodes ] [ otherwise ] "$endfor$"
  private readonly list = this.RULE('list', (): ListNode => {
    const open = this.#keyword(this.CONSUME(tokens.For));
    this.ACTION(() => this.#enter('list', open));
    const { head, end } = this.SUBRULE(this.listHead, { ARGS: [open] });
    const tag = this.ACTION(() => this.#loneTags.add({ start: startOf(open), end }));
    const nodes = this.SUBRULE(this.nodes, { ARGS: [inList] });
    const separator = this.OPTION((): SeparatorNode => {
      const tag = this.#loneTags.add(rangeOf(this.#keyword(this.CONSUME(tokens.Sep))));
      const nodes = this.SUBRULE1(this.nodes, { ARGS: [{ ...inList, separator: tag }] });
      return { kind: 'separator', tag, nodes };
    });
    const before = { ...inList, separator: separator?.tag };
    const otherwise = this.OPTION1(() => this.SUBRULE(this.otherwise, { ARGS: [before] }));
    const endTag = this.OR([
      { ALT: () => this.#loneTags.add(rangeOf(this.#keyword(this.CONSUME(tokens.EndFor)))) },
      { ALT: () => this.ACTION(() => this.#missingEnd(tag, explainUnclosedFor)) },
    ]);
    return this.ACTION(() => {
      this.#openBlocks.list--;
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
  private readonly otherwise = this.RULE('otherwise', (surroundings: EnclosingBlock): OtherwiseNode => {
    const tag = this.#loneTags.add(rangeOf(this.#keyword(this.CONSUME(tokens.Else))));
    const nodes = this.SUBRULE(this.nodes, { ARGS: [{ ...surroundings, otherwise: tag }] });
    return { kind: 'otherwise', tag, nodes };
  });

  /** A tag of a conditional or list that is out of place; mistakes inside it are not reported. */
  private readonly mistakenTag = this.RULE('mistakenTag', (): BrokenNode => {
    const surroundings = this.#surroundings;
    const explained = this.#diagnostics.length;
    const broken = this.#brokenTags.length;
    const open = this.LA(1);
    const keyword = this.OR([
      { ALT: () => this.SUBRULE(this.test, { ARGS: [this.CONSUME(tokens.ElseIf)] }) && ('elseif' as const) },
      { ALT: () => this.CONSUME(tokens.Else) && ('else' as const) },
      { ALT: () => this.CONSUME(tokens.EndIf) && ('endif' as const) },
      { ALT: () => this.CONSUME(tokens.Sep) && ('sep' as const) },
      { ALT: () => this.CONSUME(tokens.EndFor) && ('endfor' as const) },
    ]);
    return this.ACTION(() => {
      this.#diagnostics.length = explained;
      this.#brokenTags.length = broken;
      const range = spanning(open, this.LA(0));
      this.#diagnostics.push(explainMisplaced(keyword, range, surroundings));
      return { kind: 'broken', range };
    });
  });

  /** Whether the current sequence of nodes ends here. */
  #isEnd(): boolean {
    const { block, separator, otherwise } = this.#surroundings;
    if (block === 'none') return false;
    const next = this.LA(1);
    // A shortcut: most nodes of a block are text.
    if (next.tokenType === tokens.Text) return false;
    if (tokenMatcher(next, tokens.EndIf)) return this.#openBlocks.conditional > 0;
    if (tokenMatcher(next, tokens.EndFor)) return this.#openBlocks.list > 0;
    if (otherwise) return false;
    if (tokenMatcher(next, tokens.Else)) return true;
    if (block === 'list') return !separator && tokenMatcher(next, tokens.Sep);
    return tokenMatcher(next, tokens.ElseIf);
  }

  get #depth(): number {
    return this.#openBlocks.conditional + this.#openBlocks.list;
  }

  #enter(block: 'conditional' | 'list', token: IToken): void {
    this.#openBlocks[block]++;
    if (this.#depth > this.#limits.depth) throw new TooDeep(token);
  }

  #branch(open: IToken, { condition, end }: Test, nodes: TemplateNode[]): BranchNode {
    const tag = this.#loneTags.add({ start: startOf(open), end });
    return { kind: 'branch', tag, condition, nodes };
  }

  #keyword(token: IToken): IToken {
    const mistake = explainKeyword(token);
    if (mistake) this.#diagnostics.push(mistake);
    return token;
  }

  /** Reports a block without an end; it ends together with another block, or the source. */
  #missingEnd(tag: SourceRange, explain: (tag: SourceRange, at: number) => Diagnostic): SourceRange {
    const next = this.LA(1);
    const at = next.tokenType === EOF ? this.#source.length : startOf(next);
    if (!this.#isRestComment) this.#diagnostics.push(explain(tag, at));
    return { start: at, end: at };
  }

  /* Tags */

  // value = "$" path [ tagOptions ] "$"
  private readonly value = this.RULE('value', (): ValueNode | BrokenNode => {
    const open = this.CONSUME(tokens.Open);
    return this.#tag<ValueNode | BrokenNode>(
      open,
      () => {
        this.ACTION(() => open.tokenType === tokens.UnclosedKeyword || this.#checkName(this.LA(1)));
        const path = this.SUBRULE(this.path);
        const options = this.OPTION(() => this.SUBRULE(this.tagOptions)) ?? [];
        const end = this.#tagEnd(open, this.#close());
        return { kind: 'value', range: { start: startOf(open), end }, path, options };
      },
      range => ({ kind: 'broken', range }),
    );
  });

  // tagOptions = ";" tagOption { "," tagOption }
  private readonly tagOptions = this.RULE('tagOptions', (): OptionNode[] => {
    const options: OptionNode[] = [];
    this.CONSUME(tokens.Semicolon);
    this.AT_LEAST_ONE_SEP({
      SEP: tokens.Comma,
      DEF: () => {
        options.push(this.SUBRULE(this.tagOption));
      },
    });
    return options;
  });

  // tagOption = name "=" quoted
  private readonly tagOption = this.RULE('tagOption', (): OptionNode => {
    const name = this.CONSUME(tokens.Name);
    this.CONSUME(tokens.Equals);
    const quoted = this.CONSUME(tokens.Quoted);
    return this.ACTION(() => {
      const option = optionNode(name, quoted);
      const oddQuotes = explainQuotes(option, quoted);
      if (oddQuotes) this.#diagnostics.push(oddQuotes);
      return option;
    });
  });

  // test = condition ")" "$"
  private readonly test = this.RULE('test', (open: IToken): Test => {
    const first = this.LA(1);
    return this.#tag<Test>(
      open,
      () => {
        const condition = this.SUBRULE(this.condition);
        this.#rightParen();
        this.OPTION(() => this.SUBRULE(this.mistakenParens));
        const end = this.#tagEnd(open, this.#close(), first);
        return { condition, end };
      },
      (range, end) => ({ condition: { kind: 'broken-condition', range }, end }),
    );
  });

  // listHead = name "in" path [ "if" condition ] [ tagOptions ] ")" "$"
  private readonly listHead = this.RULE('listHead', (open: IToken): Head => {
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
        const options = this.OPTION1(() => this.SUBRULE(this.tagOptions)) ?? [];
        const range = this.ACTION(() => spanning(item, this.LA(0)));
        this.#rightParen();
        this.OPTION2(() => this.SUBRULE(this.mistakenParens));
        const end = this.#tagEnd(open, this.#close(), first);
        return { head: listHead(range, item, { path, filter, options }), end };
      },
      (_, end) => ({ end }),
    );
  });

  /** Superfluous `)` after the one that ends the condition. */
  private readonly mistakenParens = this.RULE('mistakenParens', () => {
    this.AT_LEAST_ONE(() => {
      const paren = this.CONSUME(tokens.RightParen);
      this.ACTION(() => this.#diagnostics.push(explainExtraParen(paren)));
    });
  });

  /** The token that closes a tag; undefined if the source ends first. */
  #close(): IToken | undefined {
    const isMissing = this.ACTION(() => this.LA(1).tokenType === EOF);
    return isMissing ? undefined : this.CONSUME(tokens.Close);
  }

  #checkName(name: IToken): void {
    if (reservedNames.has(name.image)) this.#explain(explainReserved(name));
  }

  /** Explains the current tag, so that it needs no further explanation if it turns out to be broken as well. */
  #explain(diagnostic: Diagnostic): void {
    this.#diagnostics.push(diagnostic);
    this.#isExplained = true;
  }

  /** The offset where a tag ends; a missing end is reported. */
  #tagEnd(open: IToken, close: IToken | undefined, first: IToken = open): number {
    return this.ACTION(() => {
      const end = endOf(close ?? this.LA(0));
      if (close?.tokenType !== tokens.Close) {
        this.#explain(explainUnclosedTag(this.#source, { start: startOf(open), end }));
      } else if (isBare(open)) {
        if (first !== close) this.#explain(explainBareCondition(open, first, close));
      } else if (this.#missingParens > 0) {
        this.#explain(explainMissingParens(open, close, this.#missingParens));
      }
      return end;
    });
  }

  /** Parses a tag after its opener. If its inside does not match, the rest of it is skipped. */
  #tag<T>(open: IToken, read: () => T, broken: (inside: SourceRange, end: number) => T): T {
    const first = this.LA(1);
    this.#isExplained = false;
    this.#missingParens = 0;
    this.#conditionDepth = 0;
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Error) || !isRecognitionException(error)) throw error;
      const unexpected = this.LA(1);
      const previous = this.LA(0);
      const inside = this.#skipRest(open);
      const kind = kindOf(open);
      if (kind !== 'value') this.#missingParens = countMissingParens(inside);
      const close = this.LA(1).tokenType === EOF ? undefined : this.LA(1);
      if (close) this.SKIP_TOKEN();
      const end = this.#tagEnd(open, close, first);
      const range = kind === 'value' ? { start: startOf(open), end } : conditionRange(open, first, inside);
      if (!this.#isExplained) {
        this.#brokenTags.push({ kind, range, unexpected, previous });
      }
      return broken(range, end);
    }
  }

  /** Skips the rest of a tag up to its end; returns all tokens after its opener. */
  #skipRest(open: IToken): IToken[] {
    const inside: IToken[] = [];
    for (let index = 0; this.LA(index) !== open; index--) inside.push(this.LA(index));
    inside.reverse();
    while (!this.#isAtTagEnd()) {
      inside.push(this.LA(1));
      this.SKIP_TOKEN();
    }
    return inside;
  }

  /* Conditions */

  // condition = conjunction { "||" conjunction }
  private readonly condition = this.RULE('condition', (): ConditionNode => {
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
    const depth = this.#conditionDepth;
    const nots: IToken[] = [];
    this.AT_LEAST_ONE(() => {
      nots.push(this.#deeper(this.CONSUME(tokens.Not)));
    });
    const operand = this.OR([
      { ALT: () => variable(this.SUBRULE(this.path)) },
      { ALT: () => this.SUBRULE(this.group) },
    ]);
    this.#conditionDepth = depth;
    return this.ACTION(() => negated(nots, operand, endOf(this.LA(0))));
  });

  // group = "(" condition ")"
  private readonly group = this.RULE('group', (): ConditionNode => {
    this.#deeper(this.CONSUME(tokens.LeftParen));
    const inner = this.SUBRULE(this.condition);
    this.#rightParen();
    this.#conditionDepth--;
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
      const oddQuotes = explainQuotes(constant, token);
      if (oddQuotes) this.#diagnostics.push(oddQuotes);
      return { kind: 'comparison', range, path, operator, constant };
    }
    // `-0` becomes `0`: constants have a single zero.
    const number = Number(token.image) + 0;
    if (Number.isFinite(number)) {
      const constant = { kind: 'number', range: rangeOf(token), value: number } as const;
      return { kind: 'comparison', range, path, operator, constant };
    }
    this.#diagnostics.push(diagnose('number-too-large', rangeOf(token), { number: token.image }));
    return { kind: 'broken-condition', range };
  }

  /** Accepts `)`, or counts it as missing if the tag ends without it. */
  #rightParen(): void {
    const isMissing = this.ACTION(() => this.#isAtTagEnd());
    if (isMissing) this.#missingParens++;
    else this.CONSUME(tokens.RightParen);
  }

  #deeper(token: IToken): IToken {
    this.ACTION(() => {
      if (++this.#conditionDepth > this.#limits.depth) throw new TooDeep(token);
    });
    return token;
  }

  #isAtTagEnd(): boolean {
    const next = this.LA(1);
    return next.tokenType === EOF || tokenMatcher(next, tokens.Close);
  }

  // path = name { ( "." | "/" ) ( name | index ) }
  private readonly path = this.RULE('path', (): PathNode => {
    const first = this.CONSUME(tokens.Name);
    const names = [first.image];
    let last = first;
    this.MANY(() => {
      this.OR([{ ALT: () => this.CONSUME(tokens.Dot) }, { ALT: () => this.CONSUME(tokens.Slash) }]);
      this.OR1([{ ALT: () => this.CONSUME1(tokens.Name) }, { ALT: () => this.CONSUME(tokens.Index) }]);
      last = this.LA(0);
      names.push(last.image);
    });
    return { kind: 'path', range: spanning(first, last), names };
  });
}

function isBare({ tokenType }: IToken): boolean {
  return [tokens.BareIf, tokens.BareElseIf, tokens.BareFor].includes(tokenType);
}

function kindOf(open: IToken): BrokenTag['kind'] {
  if (tokenMatcher(open, tokens.Open)) return 'value';
  return tokenMatcher(open, tokens.For) ? 'list' : 'condition';
}

function listHead(
  range: SourceRange,
  item: IToken,
  {
    path,
    filter,
    options,
  }: Pick<ListHead, 'path' | 'options'> & { readonly filter: ConditionNode | undefined },
): ListHead {
  const named = { kind: 'item', range: rangeOf(item), name: item.image } as const;
  return { kind: 'list-head', range, item: named, path, ...(filter && { filter }), options };
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

function variable(path: PathNode): ConditionNode {
  return { kind: 'variable', range: path.range, path };
}

function quotedNode(token: IToken): QuotedNode {
  const { style, text, textOffset } = quotationOf(token);
  const start = startOf(token) + textOffset;
  const valueRange = { start, end: start + text.length };
  return { kind: 'quoted', range: rangeOf(token), value: text, valueRange, quotes: style };
}

/** Joins operands with `&&` or `||`; a single one is returned unchanged. */
function joined(kind: 'and' | 'or', operands: readonly [ConditionNode, ...ConditionNode[]]): ConditionNode {
  const last = operands[operands.length - 1] ?? operands[0];
  if (operands.length === 1) return last;
  return { kind, range: { start: operands[0].range.start, end: last.range.end }, operands };
}

/** Negates an operand once per `!` token; `end` is the offset of its end, including parentheses. */
function negated(nots: readonly IToken[], operand: ConditionNode, end: number): ConditionNode {
  return nots.reduceRight<ConditionNode>(
    (inner, not) => ({ kind: 'not', range: { start: startOf(not), end }, operand: inner }),
    operand,
  );
}
