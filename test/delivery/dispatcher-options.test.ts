import { describe, expect, it } from 'vitest';
import { readDispatcherOptions } from '../../src/delivery/dispatcher-options.ts';
import { createDispatcher, type DispatcherOptions } from '../../src/delivery/index.ts';
import { AllowList } from '../../src/http/refused-addresses.ts';
import { certificate } from './fixtures/certificate.ts';

describe('the options of a dispatcher', () => {
  it('have the documented defaults', () => {
    const { lookup, onAttempt, secrets, ...values } = readDispatcherOptions();
    expect(values).toEqual({
      timeoutMs: 15_000,
      schedule: [1_000, 5_000, 30_000],
      finalStatuses: [],
      allow: new AllowList([]),
      maxResponseBytes: 20_480,
      perEndpoint: 64,
      maxWaiting: 100_000,
      goneMs: 300_000,
      tls: undefined,
      userAgent: 'hookplate',
      now: Date.now,
      random: Math.random,
    });
    expect(secrets({ method: 'GET', url: '', headers: [] }, { id: 'msg_1', webhook: undefined })).toEqual([]);
    expect([lookup, onAttempt].map(value => typeof value)).toEqual(['function', 'function']);
  });

  it('may be there but undefined', () => {
    const names = Object.keys(readDispatcherOptions());
    expect(readDispatcherOptions(Object.fromEntries(names.map(name => [name, undefined])))).toEqual(
      readDispatcherOptions(),
    );
  });

  it('are copied: a list that changes later changes nothing', () => {
    const schedule = [1];
    const settings = readDispatcherOptions({ schedule });
    schedule.push(2);
    expect(settings.schedule).toEqual([1]);
  });

  it.each([
    ['timeoutMs', 0],
    ['timeoutMs', 1.5],
    ['timeoutMs', Number.POSITIVE_INFINITY],
    ['timeoutMs', 2 ** 31],
    ['timeoutMs', '15000'],
    ['schedule', 1000],
    ['schedule', [1000, -1]],
    ['schedule', [Number.NaN]],
    ['finalStatuses', [404, 410.5]],
    ['finalStatuses', [200]],
    ['finalStatuses', [429]],
    ['finalStatuses', [500]],
    ['secrets', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['secrets', []],
    ['secrets', 'unsigned'],
    ['secrets', ['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']],
    ['allow', '127.0.0.0/8'],
    ['allow', ['127.0.0.1']],
    ['allow', [null]],
    ['lookup', ['127.0.0.1']],
    ['maxResponseBytes', -1],
    ['perEndpoint', 0],
    ['maxWaiting', -1],
    ['goneMs', 2 ** 31],
    ['tls', 'hush'],
    ['tls', { ca: 'hush' }],
    ['tls', { ca: ['hush'] }],
    ['tls', { ca: ['-----BEGIN CERTIFICATE-----\nhush'] }],
    ['tls', { cert: certificate }],
    ['tls', { cert: certificate, key: certificate }],
    ['tls', { rejectUnauthorized: false }],
    ['userAgent', ''],
    ['userAgent', 'a\r\nb: c'],
    ['userAgent', 7],
    ['now', 0],
    ['random', 0.5],
    ['onAttempt', {}],
    ['timeout', 1000],
    ['toString', 1000],
  ])('%s cannot be %j', (name, value) => {
    const wrong: DispatcherOptions = { [name]: value };
    expect(() => createDispatcher(wrong)).toThrow(
      expect.objectContaining({ name: 'TypeError', message: expect.stringContaining(`options.${name}`) }),
    );
  });

  it('are an object', () => {
    const wrong: readonly unknown[] = [null, 'http://127.0.0.1', 1];
    for (const options of wrong) {
      expect(() => createDispatcher(options as DispatcherOptions)).toThrow(TypeError);
    }
  });
});
