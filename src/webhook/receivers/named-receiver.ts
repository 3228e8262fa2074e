import { replaceWith } from '../../diagnostics/fixes/fix.ts';
import { outputForContentType } from '../../output/content-types.ts';
import type { JsonSchema } from '../../output/json/schema/schema.ts';
import { didYouMean } from '../../spelling/did-you-mean.ts';
import type { GivenConfig } from '../config/given-config.ts';
import { defaultContentType, hasBody } from '../config/request-body.ts';
import { diagnoseField, type WebhookDiagnostic, wholeRange } from '../diagnostic.ts';
import type { KnownReceiver } from './receiver.ts';

/** The receiver that a configuration names, if it is known. */
export function receiverOf(
  { receiver }: Partial<Pick<GivenConfig, 'receiver'>>,
  receivers: readonly KnownReceiver[],
): KnownReceiver | undefined {
  return receivers.find(({ id }) => id === receiver);
}

/** What a receiver accepts, with its name as the title, so that messages say who it is. */
export function schemaFor(receiver: KnownReceiver | undefined): JsonSchema | undefined {
  const { name, schema } = receiver ?? {};
  if (typeof schema !== 'object') return schema;
  // One schema is read once.
  const known = titled.get(schema)?.get(name) ?? { ...schema, title: name };
  if (!titled.has(schema)) titled.set(schema, new Map());
  titled.get(schema)?.set(name, known);
  return known;
}

const titled = new WeakMap<object, Map<string | undefined, JsonSchema>>();

/** Reports a receiver that nobody knows, and proposes the one whose address the URL is. */
export function findReceiverMistakes(
  given: GivenConfig,
  structure: readonly WebhookDiagnostic[],
  receivers: readonly KnownReceiver[],
): readonly WebhookDiagnostic[] {
  const { receiver, url = '' } = given;
  if (structure.some(({ field }) => field === 'receiver')) return [];
  const known = receiverOf(given, receivers);
  const { message, messages } = given.settings;
  if (known) return message === undefined && messages === undefined ? findOtherRequest(given, known) : [];
  if (receiver !== undefined) return [unknownReceiver(receiver, receivers)];
  const meant = receiverAt(url, receivers);
  if (meant === undefined) return [];
  const range = { start: 0, end: 0 };
  const fixes = [replaceWith(range, meant.id, `Check it as ${meant.name}`)];
  return [diagnoseField('receiver', 'receiver-of-url', { name: meant.name, id: meant.id }, { range, fixes })];
}

/** Where a receiver wants another kind of request, nothing of it is compared with what the receiver accepts. */
function findOtherRequest(
  given: GivenConfig,
  { name, schema, ...wanted }: KnownReceiver,
): readonly WebhookDiagnostic[] {
  if (schema === undefined) return [];
  const { method, contentType = defaultContentType } = given;
  const differ = (field: 'method' | 'contentType', found: string, expected: string) => {
    const range = wholeRange(found);
    const fixes = [replaceWith(range, expected)];
    return [diagnoseField(field, 'other-request', { name, found, expected }, { range, fixes })];
  };
  if (method !== undefined && wanted.method !== undefined && method !== wanted.method)
    return differ('method', String(method), wanted.method);
  if (!hasBody(given) || wanted.contentType === undefined) return [];
  const [found, expected] = [contentType, wanted.contentType].map(outputForContentType);
  return found === expected ? [] : differ('contentType', contentType, wanted.contentType);
}

/** The first receiver whose host a URL has, which a template always writes out. */
export function receiverAt(url: string, receivers: readonly KnownReceiver[]): KnownReceiver | undefined {
  const [, authority = '', path = ''] = /^\s*https?:\/\/([^/?#\\$]*)([^?#]*)/i.exec(url) ?? [];
  const host = authority.replace(/^.*@/s, '').replace(/:\d*$/, '').toLowerCase();
  return receivers.find(({ hosts }) => hosts.some(each => isAt(host, path, each)));
}

function isAt(host: string, path: string, pattern: string): boolean {
  const [hosts = '', ...names] = pattern.split('/');
  const given = path.split('/').slice(1);
  const isWithin = names.every((name, index) => name === '*' || name === (given[index] ?? ''));
  return isWithin && (hosts.startsWith('*.') ? host.endsWith(hosts.slice(1)) : host === hosts);
}

function unknownReceiver(found: string, receivers: readonly KnownReceiver[]): WebhookDiagnostic {
  const meant = receiverMeantBy(found, receivers)?.id;
  const range = wholeRange(found);
  const fixes = meant === undefined ? [] : [replaceWith(range, meant)];
  return diagnoseField('receiver', 'unknown-receiver', { name: found, meant }, { range, fixes });
}

/** The id of the one receiver that has a word of its own in common: `lark`, `ms-teams`. */
function sharing(
  found: string,
  receivers: readonly Pick<KnownReceiver, 'id' | 'name'>[],
): string | undefined {
  const given = found.toLowerCase();
  const isOne = ({ id, name }: Pick<KnownReceiver, 'id' | 'name'>): boolean =>
    given.split(/[^a-z\d]+/).includes(id) ||
    [...name.matchAll(/\b[A-Z]\w+/g)].some(([word]) => word.toLowerCase() === given);
  const [one, another] = receivers.filter(isOne);
  return another ? undefined : one?.id;
}

/** The receiver that people call so, or whose id was misspelt. */
export function receiverMeantBy<Known extends Pick<KnownReceiver, 'id' | 'name'>>(
  found: string,
  receivers: readonly Known[],
): Known | undefined {
  const word = found.trim();
  const isCalled = ({ name }: Known) => name.toLowerCase() === word.toLowerCase();
  const ids = receivers.map(({ id }) => id);
  const meant = receivers.find(isCalled)?.id ?? didYouMean(word, ids) ?? sharing(word, receivers);
  return receivers.find(({ id }) => id === meant);
}
