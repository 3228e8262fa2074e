import * as v from 'valibot';
import { keptEventSchema } from '../../api/answers.ts';
import { assertNotCompressed, maxBodyBytes, readBytes } from '../../api/json-body.ts';
import { Problem } from '../../api/problem.ts';
import { defineRoute, type Route } from '../../api/route.ts';
import { FailedLogins } from '../access/gate.ts';
import { BodyRoom } from '../intake/body-room.ts';
import { viewKept } from '../intake/stored-event-routes.ts';
import { countingSecrets } from '../kept-secret.ts';
import type { SourceEventOutcome } from '../metrics.ts';
import type { RouteContext } from '../route-context.ts';
import type { CurrentSource } from './current-sources.ts';
import { keptContentOf } from './reading.ts';
import { explainRefusal, findProof, type RefusalReason, type SignedRequest } from './signature.ts';
import type { Kept } from './source-events.ts';

/**
 * The address where sources send what happens, each with the signature of its kind. Until that is found right, nothing is done
 * but to read a bounded body, and no answer says whether there is such a source.
 */
export function inRoute({ currentSources, keepSourceEvent, metrics, refusals, now }: RouteContext): Route {
  const failures = new FailedLogins(now);
  const room = new BodyRoom();
  return defineRoute({
    method: 'POST',
    path: '/in/{source}/{profile}',
    operationId: 'receive',
    summary: 'Take what a source sends, and notify the webhooks of a profile of it',
    role: 'sender',
    about: 'nobody',
    params: v.object({ source: v.string(), profile: v.string() }),
    answers: {
      200: { description: 'It was stored before, which counts.', schema: keptEventSchema },
      202: {
        description: 'It is stored; also if no event was made of it, which `problem` explains.',
        schema: keptEventSchema,
      },
    },
    problems: {
      400: 'The body ended too soon.',
      401: 'It is not signed by a source of this name that may report to this profile.',
      413: 'The body is too large.',
      415: 'The body is compressed.',
      421: 'The server is not called so.',
      429: 'It is not signed by a source of this name, like ten others from this address within a minute. What is signed is taken.',
      500: 'Something went wrong in the server.',
      503: 'The database does not answer, the server is full, or it is stopping: send it again.',
    },
    handle: async ({ params, raw, headers, context }) => {
      const address = context.get('address');
      const kept = await room.hold(address, async take => {
        assertNotCompressed(raw);
        const body = await readBytes(raw, maxBodyBytes, take);
        const { profile } = params;
        const found = await currentSources.find(params.source);
        // Another profile is answered like another source.
        const source = found?.profiles.includes(profile) ? found : undefined;
        const time = now();
        const signedFor = (of: CurrentSource | undefined): SignedRequest => ({
          signatures: of?.described.signatures ?? [],
          secrets: of?.settings ? countingSecrets(of.settings, time) : [],
          ...{ headers, body, now: time },
        });
        const proof = findProof(signedFor(source));
        if (!source || !proof) {
          const explain = (): RefusalReason => {
            const signed = signedFor(found);
            return findProof(signed) ? 'other-profile' : explainRefusal(signed);
          };
          if (found) refusals.add(found.id, explain);
          metrics.countSourceEvent({ source: found?.id ?? '', outcome: 'refused' });
          const waitMs = failures.waitMs(address);
          failures.add(address);
          throw waitMs > 0 ? tooManyUnsigned(waitMs) : unsigned();
        }
        const by = `source ${source.id}`;
        context.set('caller', { name: by, role: 'reporter' });
        const content = keptContentOf(source.described, headers, body);
        const kept = await keepSourceEvent({ source, profile, content, proof, by, bytes: body.length });
        metrics.countSourceEvent({ source: source.id, outcome: outcomeOf(kept) });
        return kept;
      });
      const body = viewKept(kept);
      return kept.repeated ? { status: 200, body } : { status: 202, body };
    },
  });
}

function unsigned(): Problem {
  const challenge = { 'www-authenticate': 'Bearer realm="hookplate"' };
  const detail =
    'There is no source of this name that may report to this profile and has signed this with its secret now.';
  return new Problem(401, 'unsigned', detail, challenge);
}

function tooManyUnsigned(waitMs: number): Problem {
  const seconds = String(Math.ceil(waitMs / 1000));
  const detail = `Too many requests from this address are not signed; the next is looked at as such in ${seconds} seconds.`;
  return new Problem(429, 'too-many-failures', detail, { 'retry-after': seconds });
}

/** What became of something that a source sent, for the metrics. */
function outcomeOf({ problem, repeated }: Pick<Kept, 'problem' | 'repeated'>): SourceEventOutcome {
  if (problem !== undefined) return 'unused';
  return repeated ? 'repeated' : 'accepted';
}
