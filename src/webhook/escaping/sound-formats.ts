import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { applyFix } from '../../diagnostics/fixes/apply-fix.ts';
import { outputForContentType } from '../../output/content-types.ts';
import { type CheckedTemplate, findMistakes } from '../../template/check.ts';
import type { VariableSchema } from '../../template/resolve/variables.ts';
import type { GivenConfig } from '../config/given-config.ts';
import { payloadOutputs } from '../config/request-body.ts';
import type { WebhookDiagnostic } from '../diagnostic.ts';
import { zoneOf } from '../webhook-templates.ts';

/** A payload as checked for some events. */
export interface CheckedPayload {
  readonly payload: CheckedTemplate;
  readonly variables: VariableSchema;
}

/**
 * Drops fixes of a content type or output with which the payload would have more errors than it has now. Diagnostics of
 * other fields are returned unchanged.
 */
export function withSoundFormats(
  diagnostic: WebhookDiagnostic,
  given: GivenConfig,
  checked: readonly CheckedPayload[],
): WebhookDiagnostic {
  const { field } = diagnostic;
  if (field !== 'contentType' && field !== 'output') return diagnostic;
  const fixes = diagnostic.fixes.filter(fix => {
    const fixed = applyFix(String(given[field] ?? ''), fix);
    const output =
      field === 'output' ? payloadOutputs.find(name => name === fixed) : outputForContentType(fixed);
    if (output === undefined || output === 'text') return true;
    return checked.every(({ payload, variables }) => {
      const options = { output, timeZone: zoneOf(given), variables };
      return errorsIn(findMistakes(given.payload ?? '', options)) <= errorsIn(payload.diagnostics);
    });
  });
  return { ...diagnostic, fixes };
}

function errorsIn(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.filter(({ severity }) => severity === 'error').length;
}
