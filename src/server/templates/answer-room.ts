import type { FieldDiagnostic, ShownDiagnostic } from '../../api/answers.ts';
import { asJson } from '../../api/as-json.ts';
import type { WebhookDiagnostic } from '../../webhook/diagnostic.ts';

/** The room that is left in an answer, in bytes of JSON. */
export class AnswerRoom {
  #left: number;

  constructor(bytes: number) {
    // For the braces, and the headline of a problem.
    this.#left = bytes - 4096;
  }

  take(bytes: number): void {
    this.#left -= bytes;
  }

  /** Takes the room of a webhook: beside its configuration, it has its name, dates and the like. */
  takeWebhook(config: object): void {
    this.take(sizeOf(config) + 1024);
  }

  /** Takes the room of a value, if there is so much. */
  holds(value: unknown): boolean {
    const bytes = sizeOf(value);
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }

  /** As many diagnostics as there is room for; a fix that is too long, such as a whole payload, is left out. */
  fit(diagnostics: readonly (FieldDiagnostic | WebhookDiagnostic)[]): readonly ShownDiagnostic[] {
    const shown: ShownDiagnostic[] = [];
    for (const [index, diagnostic] of diagnostics.entries()) {
      const whole = asJson<ShownDiagnostic>(diagnostic);
      const { fixes: _, related: __, facts: ___, ...bare } = whole;
      if (this.holds(whole)) shown.push(whole);
      else if (this.holds(bare)) shown.push(bare);
      else return [...shown, unlisted(diagnostics.length - index, diagnostics.slice(index).some(isError))];
    }
    return shown;
  }
}

/** What only the server says no to has no severity, and is an error. */
export function isError(diagnostic: FieldDiagnostic | WebhookDiagnostic): boolean {
  return !('severity' in diagnostic) || diagnostic.severity === 'error';
}

function unlisted(count: number, isWrong: boolean): ShownDiagnostic {
  const message = `${count} more ${count === 1 ? 'message does' : 'messages do'} not fit into the answer.`;
  return { field: '', code: 'more-mistakes', severity: isWrong ? 'error' : 'warning', message };
}

/** The bytes of a value as JSON. */
export function sizeOf(value: unknown): number {
  return Buffer.byteLength(
    JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}` : part)) ?? '',
  );
}
