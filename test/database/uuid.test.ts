import { expect, it } from 'vitest';
import { newId } from '../../src/database/new-id.ts';
import { hashedUuid, hashedUuidAt, isUuid, soughtUuid, uuidsBeginning } from '../../src/database/uuid.ts';
import { uuidPattern } from '../uuid-pattern.ts';

it('a hashed UUID is the same for the same texts, in every release, and another one for others', () => {
  // It is stored: other values would be other endpoints.
  expect(hashedUuid('endpoint', 'shop', 'name', 'crm')).toBe('cd805479-0aef-82e3-900c-7fb61fbc1a85');
  const texts = [
    ['a', 'b'],
    ['ab'],
    ['a', null],
    ['a'],
    ['a', ''],
    ['', 'a'],
    ['"a","b"'],
    ['\ud800'],
    ['\ufffd'],
  ];
  const uuids = texts.map(each => hashedUuid(...each));
  expect(new Set(uuids).size).toBe(texts.length);
  for (const uuid of uuids) {
    expect(uuid).toMatch(uuidPattern);
    expect(uuid[14]).toBe('8');
  }
});

it('a UUID is what PostgreSQL writes as one: no other way of writing it, and nothing else', () => {
  const uuid = '019a84f2-0b3c-7000-8000-0123456789ab';
  expect(isUuid(uuid)).toBe(true);
  expect(soughtUuid(uuid)).toBe(uuid);
  const others = [
    '',
    'none',
    uuid.toUpperCase(),
    `{${uuid}}`,
    uuid.replaceAll('-', ''),
    `${uuid}0`,
    ` ${uuid}`,
    `${uuid}\n`,
  ];
  for (const other of others) {
    expect([other, isUuid(other)]).toEqual([other, false]);
    expect(isUuid(soughtUuid(other))).toBe(true);
  }
});

it('a beginning of UUIDs is a range of them', () => {
  expect(uuidsBeginning('019a84f2-0')).toEqual({
    first: '019a84f2-0000-0000-0000-000000000000',
    last: '019a84f2-0fff-ffff-ffff-ffffffffffff',
  });
  const whole = '019a84f2-0b3c-7000-8000-0123456789ab';
  expect(uuidsBeginning(whole)).toEqual({ first: whole, last: whole });
  for (const other of ['g', '019a84f20', '019A', `${whole}0`, 'msg_1', '-'])
    expect([other, uuidsBeginning(other)]).toEqual([other, undefined]);
});

it('a UUID made of another one and of texts has the time of that one, and is the same for the same alone', () => {
  const [event, other] = [newId(), newId()];
  const made = hashedUuidAt(event, 'chat');
  expect(made).toMatch(uuidPattern);
  expect(made[14]).toBe('7');
  expect(made.slice(0, 18)).toBe(event.slice(0, 18));
  // Receivers remember it, whichever release tells them again.
  expect(hashedUuidAt('019a84f2-0b3c-7000-8000-0123456789ab', 'chat')).toBe(
    '019a84f2-0b3c-7000-8cfc-b57a15cda67f',
  );
  const all = [
    event,
    made,
    hashedUuidAt(event, 'mail'),
    hashedUuidAt(other, 'chat'),
    hashedUuidAt(made, 'chat'),
  ];
  expect(new Set(all).size).toBe(5);
});
