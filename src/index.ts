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
export { compileWebhook, type Webhook } from './webhook/compile-webhook.ts';
export type { Branch, Coverage } from './webhook/coverage.ts';
export {
  type BodyCheck,
  type EventPreview,
  type Preview,
  type PreviewOptions,
  type PreviewPart,
  previewWebhook,
} from './webhook/preview-webhook.ts';
export {
  type Clock,
  type EventName,
  type ProcessEvent,
  type ProcessEventFacts,
  processEvent,
} from './webhook/process-event.ts';
export { validateWebhook } from './webhook/validate-webhook.ts';
export type { WebhookConfig, WebhookHeader } from './webhook/webhook-config.ts';
export type { WebhookDiagnostic } from './webhook/webhook-diagnostic.ts';
export { WebhookError } from './webhook/webhook-error.ts';
export {
  type WebhookProperties,
  webhookFromProperties,
  webhookToProperties,
} from './webhook/webhook-properties.ts';
export type { WebhookRequest } from './webhook/webhook-request.ts';
