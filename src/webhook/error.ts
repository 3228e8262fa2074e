import type { WebhookDiagnostic } from './diagnostic.ts';

/** Thrown for a configuration with errors. Messages may quote a piece of the mistake. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  /** Always this value; `diagnostics` has the details. */
  readonly code = 'invalid-webhook';
  /** Errors and warnings, in the order of the settings. */
  readonly diagnostics: readonly WebhookDiagnostic[];

  /** @param webhook Identifies the webhook, if there are several. */
  constructor(diagnostics: readonly WebhookDiagnostic[], webhook?: string) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    const [first] = errors;
    const place = [webhook, first?.field].filter(part => part !== undefined).join(', ');
    const where = place && `${place}: `;
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
    super(`${where}${first?.message ?? 'The configuration has errors.'}${more}`);
    this.diagnostics = diagnostics;
  }
}
