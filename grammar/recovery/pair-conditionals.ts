import { createTokenInstance, type IToken } from 'chevrotain';
import { type Diagnostic, diagnose, type Fix } from '../../src/diagnostics/diagnostic.ts';
import { endOf, rangeOf, spanning } from '../token-range.ts';
import { Close, Else, ElseIf, EndIf, If, LeftParen, Misplaced, Name, Not, Open } from '../tokens.ts';

/** The stream with every `if` paired with its `endif`, or the place where conditions are nested too deep. */
export interface Paired {
  readonly tokens: IToken[];
  readonly diagnostics: readonly Diagnostic[];
  readonly tooDeep?: IToken;
}

/**
 * Pairs `if`, `elseif`, `else` and `endif`. Tags that have no place are taken out, an `$endif$` that is missing is put
 * at the end, and each is reported once. Conditions may nest `depth` deep, conditionals and parentheses alike.
 */
export function pairConditionals(tokens: IToken[], depth: number): Paired {
  const tooDeep = deeperThan(tokens, depth);
  if (tooDeep) return { tokens, diagnostics: [], tooDeep };
  if (isPaired(tokens)) return { tokens, diagnostics: [] };
  const paired = new Pairing(tokens, { endLookalikes: false }).run();
  if (!paired.diagnostics.some(({ code }) => code === 'unclosed-if')) return paired;
  // `$end$` may name a variable, so it is taken for `$endif$` only where one is missing.
  const again = new Pairing(tokens, { endLookalikes: true }).run();
  return again.diagnostics.length <= paired.diagnostics.length ? again : paired;
}

function deeperThan(tokens: readonly IToken[], limit: number): IToken | undefined {
  let ifs = 0;
  let inside = 0;
  for (const token of tokens) {
    const type = token.tokenType;
    if (type === If) ifs++;
    else if (type === EndIf) ifs = Math.max(0, ifs - 1);
    else if (type === LeftParen || type === Not) inside++;
    else if (type === Close) inside = 0;
    if (ifs > limit || inside > limit) return token;
  }
  return undefined;
}

/** The usual case, decided without copying anything. */
function isPaired(tokens: readonly IToken[]): boolean {
  const hasElse: boolean[] = [];
  for (const { tokenType } of tokens) {
    if (tokenType === If) hasElse.push(false);
    else if (tokenType === ElseIf && hasElse.at(-1) !== false) return false;
    else if (tokenType === Else) {
      if (hasElse.pop() !== false) return false;
      hasElse.push(true);
    } else if (tokenType === EndIf && hasElse.pop() === undefined) return false;
  }
  return hasElse.length === 0;
}

type PairingCode = 'stray-elseif' | 'elseif-after-else' | 'stray-else' | 'second-else' | 'stray-endif';

const endLookalike = /^(?:end|fi|endif|end_if)$/i;

class Pairing {
  readonly #paired: IToken[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  readonly #open: { readonly opener: IToken; otherwise?: IToken }[] = [];
  readonly #tokens: readonly IToken[];
  readonly #endLookalikes: boolean;
  #index = 0;

  constructor(tokens: readonly IToken[], options: { readonly endLookalikes: boolean }) {
    this.#tokens = tokens;
    this.#endLookalikes = options.endLookalikes;
  }

  run(): Paired {
    for (; this.#index < this.#tokens.length; this.#index++) {
      const token = this.#tokens[this.#index];
      if (token) this.#read(token);
    }
    const last = this.#paired.at(-1);
    for (const { opener } of this.#open.toReversed()) this.#closeAtEnd(opener, last ? endOf(last) : 0);
    return { tokens: this.#paired, diagnostics: this.#diagnostics };
  }

  #read(token: IToken) {
    const conditional = this.#open.at(-1);
    switch (token.tokenType) {
      case If:
        this.#open.push({ opener: token });
        break;
      case ElseIf:
        if (!conditional) return this.#takeOut('stray-elseif', this.#tagEnd(token));
        if (conditional.otherwise) {
          return this.#takeOut('elseif-after-else', this.#tagEnd(token), conditional.otherwise);
        }
        break;
      case Else:
        if (!conditional) return this.#takeOut('stray-else', token);
        if (conditional.otherwise) return this.#takeOut('second-else', token, conditional.otherwise);
        conditional.otherwise = token;
        break;
      case EndIf:
        if (!this.#open.pop()) return this.#takeOut('stray-endif', token);
        break;
      case Open:
        if (conditional && this.#endLookalikes && this.#readEndLookalike(token)) return;
        break;
    }
    this.#paired.push(token);
  }

  /** Replaces the tag that begins here and ends with `last` by one token that means nothing. */
  #takeOut(code: PairingCode, last: IToken, earlier?: IToken) {
    const first = this.#tokens[this.#index] ?? last;
    const range = spanning(first, last);
    this.#index = this.#tokens.indexOf(last, this.#index);
    this.#paired.push(tokenOf(Misplaced, ' '.repeat(range.end - range.start), range.start));
    const fixes: Fix[] = [{ title: 'Remove this tag', kind: 'suggestion', edits: [{ range, text: '' }] }];
    const related = earlier ? [{ range: rangeOf(earlier), message: 'The `$else$` stands here.' }] : [];
    this.#diagnostics.push(diagnose(code, range, {}, { fixes, related }));
  }

  #tagEnd(opener: IToken): IToken {
    let last = opener;
    for (let index = this.#index; last.tokenType !== Close; index++) last = this.#tokens[index] ?? last;
    return last;
  }

  #readEndLookalike(open: IToken): boolean {
    const [name, close] = this.#tokens.slice(this.#index + 1, this.#index + 3);
    if (name?.tokenType !== Name || close?.tokenType !== Close || !endLookalike.test(name.image))
      return false;
    this.#index += 2;
    this.#open.pop();
    const range = spanning(open, close);
    this.#paired.push(tokenOf(EndIf, ' '.repeat(range.end - range.start), range.start));
    const fixes: Fix[] = [
      { title: 'Write `$endif$`', kind: 'suggestion', edits: [{ range, text: '$endif$' }] },
    ];
    const facts = { found: `$${name.image}$`, meant: '$endif$' };
    this.#diagnostics.push(diagnose('misspelt-keyword', range, facts, { fixes }));
    return true;
  }

  #closeAtEnd(opener: IToken, end: number): void {
    this.#paired.push(tokenOf(EndIf, '', end));
    const fixes: Fix[] = [
      {
        title: 'Close it at the end',
        kind: 'suggestion',
        edits: [{ range: { start: end, end }, text: '$endif$' }],
      },
    ];
    this.#index = this.#tokens.indexOf(opener);
    const range = spanning(opener, this.#tagEnd(opener));
    this.#diagnostics.push(diagnose('unclosed-if', range, {}, { fixes }));
  }
}

function tokenOf(type: typeof EndIf, image: string, start: number): IToken {
  return createTokenInstance(type, image, start, start + image.length, 0, 0, 0, 0);
}
