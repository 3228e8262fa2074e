export { type ParsedTemplate, type ParseLimits, parseTemplate } from '../grammar/parse-template.ts';
export type * from '../grammar/tree.ts';
export type {
  Diagnostic,
  DiagnosticCode,
  Edit,
  Fix,
  Range,
  Related,
  Severity,
} from './diagnostics/diagnostic.ts';
export { applyFix } from './diagnostics/fix.ts';
export type { OutputName } from './output/output.ts';
export type { TemplateOptions } from './template/check.ts';
export { RenderError, type RenderErrorCode } from './template/render-error.ts';
export { compileTemplate, type Template, TemplateError, validateTemplate } from './template/template.ts';
export type { Span, Trace } from './template/trace.ts';
export {
  type ContextOf,
  type ProcessVariables,
  processVariables,
  type ValueOf,
  type VariableSchema,
  type VariableType,
} from './template/variables.ts';
export type { WebhookRequest } from './webhook/webhook-request.ts';
