import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, vi } from 'vitest';
import {
  explainRefusal,
  explainSecret,
  findProof,
  makeSecretFor,
  maxSignatures,
} from '../../../src/server/sources/signature.ts';
import type {
  HmacSignature,
  SourceSignature,
  StandardSignature,
  TokenSignature,
} from '../../../src/webhook/sources/source.ts';

vi.mock('node:crypto', async importOriginal => {
  const original = await importOriginal<typeof import('node:crypto')>();
  return { ...original, createHmac: vi.fn(original.createHmac) };
});

const now = 1_795_000_000_000;
const seconds = now / 1000;
const secret = 'a-secret-of-many-characters';
const former = 'the-secret-before-that-one';
const standardSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const body = Buffer.from('{"state":"firing","text":"grün \u2028"}');

const token: TokenSignature = { kind: 'token', header: 'authorization', prefix: 'Bearer ' };
const plainToken: TokenSignature = { kind: 'token', header: 'x-token' };
const remindingToken: TokenSignature = { ...plainToken, sendsReminders: true };
const hex: HmacSignature = {
  ...{ kind: 'hmac-sha256', header: 'x-hub-signature-256', prefix: 'sha256=', encoding: 'hex' },
};
const base64: HmacSignature = { kind: 'hmac-sha256', header: 'x-signature', encoding: 'base64' };
const timed: HmacSignature = {
  ...{ kind: 'hmac-sha256', header: 'x-grafana-signature', encoding: 'hex' },
  timestamp: { header: 'x-grafana-timestamp', between: ':', toleranceSeconds: 300 },
};
const listed: HmacSignature = {
  ...{ kind: 'hmac-sha256', header: 'stripe-signature', encoding: 'hex', prefix: 'v1=', isList: true },
  timestamp: { header: 'stripe-signature', prefix: 't=', between: '.', toleranceSeconds: 300 },
};
const standard: StandardSignature = { kind: 'standard-webhooks', toleranceSeconds: 300 };

function mac(
  text: string,
  { by = secret, as = 'hex' as 'hex' | 'base64', of = body as Uint8Array } = {},
): string {
  return createHmac('sha256', by).update(text).update(of).digest(as);
}

type Sent = Readonly<Record<string, string>>;

interface Case {
  readonly signature: SourceSignature;
  readonly secret: string;
  /** Headers as a sender with this secret makes them for a body, at this time. */
  readonly sign: (by: string, of?: Uint8Array, at?: number) => Sent;
}

const cases = {
  token: { signature: token, secret, sign: by => ({ authorization: `Bearer ${by}` }) },
  'plain token': { signature: plainToken, secret, sign: by => ({ 'x-token': by }) },
  hex: {
    ...{ signature: hex, secret },
    sign: (by, of) => ({ 'x-hub-signature-256': `sha256=${mac('', { by, ...(of && { of }) })}` }),
  },
  base64: {
    ...{ signature: base64, secret },
    sign: (by, of) => ({ 'x-signature': mac('', { by, as: 'base64', ...(of && { of }) }) }),
  },
  timed: {
    ...{ signature: timed, secret },
    sign: (by, of, at = seconds) => ({
      'x-grafana-signature': mac(`${at}:`, { by, ...(of && { of }) }),
      'x-grafana-timestamp': String(at),
    }),
  },
  listed: {
    ...{ signature: listed, secret },
    sign: (by, of, at = seconds) => ({
      'stripe-signature': `t=${at},v1=${mac(`${at}.`, { by, ...(of && { of }) })},v0=${'0'.repeat(64)}`,
    }),
  },
  standard: {
    ...{ signature: standard, secret: standardSecret },
    sign: (by, of = body, at = seconds) => ({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(at),
      // As senders do who use the library of the standard.
      'webhook-signature': new Webhook(by).sign('msg_1', new Date(at * 1000), Buffer.from(of).toString()),
    }),
  },
} satisfies Readonly<Record<string, Case>>;
const all: readonly (readonly [string, Case])[] = Object.entries(cases);

interface Asked {
  readonly secrets?: readonly string[];
  readonly of?: Uint8Array;
  readonly at?: number;
}

function proofOf(
  signatures: readonly SourceSignature[],
  headers: Sent,
  { secrets = [secret], of = body, at = now }: Asked = {},
) {
  return findProof({
    signatures,
    secrets,
    headers: new Headers(headers),
    body: of,
    now: at,
  });
}

describe.each(all)('a signature (%s)', (_name, { signature, secret: right, sign }) => {
  const wrong = signature.kind === 'standard-webhooks' ? makeSecretFor([standard]) : former;
  const ask = (headers: Sent, asked: Asked = {}) =>
    proofOf([signature], headers, { secrets: [right], ...asked });
  const isSigned = (headers: Sent, asked?: Asked) => ask(headers, asked) !== undefined;

  it('is right with the secret, and with the former one while that counts', () => {
    expect(isSigned(sign(right))).toBe(true);
    expect(isSigned(sign(wrong))).toBe(false);
    expect(isSigned(sign(wrong), { secrets: [right, wrong] })).toBe(true);
    expect(isSigned(sign(right), { secrets: [wrong, right] })).toBe(true);
    expect(isSigned(sign(right), { secrets: [] })).toBe(false);
  });

  it('that proves nothing is explained to those who look after the source', () => {
    const why = (headers: Sent, secrets: readonly string[] = [right]) =>
      explainRefusal({ signatures: [signature], secrets, headers: new Headers(headers), now });
    expect(why(sign(right), [])).toBe('no-secret');
    expect(why({})).toBe('unsigned');
    expect(why(sign(wrong))).toBe('wrong-signature');
    const hasTime = JSON.stringify(signature).includes('toleranceSeconds');
    expect(why(sign(right, body, seconds - 3600))).toBe(hasTime ? 'untimely' : 'wrong-signature');
  });

  it('is wrong where no secret is known, whatever it was made with', () => {
    for (const by of ['', ' ', 'undefined', 'null']) {
      const headers = signature.kind === 'standard-webhooks' ? sign(wrong) : sign(by);
      for (const known of ['', 'whsec_', 'whsec_AA==']) {
        expect(isSigned(headers, { secrets: [known] })).toBe(false);
      }
    }
    expect(isSigned({})).toBe(false);
    const blank = Object.fromEntries(Object.keys(sign(right)).map(name => [name, '']));
    expect(isSigned(blank, { secrets: ['', right] })).toBe(false);
  });

  it('is wrong if any byte of it or of the secret is another', () => {
    const given = sign(right);
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(given)),
        fc.nat(),
        fc.string({ maxLength: 2 }),
        (name, at, put) => {
          const value = given[name] ?? '';
          const index = at % value.length;
          const changed = value.slice(0, index) + put + value.slice(index + 1);
          fc.pre(
            /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(changed) &&
              !isSameMeaning(value, changed, index),
          );
          expect([changed, isSigned({ ...given, [name]: changed })]).toEqual([changed, false]);
        },
      ),
    );
  });

  it('is wrong if it stands there twice, once right and once wrong', () => {
    const given = sign(right);
    for (const [name, value] of Object.entries(given)) {
      if (name === 'webhook-signature') continue;
      const twice = new Headers(given);
      twice.append(name, sign(wrong)[name] ?? value);
      expect(
        findProof({ signatures: [signature], secrets: [right], headers: twice, body, now }),
      ).toBeUndefined();
    }
  });
});

/** Upper case in hexadecimal and in a scheme, and what stands after the signature that counts in a list. */
function isSameMeaning(value: string, changed: string, index: number): boolean {
  if (value === changed) return true;
  if (value.startsWith('t=') && index >= value.indexOf(',v0=')) return true;
  const isAnyCase = value.startsWith('Bearer ') ? index < 6 : /(?:^|=)[\da-f]{64}(?:,|$)/.test(value);
  return isAnyCase && value.toLowerCase() === changed.toLowerCase() && !/^SHA|T=|V1/.test(changed);
}

describe.each(all.filter(([, { signature }]) => signature.kind !== 'token'))(
  'what is signed (%s)',
  (_name, { signature, secret: right, sign }) => {
    it('is every byte of the body', () => {
      const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 });
      fc.assert(
        fc.property(bytes, fc.nat(), (of, at) => {
          // The library of the standard signs text alone.
          fc.pre(
            signature.kind !== 'standard-webhooks' || Buffer.from(Buffer.from(of).toString()).equals(of),
          );
          const headers = sign(right, of);
          expect(proofOf([signature], headers, { secrets: [right], of })).toBeDefined();
          const other = Uint8Array.from(of, (byte, index) => (index === at % of.length ? byte ^ 1 : byte));
          expect(proofOf([signature], headers, { secrets: [right], of: other })).toBeUndefined();
          const longer = Buffer.concat([of, Buffer.from([0])]);
          expect(proofOf([signature], headers, { secrets: [right], of: longer })).toBeUndefined();
        }),
      );
    });

    it('has a digest, which is the same for the same alone, whichever secret signed it', () => {
      const secrets = [right, signature.kind === 'standard-webhooks' ? makeSecretFor([standard]) : former];
      const digest = (by: number, of = body) =>
        proofOf([signature], sign(secrets[by] ?? '', of), { secrets, of })?.digest;
      expect(digest(0)).toMatch(/^[\da-f]{64}$/);
      expect(digest(1)).toBe(digest(0));
      expect(digest(0, Buffer.from('{}'))).not.toBe(digest(0));
    });
  },
);

describe.each(['timed', 'listed', 'standard'] as const)('a signed time (%s)', name => {
  const { signature, secret: right, sign }: Case = cases[name];

  it.each([
    [0, true],
    [-300, true],
    [300, true],
    [-301, false],
    [301, false],
    [-86_400, false],
  ])('that is %i seconds away from now', (away, isSigned) => {
    const headers = sign(right, body, seconds + away);
    expect(proofOf([signature], headers, { secrets: [right] }) !== undefined).toBe(isSigned);
  });

  it('is part of what is signed', () => {
    const given = sign(right, body, seconds);
    const moved = Object.fromEntries(
      Object.entries(given).map(([key, value]) => [key, value.replace(String(seconds), String(seconds + 1))]),
    );
    expect(moved).not.toEqual(given);
    expect(proofOf([signature], moved, { secrets: [right] })).toBeUndefined();
    const [later, earlier] = [
      proofOf([signature], sign(right, body, seconds + 1), { secrets: [right] }),
      proofOf([signature], given, { secrets: [right] }),
    ];
    // A sender that tries again signs the time anew.
    expect(later).toEqual(earlier);
  });

  it.each([
    '',
    ' ',
    '0x6afd4f00',
    '1e9',
    `+${seconds}`,
    `${seconds}.0`,
    `-${seconds}`,
    'NaN',
    'Infinity',
    `${now}`,
    '1'.repeat(400),
  ])('is not written as %j', time => {
    const bySecret = signature.kind === 'standard-webhooks' ? Buffer.alloc(32, 7) : right;
    const signedBy = (before: string) => createHmac('sha256', bySecret).update(before).update(body);
    const headers = {
      'x-grafana-timestamp': time,
      'x-grafana-signature': signedBy(`${time}:`).digest('hex'),
      'stripe-signature': `t=${time},v1=${signedBy(`${time}.`).digest('hex')}`,
      'webhook-id': 'msg_1',
      'webhook-timestamp': time,
      'webhook-signature': `v1,${signedBy(`msg_1.${time}.`).digest('base64')}`,
    };
    expect(proofOf([signature], headers, { secrets: [right] })).toBeUndefined();
  });
});

describe('a header', () => {
  const signed = mac('');

  it('with a list may have the signature anywhere in it, and the time once', () => {
    const at = `t=${seconds}`;
    const right = `v1=${mac(`${seconds}.`)}`;
    const wrong = `v1=${'0'.repeat(64)}`;
    const isSigned = (value: string) => proofOf([listed], { 'stripe-signature': value }) !== undefined;
    expect(isSigned([wrong, right, at].join(','))).toBe(true);
    expect(isSigned([at, wrong, right].join(', '))).toBe(true);
    for (const value of [
      [at, at, right],
      [at, `t=${seconds + 1}`, right],
      [right],
      [at, right.replace('v1=', 'v0=')],
      [at, right.replace('v1=', 'v1 =')],
      [`${at};${right}`],
    ]) {
      expect([value, isSigned(value.join(','))]).toEqual([value, false]);
    }
  });

  it('with a list is looked at as far as the sixteenth part, whose time nobody can measure', () => {
    const at = `t=${seconds}`;
    const right = `v1=${mac(`${seconds}.`)}`;
    const isSigned = (before: number) =>
      proofOf([listed], { 'stripe-signature': [at, ...Array(before).fill('v1=0'), right].join(',') }) !==
      undefined;
    expect([isSigned(14), isSigned(15)]).toEqual([true, false]);
    const standardSigned = (before: number) => {
      const sent: Record<string, string> = cases.standard.sign(standardSecret);
      const value = [...Array(before).fill('v1,0'), sent['webhook-signature']].join(' ');
      return (
        proofOf([standard], { ...sent, 'webhook-signature': value }, { secrets: [standardSecret] }) !==
        undefined
      );
    };
    expect([standardSigned(15), standardSigned(16)]).toEqual([true, false]);
  });

  it('with the id of a message has at most 256 characters, which are signed', () => {
    const isSigned = (id: string) => {
      const value = new Webhook(standardSecret).sign(id, new Date(now), body.toString());
      const sent = { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': value };
      return proofOf([standard], sent, { secrets: [standardSecret] }) !== undefined;
    };
    expect([isSigned('i'.repeat(256)), isSigned('i'.repeat(257))]).toEqual([true, false]);
  });

  it('of the standard may have several signatures, of which those of other versions do not count', () => {
    const {
      standard: { sign },
    } = cases;
    const { 'webhook-signature': right = '', ...rest } = sign(standardSecret) as Record<string, string>;
    const isSigned = (value: string) =>
      proofOf([standard], { ...rest, 'webhook-signature': value }, { secrets: [standardSecret] }) !==
      undefined;
    const other = `v1,${Buffer.alloc(32).toString('base64')}`;
    expect(isSigned(`${other} ${right}`)).toBe(true);
    expect(isSigned(`v1a,${right.slice(3)} ${right}`)).toBe(true);
    for (const value of [
      right.replace('v1,', 'v1a,'),
      right.replace('v1,', 'v2,'),
      right.slice(3),
      `${right},`,
    ]) {
      expect(isSigned(value)).toBe(false);
    }
  });

  it.each([
    ['base64 in place of hex', `sha256=${mac('', { as: 'base64' })}`, false],
    ['without its prefix', signed, false],
    ['with another prefix', `sha1=${signed}`, false],
    ['with its prefix in capitals', `SHA256=${signed}`, false],
    ['cut', `sha256=${signed.slice(0, -1)}`, false],
    ['cut to nothing', 'sha256=', false],
    ['longer', `sha256=${signed}00`, false],
    ['no hex', `sha256=${'z'.repeat(64)}`, false],
    ['with a blank', `sha256= ${signed}`, false],
    ['in capitals', `sha256=${signed.toUpperCase()}`, true],
    ['with Unicode digits', `sha256=${'\u00b2'.repeat(64)}`, false],
  ])('of hex that is %s', (_what, value, isSigned) => {
    expect(proofOf([hex], { 'x-hub-signature-256': value }) !== undefined).toBe(isSigned);
  });

  it.each([
    ['hex in place of base64', signed],
    ['base64 for URLs', mac('', { as: 'base64' }).replaceAll('+', '-').replaceAll('/', '_').replace('=', '')],
    ['without padding', mac('', { as: 'base64' }).replace('=', '')],
    ['with twice the padding', `${mac('', { as: 'base64' })}=`],
    ['with more', `${mac('', { as: 'base64' })}AAAA`],
  ])('of base64 that is %s', (_what, value) => {
    expect(proofOf([base64], { 'x-signature': value })).toBeUndefined();
  });

  it('with a token names its scheme in any case, and has nothing else', () => {
    const isSigned = (authorization: string) => proofOf([token], { authorization }) !== undefined;
    expect(isSigned(`bearer ${secret}`)).toBe(true);
    for (const value of [
      secret,
      `Basic ${secret}`,
      `Bearer  ${secret}`,
      `Bearer ${secret},`,
      `Bearer ${secret}x`,
      `Bearer ${secret.slice(1)}`,
      'Bearer',
    ]) {
      expect([value, isSigned(value)]).toEqual([value, false]);
    }
  });
});

it('a token tells nothing of a repetition where the sender repeats itself on purpose', () => {
  expect(proofOf([remindingToken], { 'x-token': secret })).toEqual({});
  expect(proofOf([remindingToken], { 'x-token': former })).toBeUndefined();
});

describe('a source with two signatures', () => {
  const both = [standard, plainToken];

  it('is proved by either, each with a secret of its form', () => {
    const {
      standard: { sign },
    } = cases;
    expect(proofOf(both, sign(standardSecret), { secrets: [standardSecret] })?.digest).toBeDefined();
    const ofBody = { digest: createHash('sha256').update(body).digest('hex') };
    expect(proofOf(both, { 'x-token': secret }, { secrets: [secret] })).toEqual(ofBody);
    expect(proofOf(both, { 'x-token': former }, { secrets: [standardSecret, former] })).toEqual(ofBody);
    expect(proofOf(both, { 'x-token': 'else' }, { secrets: [standardSecret, secret] })).toBeUndefined();
  });

  it('has an id where that was signed, and not where a token stands beside it', () => {
    const { 'webhook-signature': right = '', ...rest }: Sent = cases.standard.sign(standardSecret);
    const ask = (value: string) =>
      proofOf(
        both,
        { ...rest, 'webhook-signature': value, 'x-token': secret },
        { secrets: [standardSecret, secret] },
      );
    expect(ask(right)).toMatchObject({ id: 'msg_1' });
    expect(ask(makeSecretFor([standard]))).toEqual({ digest: expect.any(String) });
  });

  it('does not exist: nothing proves it', () => {
    expect(proofOf([], { 'x-token': secret }, { secrets: [secret] })).toBeUndefined();
    expect(proofOf([], {}, { secrets: [] })).toBeUndefined();
  });
});

it('whether there is a source, how it signs, and what is wrong makes no more or less to do', () => {
  const workOf = (signatures: readonly SourceSignature[], headers: Sent, secrets: readonly string[]) => {
    vi.mocked(createHmac).mockClear();
    proofOf(signatures, headers, { secrets });
    return vi.mocked(createHmac).mock.calls.length;
  };
  const nobody = workOf([], {}, []);
  for (const [name, { signature, secret: right, sign }] of all)
    for (const headers of [{}, sign(right), sign(signature.kind === 'standard-webhooks' ? right : former)])
      for (const secrets of [[], [right], [right, former]]) {
        expect([name, workOf([signature], headers, secrets)]).toEqual([name, nobody]);
      }
});

describe('a secret', () => {
  it('that is made has 256 bits, in the form that its signature wants', () => {
    expect(makeSecretFor([standard])).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(makeSecretFor([hex])).toMatch(/^[\w-]{43}$/);
    expect(makeSecretFor([hex])).not.toBe(makeSecretFor([hex]));
    for (const signature of [standard, hex, token, timed] as const) {
      expect(explainSecret([signature], makeSecretFor([signature]))).toBeUndefined();
    }
  });

  it.each([
    [[hex], '', '16 to 256 visible characters'],
    [[hex], 'short', '16 to 256 visible characters'],
    [[hex], 'x'.repeat(257), '16 to 256 visible characters'],
    [[token], 'with a blank in the middle', '16 to 256 visible characters'],
    [[token], 'with\nline\nbreaks\nin\nit', '16 to 256 visible characters'],
    [[token], 'mit-ümläuten-und-so-weiter', '16 to 256 visible characters'],
    [[standard], secret, '`whsec_` and base64'],
    [[standard], 'whsec_AAAA', '`whsec_` and base64'],
    [[standard], `whsk_${Buffer.alloc(32).toString('base64')}`, '`whsec_` and base64'],
    [[standard, plainToken], 'short', '16 to 256 visible characters'],
  ] as const)('for %j that is %j is refused', (signatures, given, why) => {
    expect(explainSecret(signatures, given)).toContain(why);
  });

  it('is right for a source if any of its signatures can be made with it', () => {
    expect(explainSecret([standard, plainToken], secret)).toBeUndefined();
    expect(explainSecret([standard, plainToken], standardSecret)).toBeUndefined();
    expect([standard, plainToken].length).toBeLessThanOrEqual(maxSignatures);
  });
});
