import * as v from 'valibot';
import { type ShownSigningSecret, signingSecretSchema } from '../../api/answers.ts';
import { asAnswer } from '../../api/as-answer.ts';
import { invalidFields, Problem } from '../../api/problem.ts';
import { defineRoute, type Route } from '../../api/route.ts';
import { makeSecret } from '../../delivery/signature/key-ring.ts';
import { pause } from '../../timing/wait.ts';
import { countingSecrets, formerBeside, formerSecretMs, formerUntil, maxFormer } from '../kept-secret.ts';
import type { RouteContext } from '../route-context.ts';
import { secretsMs } from './current-webhooks.ts';
import { fault } from './given-webhook.ts';
import { unknownProblem, unopenedProblem, webhookParams } from './webhook-routes.ts';
import { type StoredWebhook, unknownWebhook } from './webhook-store.ts';

/** Routes over the secret that a receiver verifies by. */
export function signingSecretRoutes(options: RouteContext): readonly Route[] {
  return [revealSecret, rotateSecret].map(route => route(options));
}

/** The longest time that a replaced secret may still sign: a week. */
const maxOverlapMs = 7 * formerSecretMs;

const tooMany = `${maxFormer} secrets before the current one still sign: wait until one ends, or end them all with an overlap of 0.`;

const revealSecret = ({ reach, now }: RouteContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/webhooks/{id}/signing-secret/reveal',
    operationId: 'revealSigningSecret',
    summary: 'Reveal the signing secret of a webhook',
    role: 'editor',
    about: 'profiles',
    subject: 'webhook',
    params: webhookParams,
    answers: { 200: { description: 'The secret.', schema: signingSecretSchema } },
    problems: { 404: 'No webhook with this id, or it has no signing secret.', ...unopenedProblem },
    handle: async ({ params: { id }, caller }) => {
      const stored = await reach(caller).webhooks.find(id);
      if (!stored) throw unknownWebhook();
      return { status: 200, body: viewSecret(stored, now()) };
    },
  });

const rotateSecret = ({ reach, now }: RouteContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/webhooks/{id}/signing-secret',
    operationId: 'rotateSigningSecret',
    summary: 'Rotate the signing secret of a webhook; the one before it signs as well for a while',
    role: 'editor',
    about: 'profiles',
    subject: 'webhook',
    params: webhookParams,
    body: v.strictObject({
      signingSecret: v.optional(
        v.pipe(
          v.string(),
          v.description('One of your own: `whsec_` and base64 of 24 to 64 bytes. Default: it is made.'),
        ),
      ),
      overlapMs: v.optional(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(0),
          v.maxValue(maxOverlapMs),
          v.description(
            'How long the one before it signs as well, in milliseconds, at most a week; default a day. With 0, none does.',
          ),
        ),
      ),
    }),
    answers: { 200: { description: 'The new secret.', schema: signingSecretSchema } },
    problems: { ...unknownProblem, 409: `${unopenedProblem[409]} Or: ${tooMany}` },
    handle: async ({ params: { id }, body: { signingSecret: own, overlapMs }, caller }) => {
      const signingSecret = own ?? makeSecret();
      const message = fault(signingSecret);
      if (message !== undefined)
        throw invalidFields([{ field: 'signingSecret', code: 'invalid-field', message }]);
      const stored = await reach(caller).webhooks.update(id, {
        by: caller.name,
        matched: undefined,
        computeSettings: async before => {
          if (!before) throw new Problem(409, 'wrong-key', unopenedProblem[409]);
          const { formerSecrets, signingSecret: secret, isSecretMade: _, ...others } = before;
          if (countingSecrets({ formerSecrets }, now()).length >= maxFormer && overlapMs !== 0)
            throw new Problem(409, 'too-many-secrets', tooMany);
          const beside = formerBeside(signingSecret, { secret, formerSecrets }, now(), { overlapMs });
          const made = own === undefined && ({ isSecretMade: true } as const);
          return { settings: { ...others, signingSecret, ...made, ...beside } };
        },
      });
      // Nobody knows the new one before each instance signs with it.
      await pause(secretsMs);
      return { status: 200, body: viewSecret(stored, now()) };
    },
  });

/** @throws {Problem} 404 if there is none. */
function viewSecret({ settings, version }: StoredWebhook, now: number): ShownSigningSecret {
  const { signingSecret } = settings;
  if (signingSecret === undefined)
    throw new Problem(404, 'no-signing-secret', 'This webhook has no signing secret: rotate it to make one.');
  return asAnswer(signingSecretSchema, { signingSecret, formerUntil: formerUntil(settings, now), version });
}
