import { expect, it } from 'vitest';
import { Conflict } from '../../../src/studio/unsaved/conflict.ts';
import { changesBetween, withChanges } from '../../../src/studio/unsaved/fields.ts';

it('what was changed is all that is kept, and is written over whatever is stored by then', () => {
  const base = { url: 'https://a.example/key', payload: 'one', headers: [], timeZone: 'UTC' };
  const mine = { url: 'https://a.example/key', payload: 'two', headers: [], secret: null };
  const kept = JSON.parse(JSON.stringify(changesBetween(base, mine)));
  expect(kept).toEqual([['payload', 'two'], ['timeZone']]);
  expect(withChanges({ ...base, url: 'https://b.example/' }, kept)).toEqual({
    url: 'https://b.example/',
    payload: 'two',
    headers: [],
  });
});

it('an event that is off counts as one that is not there', () => {
  expect(changesBetween({ events: { Started: false } }, { events: {} })).toEqual([]);
  expect(changesBetween({ enabled: true }, { enabled: false })).toEqual([['enabled', false]]);
});

it('of two versions, each keeps what the other did not change, until somebody chooses', () => {
  const base = { method: 'POST', payload: 'one', url: 'https://a.example/', signingSecret: { set: true } };
  const mine = { ...base, payload: 'mine', signingSecret: null };
  const theirs = { ...base, method: 'PUT', payload: 'theirs' };
  const conflict = new Conflict(mine, base, { stored: 'other', fields: theirs });
  expect(conflict.choice).toEqual({ ...mine, method: 'PUT' });
  conflict.choose('payload', true);
  conflict.choose('signingSecret', true);
  expect(conflict.choice).toEqual(theirs);
  const edited = conflict.edited({ ...mine, payload: 'mine, again' });
  expect(edited.choice).toEqual({ ...theirs, payload: 'mine, again' });
});

it('a secret that both have removed is no difference', () => {
  const base = { url: '', signingSecret: { set: true } };
  const conflict = new Conflict({ url: '', signingSecret: null }, base, { stored: '', fields: { url: '' } });
  expect(conflict.differences).toEqual([]);
  expect(conflict.choice).toEqual({ url: '' });
});
