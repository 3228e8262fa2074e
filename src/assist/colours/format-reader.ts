import { type IToken, tokenMatcher } from 'chevrotain';
import { startOf } from '../../../grammar/token-range.ts';
import * as tokens from '../../../grammar/tokens.ts';
import type { Piece } from './piece.ts';

/** What a format says of a text that begins in some state, such as inside a string. */
export type Scan<State> = (text: string, state: State) => Scanned<State>;

export interface Scanned<State> {
  /** With offsets in the text. */
  readonly pieces: readonly Piece[];
  /** At the end of the text. */
  readonly state: State;
}

/**
 * Reads the text around the tags of a template, in its order. Tags are holes: a text goes on where the one before it ended,
 * and each branch of a conditional begins as the first one does.
 */
export class FormatReader<State> {
  readonly #scan: Scan<State>;
  readonly #branches: State[] = [];
  #state: State;

  constructor(scan: Scan<State>, start: State) {
    this.#scan = scan;
    this.#state = start;
  }

  /** The pieces of a text, with offsets in the template. */
  read(token: IToken): readonly Piece[] {
    const { pieces, state } = this.#scan(token.image, this.#state);
    const offset = startOf(token);
    this.#state = state;
    return pieces.map(({ name, start, end }) => ({ name, start: offset + start, end: offset + end }));
  }

  /** Passes a token of a tag. */
  pass(token: IToken): void {
    if (tokenMatcher(token, tokens.If)) this.#branches.push(this.#state);
    else if (tokenMatcher(token, tokens.EndIf)) this.#branches.pop();
    else if (tokenMatcher(token, tokens.Else) || tokenMatcher(token, tokens.ElseIf))
      this.#state = this.#branches.at(-1) ?? this.#state;
  }
}
