import { tokenMatcher } from 'chevrotain';
import { lex } from '../../grammar/lex.ts';
import { endOf, startOf } from '../../grammar/token-range.ts';
import * as tokens from '../../grammar/tokens.ts';

/** A tag that is open at an offset. */
export interface OpenTag {
  readonly kind: 'value' | 'condition' | 'list';
  /** Where it opens. */
  readonly start: number;
  /** What is written in it up to the offset. */
  readonly inside: string;
}

/** The tag that an offset stands in, if it stands in one; read from what is written before. */
export function openTagAt(source: string, offset: number): OpenTag | undefined {
  const before = source.slice(0, offset);
  let open: OpenTag | undefined;
  for (const token of lex(before)) {
    const { tokenType } = token;
    const isDollar = token.image === '$' && tokenType !== tokens.Close && endOf(token) === offset;
    if (tokenType.PUSH_MODE === 'tag' || isDollar) {
      const kind = tokenMatcher(token, tokens.For)
        ? 'list'
        : tokenType === tokens.Open || isDollar
          ? 'value'
          : 'condition';
      open = { kind, start: startOf(token), inside: before.slice(endOf(token)) };
    } else if (tokenType.POP_MODE && token.image !== '') {
      // What is empty stands where a tag would end if nothing more came; it is still being written.
      open = undefined;
    }
  }
  return open;
}
