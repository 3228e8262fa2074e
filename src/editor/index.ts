import type { EditedContent } from './element/form-values.ts';
import { defineEditor, WebhookEditor } from './element/webhook-editor.ts';

export type { TestAnswer, TestResult } from './element/connection-test.ts';
export type { FoundDiagnostic, ReportedDiagnostic } from './element/diagnostics.ts';
export type { EditorCapabilities } from './element/settings.ts';
export { applyFormat } from './template-assistance.ts';
export { applySafeFixes, type WebhookLanguageOptions, webhookLanguage } from './webhook-language.ts';
export { type EditedContent, WebhookEditor };

declare global {
  interface HTMLElementTagNameMap {
    'webhook-editor': WebhookEditor;
  }
  interface HTMLElementEventMap {
    'config-change': CustomEvent<EditedContent>;
    'save-request': CustomEvent<EditedContent>;
    'test-request': CustomEvent<EditedContent & { readonly event: string }>;
  }
}

defineEditor();
