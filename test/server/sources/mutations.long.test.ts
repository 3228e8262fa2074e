import { expect, it } from 'vitest';
import { sources } from '../../../src/webhook/sources/index.ts';
import { httpServer } from '../../loopback-server.ts';
import { backends } from '../../outbox/test-database.ts';
import { propertySeed } from '../../properties.ts';
import { examples } from '../../webhook/sources/examples.ts';
import { mutationsOf, spoiltTextsOf } from '../../webhook/sources/mutations.ts';
import { jsonOf, testServer } from '../test-server.ts';
import { secretFor, sign } from './signed.ts';

/**
 * How many texts are made of each example. What becomes of each is decided before it is stored; on a database that is slow to
 * store them, fewer show the same.
 */
const counts = {
  PostgreSQL: { mutated: 60, spoilt: 15 },
  PGlite: { mutated: 10, spoilt: 5 },
} as const;

/** What a header that is read may be as well. Where only the body is signed, anybody could have changed it. */
const otherHeaders = [
  '',
  'ping',
  'push',
  'release',
  'event_alert',
  'x'.repeat(5000),
  '__proto__',
  '%00',
  'é',
];

interface Accepted {
  readonly id: string;
  readonly event?: string;
  readonly problem?: string;
  readonly repeated?: true;
}

interface Stored {
  readonly id: string;
  readonly messages?: readonly string[];
}

it.each(backends)(
  `of what is signed nothing is lost and nothing is a 500, and of what is not nothing is sent (%s, HOOKPLATE_SEED=${propertySeed})`,
  async backend => {
    const receiver = await httpServer();
    const failures: unknown[] = [];
    const tested = await testServer(
      {
        sources: sources.map(source => ({
          ...{ id: source.id, kind: source.id, profiles: [source.id] },
          secret: secretFor(source),
        })),
        onError: error => failures.push(error),
      },
      backend,
    );
    for (const { catalogue, id } of sources) {
      if (!catalogue) continue;
      const events = Object.fromEntries(catalogue.names.map(name => [name, true]));
      const config = { profile: id, catalogue: id, events, method: 'POST', url: receiver.url };
      const payload = '{"event":"$event$","payload":$payload$}';
      const body = { config: { ...config, contentType: 'application/json', payload } };
      expect((await tested.call('POST', '/api/webhooks', { body })).status).toBe(201);
    }
    const kept = new Set<string>();
    for (const { source, headers, body, title } of examples) {
      const headersOf = (index: number): Readonly<Record<string, string>> => {
        const [name] = source.headers;
        if (name === undefined || name === 'webhook-id' || index % 5 !== 0) return headers;
        return { ...headers, [name]: otherHeaders[(index / 5) % otherHeaders.length] ?? '' };
      };
      const texts = [
        ...mutationsOf(body, counts[backend].mutated, propertySeed),
        ...spoiltTextsOf(JSON.stringify(body), counts[backend].spoilt, propertySeed),
      ];
      for (const [index, text] of texts.entries()) {
        const signature = source.signatures[index % source.signatures.length];
        const usual = { secret: secretFor(source), id: `msg_${title}_${index}`.replaceAll(' ', '_') };
        const isStandard = signature?.kind === 'standard-webhooks' && source.signatures.length > 1;
        // A secret of one form makes no signature of another.
        const proof = sign(source, text, { ...usual, ...(signature && !isStandard && { signature }) });
        const ask = async (more: Readonly<Record<string, string>>, sent = text) =>
          tested.call('POST', `/in/${source.id}/${source.id}`, {
            ...{ as: 'nobody', body: sent, bindings: {} },
            headers: { ...headersOf(index), ...more },
          });
        const [name = '', value = ''] = Object.entries(proof).at(-1) ?? [];
        const wrong = {
          ...proof,
          [name]: value.replace(/[\da-f](?=[^,]*$)/i, digit => (digit === '0' ? '1' : '0')),
        };
        if (name !== 'x-grafana-alerting-timestamp') expect((await ask(wrong)).status).toBe(401);
        const isBodySigned = signature?.kind !== 'token' && !isStandard;
        if (isBodySigned) expect((await ask(proof, `${text} `)).status).toBe(401);
        const answer = await ask(proof);
        const accepted = await jsonOf<Accepted>(answer);
        const status = accepted.repeated ? 200 : 202;
        expect([title, text.slice(0, 300), answer.status]).toEqual([title, text.slice(0, 300), status]);
        expect(accepted.problem === undefined).toBe(accepted.event !== undefined);
        kept.add(accepted.id);
        if (index % 10 !== 0 || !isBodySigned || accepted.event === undefined) continue;
        expect(await jsonOf<Accepted>(await ask(proof))).toMatchObject({ id: accepted.id, repeated: true });
      }
    }
    /** All events, by their ids, with the messages about them. */
    const stored = async (): Promise<ReadonlyMap<string, readonly string[] | undefined>> => {
      const found = new Map<string, readonly string[] | undefined>();
      for (let cursor = ''; ; ) {
        const page = await tested.json<{ items: Stored[]; next?: string }>(
          'GET',
          `/api/events?limit=500${cursor}`,
        );
        for (const { id, messages } of page.items) found.set(id, messages);
        if (page.next === undefined) return found;
        cursor = `&cursor=${page.next}`;
      }
    };
    const waiting = async () => [...(await stored())].filter(([, messages]) => messages === undefined);
    await expect.poll(waiting, { timeout: 120_000 }).toEqual([]);
    const events = await stored();
    expect(new Set(events.keys())).toEqual(kept);
    const messages = new Set([...events.values()].flatMap(made => made ?? []));
    await expect
      .poll(() => new Set(receiver.hits.map(hit => hit.headers['webhook-id'])), { timeout: 120_000 })
      .toEqual(messages);
    expect(messages.size).toBeGreaterThan(examples.length);
    expect(failures).toEqual([]);
  },
  600_000,
);
