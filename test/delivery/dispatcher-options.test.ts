import { describe, expect, it } from 'vitest';
import { defaults, normalizeOptions } from '../../src/delivery/dispatcher-options.ts';
import { createDispatcher, type DispatcherOptions } from '../../src/delivery/index.ts';

describe('the options of a dispatcher', () => {
  it('have the documented defaults', () => {
    const { lookup, now, random, onAttempt, ...values } = normalizeOptions();
    expect(values).toEqual({
      timeoutMs: 15_000,
      schedule: [1_000, 5_000, 30_000],
      finalStatuses: [],
      secrets: [],
      allow: [],
      maxResponseBytes: 20_480,
      perEndpoint: 64,
      userAgent: 'hookplate',
    });
    expect({ lookup, now, random, onAttempt }).toEqual({
      lookup: defaults.lookup,
      now: Date.now,
      random: Math.random,
      onAttempt: defaults.onAttempt,
    });
  });

  it('may be there but undefined', () => {
    const undefinedOptions = Object.fromEntries(Object.keys(defaults).map(name => [name, undefined]));
    expect(normalizeOptions(undefinedOptions)).toEqual(normalizeOptions());
  });

  it('are copied: a list that changes later changes nothing', () => {
    const schedule = [1];
    const settings = normalizeOptions({ schedule });
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
    ['secrets', ['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']],
    ['allow', '127.0.0.0/8'],
    ['allow', ['127.0.0.1']],
    ['allow', [null]],
    ['lookup', ['127.0.0.1']],
    ['maxResponseBytes', -1],
    ['perEndpoint', 0],
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
