import {
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticFacts,
  diagnose,
  type Fix,
  type SourceRange,
} from '../diagnostics/diagnostic.ts';

/** A diagnostic of one field of a configuration; its ranges and fixes are in the text of that field. */
export type WebhookDiagnostic<C extends DiagnosticCode = DiagnosticCode> = Diagnostic<C> & {
  /**
   * Where it belongs: `url`, `payload`, `headers[2].value`, `events.Started`; empty for the configuration as a whole.
   * A field that has no text, or is not there, has the empty range at 0.
   */
  readonly field: string;
};

/** Makes the diagnostic of `code` in a field. */
export function diagnoseField<C extends DiagnosticCode>(
  field: string,
  code: C,
  facts: DiagnosticFacts<C>,
  {
    range = { start: 0, end: 0 },
    fixes = [],
  }: { readonly range?: SourceRange; readonly fixes?: readonly Fix[] } = {},
): WebhookDiagnostic<C> {
  return { ...diagnose(code, range, facts, { fixes }), field };
}

export function inField(field: string, diagnostics: readonly Diagnostic[]): readonly WebhookDiagnostic[] {
  return diagnostics.map(diagnostic => ({ ...diagnostic, field }));
}

/** All of a field's text. */
export function wholeRange(text: string): SourceRange {
  return { start: 0, end: text.length };
}
