import type { IToken } from 'chevrotain';
import type { SourceRange } from '../../src/diagnostics/diagnostic.ts';

/** A tag whose inside the grammar refuses. */
export interface BrokenTag {
  readonly kind: 'value' | 'condition';
  /** The whole value tag, or what stands between the parentheses of a condition. */
  readonly range: SourceRange;
  /** The first token that did not fit. */
  readonly unexpected: IToken;
  /** The one before it. */
  readonly previous: IToken;
}
