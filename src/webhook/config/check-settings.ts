import { isTimeZone, suggestTimeZone } from '../../dates/zone/time-zone.ts';
import { replaceWith } from '../../diagnostics/fixes/fix.ts';
import { outputForContentType } from '../../output/outputs.ts';
import { explainTimeZone } from '../../template/resolve/tag-options.ts';
import { diagnoseField, inField, type WebhookDiagnostic, wholeRange } from '../diagnostic.ts';
import { validateContentType } from './content-type.ts';
import { type Draft, type Settings, textOf } from './draft.ts';
import { findRepeatedHeaders, validateHeaderName } from './headers.ts';
import { bodySettings, defaultContentType, payloadOutputs } from './webhook-config.ts';

/** What is wrong with settings that have the right type, apart from templates. */
export function checkSettings(settings: Settings, draft: Draft): readonly WebhookDiagnostic[] {
  return [
    ...emptyUrl(draft),
    ...credentialProblems(draft),
    ...headerProblems(draft),
    ...(draft.method === 'GET' ? bodySettingsOnGet(settings) : payloadProblems(draft)),
    ...timeZoneProblems(draft),
  ];
}

function emptyUrl({ url }: Draft): readonly WebhookDiagnostic[] {
  if (url === undefined || url.trim() !== '') return [];
  return [diagnoseField('url', 'empty-url', {}, { range: wholeRange(url) })];
}

/** Credentials have no range, so that no code frame shows them. */
function credentialProblems({ authentication, url = '', headers }: Draft): readonly WebhookDiagnostic[] {
  if (!authentication) return [];
  const problems: WebhookDiagnostic[] = [];
  // RFC 7617, section 2.
  if (authentication.username?.includes(':'))
    problems.push(diagnoseField('authentication.username', 'invalid-username', {}));
  for (const name of ['username', 'password'] as const) {
    if (/\p{Cc}/u.test(authentication[name] ?? ''))
      problems.push(diagnoseField(`authentication.${name}`, 'control-in-credentials', { name }));
  }
  if (/^[^/?#$]*\/\/[^/?#$]*@/.test(url))
    problems.push(diagnoseField('authentication', 'repeated-credentials', { other: 'url' }));
  headers.forEach(({ name }, index) => {
    if (name?.toLowerCase() !== 'authorization') return;
    const range = wholeRange(name);
    problems.push(
      diagnoseField(`headers[${index}].name`, 'repeated-credentials', { other: 'header' }, { range }),
    );
  });
  return problems;
}

function headerProblems({ headers }: Draft): readonly WebhookDiagnostic[] {
  return [
    ...headers.flatMap(({ name }, index) =>
      name === undefined ? [] : validateHeaderName(`headers[${index}].name`, name),
    ),
    ...findRepeatedHeaders(headers),
  ];
}

function bodySettingsOnGet(settings: Settings): readonly WebhookDiagnostic[] {
  return bodySettings.flatMap(name => {
    const value = settings[name];
    if (value === undefined) return [];
    return [diagnoseField(name, 'body-setting-on-get', { name }, { range: wholeRange(textOf(value) ?? '') })];
  });
}

function payloadProblems({ contentType = defaultContentType, output }: Draft): readonly WebhookDiagnostic[] {
  const problems = validateContentType('contentType', contentType);
  const meant = outputForContentType(contentType);
  const isOther = payloadOutputs.some(known => known === output) && meant !== 'text' && output !== meant;
  if (!isOther) return problems;
  const range = wholeRange(String(output));
  const facts = { output: String(output), contentType, meant };
  const fixes = [replaceWith(range, meant)];
  return [...problems, diagnoseField('output', 'output-not-content-type', facts, { range, fixes })];
}

function timeZoneProblems({ timeZone }: Draft): readonly WebhookDiagnostic[] {
  if (timeZone === undefined || isTimeZone(timeZone)) return [];
  return inField('timeZone', [explainTimeZone(timeZone, suggestTimeZone(timeZone), wholeRange(timeZone))]);
}
