import {
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticFacts,
  diagnose,
  type Fix,
  type SourceRange,
} from '../diagnostics/diagnostic.ts';

/** A diagnostic of one field of a configuration; its ranges and fixes refer to the text of that field. */
export type WebhookDiagnostic<C extends DiagnosticCode = DiagnosticCode> = Diagnostic<C> & {
  /**
   * The field: `url`, `payload`, `headers[2].value`, `events.order.paid`; empty for the configuration as a whole. For a
   * field that is missing or not text, the range is empty and at 0.
   */
  readonly field: string;
  /** The events that it applies to, if these are not all events that are switched on; the message names them too. */
  readonly events?: readonly string[];
};

/** Creates the diagnostic of `code` in a field. */
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

/** The range of a field's whole text. */
export function wholeRange(text: string): SourceRange {
  return { start: 0, end: text.length };
}
