import * as v from 'valibot';
import { itemsOf, newSourceSchema, type ShownSource, sourceSchema } from '../../api/answers.ts';
import { asAnswer } from '../../api/as-answer.ts';
import { entityTag, etag, ifMatch, matchedVersions, staleProblem } from '../../api/entity-tag.ts';
import { plainNames, plainText } from '../../api/field-schemas.ts';
import { invalidFields } from '../../api/problem.ts';
import { defineRoute, type Route } from '../../api/route.ts';
import type { Catalogues } from '../../events/catalogues.ts';
import type { Source } from '../../webhook/sources/source.ts';
import { formerBeside, formerUntil, type KeptSecret, secretLost } from '../kept-secret.ts';
import type { RouteContext } from '../route-context.ts';
import { sourceKinds } from './current-sources.ts';
import { explainSecret, makeSecretFor } from './signature.ts';
import { type SourceUse, type StoredSource, unknownSource } from './source-store.ts';

/** Routes for the programs whose events arrive in a form of their own. */
export function sourceRoutes(options: RouteContext): readonly Route[] {
  return [listSources, getSource, createSource, putSource, rotateSecret, deleteSource].map(route =>
    route(options),
  );
}

/** What may stand in the address of a source. */
export const sourceIdPattern = /^[a-z0-9][a-z0-9-]{0,63}$/;

const anId = v.pipe(
  v.string(),
  v.regex(sourceIdPattern),
  v.description('Stands in the address: up to 64 lower-case letters, digits and hyphens.'),
);
const params = v.strictObject({ id: anId });
const unknownProblem = { 404: 'No source with this id.' };
const made = {
  description: 'The source. `madeSecret` is there if the server has made its secret, this once.',
  schema: newSourceSchema,
};

const aSecret = v.optional(
  v.pipe(
    v.string(),
    v.description(
      '16 to 256 visible characters, or `whsec_` and base64, as its kind wants it. It is never shown again.',
    ),
  ),
);
const config = {
  kind: v.pipe(v.picklist([...sourceKinds.keys()]), v.description('What sends to it.')),
  profiles: v.pipe(
    plainNames,
    v.description('The profiles whose webhooks it may notify, usually one; any other address is refused.'),
  ),
  catalogue: v.optional(
    v.pipe(
      plainText,
      v.description(
        'The catalogue of its events, if its kind has none of its own. Default: the default one.',
      ),
    ),
  ),
};

const listSources = ({ sources, baseUrlOf, now }: RouteContext): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/sources',
    operationId: 'listSources',
    summary: 'List the programs whose events arrive in a form of their own',
    role: 'viewer',
    about: 'server',
    answers: { 200: { description: 'All sources, by their ids.', schema: itemsOf(sourceSchema) } },
    handle: async ({ raw }) => {
      const stored = await sources.list();
      const use = await sources.useOf(stored.map(({ id }) => id));
      const seen = { base: baseUrlOf(raw, 2), now: now() };
      return {
        status: 200,
        body: { items: stored.map(source => viewSource(source, use.get(source.id), seen)) },
      };
    },
  });

const getSource = (options: RouteContext): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/sources/{id}',
    operationId: 'getSource',
    summary: 'Read a source',
    role: 'viewer',
    about: 'server',
    params,
    answers: { 200: { description: 'The source.', schema: sourceSchema, headers: etag } },
    problems: unknownProblem,
    handle: async ({ params: source, raw }) => {
      const stored = await options.sources.find(source);
      if (!stored) throw unknownSource();
      return answerOf(options, stored, raw, 3);
    },
  });

const createSource = (options: RouteContext): Route => {
  const { sources, currentSources, catalogues } = options;
  return defineRoute({
    method: 'POST',
    path: '/api/sources',
    operationId: 'createSource',
    summary: 'Add a source; its secret is made if none is given and its sender makes none',
    role: 'editor',
    about: 'server',
    subject: 'source',
    body: v.strictObject({ id: anId, ...config, secret: aSecret }),
    answers: { 201: { ...made, headers: { ...etag, Location: 'Where it is.' } } },
    problems: { 409: 'Its id is taken, or there are 1,000.' },
    handle: async ({ body: { id, secret: given, ...said }, caller, raw }) => {
      const described = kindOf(said, catalogues);
      const madeSecret =
        given === undefined && described.secretFrom === 'server'
          ? makeSecretFor(described.signatures)
          : undefined;
      const secret = given ?? madeSecret;
      if (secret !== undefined) assertSecret(described, secret);
      const settings = { ...(secret !== undefined && { secret }) };
      const stored = await sources.create(
        { id, kind: said.kind, catalogue: said.catalogue, profiles: said.profiles, settings },
        caller.name,
      );
      currentSources.forget();
      const { body, headers } = await answerOf(options, stored, raw, 2);
      const location = `${new URL(raw.url).pathname}/${id}`;
      return {
        status: 201,
        body: { ...body, ...(madeSecret !== undefined && { madeSecret }) },
        headers: { ...headers, location },
      };
    },
  });
};

const putSource = (options: RouteContext): Route => {
  const { sources, currentSources, catalogues, now } = options;
  return defineRoute({
    method: 'PUT',
    path: '/api/sources/{id}',
    operationId: 'putSource',
    summary: 'Change a source; its secret stays where none is given, and otherwise counts for another day',
    role: 'editor',
    about: 'server',
    subject: 'source',
    params,
    body: v.strictObject({ ...config, secret: aSecret }),
    headers: ifMatch,
    answers: { 200: { description: 'The source.', schema: sourceSchema, headers: etag } },
    problems: { ...unknownProblem, ...staleProblem },
    handle: async ({ params: source, body: { secret: given, ...said }, caller, headers, raw }) => {
      const described = kindOf(said, catalogues);
      const change = { by: caller.name, matched: matchedVersions(headers) };
      const stored = await sources.update(source, change, ({ settings }) => {
        if (given === undefined && !settings) throw secretLost('secret', 'secret');
        const { kind, catalogue, profiles } = said;
        const secret = given ?? settings?.secret;
        if (secret === undefined) return { kind, catalogue, profiles, settings: {} };
        assertSecret(described, secret);
        return { kind, catalogue, profiles, settings: withSecret(settings, secret, now()) };
      });
      currentSources.forget();
      return answerOf(options, stored, raw, 3);
    },
  });
};

const rotateSecret = (options: RouteContext): Route => {
  const { sources, currentSources, now } = options;
  return defineRoute({
    method: 'POST',
    path: '/api/sources/{id}/secret',
    operationId: 'rotateSourceSecret',
    summary: 'Give a source another secret; the one before it counts for another day',
    role: 'editor',
    about: 'server',
    subject: 'source',
    params,
    body: v.strictObject({ secret: aSecret }),
    answers: { 200: { ...made, headers: etag } },
    problems: unknownProblem,
    handle: async ({ params: source, body: { secret: given }, caller, raw }) => {
      let madeSecret: string | undefined;
      const change = { by: caller.name, matched: undefined };
      const stored = await sources.update(source, change, ({ kind, catalogue, profiles, settings }) => {
        const described = sourceKinds.get(kind);
        if (!described) throw unknownKind();
        if (given === undefined && described.secretFrom === 'sender') throw secretMissing(described);
        madeSecret = given === undefined ? makeSecretFor(described.signatures) : undefined;
        const secret = given ?? madeSecret ?? '';
        assertSecret(described, secret);
        return { kind, catalogue, profiles, settings: withSecret(settings, secret, now()) };
      });
      currentSources.forget();
      const answer = await answerOf(options, stored, raw, 4);
      return { ...answer, body: { ...answer.body, ...(madeSecret !== undefined && { madeSecret }) } };
    },
  });
};

const deleteSource = ({ sources, currentSources }: RouteContext): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/api/sources/{id}',
    operationId: 'deleteSource',
    summary: 'Delete a source; its events stay, and their messages are still delivered',
    role: 'editor',
    about: 'server',
    subject: 'source',
    params,
    headers: ifMatch,
    answers: { 204: { description: 'It is deleted; what it sends is refused.' } },
    problems: { ...unknownProblem, ...staleProblem },
    handle: async ({ params: source, caller, headers }) => {
      await sources.remove(source, { by: caller.name, matched: matchedVersions(headers) });
      currentSources.forget();
      return { status: 204, body: undefined };
    },
  });

async function answerOf(
  { sources, baseUrlOf, now }: RouteContext,
  stored: StoredSource,
  raw: Request,
  segments: number,
) {
  const use = await sources.useOf([stored.id]);
  return {
    status: 200 as const,
    body: viewSource(stored, use.get(stored.id), { base: baseUrlOf(raw, segments), now: now() }),
    headers: { etag: entityTag(stored.version) },
  };
}

function withSecret(before: KeptSecret | undefined, secret: string, now: number): KeptSecret {
  // One that leaked is got rid of by changing it twice.
  return { secret, ...formerBeside(secret, before ?? {}, now, { max: 1 }) };
}

/**
 * The description of the kind.
 *
 * @throws {Problem} 422 if it has a catalogue of its own and another is named, or if there is none of this name.
 */
export function kindOf(
  { kind, catalogue }: { readonly kind: string; readonly catalogue?: string | undefined },
  catalogues: Catalogues,
): Source {
  const described = sourceKinds.get(kind);
  if (!described) throw unknownKind();
  if (catalogue === undefined) return described;
  const message = described.catalogue
    ? `${described.name} has a catalogue of its own: leave it out.`
    : 'There is no catalogue of this name.';
  if (described.catalogue || !catalogues.find(catalogue)) {
    throw invalidFields([{ field: 'catalogue', code: 'unknown-catalogue', message }]);
  }
  return described;
}

function unknownKind() {
  return invalidFields([{ field: 'kind', code: 'invalid-field', message: 'There is no kind of this id.' }]);
}

/** @throws {Problem} 422. */
export function assertSecret({ signatures }: Source, secret: string): void {
  const wanted = explainSecret(signatures, secret);
  if (wanted === undefined) return;
  throw invalidFields([
    { field: 'secret', code: 'invalid-field', message: `The secret should be ${wanted}.` },
  ]);
}

function secretMissing({ name }: Source) {
  const message = `${name} makes the secret and shows it: give it here.`;
  return invalidFields([{ field: 'secret', code: 'missing-field', message }]);
}

const noUse: SourceUse = { lastEventAt: undefined, events: 0, problems: 0 };

function viewSource(
  { settings, ...stored }: StoredSource,
  { lastEventAt, ...lastDay }: SourceUse = noUse,
  { base, now }: { readonly base: string; readonly now: number },
): ShownSource {
  return asAnswer(sourceSchema, {
    ...stored,
    name: sourceKinds.get(stored.kind)?.name ?? stored.kind,
    address: `${base}/in/${stored.id}/{profile}`,
    secret: { set: settings?.secret !== undefined, formerUntil: settings && formerUntil(settings, now) },
    lastEventAt,
    lastDay,
  });
}
