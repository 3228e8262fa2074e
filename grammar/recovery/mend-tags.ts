import { createTokenInstance, type IToken, type TokenType } from 'chevrotain';
import { type Diagnostic, diagnose, type Fix, type SourceRange } from '../../src/diagnostics/diagnostic.ts';
import { endOf, rangeOf, spanning, startOf } from '../token-range.ts';
import * as t from '../tokens.ts';
import { conditionOpeners, isMisspelt, isSound, reservedNames } from './sound-tags.ts';

export interface Mended {
  readonly tokens: IToken[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Turns tags that do not close, and keywords that are misspelt, into what their author meant: one diagnostic for each
 * cause, and a stream in which every tag is whole.
 */
export function mendTags(source: string, tokens: IToken[]): Mended {
  return isSound(tokens) ? { tokens, diagnostics: [] } : new TagMender(source, tokens).run();
}

const conditionTokens = new Set<TokenType>([
  t.Name,
  t.Dot,
  t.Slash,
  t.Not,
  t.And,
  t.Or,
  t.LeftParen,
  t.RightParen,
]);

function made(type: TokenType, image: string, start: number): IToken {
  return createTokenInstance(type, image, start, start + image.length, 0, 0, 0, 0);
}

class TagMender {
  readonly #mended: IToken[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  readonly #source: string;
  readonly #tokens: readonly IToken[];
  #index = 0;
  /** The tag that is being read, if any, and how many parentheses are open in it. */
  #open: IToken | undefined;
  #parens = 0;

  constructor(source: string, tokens: readonly IToken[]) {
    this.#source = source;
    this.#tokens = tokens;
  }

  run(): Mended {
    for (; this.#index < this.#tokens.length; this.#index++) {
      const token = this.#tokens[this.#index];
      if (token) this.#read(token);
    }
    if (this.#open) {
      const last = this.#mended.at(-1) ?? this.#open;
      this.#closeHere(last);
      const blanks = this.#source.slice(endOf(last));
      if (blanks !== '') this.#mended.push(made(t.Text, blanks, endOf(last)));
    }
    return { tokens: this.#mended, diagnostics: this.#diagnostics };
  }

  #read(token: IToken) {
    switch (token.tokenType) {
      case t.If:
      case t.ElseIf:
        return this.#readConditionOpener(token);
      case t.Open:
        return this.#readOpen(token);
      case t.LeftParen:
        this.#parens++;
        break;
      case t.RightParen:
        return this.#readRightParen(token);
      case t.Close:
        this.#closeParens(startOf(token));
        this.#open = undefined;
        break;
      case t.CommentOpen:
        this.#open = token;
        break;
      case t.CommentClose:
        this.#open = undefined;
        break;
      case t.MisspeltEndIf:
        return this.#respell(token, t.EndIf, '$endif$');
      case t.UnclosedElse:
        return this.#closeKeyword(token, t.Else);
      case t.UnclosedEndIf:
        return this.#closeKeyword(token, t.EndIf);
      case t.UnclosedTag:
        return this.#readUnclosedTag(token);
      case t.EmptyTag:
        return this.#readDollar(token, 'empty-tag');
      case t.LoneDollar:
        return this.#readDollar(token, 'stray-dollar');
    }
    this.#mended.push(token);
  }

  #readConditionOpener(token: IToken): void {
    this.#open = token;
    this.#parens = 1;
    const meant = conditionOpeners.get(token.tokenType)?.meant ?? '';
    if (isMisspelt(token)) this.#respell(token, token.tokenType, meant);
    else this.#mended.push(token);
  }

  /** A value tag, unless its name is a keyword: `$if isError$`, `$else; null="x"$`. */
  #readOpen(token: IToken) {
    const name = this.#tokens[this.#index + 1];
    const type = reservedNames.get(name?.image ?? '');
    const inside = type && this.#conditionInside();
    if (name && type && inside) return this.#addParens(token, name, type, inside);
    this.#open = token;
    this.#parens = 0;
    this.#mended.push(token);
    if (name && reservedNames.has(name.image)) {
      this.#report('reserved-name', rangeOf(name), { name: name.image });
    }
  }

  /** What stands between a keyword and the end of its tag, if it could be a condition. */
  #conditionInside(): IToken[] | undefined {
    const inside: IToken[] = [];
    for (let index = this.#index + 2; index < this.#tokens.length; index++) {
      const token = this.#tokens[index];
      if (token?.tokenType === t.Close) return inside;
      if (!token || !conditionTokens.has(token.tokenType)) return undefined;
      inside.push(token);
    }
    return undefined;
  }

  #addParens(open: IToken, name: IToken, type: TokenType, inside: readonly IToken[]): void {
    this.#index += inside.length + 2;
    const close = this.#tokens[this.#index] ?? name;
    const opener = made(type, `$${name.image}`, startOf(open));
    this.#mended.push(opener);
    for (const token of inside) this.#mended.push(token);
    this.#mended.push(made(t.RightParen, '', startOf(close)), close);
    if (inside.length === 0) return;
    const edits = [
      { range: { start: endOf(name), end: startOf(inside[0] ?? close) }, text: '(' },
      { range: { start: startOf(close), end: startOf(close) }, text: ')' },
    ];
    const fixes: Fix[] = [{ title: 'Put the condition in parentheses', kind: 'suggestion', edits }];
    this.#report('missing-parenthesis', spanning(open, close), { which: '( )' }, fixes);
  }

  #readRightParen(token: IToken) {
    if (this.#parens === 0 && this.#open?.tokenType !== t.Open) {
      const fixes = [fix('Remove it', rangeOf(token), '', 'suggestion')];
      return this.#report('extra-parenthesis', rangeOf(token), {}, fixes);
    }
    this.#parens--;
    this.#mended.push(token);
  }

  /** Supplies the parentheses that a condition lacks where its tag ends. */
  #closeParens(at: number): void {
    if (this.#open && this.#open.tokenType !== t.Open && this.#parens > 0) {
      const missing = ')'.repeat(this.#parens);
      const fixes = [fix(`Insert \`${missing}\``, { start: at, end: at }, missing, 'suggestion')];
      this.#report('missing-parenthesis', { start: startOf(this.#open), end: at }, { which: ')' }, fixes);
      while (this.#parens-- > 0) this.#mended.push(made(t.RightParen, '', at));
    }
    this.#parens = 0;
  }

  #readUnclosedTag(token: IToken) {
    const last = this.#mended.at(-1) ?? token;
    this.#closeHere(last);
    const start = endOf(last);
    this.#mended.push(made(t.Text, this.#source.slice(start, endOf(token)), start));
  }

  /** Ends the tag that is being read behind `last`, where its end is missing. */
  #closeHere(last: IToken) {
    const open = this.#open ?? last;
    const at = endOf(last);
    this.#open = undefined;
    if (open.tokenType === t.CommentOpen) {
      this.#mended.push(made(t.CommentClose, '', at));
      const fixes = [fix('Close it at the end', { start: at, end: at }, '!$', 'suggestion')];
      return this.#report('unclosed-comment', rangeOf(open), {}, fixes);
    }
    while (this.#parens-- > 0) this.#mended.push(made(t.RightParen, '', at));
    this.#mended.push(made(t.Close, '', at));
    const start = startOf(open);
    const dollar = { start, end: start + 1 };
    const plain = fix('Write a plain dollar sign', dollar, '\\$', 'suggestion');
    // Nobody leaves a blank behind the dollar of a tag and then forgets to close it.
    if (/\s/.test(this.#source[start + 1] ?? '')) return this.#report('stray-dollar', dollar, {}, [plain]);
    const fixes = [fix('Close it with `$`', { start: at, end: at }, '$', 'suggestion'), plain];
    const range = { start, end: at };
    this.#report('unclosed-tag', range, { tag: this.#source.slice(range.start, at) }, fixes);
  }

  #closeKeyword(token: IToken, type: TokenType): void {
    this.#mended.push(made(type, token.image, startOf(token)));
    const at = endOf(token);
    const fixes = [fix('Close it with `$`', { start: at, end: at }, '$', 'suggestion')];
    this.#report('unclosed-tag', rangeOf(token), { tag: token.image }, fixes);
  }

  #respell(token: IToken, type: TokenType, meant: string): void {
    this.#mended.push(made(type, token.image, startOf(token)));
    const fixes = [fix(`Write \`${meant}\``, rangeOf(token), meant, 'suggestion')];
    this.#report('misspelt-keyword', rangeOf(token), { found: token.image, meant }, fixes);
  }

  /** A dollar may have lost its partner, as in `profile$` or `${profile}`; next to a number it is money. */
  #readDollar(token: IToken, code: 'empty-tag' | 'stray-dollar') {
    const before = this.#source.slice(Math.max(0, startOf(token) - 20), startOf(token));
    const behind = this.#source.slice(endOf(token), endOf(token) + 2);
    const isMoney = /(?:^|\W)\d[\d.,]*\s?$/.test(before) || /^\s?\d/.test(behind);
    const isAlone = code === 'empty-tag' && !/[\w}]$/.test(before) && !/^[\w{]/.test(behind);
    const kind = isMoney || isAlone ? 'safe' : 'suggestion';
    this.#mended.push(made(t.Misplaced, token.image, startOf(token)));
    const range = rangeOf(token);
    const [braced = '', name] =
      /^\{([A-Za-z_][\w./]*)\}(?:\$(?![\w!]))?/.exec(this.#source.slice(range.end, range.end + 100)) ?? [];
    const tag = `$${name}$`;
    this.#report(code, range, {}, [
      ...(name
        ? [fix(`Write \`${tag}\``, { start: range.start, end: range.end + braced.length }, tag, 'suggestion')]
        : []),
      fix('Write a plain dollar sign', range, '\\$', kind),
    ]);
  }

  #report<C extends Parameters<typeof diagnose>[0]>(
    code: C,
    range: SourceRange,
    facts: Parameters<typeof diagnose<C>>[2],
    fixes: readonly Fix[] = [],
  ): void {
    this.#diagnostics.push(diagnose(code, range, facts, { fixes }));
  }
}

function fix(title: string, range: SourceRange, text: string, kind: Fix['kind']): Fix {
  return { title, kind, edits: [{ range, text }] };
}
