import type { EditedContent } from './element/content.ts';
import { WebhookEditor } from './element/webhook-editor.ts';

export type { EditorCapabilities } from './element/capabilities.ts';
export type { FoundProblem, ReportedProblem } from './element/found-problem.ts';
export type { TestAnswer, TestResult } from './element/test-result.ts';
export { applySafeFixes } from './lint/apply-safe-fixes.ts';
export { type WebhookLanguageOptions, webhookLanguage } from './webhook-language.ts';
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

// A page may load two copies of the package.
if (!customElements.get('webhook-editor')) customElements.define('webhook-editor', WebhookEditor);
