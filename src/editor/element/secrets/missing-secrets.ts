import { quote } from '../../../diagnostics/catalogue/excerpt.ts';
import { type Draft, filledRows } from '../draft.ts';
import { type FoundProblem, readProblems } from '../found-problem.ts';
import { isEmpty, type SecretText } from './secret-text.ts';

/**
 * What is wrong with the secrets: a header has none, or one was written that was not kept with the rest. A password may be
 * empty (RFC 7617), where nobody wrote another.
 */
export function missingSecrets(draft: Draft): readonly FoundProblem[] {
  const { password, signingSecret } = draft;
  const headers = filledRows(draft).flatMap(({ name, value, isSecret }, index) => {
    if (!isSecret || !isEmpty(value)) return [];
    const what = name === '' ? 'the value of this header' : `the value of ${quote(name)}`;
    return [missing(`headers[${index}].value`, what, value)];
  });
  const found = [
    ...headers,
    ...(password.isLost ? [missing('authentication.password', 'the password', password)] : []),
    ...(signingSecret.isLost ? [missing('signingSecret', 'the signing secret', signingSecret)] : []),
  ];
  return readProblems(found, 'secrets');
}

function missing(field: string, what: string, { isLost }: SecretText) {
  const message = isLost ? `Write ${what} again: it was not kept.` : `Write ${what}: a secret is not empty.`;
  return { field, code: 'missing-secret', message };
}
