import type { WebhookDiagnostic } from './diagnostic.ts';

/** A configuration with errors, from which no request can be made. Messages may quote a piece of what is wrong. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  /** Always this: what is wrong in particular is in `diagnostics`. */
  readonly code = 'invalid-webhook';
  /** Errors and warnings, in the order of the settings. */
  readonly diagnostics: readonly WebhookDiagnostic[];

  /** `webhook` says which of several it is. */
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
