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
export type { JsonSchema } from './output/json/schema/schema.ts';
export type { OutputName } from './output/output.ts';
export { type PrecompiledModule, precompileTemplate } from './template/precompile/precompile-template.ts';
export type { Span, Trace } from './template/render/compiled-template.ts';
export type { Missing } from './template/render/missing.ts';
export { RenderError, type RenderErrorCode } from './template/render/render-error.ts';
export {
  type ContextOf,
  type Flat,
  type ListType,
  listOf,
  type OptionalType,
  optional,
  type PresentType,
  type ProcessVariables,
  processVariables,
  type ValueOf,
  type VariableSchema,
  type VariableType,
} from './template/resolve/variables.ts';
export { compileTemplate, type Template, TemplateError, validateTemplate } from './template/template.ts';
export type { TemplateOptions } from './template/template-options.ts';
export { validateWebhook } from './webhook/check.ts';
export { compileWebhook, type TestOptions, type Webhook } from './webhook/compile.ts';
export { createWebhookSchema } from './webhook/config/json-schema.ts';
export {
  formatWebhookProperties,
  parseWebhookProperties,
  type WebhookProperties,
} from './webhook/config/properties.ts';
export type { Credentials, MessageOfEvent, WebhookConfig, WebhookHeader } from './webhook/config/settings.ts';
export type { WebhookDiagnostic } from './webhook/diagnostic.ts';
export { WebhookError } from './webhook/error.ts';
export { catalogueFromJson } from './webhook/events/catalogue-from-json.ts';
export { defineEvents, type EventDefinition } from './webhook/events/define-events.ts';
export type {
  AnyCatalogue,
  AnyEvent,
  Clock,
  EventCatalogue,
  EventDescription,
  EventMap,
  EventOf,
  EventWith,
  FactsOf,
  FactsWith,
  NameOf,
} from './webhook/events/event-catalogue.ts';
export {
  type EventName,
  type ProcessEvent,
  type ProcessEvents,
  processEvents,
} from './webhook/events/process-events.ts';
export { schemaOfEvent } from './webhook/events/schema-of-event.ts';
export { messageToPayload } from './webhook/message-to-payload.ts';
export { precompileWebhook } from './webhook/precompile/precompile-webhook.ts';
export type { Branch, Coverage } from './webhook/preview/coverage.ts';
export {
  type BodyCheck,
  type EventPreview,
  type Preview,
  type PreviewOptions,
  type PreviewPart,
  previewWebhook,
} from './webhook/preview/preview.ts';
export {
  hideSecrets,
  type RestoredConfig,
  restoreSecrets,
  type SecretDiagnostic,
  type WithoutSecrets,
} from './webhook/secrets/stored-secrets.ts';
export type {
  CatalogueOptions,
  WebhookOptions,
} from './webhook/webhook-options.ts';
export type { WebhookRequest } from './webhook/webhook-request.ts';
