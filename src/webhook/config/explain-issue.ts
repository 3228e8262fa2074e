import type { SafeParseResult } from 'valibot';
import { hasErrors } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/fixes/did-you-mean.ts';
import { replaceWith } from '../../diagnostics/fixes/fix.ts';
import { check } from '../../template/check.ts';
import { diagnoseField, type WebhookDiagnostic, wholeRange } from '../diagnostic.ts';
import type { AnyCatalogue } from '../events/event-catalogue.ts';
import { methods } from '../webhook-request.ts';
import { payloadOutputs } from './webhook-config.ts';
import type { webhookConfigSchema } from './webhook-config-schema.ts';

type Issue = NonNullable<SafeParseResult<ReturnType<typeof webhookConfigSchema>>['issues']>[number];

const expectedOf: Readonly<Record<string, string>> = {
  string: 'text',
  picklist: 'text',
  literal: 'text',
  boolean: '`true` or `false`',
  array: 'a list of headers',
  strict_object: 'an object',
};

export const expectedCredentials = 'an object with `username` and `password`';

const expectedHeader = 'an object with `name` and `value`';
const expectedAt: Readonly<Record<string, string>> = { authentication: expectedCredentials };

/** As an example in a sentence. */
export function exampleEvents({ names }: AnyCatalogue): string {
  return `\`{ ${JSON.stringify(names.at(-1))}: true }\``;
}

/** What an issue that valibot found means to people; unknown keys, of which it names only the first, are left out. */
export function explainIssue(issue: Issue, catalogue: AnyCatalogue): readonly WebhookDiagnostic[] {
  if (issue.expected === 'never') return [];
  const keys = (issue.path ?? []).map(item => item.key);
  const field = keys.map(fieldStep).join('').slice(1);
  const name = String(keys.at(-1));
  const { type, input } = issue;
  if (input === undefined && typeof keys.at(-1) === 'string') {
    const expected = field === 'events' ? `the events to send, as in ${exampleEvents(catalogue)}` : undefined;
    return [
      diagnoseField(field, 'missing-setting', {
        name,
        expected: expected ?? expectedOfMissing[name] ?? 'a value',
      }),
    ];
  }
  if (typeof input === 'string' && field === 'method') return [unknownMethod(field, input)];
  if (typeof input === 'string' && field === 'output') return [unknownOutput(field, input)];
  if (typeof input === 'string' && type === 'literal') return [unknownChannel(field, input)];
  if (typeof input === 'string' && type === 'regex') return [invalidId(field, input)];
  if (field === 'payload' && typeof input === 'object' && input !== null)
    return [payloadObject(field, input)];
  const expected = expectedAt[field] ?? (typeof keys.at(-1) === 'number' ? expectedHeader : expectedOf[type]);
  // What stands in place of credentials may be some, and is not shown.
  const range = typeof input === 'string' && field !== 'authentication' ? { range: wholeRange(input) } : {};
  return [
    diagnoseField(
      field,
      'wrong-setting-type',
      { name: field, expected: expected ?? issue.expected ?? 'something else', found: describeValue(input) },
      range,
    ),
  ];
}

const expectedOfMissing: Readonly<Record<string, string>> = {
  profile: 'the name of the profile',
  method: '`GET`, `POST` or another method',
  url: 'the address to call',
  username: 'the name to authenticate with',
  password: 'the password to authenticate with',
  name: 'the name of the header',
  value: 'the value of the header',
};

function fieldStep(key: unknown): string {
  return typeof key === 'number' ? `[${key}]` : `.${String(key)}`;
}

function unknownMethod(field: string, found: string): WebhookDiagnostic {
  const meant = didYouMean(found.trim(), methods);
  const range = wholeRange(found);
  const fixes = meant === undefined ? [] : [replaceWith(range, meant)];
  return diagnoseField(field, 'unknown-method', { found, known: methods, meant }, { range, fixes });
}

function unknownOutput(field: string, found: string): WebhookDiagnostic {
  const meant = didYouMean(found.trim(), payloadOutputs);
  const range = wholeRange(found);
  const fixes = meant === undefined ? [] : [replaceWith(range, meant)];
  return diagnoseField(field, 'unknown-output', { found, known: payloadOutputs, meant }, { range, fixes });
}

function unknownChannel(field: string, found: string): WebhookDiagnostic {
  const range = wholeRange(found);
  return diagnoseField(
    field,
    'unknown-channel',
    { found },
    { range, fixes: [replaceWith(range, 'Webhooks')] },
  );
}

function invalidId(field: string, found: string): WebhookDiagnostic {
  const range = wholeRange(found);
  const meant = found
    .trim()
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, 64);
  const fixes = /[A-Za-z0-9]/.test(meant) ? [replaceWith(range, meant)] : [];
  return diagnoseField(field, 'invalid-webhook-id', {}, { range, fixes });
}

/** The JSON of the object is proposed where it is a template as it stands: quotes inside a tag would be escaped. */
function payloadObject(field: string, input: object): WebhookDiagnostic {
  const text = jsonOf(input);
  const isTemplate = text !== undefined && !hasErrors(check(text, { output: 'json' }).diagnostics);
  const fixes = isTemplate ? [replaceWith({ start: 0, end: 0 }, text, 'Write the object as text')] : [];
  return diagnoseField(field, 'payload-not-text', { found: describeValue(input) }, { fixes });
}

function jsonOf(input: object): string | undefined {
  try {
    return JSON.stringify(input, null, 2);
  } catch {
    return undefined;
  }
}

/** `Array.isArray` throws for a proxy that was revoked, which is not a list either. */
export function isArray(value: unknown): value is readonly unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'string') return 'text';
  if (typeof value === 'object') return isArray(value) ? 'a list' : 'an object';
  return `a ${typeof value}`;
}
