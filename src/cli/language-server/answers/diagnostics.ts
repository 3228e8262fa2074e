import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver';
import type { Finding } from '../../check/finding.ts';
import type { ReadDocument } from '../read-document.ts';

const severities = { error: DiagnosticSeverity.Error, warning: DiagnosticSeverity.Warning } as const;

/** What an editor marks. Where there is more to read about a code, `hookplate explain` has it; there is no address. */
export function diagnosticsOf(read: ReadDocument): readonly Diagnostic[] {
  return read.findings.map(finding => toDiagnostic(finding, read));
}

export function toDiagnostic(
  { code, severity, message, range, related }: Finding,
  read: ReadDocument,
): Diagnostic {
  const { uri } = read.document;
  return {
    range: read.rangeOf(range),
    severity: severities[severity],
    code,
    source: 'hookplate',
    message,
    ...(related.length > 0 && {
      relatedInformation: related.map(({ range, message }) => ({
        location: { uri, range: read.rangeOf(range) },
        message,
      })),
    }),
  };
}
