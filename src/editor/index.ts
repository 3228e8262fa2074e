import { WebhookEditor } from './element/webhook-editor.ts';

export { applySafeFixes } from './lint/apply-safe-fixes.ts';
export { type WebhookLanguageOptions, webhookLanguage } from './webhook-language.ts';
export { WebhookEditor };

declare global {
  interface HTMLElementTagNameMap {
    'webhook-editor': WebhookEditor;
  }
}

// A page may load two copies of the package.
if (!customElements.get('webhook-editor')) customElements.define('webhook-editor', WebhookEditor);
