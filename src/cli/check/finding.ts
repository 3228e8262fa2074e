import type { Diagnostic, Fix, SourceRange } from '../../diagnostics/diagnostic.ts';
import type { WebhookDiagnostic } from '../../webhook/diagnostic.ts';
import type { SourceKind, SourceValue } from '../sources/source.ts';
import { type Place, placeOf } from '../sources/source-node.ts';

/** A diagnostic whose ranges and fixes are in the text of a file. */
export type Finding = Diagnostic & {
  /** The setting, or the property, that it is about; empty for all of them, and for a bare template. */
  readonly field: string;
  /** The events that it holds for, where it does not hold for all. */
  readonly events?: readonly string[];
  /** Which configuration of the file it is about, counted from 0; nothing where it is about the file. */
  readonly webhook?: number;
};

/** The diagnostics of a configuration as findings in the file that it stands in. */
export function findingsOf(
  { node }: SourceValue,
  diagnostics: readonly WebhookDiagnostic[],
  { kind, webhook }: { readonly kind: SourceKind; readonly webhook: number },
): readonly Finding[] {
  return diagnostics.map(diagnostic => {
    const place = placeOf(node, diagnostic.field);
    const { isThere, node: at, keyRange } = place;
    const isOfKey =
      /^unknown-(?:setting|event|property)$/.test(diagnostic.code) ||
      (kind === 'properties' && diagnostic.range.end === 0);
    if (isThere && keyRange && isOfKey) return { ...withoutPlaces(diagnostic), range: keyRange, webhook };
    if (!isThere || at.kind !== 'text')
      return { ...withoutPlaces(diagnostic), ...atNode(place, diagnostic.fixes), webhook };
    const { text } = at;
    return {
      ...diagnostic,
      webhook,
      range: text.rangeInFile(diagnostic.range),
      related: diagnostic.related.map(({ range, message }) => ({ range: text.rangeInFile(range), message })),
      fixes: diagnostic.fixes.map(fix => ({ ...fix, edits: text.editsInFile(fix.edits) })),
    };
  });
}

function withoutPlaces(diagnostic: WebhookDiagnostic): WebhookDiagnostic {
  return { ...diagnostic, related: [], fixes: [] };
}

/** For something that is not text, or is missing. */
function atNode(
  { node, keyRange, isThere }: Place,
  fixes: readonly Fix[],
): { readonly range: SourceRange; readonly fixes: readonly Fix[] } {
  const { start, end } = node.range;
  const isLong = node.kind === 'object' || node.kind === 'list';
  const first = keyRange ?? { start, end: Math.min(start + 1, end) };
  return { range: isLong || !isThere ? first : node.range, fixes: isThere ? fixes.map(asText) : [] };

  /** A fix of something else puts text in its place. */
  function asText(fix: Fix): Fix {
    const text = fix.edits.map(edit => edit.text).join('');
    return { ...fix, edits: [{ range: node.range, text: JSON.stringify(text) }] };
  }
}
