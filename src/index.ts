export { type ParsedTemplate, type ParseLimits, parseTemplate } from '../grammar/parse-template.ts';
export type * from '../grammar/tree.ts';
export type {
  Diagnostic,
  DiagnosticCode,
  DiagnosticFacts,
  Edit,
  Fix,
  Related,
  Severity,
  SourceRange,
} from './diagnostics/diagnostic.ts';
export { applyFix } from './diagnostics/fixes/apply-fix.ts';
export { applyFixes } from './diagnostics/fixes/apply-fixes.ts';
export { type FormatOptions, formatDiagnostics } from './diagnostics/frame/format-diagnostics.ts';
export type { OutputName } from './output/output.ts';
export type { Span, Trace } from './template/render/compiled-template.ts';
export { RenderError, type RenderErrorCode } from './template/render/render-error.ts';
export {
  type ContextOf,
  type ListType,
  listOf,
  type ProcessVariables,
  processVariables,
  type ValueOf,
  type VariableSchema,
  type VariableType,
} from './template/resolve/variables.ts';
export { compileTemplate, type Template, TemplateError, validateTemplate } from './template/template.ts';
export type { TemplateOptions } from './template/template-options.ts';
export { validateWebhook } from './webhook/check.ts';
export { compileWebhook, type Webhook } from './webhook/compile.ts';
export {
  formatWebhookProperties,
  parseWebhookProperties,
  type WebhookProperties,
} from './webhook/config/properties.ts';
export type { WebhookConfig, WebhookHeader } from './webhook/config/webhook-config.ts';
export type { WebhookDiagnostic } from './webhook/diagnostic.ts';
export { WebhookError } from './webhook/error.ts';
export {
  type Clock,
  createProcessEvent,
  type EventName,
  type ProcessEvent,
  type ProcessEventFacts,
} from './webhook/events/process-event.ts';
export type { Branch, Coverage } from './webhook/preview/coverage.ts';
export {
  type BodyCheck,
  type EventPreview,
  type Preview,
  type PreviewOptions,
  type PreviewPart,
  previewWebhook,
} from './webhook/preview/preview.ts';
export type { WebhookRequest } from './webhook/webhook-request.ts';
