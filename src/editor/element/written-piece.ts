import { html, type TemplateResult } from 'lit';
import type { SourceRange } from '../../diagnostics/diagnostic.ts';

/** A stretch of what is sent, and the tag that wrote it, if any. */
export interface WrittenPiece {
  readonly text: string;
  /** The tag's range in the text of its field. */
  readonly source?: SourceRange;
}

/** What connects the values in a preview with the tags that wrote them. */
export interface ValueWiring {
  /** The field and offset of the cursor, whose tag is highlighted. */
  readonly cursor: { readonly field: string; readonly offset: number } | undefined;
  /** Called when the pointer or the focus enters a value written by a tag, or leaves it. */
  readonly point: (field: string, source: SourceRange | undefined) => void;
  readonly goTo: (field: string, source: SourceRange) => void;
}

/** A piece of what a field writes. A value leads to its tag. */
export function writtenPiece(
  { text, source }: WrittenPiece,
  field: string,
  { cursor, point, goTo }: ValueWiring,
): TemplateResult {
  if (!source) return html`${text}`;
  const isLinked = cursor?.field === field && source.start <= cursor.offset && cursor.offset <= source.end;
  return html`<span
    class=${isLinked ? 'value linked' : 'value'}
    tabindex="-1"
    @focus=${() => point(field, source)}
    @blur=${() => point(field, undefined)}
    @pointerenter=${() => point(field, source)}
    @pointerleave=${() => point(field, undefined)}
    @click=${() => goTo(field, source)}
    >${text}</span
  >`;
}
