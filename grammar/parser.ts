import { EmbeddedActionsParser, EOF, type IToken, isRecognitionException } from 'chevrotain';
import { joined, negated } from './condition-nodes.ts';
import { LoneTags } from './lone-tags.ts';
import { quotationOf } from './match-quoted.ts';
import type { BrokenTag } from './recovery/broken-tag.ts';
import type { OddlyQuoted } from './recovery/explain-quotes.ts';
import { endOf, rangeOf, spanning, startOf } from './token-range.ts';
import * as tokens from './tokens.ts';
import type {
  BranchNode,
  BrokenNode,
  CommentNode,
  ConditionalNode,
  ConditionNode,
  OptionNode,
  OtherwiseNode,
  PathNode,
  TemplateNode,
  TextNode,
  ValueNode,
} from './tree.ts';

/**
 * The productions. Tags are whole and conditionals paired before the tokens come here (mend-tags.ts,
 * pair-conditionals.ts), so only the inside of a tag can fail: such a tag becomes a broken node, is listed in
 * `brokenTags`, and parsing goes on behind it.
 */
export class TemplateParser extends EmbeddedActionsParser {
  brokenTags: BrokenTag[] = [];
  /** Options whose value is not in plain double quotes. */
  oddQuotes: OddlyQuoted[] = [];
  #source = '';
  #loneTags: LoneTags | undefined;

  constructor(options: { readonly skipValidations: boolean }) {
    super(tokens.modes, {
      maxLookahead: 1,
      recoveryEnabled: false,
      ...options,
    });
    this.performSelfAnalysis();
  }

  parse(source: string, input: IToken[]): TemplateNode[] {
    this.brokenTags = [];
    this.oddQuotes = [];
    this.#source = source;
    this.#loneTags = LoneTags.of(source, input);
    this.input = input;
    return this.nodes();
  }

  // nodes = { text | "\$" | comment | value | conditional }
  private readonly nodes = this.RULE('nodes', (): TemplateNode[] => {
    const nodes: TemplateNode[] = [];
    this.MANY(() => {
      nodes.push(
        this.OR([
          { ALT: () => this.#textNode(this.CONSUME(tokens.Text)) },
          { ALT: (): TemplateNode => ({ kind: 'dollar', range: rangeOf(this.CONSUME(tokens.Dollar)) }) },
          { ALT: () => this.SUBRULE(this.comment) },
          { ALT: () => this.SUBRULE(this.value) },
          { ALT: () => this.SUBRULE(this.conditional) },
          { ALT: (): TemplateNode => ({ kind: 'broken', range: rangeOf(this.CONSUME(tokens.Misplaced)) }) },
        ]),
      );
    });
    return nodes;
  });

  // comment = "$!" [ any text ] "!$"
  private readonly comment = this.RULE('comment', (): CommentNode => {
    const open = this.CONSUME(tokens.CommentOpen);
    const text = this.OPTION(() => this.CONSUME(tokens.CommentText));
    const close = this.CONSUME(tokens.CommentClose);
    return { kind: 'comment', range: spanning(open, close), text: text?.image ?? '' };
  });

  // value = "$" path [ ";" valueOption { "," valueOption } ] "$"
  private readonly value = this.RULE('value', (): ValueNode | BrokenNode =>
    this.#tag<ValueNode | BrokenNode>(
      'value',
      () => {
        const open = this.CONSUME(tokens.Open);
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
        const close = this.CONSUME(tokens.Close);
        return { kind: 'value', range: spanning(open, close), path, options };
      },
      ({ range }) => ({ kind: 'broken', range }),
    ),
  );

  // path = name { ( "." | "/" ) name }
  private readonly path = this.RULE('path', (): PathNode => {
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

  // valueOption = name "=" quoted
  private readonly valueOption = this.RULE('valueOption', (): OptionNode => {
    const name = this.CONSUME(tokens.Name);
    this.CONSUME(tokens.Equals);
    const quoted = this.CONSUME(tokens.Quoted);
    return this.ACTION(() => {
      const { style, text, textOffset } = quotationOf(quoted);
      const start = startOf(quoted) + textOffset;
      const option = {
        kind: 'option' as const,
        range: spanning(name, quoted),
        name: name.image,
        nameRange: rangeOf(name),
        value: text,
        valueRange: { start, end: start + text.length },
      };
      if (style !== 'straight') this.oddQuotes.push({ ...option, quotes: style });
      return { ...option, quotes: style };
    });
  });

  // conditional = "$if(" test nodes { "$elseif(" test nodes } [ "$else$" nodes ] "$endif$"
  private readonly conditional = this.RULE('conditional', (): ConditionalNode => {
    const open = this.CONSUME(tokens.If);
    const branches = [branch(open, this.SUBRULE(this.test), this.SUBRULE(this.nodes))];
    this.MANY(() => {
      const elseIf = this.CONSUME(tokens.ElseIf);
      branches.push(branch(elseIf, this.SUBRULE1(this.test), this.SUBRULE1(this.nodes)));
    });
    const otherwise = this.OPTION((): OtherwiseNode => {
      const tag = rangeOf(this.CONSUME(tokens.Else));
      const nodes = this.SUBRULE2(this.nodes);
      return { kind: 'otherwise', tag, nodes };
    });
    const close = this.CONSUME(tokens.EndIf);
    const range = spanning(open, close);
    return { kind: 'conditional', range, branches, ...(otherwise && { otherwise }), endTag: rangeOf(close) };
  });

  // test = condition ")" "$"
  private readonly test = this.RULE(
    'test',
    (): Test =>
      this.#tag<Test>(
        'condition',
        () => {
          const condition = this.SUBRULE(this.condition);
          this.CONSUME(tokens.RightParen);
          return { condition, end: endOf(this.CONSUME(tokens.Close)) };
        },
        ({ range }, end) => ({ condition: { kind: 'broken-condition', range }, end }),
      ),
  );

  // condition = conjunction { "||" conjunction }
  private readonly condition = this.RULE('condition', (): ConditionNode => {
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
    const nots: IToken[] = [];
    this.MANY(() => {
      nots.push(this.CONSUME(tokens.Not));
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
          this.CONSUME(tokens.LeftParen);
          const inner = this.SUBRULE(this.condition);
          this.CONSUME(tokens.RightParen);
          return inner;
        },
      },
    ]);
    return this.ACTION(() => negated(nots, operand, endOf(this.LA(0))));
  });

  #textNode(token: IToken): TextNode {
    const range = rangeOf(token);
    const written = this.#loneTags?.written(range) ?? range;
    return { kind: 'text', range, text: this.#source.slice(range.start, range.end), written };
  }

  /** Parses a tag from here to its end; where its inside does not fit, goes on behind it. */
  #tag<T>(kind: BrokenTag['kind'], parse: () => T, broken: (tag: BrokenTag, end: number) => T): T {
    const start = startOf(this.LA(1));
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof Error) || !isRecognitionException(error)) throw error;
      const unexpected = this.LA(1);
      const previous = this.LA(0);
      let insideEnd = startOf(unexpected);
      let last = previous;
      while (last.tokenType !== tokens.Close && this.LA(1).tokenType !== EOF) {
        last = this.LA(1);
        this.SKIP_TOKEN();
        const isEnd = last.tokenType === tokens.RightParen && this.LA(1).tokenType === tokens.Close;
        if (!isEnd && last.tokenType !== tokens.Close) insideEnd = endOf(last);
      }
      const range = { start, end: kind === 'value' ? endOf(last) : insideEnd };
      const tag = { kind, range, unexpected, previous };
      this.brokenTags.push(tag);
      return broken(tag, endOf(last));
    }
  }
}

/** What stands between the opening of a conditional tag and its end. */
interface Test {
  readonly condition: ConditionNode;
  readonly end: number;
}

function branch(open: IToken, { condition, end }: Test, nodes: TemplateNode[]): BranchNode {
  return { kind: 'branch', tag: { start: startOf(open), end }, condition, nodes };
}
