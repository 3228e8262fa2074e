export type { Diagnostic, Fix, Range, Related, Severity } from './diagnostics/diagnostic.ts';
