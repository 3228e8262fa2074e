import type { SourceRange } from '../../../diagnostics/diagnostic.ts';

/*
 * Reads the text of a message as its receiver does, into a tree that is safe to draw. Each product has a markup of its own. The
 * documented part of it is read here, and everything else stays text. A text of n characters takes O(n) steps, and the depth of the
 * tree is bounded.
 */

export type MarkupSyntax = keyof typeof dialects | 'telegram-html';

/** A part of a message. Texts and line breaks are in the order of the source, and so are their ranges. */
export type MarkupNode = MarkupText | MarkupBreak | MarkupParent;

/** A text is as long as its range, or stands for an escape of another length. */
export interface MarkupText {
  readonly kind: 'text';
  readonly text: string;
  readonly range: SourceRange;
}

interface MarkupBreak {
  readonly kind: 'break';
  readonly range: SourceRange;
}

type MarkupStyle = 'bold' | 'italic' | 'underline' | 'strike' | 'spoiler';

/** Code, code blocks and mentions hold texts alone. Line breaks of code are texts, too. */
type MarkupParent = { readonly children: readonly MarkupNode[] } & (
  | { readonly kind: MarkupStyle | 'code' | 'mention' | BlockKind }
  | { readonly kind: 'link'; readonly address: string }
  | { readonly kind: 'heading'; readonly level: number }
  /** `marker` is a bullet, or a number as it is counted; `depth` begins with 0. */
  | { readonly kind: 'item'; readonly marker: string; readonly depth: number }
);

type BlockKind = 'code-block' | 'quote';

/** How a product reads a text. */
interface Dialect {
  /** The style of each mark. */
  readonly styles: Readonly<Record<string, MarkupStyle>>;
  /**
   * `markdown`: marks are paired within a paragraph, as CommonMark says. `words`: single marks are paired around whole words of a
   * line.
   */
  readonly marks?: 'markdown' | 'words';
  readonly escapes?: 'backslash' | 'reference';
  /** Whether there is code, and where the three backticks of a code block may stand: on lines of their own, or anywhere. */
  readonly code?: 'lines' | 'anywhere';
  /** The beginning of a line that is a quote. */
  readonly quote?: RegExp;
  /** The beginning of an item of a list. */
  readonly item?: RegExp;
  readonly maxHeading?: number;
  /**
   * `kept`: a line break ends a quote and an item. `continued`: they go on until a blank line, and several blank lines are one.
   * `folded`: moreover, a single line break is a space.
   */
  readonly lines: 'kept' | 'continued' | 'folded';
  /** `brackets`: `[label](address)`. `pipes`: `<address|label>`. */
  readonly links?: 'brackets' | 'pipes';
  /** Whether a bare address is a link. */
  readonly addresses: boolean;
  /** Finds the mention in the text between `<` and `>`. */
  readonly mention?: (inner: string) => Mention | undefined;
  /** A mention without brackets. */
  readonly name?: RegExp;
}

/** The name in a mention, by its place, and the sign that is shown before it. */
interface Mention {
  /** Absent for a mere text, such as a date. */
  readonly sign?: string;
  readonly start: number;
  readonly end: number;
}

const markdownStyles = { '*': 'italic', _: 'italic', '**': 'bold', __: 'bold' } as const;

const dialects = {
  /** Addresses become links, as in any notification or chat. */
  plain: { styles: {}, lines: 'kept', addresses: true },

  /**
   * Slack, "Formatting message text": https://docs.slack.dev/messaging/formatting-message-text/. It has no lists, and no escapes for
   * marks: a value between asterisks is bold. Even `&gt;` begins a quote, because Slack itself stores a quote so.
   */
  'slack-mrkdwn': {
    styles: { '*': 'bold', _: 'italic', '~': 'strike' },
    marks: 'words',
    escapes: 'reference',
    code: 'anywhere',
    quote: /(?:>|&gt;) ?/y,
    lines: 'kept',
    links: 'pipes',
    addresses: true,
    mention: slackMention,
  },

  /**
   * Google Chat, "Format messages", the column MARKUP_SYNTAX_CHAT, the default of incoming webhooks:
   * https://developers.google.com/workspace/chat/format-messages. Nothing is escaped.
   */
  'google-chat': {
    styles: { '*': 'bold', _: 'italic', '~': 'strike' },
    marks: 'words',
    code: 'anywhere',
    item: /[*-] +(?=\S)/y,
    lines: 'kept',
    links: 'pipes',
    addresses: true,
    mention: inner => mentionIn(inner, /^users\/(?=.)/, '@'),
  },

  /** The common part of the dialects below, for other receivers of Markdown. */
  markdown: {
    styles: markdownStyles,
    marks: 'markdown',
    escapes: 'backslash',
    code: 'lines',
    item: /(?:[*-]|\d{1,9}\.) +(?=\S)/y,
    lines: 'kept',
    links: 'brackets',
    addresses: true,
  },

  /**
   * Discord, "Markdown Text 101": https://support.discord.com/hc/en-us/articles/210298617, and "Message Formatting":
   * https://discord.com/developers/docs/reference#message-formatting.
   */
  discord: {
    styles: { ...markdownStyles, __: 'underline', '~~': 'strike', '||': 'spoiler' },
    marks: 'markdown',
    escapes: 'backslash',
    code: 'lines',
    quote: /> /y,
    item: /(?:[*-]|\d{1,9}\.) +(?=\S)/y,
    maxHeading: 3,
    lines: 'kept',
    links: 'brackets',
    addresses: true,
    mention: inner => mentionIn(inner, /^@[!&]?(?=\d+$)/, '@') ?? mentionIn(inner, /^#(?=\d+$)/, '#'),
    name: /@(?:everyone|here)\b/y,
  },

  /**
   * Mattermost, "Format messages": https://docs.mattermost.com/end-user-guide/collaborate/format-messages.html, and "Mention people"
   * beside it.
   */
  mattermost: {
    styles: { ...markdownStyles, '~~': 'strike' },
    marks: 'markdown',
    escapes: 'backslash',
    code: 'lines',
    quote: /> ?/y,
    item: /(?:[*+-]|\d{1,9}\.) +(?=\S)/y,
    maxHeading: 6,
    lines: 'continued',
    links: 'brackets',
    addresses: true,
    name: /@[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?/iy,
  },

  /**
   * Adaptive Cards of Teams, "Markdown format for Adaptive Cards":
   * https://learn.microsoft.com/en-us/microsoftteams/platform/task-modules-and-cards/cards/cards-format. They have no headings,
   * quotes and code.
   */
  teams: {
    styles: markdownStyles,
    marks: 'markdown',
    escapes: 'backslash',
    item: /(?:[*-]|\d{1,9}\.) +(?=\S)/y,
    lines: 'folded',
    links: 'brackets',
    addresses: false,
  },
} as const satisfies Readonly<Record<string, Dialect>>;

/** Reads the text of a message. It never throws: a mistake in the markup stays text. */
export function parseMarkup(source: string, syntax: MarkupSyntax): readonly MarkupNode[] {
  if (syntax === 'telegram-html') return readTelegramHtml(source);
  return new MarkupReader(source, dialects[syntax]).read();
}

/** `<@U1|name>`, `<#C1|channel>`, `<!here>`, `<!subteam^S1|@team>`, `<!date^1^…|text>`. */
function slackMention(inner: string): Mention | undefined {
  const [, kind = ''] = /^([@#]|!(?:[a-z]+\^)?)(?=[^|])/.exec(inner) ?? [];
  if (kind === '') return undefined;
  const pipe = inner.indexOf('|');
  const hasLabel = pipe >= 0 && pipe < inner.length - 1;
  const start = hasLabel ? pipe + 1 : kind.length;
  const end = hasLabel || pipe < 0 ? inner.length : pipe;
  if (kind !== '!subteam^' && kind.endsWith('^')) return hasLabel ? { start, end } : undefined;
  if (hasLabel && inner[start] === '@') return { sign: '', start, end };
  return { sign: kind === '#' ? '#' : '@', start, end };
}

function mentionIn(inner: string, before: RegExp, sign: string): Mention | undefined {
  const [found] = before.exec(inner) ?? [];
  return found === undefined ? undefined : { sign, start: found.length, end: inner.length };
}

/** Deeper styles are left out, and deeper quotes stay text. */
const maxStyles = 16;
const maxQuotes = 8;
const maxIndent = 5;

/** One level of blocks: a message, or a quote in it. */
interface BlockLevel {
  readonly lines: readonly SourceRange[];
  readonly quotes: number;
  /** The last number of each indentation. */
  readonly numbers: (number | undefined)[];
  /** So many backticks, or more, are not closed by any line that follows. */
  unclosedTicks: number;
}

/** What begins a block: where its content is, and how many signs or which number it has. */
interface Opening extends SourceRange {
  readonly kind: 'fence' | 'heading' | 'quote' | 'item';
  readonly size: number;
  readonly indent: number;
  /** The bullet of an item that has no number. */
  readonly marker: string | undefined;
}

interface ReadNodes {
  readonly nodes: readonly MarkupNode[];
  readonly end: number;
}

/** Where the runs of backticks of a line begin, by their length, and how many of these were passed. */
type Backticks = Map<number, { readonly starts: number[]; at: number }>;

/** A run of marks, such as `**`, and what became of it. */
interface Mark {
  readonly kind: 'mark';
  readonly sign: string;
  readonly start: number;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  readonly styles: Readonly<Record<string, MarkupStyle>>;
  /** The signs that are not paired yet: those before them close styles, those after them open some. */
  left: number;
  readonly closes: MarkupStyle[];
  readonly opens: MarkupStyle[];
  closed: number;
}

type Token = MarkupNode | Mark;

/** The `[` of a paragraph that have no `]` yet. */
interface Brackets {
  readonly open: { readonly token: number; readonly isImage: boolean }[];
  /** So many of them are before a link, which is in no other. */
  inactive: number;
}

/** Builds a tree from what is read one after the other. */
class TreeBuilder {
  readonly #root: MarkupNode[] = [];
  readonly #open: MarkupNode[][] = [this.#root];
  /** The block whose line break has come. */
  #ended: MarkupNode | undefined;

  get nodes(): readonly MarkupNode[] {
    return this.#root;
  }

  /** Joins texts that follow each other in the source. A line break right after a block ends its line, and makes no other. */
  add(node: MarkupNode): void {
    if (node.kind === 'text' && node.text === '') return;
    const siblings = this.#siblings;
    const last = siblings.at(-1);
    if (node.kind === 'break' && last && isBlock(last) && last !== this.#ended) this.#ended = last;
    else if (node.kind === 'text' && last?.kind === 'text' && isExact(last) && isExact(node)) {
      const range = { start: last.range.start, end: node.range.end };
      if (last.range.end !== node.range.start) siblings.push(node);
      else siblings[siblings.length - 1] = { kind: 'text', text: last.text + node.text, range };
    } else siblings.push(node);
  }

  addAll(nodes: readonly MarkupNode[]): void {
    for (const node of nodes) this.add(node);
  }

  open(kind: MarkupStyle): void {
    const siblings = this.#siblings;
    const children: MarkupNode[] = [];
    const isTooDeep = this.#open.length > maxStyles;
    if (!isTooDeep) siblings.push({ kind, children });
    this.#open.push(isTooDeep ? siblings : children);
  }

  close(): void {
    this.#open.pop();
  }

  get #siblings(): MarkupNode[] {
    return this.#open.at(-1) ?? this.#root;
  }
}

/** Whether each character stands where it does in the source. */
function isExact({ text, range }: MarkupText): boolean {
  return text.length === range.end - range.start;
}

const blocks: ReadonlySet<MarkupNode['kind']> = new Set(['code-block', 'quote', 'heading', 'item']);

/** Whether a part begins on a line of its own. */
function isBlock({ kind }: MarkupNode): boolean {
  return blocks.has(kind);
}

class MarkupReader {
  readonly #source: string;
  readonly #dialect: Dialect;

  constructor(source: string, dialect: Dialect) {
    this.#source = source;
    this.#dialect = dialect;
  }

  read(): readonly MarkupNode[] {
    const builder = new TreeBuilder();
    let from = 0;
    if (this.#dialect.code === 'anywhere')
      for (const { start, end } of this.#fences()) {
        this.#readBlocks(linesOf(this.#source, from, start), builder, 0);
        builder.add(this.#codeBlock(linesOf(this.#source, start + 3, end - 3)));
        from = end;
      }
    this.#readBlocks(linesOf(this.#source, from, this.#source.length), builder, 0);
    return builder.nodes;
  }

  /** The code blocks between three backticks, which are included. */
  #fences(): readonly SourceRange[] {
    const found: SourceRange[] = [];
    let open = this.#source.indexOf('```');
    while (open >= 0) {
      const close = this.#source.indexOf('```', open + 3);
      if (close < 0) break;
      const isEmpty = this.#source.slice(open + 3, close).trim() === '';
      if (!isEmpty) found.push({ start: open, end: close + 3 });
      open = isEmpty ? close : this.#source.indexOf('```', close + 3);
    }
    return found;
  }

  #readBlocks(given: readonly SourceRange[], builder: TreeBuilder, quotes: number): void {
    const lines = this.#dialect.lines === 'kept' ? given : this.#withoutBlankEnds(given);
    const level: BlockLevel = { lines, quotes, numbers: [], unclosedTicks: Number.POSITIVE_INFINITY };
    let paragraph: SourceRange[] = [];
    let at = 0;
    while (at < lines.length) {
      const block = this.#blockAt(level, at);
      const line = lines[at] ?? { start: 0, end: 0 };
      if (block || paragraph.length === 0) {
        this.#readParagraphs(paragraph, builder);
        paragraph = [];
        if (at > 0) builder.add(breakBefore(line, lines[at - 1]));
      }
      if (block) builder.add(block.node);
      else {
        paragraph.push(line);
        if (!this.#isBlank(line)) level.numbers.length = 0;
      }
      at = block?.next ?? at + 1;
    }
    this.#readParagraphs(paragraph, builder);
  }

  #blockAt(level: BlockLevel, at: number): { readonly node: MarkupNode; readonly next: number } | undefined {
    const opening = this.#openingOf(level.lines[at], level.quotes);
    if (!opening) return undefined;
    const { kind, start, end } = opening;
    const content = [{ start, end }];
    if (kind === 'fence') return this.#fencedAt(level, at, opening.size);
    if (kind === 'heading') {
      level.numbers.length = 0;
      return { node: { kind, level: opening.size, children: this.#inline(content) }, next: at + 1 };
    }
    let next = at + 1;
    for (; next < level.lines.length; next++) {
      const line = level.lines[next] ?? { start: 0, end: 0 };
      const following = this.#openingOf(line, level.quotes);
      if (following?.kind === 'quote' && kind === 'quote') content.push(following);
      else if (following || !this.#isContinued(content.at(-1), line)) break;
      else content.push(line);
    }
    if (kind === 'item') return { node: this.#item(opening, content, level.numbers), next };
    level.numbers.length = 0;
    const inside = new TreeBuilder();
    this.#readBlocks(content, inside, level.quotes + 1);
    return { node: { kind, children: inside.nodes }, next };
  }

  /** Whether a line without a mark belongs to the quote or the item before it. */
  #isContinued(last: SourceRange | undefined, line: SourceRange): boolean {
    return (
      this.#dialect.lines !== 'kept' && last !== undefined && !this.#isBlank(last) && !this.#isBlank(line)
    );
  }

  #item(
    { marker, indent, size }: Opening,
    content: readonly SourceRange[],
    numbers: (number | undefined)[],
  ): MarkupNode {
    const depth = Math.min(indent >> 1, maxIndent);
    const before = numbers[depth];
    const number = before === undefined ? size : before + 1;
    numbers.length = depth;
    if (marker === undefined) numbers[depth] = number;
    return { kind: 'item', marker: marker ?? `${number}.`, depth, children: this.#inline(content) };
  }

  #fencedAt(level: BlockLevel, at: number, ticks: number) {
    if (ticks >= level.unclosedTicks) return undefined;
    for (let next = at + 1; next < level.lines.length; next++) {
      const closing = this.#openingOf(level.lines[next], level.quotes);
      if (closing?.kind !== 'fence' || closing.size < ticks || closing.start < closing.end) continue;
      level.numbers.length = 0;
      return { node: this.#codeBlock(level.lines.slice(at + 1, next)), next: next + 1 };
    }
    level.unclosedTicks = ticks;
    return undefined;
  }

  #codeBlock(given: readonly SourceRange[]): MarkupNode {
    const isTrimmed = this.#dialect.code === 'anywhere';
    const lines = isTrimmed ? this.#withoutBlankEnds(given) : given;
    const children = new TreeBuilder();
    lines.forEach((line, index) => {
      if (index > 0) children.add({ ...breakBefore(line, lines[index - 1]), kind: 'text', text: '\n' });
      children.addAll(this.#texts(line.start, line.end));
    });
    return { kind: 'code-block', children: children.nodes };
  }

  /** The block that a line begins. */
  #openingOf(line: SourceRange | undefined, quotes: number): Opening | undefined {
    if (!line) return undefined;
    const { end } = line;
    const { code, quote, item, maxHeading = 0, lines } = this.#dialect;
    const start = line.start + (this.#match(/ */y, line.start, end)?.length ?? 0);
    const indent = start - line.start;
    const opens = (kind: Opening['kind'], length: number, size = 0, marker?: string): Opening => ({
      kind,
      start: start + length,
      end,
      size,
      indent,
      marker,
    });
    const ticks = code === 'lines' ? (this.#match(/`{3,}(?=[^`\n\r]*$)/my, start, end)?.length ?? 0) : 0;
    if (ticks > 0) return opens('fence', this.#match(/`{3,}[ \t]*/y, start, end)?.length ?? ticks, ticks);
    const heading = this.#match(/#{1,6} +(?=\S)/y, start, end);
    const size = heading?.indexOf(' ') ?? 0;
    if (heading !== undefined && size <= maxHeading) return opens('heading', heading.length, size);
    const areMore = quotes < (lines === 'kept' ? 1 : maxQuotes);
    const mark = quote && areMore ? this.#match(quote, start, end) : undefined;
    if (mark !== undefined) return opens('quote', mark.length);
    const marker = item && this.#match(item, start, end);
    if (marker === undefined) return undefined;
    const isNumber = /^\d/.test(marker);
    return opens('item', marker.length, Number.parseInt(marker, 10) || 0, isNumber ? undefined : '•');
  }

  /** Lines without blocks. Marks and links are within one paragraph, or within one line. */
  #readParagraphs(lines: readonly SourceRange[], builder: TreeBuilder): void {
    const { marks, lines: breaks } = this.#dialect;
    let paragraph: SourceRange[] = [];
    const flush = (): void => {
      builder.addAll(this.#inline(paragraph));
      paragraph = [];
    };
    lines.forEach((line, index) => {
      const before = lines[index - 1];
      const isBlank = this.#isBlank(line);
      if (breaks !== 'kept' && before && isBlank && this.#isBlank(before)) return;
      const isApart =
        marks !== 'markdown' || (breaks !== 'kept' && (isBlank || (before && this.#isBlank(before))));
      if (isApart || index === 0) {
        flush();
        if (before) builder.add(breakBefore(line, before));
      }
      paragraph.push(line);
    });
    flush();
  }

  /** Lines in which marks and links may begin in one and end in another. */
  #inline(lines: readonly SourceRange[]): readonly MarkupNode[] {
    const tokens: Token[] = [];
    const brackets: Brackets = { open: [], inactive: 0 };
    lines.forEach((line, index) => {
      if (index > 0) {
        const between = breakBefore(line, lines[index - 1]);
        tokens.push(this.#dialect.lines === 'folded' ? { ...between, kind: 'text', text: ' ' } : between);
      }
      this.#readLine(line, tokens, brackets);
    });
    return treeOf(tokens);
  }

  #readLine(line: SourceRange, tokens: Token[], brackets: Brackets): void {
    const { escapes, links } = this.#dialect;
    const { start, end } = line;
    const code = this.#dialect.code ? this.#backticksIn(line) : undefined;
    let at = start;
    const text = (length: number): void => {
      tokens.push({
        kind: 'text',
        text: this.#source.slice(at, at + length),
        range: { start: at, end: at + length },
      });
      at += length;
    };
    while (at < end) {
      const sign = this.#source[at] ?? '';
      const plain = this.#match(/[^\\&`*_~|<[\]!@hH\n\r]+/y, at, end);
      if (plain !== undefined) {
        text(plain.length);
        continue;
      }
      const read =
        (sign === '\\' && escapes === 'backslash' && this.#escapeAt(at, end)) ||
        (sign === '&' && escapes === 'reference' && this.#referenceAt(at, end)) ||
        (sign === '`' && code && this.#codeAt(at, code)) ||
        (sign === '<' && this.#angleAt(at, end)) ||
        (sign === '@' && this.#nameAt(at, line)) ||
        (/h/i.test(sign) && this.#addressAt(at, line)) ||
        (sign === ']' && links === 'brackets' && this.#linkAt(at, end, tokens, brackets)) ||
        undefined;
      if (read) {
        for (const node of read.nodes) tokens.push(node);
        at = read.end;
        continue;
      }
      if (sign === '`') {
        text(this.#match(/`+/y, at, end)?.length ?? 1);
        continue;
      }
      const mark = this.#markAt(at, line);
      if (mark) {
        tokens.push(mark);
        at += mark.length;
        continue;
      }
      const opens = links === 'brackets' ? this.#match(/!?\[/y, at, end) : undefined;
      if (opens !== undefined) brackets.open.push({ token: tokens.length, isImage: opens.length > 1 });
      const run = this.#match(/([*_~|])\1*/y, at, end);
      text(opens?.length ?? run?.length ?? 1);
    }
  }

  #escapeAt(at: number, end: number): ReadNodes | undefined {
    const escaped = this.#match(/\\[!-/:-@[-`{-~]/y, at, end);
    return escaped === undefined ? undefined : this.#replaced(escaped[1] ?? '', at, at + 2);
  }

  #referenceAt(at: number, end: number): ReadNodes | undefined {
    const found = this.#match(/&(?:amp|lt|gt);/y, at, end);
    return found === undefined
      ? undefined
      : this.#replaced(references.get(found) ?? '', at, at + found.length);
  }

  #replaced(text: string, start: number, end: number): ReadNodes {
    return { nodes: [{ kind: 'text', text, range: { start, end } }], end };
  }

  /** Where the runs of backticks of a line begin, by their length. */
  #backticksIn({ start, end }: SourceRange): Backticks {
    const runs: Backticks = new Map();
    for (const { 0: run, index } of this.#source.slice(start, end).matchAll(/`+/g)) {
      const same = runs.get(run.length) ?? { starts: [], at: 0 };
      same.starts.push(start + index);
      runs.set(run.length, same);
    }
    return runs;
  }

  /** A span between two runs of as many backticks (CommonMark, section 6.1). */
  #codeAt(at: number, backticks: Backticks): ReadNodes | undefined {
    const ticks = this.#match(/`+/y, at, this.#source.length)?.length ?? 1;
    const runs = backticks.get(ticks);
    while (runs && (runs.starts[runs.at] ?? Number.POSITIVE_INFINITY) <= at) runs.at++;
    const close = runs?.starts[runs.at];
    if (close === undefined) return undefined;
    let [start, end] = [at + ticks, close];
    const content = this.#source.slice(start, end);
    if (this.#dialect.code === 'lines' && /^ .* $/s.test(content) && content.trim() !== '') {
      start++;
      end--;
    }
    return { nodes: [{ kind: 'code', children: this.#texts(start, end) }], end: close + ticks };
  }

  /** A mention or an address between `<` and `>`. */
  #angleAt(at: number, end: number): ReadNodes | undefined {
    const { mention: findMention, links, addresses } = this.#dialect;
    const found = this.#match(/<[^<>\n\r]+>/y, at, end);
    if (found === undefined) return undefined;
    const inner = found.slice(1, -1);
    const after = at + found.length;
    const mention = findMention?.(inner);
    if (mention) {
      const name = this.#texts(at + 1 + mention.start, at + 1 + mention.end);
      if (mention.sign === undefined) return { nodes: name, end: after };
      const range = { start: at, end: at + 1 + mention.start };
      const sign: readonly MarkupNode[] =
        mention.sign === '' ? [] : [{ kind: 'text', text: mention.sign, range }];
      return { nodes: [{ kind: 'mention', children: [...sign, ...name] }], end: after };
    }
    const pipe = links === 'pipes' ? inner.indexOf('|') : -1;
    const address = this.#decoded(pipe < 0 ? inner : inner.slice(0, pipe));
    if (!addresses || !isAddress(address)) return undefined;
    const hasLabel = pipe >= 0 && pipe < inner.length - 1;
    const children = hasLabel
      ? this.#texts(at + 2 + pipe, after - 1)
      : this.#texts(at + 1, pipe < 0 ? after - 1 : at + 1 + pipe);
    return { nodes: [{ kind: 'link', address, children }], end: after };
  }

  #nameAt(at: number, { start, end }: SourceRange): ReadNodes | undefined {
    const { name } = this.#dialect;
    if (!name || (at > start && /[\w.]/.test(this.#source[at - 1] ?? ''))) return undefined;
    const found = this.#match(name, at, end);
    if (found === undefined) return undefined;
    const after = at + found.length;
    return { nodes: [{ kind: 'mention', children: this.#texts(at, after) }], end: after };
  }

  #addressAt(at: number, line: SourceRange): ReadNodes | undefined {
    if (!this.#dialect.addresses) return undefined;
    const address = addressAt(this.#source, at, line);
    if (address === undefined) return undefined;
    const end = at + address.length;
    const target = this.#decoded(address);
    return { nodes: [{ kind: 'link', address: target, children: this.#texts(at, end) }], end };
  }

  /** The link that a `]` ends, if an address follows. */
  #linkAt(at: number, end: number, tokens: Token[], brackets: Brackets): ReadNodes | undefined {
    const opener = brackets.open.pop();
    const isActive = brackets.open.length >= brackets.inactive;
    brackets.inactive = Math.min(brackets.inactive, brackets.open.length);
    if (!opener || !isActive || opener.isImage || opener.token === tokens.length - 1) return undefined;
    const target = this.#match(linkTarget, at + 1, end);
    if (target === undefined) return undefined;
    const [, pointed, bare = ''] = /^\(\s*(?:<(.*?)>|(\S+?))(?:\s.*)?\)$/.exec(target) ?? [];
    const address = (pointed ?? bare).replace(/\\([!-/:-@[-`{-~])/g, '$1');
    if (!isAddress(address)) return undefined;
    const label = treeOf(tokens.splice(opener.token).slice(1));
    brackets.inactive = brackets.open.length;
    const nodes: readonly MarkupNode[] = [{ kind: 'link', address, children: withoutLinks(label) }];
    return { nodes, end: at + 1 + target.length };
  }

  #markAt(at: number, line: SourceRange): Mark | undefined {
    const { styles, marks } = this.#dialect;
    const run = this.#match(/([*_~|])\1*/y, at, line.end);
    if (run === undefined || marks === undefined) return undefined;
    const sign = run[0] ?? '';
    const { length } = run;
    const isAnyLength = marks === 'markdown' && styles[sign] !== undefined;
    if (!isAnyLength && styles[run] === undefined) return undefined;
    const before = at > line.start ? characterBefore(this.#source, at) : ' ';
    const after =
      at + length < line.end ? String.fromCodePoint(this.#source.codePointAt(at + length) ?? 32) : ' ';
    const sides = marks === 'words' ? aroundWords(before, after) : flanks(before, after, sign);
    if (!sides.canOpen && !sides.canClose) return undefined;
    return {
      kind: 'mark',
      sign,
      start: at,
      length,
      ...sides,
      left: length,
      closed: 0,
      closes: [],
      opens: [],
      styles,
    };
  }

  /** A stretch of the source as text, in which only references are read. */
  #texts(start: number, end: number): readonly MarkupText[] {
    if (this.#dialect.escapes === 'reference') return textsIn(this.#source, start, end);
    return start < end ? [{ kind: 'text', text: this.#source.slice(start, end), range: { start, end } }] : [];
  }

  #decoded(text: string): string {
    return this.#dialect.escapes === 'reference' ? decoded(text) : text;
  }

  #isBlank({ start, end }: SourceRange): boolean {
    return this.#source.slice(start, end).trim() === '';
  }

  #withoutBlankEnds(lines: readonly SourceRange[]): readonly SourceRange[] {
    const isFilled = (line: SourceRange): boolean => !this.#isBlank(line);
    return lines.slice(Math.max(lines.findIndex(isFilled), 0), lines.findLastIndex(isFilled) + 1);
  }

  /** What a sticky pattern finds there, if it ends in time. */
  #match(pattern: RegExp, at: number, end: number): string | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(this.#source)?.[0];
    return found !== undefined && at + found.length <= end ? found : undefined;
  }
}

const references: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
]);

const reference = /&(?:amp|lt|gt);/g;

function decoded(text: string): string {
  return text.replace(reference, found => references.get(found) ?? found);
}

function textsIn(source: string, start: number, end: number): readonly MarkupText[] {
  const texts: MarkupText[] = [];
  let from = start;
  const add = (to: number): void => {
    if (to > from)
      texts.push({ kind: 'text', text: source.slice(from, to), range: { start: from, end: to } });
    from = to;
  };
  for (const { 0: found, index } of source.slice(start, end).matchAll(reference)) {
    add(start + index);
    const range = { start: from, end: from + found.length };
    texts.push({ kind: 'text', text: decoded(found), range });
    from = range.end;
  }
  add(end);
  return texts;
}

function linesOf(source: string, start: number, end: number): readonly SourceRange[] {
  const lines: SourceRange[] = [];
  let from = start;
  for (const { 0: lineBreak, index } of source.slice(start, end).matchAll(/\r\n?|\n/g)) {
    lines.push({ start: from, end: start + index });
    from = start + index + lineBreak.length;
  }
  return [...lines, { start: from, end }];
}

function breakBefore(line: SourceRange, last: SourceRange | undefined): MarkupBreak {
  return { kind: 'break', range: { start: last?.end ?? line.start, end: line.start } };
}

function characterBefore(source: string, at: number): string {
  const unit = source.charCodeAt(at - 1);
  const isLow = unit >= 0xdc00 && unit < 0xe000;
  return source.slice(at - (isLow ? 2 : 1), at);
}

/** Whether a mark is on the outer side of a word, and on its inner side there is no space. */
function aroundWords(before: string, after: string): Pick<Mark, 'canOpen' | 'canClose'> {
  const inWord = /[\p{L}\p{N}]/u;
  return {
    canOpen: !inWord.test(before) && !/\s/.test(after),
    canClose: !inWord.test(after) && !/\s/.test(before),
  };
}

/** Whether a mark can open and close by what is around it (CommonMark, section 6.2, "delimiter run"). */
function flanks(before: string, after: string, sign: string): Pick<Mark, 'canOpen' | 'canClose'> {
  const punctuation = /[\p{P}\p{S}]/u;
  const isAfterSign = punctuation.test(before);
  const isBeforeSign = punctuation.test(after);
  const isLeft = !/\s/.test(after) && (!isBeforeSign || isAfterSign || /\s/.test(before));
  const isRight = !/\s/.test(before) && (!isAfterSign || isBeforeSign || /\s/.test(after));
  if (sign !== '_') return { canOpen: isLeft, canClose: isRight };
  return { canOpen: isLeft && (!isRight || isAfterSign), canClose: isRight && (!isLeft || isBeforeSign) };
}

function isAddress(text: string): boolean {
  return /^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(text);
}

/** An address in a text. What ends a sentence, or a parenthesis around it, is not part of it (GFM, section 6.9). */
function addressAt(source: string, at: number, { start, end }: SourceRange): string | undefined {
  if (at > start && /[\p{L}\p{N}_]/u.test(source[at - 1] ?? '')) return undefined;
  const pattern = /https?:\/\/(?:[^\s<>"`\\|[\]&]|&(?!(?:lt|gt|quot|#\w+);))+/iy;
  pattern.lastIndex = at;
  const found = pattern.exec(source)?.[0].slice(0, end - at) ?? '';
  let length = found.length;
  let unopened = (found.match(/\)/g)?.length ?? 0) - (found.match(/\(/g)?.length ?? 0);
  for (; length > 0; length--) {
    const last = found[length - 1] ?? '';
    if (last === ')' && unopened > 0) unopened--;
    else if (!/[?!.,:;*_~'"]/.test(last) || found.endsWith('&amp;', length)) break;
  }
  const address = found.slice(0, length);
  return /:\/\/./.test(address) ? address : undefined;
}

/** The target of a link and its title (CommonMark, section 6.3), without line breaks, and with parentheses of one level. */
const linkTarget = new RegExp(
  [
    /\([ \t]*/,
    /(?:<[^<>\n\r]{1,2048}>|(?:\\[!-/:-@[-`{-~]|[^\s()\\<]|\\(?![!-/:-@[-`{-~])|\([^\s()]{0,500}\)){1,2048})/,
    /(?:[ \t]+(?:"[^"\n\r]{0,500}"|'[^'\n\r]{0,500}'))?/,
    /[ \t]*\)/,
  ]
    .map(({ source }) => source)
    .join(''),
  'y',
);

/** No link is in another. */
function withoutLinks(nodes: readonly MarkupNode[]): readonly MarkupNode[] {
  return nodes.flatMap(node => {
    if (!('children' in node)) return node;
    const children = withoutLinks(node.children);
    return node.kind === 'link' ? children : { ...node, children };
  });
}

function treeOf(tokens: readonly Token[]): readonly MarkupNode[] {
  pairMarks(tokens.filter(token => token.kind === 'mark'));
  const builder = new TreeBuilder();
  for (const token of tokens) {
    if (token.kind !== 'mark') {
      builder.add(token);
      continue;
    }
    for (const _ of token.closes) builder.close();
    const start = token.start + token.closed;
    const text = token.sign.repeat(token.left);
    builder.add({ kind: 'text', text, range: { start, end: start + token.left } });
    for (const style of token.opens.toReversed()) builder.open(style);
  }
  return builder.nodes;
}

/** Finds for each mark that can close a style the one that opens it (CommonMark, "An algorithm for parsing nested emphasis"). */
function pairMarks(marks: readonly Mark[]): void {
  const open: Mark[] = [];
  /** Marks up to here open nothing that such a mark closes. */
  const bottoms = new Map<string, number>();
  for (const mark of marks) {
    const key = `${mark.sign}${mark.canOpen}${mark.length % 3}`;
    while (mark.canClose && mark.left > 0) {
      const bottom = bottoms.get(key) ?? -1;
      let at = open.length - 1;
      while (at >= 0 && (open[at]?.start ?? 0) > bottom && !arePair(open[at], mark)) at--;
      const opener = open[at];
      if (opener === undefined || opener.start <= bottom) {
        bottoms.set(key, mark.start - 1);
        break;
      }
      const length = opener.left >= 2 && mark.left >= 2 ? 2 : 1;
      const style = mark.styles[mark.sign.repeat(length)] ?? 'italic';
      opener.opens.push(style);
      opener.left -= length;
      mark.closes.push(style);
      mark.left -= length;
      mark.closed += length;
      open.length = opener.left > 0 ? at + 1 : at;
    }
    if (mark.canOpen && mark.left > 0) open.push(mark);
  }
}

function arePair(opener: Mark | undefined, closer: Mark): boolean {
  if (opener?.sign !== closer.sign) return false;
  // Marks that could do both are no pair if their lengths add up to a multiple of three ("rules 9 and 10").
  const isEither = opener.canClose || closer.canOpen;
  return !isEither || closer.length % 3 === 0 || (opener.length + closer.length) % 3 !== 0;
}

/** An element of Telegram that is open. */
interface OpenTag {
  readonly name: string;
  /** The tag as it is written, for one that is never closed. */
  readonly text: MarkupText;
  readonly wrap: (children: readonly MarkupNode[]) => readonly MarkupNode[];
  readonly inside: TreeBuilder;
}

const telegramStyles: Readonly<Record<string, MarkupStyle>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strike',
  strike: 'strike',
  del: 'strike',
  'tg-spoiler': 'spoiler',
};

/**
 * Telegram Bot API, "HTML style": https://core.telegram.org/bots/api#html-style. Telegram refuses a text with other tags, or with one
 * that is not closed: here they stay text.
 */
function readTelegramHtml(source: string): readonly MarkupNode[] {
  const root = new TreeBuilder();
  const open: OpenTag[] = [];
  let inside = root;
  const text = (start: number, end: number, shown = source.slice(start, end)): MarkupText => ({
    kind: 'text',
    text: shown,
    range: { start, end },
  });
  let from = 0;
  for (const match of source.matchAll(telegramPart)) {
    const { 0: found, 1: slash, 2: tag = '', 3: attributes = '', 4: decimal, 5: hex, index } = match;
    if (index < from) continue;
    const isIn = (name: string): boolean => open.some(each => each.name === name);
    const isCode = isIn('code') || isIn('pre');
    let end = index + found.length;
    let node: MarkupNode | undefined;
    inside.add(text(from, index));
    from = index;
    if (/^[\r\n]/.test(found))
      node = isCode ? text(index, end, '\n') : { kind: 'break', range: { start: index, end } };
    else if (found.startsWith('&')) {
      const shown = references.get(found) ?? characterOf(decimal, hex);
      if (shown !== undefined) node = text(index, end, shown);
    } else if (tag === '') {
      const found =
        isCode || isIn('a') ? undefined : addressAt(source, index, { start: 0, end: source.length });
      end = index + (found?.length ?? 0);
      if (found !== undefined)
        node = { kind: 'link', address: decoded(found), children: textsIn(source, index, end) };
    } else if (slash !== '') {
      if (open.at(-1)?.name !== tag.toLowerCase()) continue;
      const closed = open.pop();
      inside = open.at(-1)?.inside ?? root;
      inside.addAll(closed?.wrap(closed.inside.nodes) ?? []);
      from = end;
    } else {
      const name = tag.toLowerCase();
      const wrap = open.length < maxStyles ? telegramElement(name, attributes, { isCode, isIn }) : undefined;
      if (!wrap) continue;
      inside = new TreeBuilder();
      open.push({ name, text: text(index, end), wrap, inside });
      from = end;
    }
    if (!node) continue;
    inside.add(node);
    from = end;
  }
  inside.add(text(from, source.length));
  for (let unclosed = open.pop(); unclosed; unclosed = open.pop()) {
    const outer = open.at(-1)?.inside ?? root;
    outer.add(unclosed.text);
    outer.addAll(unclosed.inside.nodes);
  }
  return root.nodes;
}

/** A tag, a reference, a line break, or what begins an address. */
const telegramPart =
  /<(\/?)([a-z-]+)((?:\s+[a-z-]+(?:="[^"<>]*"|='[^'<>]*')?)*)\s*>|&(?:#(\d+)|#x([\da-f]+)|[a-z]+);|\r\n?|\n|https?:\/\//gi;

/** What becomes of the content of an element; undefined if Telegram does not know it there. */
function telegramElement(
  tag: string,
  attributes: string,
  { isCode, isIn }: { readonly isCode: boolean; readonly isIn: (tag: string) => boolean },
): OpenTag['wrap'] | undefined {
  const wrapIn =
    (kind: 'code' | 'mention' | MarkupStyle | BlockKind): OpenTag['wrap'] =>
    children => [{ kind, children }];
  const asItIs: OpenTag['wrap'] = children => children;
  // The only one in another of code says the language of a block.
  if (isCode) return tag === 'code' && !isIn('code') ? asItIs : undefined;
  const style = telegramStyles[tag];
  if (style) return wrapIn(style);
  if (tag === 'span') return /class=["']tg-spoiler["']/i.test(attributes) ? wrapIn('spoiler') : undefined;
  if (tag === 'code') return wrapIn('code');
  if (tag === 'pre') return wrapIn('code-block');
  if (tag === 'blockquote') return isIn('blockquote') ? undefined : wrapIn('quote');
  if (tag === 'tg-emoji' || tag === 'tg-time') return asItIs;
  if (tag !== 'a' || isIn('a')) return undefined;
  const [, double, single = ''] = /href=(?:"([^"]*)"|'([^']*)')/i.exec(attributes) ?? [];
  const address = decoded(double ?? single);
  if (address.startsWith('tg://user?id=')) return wrapIn('mention');
  return isAddress(address) ? children => [{ kind: 'link', address, children }] : asItIs;
}

function characterOf(decimal: string | undefined, hex: string | undefined): string | undefined {
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}
