import { expect, it } from 'vitest';
import { webhookWords } from '../../../src/studio/notifications/stored-webhook.ts';

it('two versions are shown side by side without the secrets that were typed', () => {
  const { show } = webhookWords;
  expect(show('authentication', { username: 'ada', password: 'canary' })).toBe(
    'username: ada\npassword: ***',
  );
  const headers = [
    { name: 'X-Key', value: 'canary', secret: true },
    { name: 'X-Profile', value: '$profile$' },
  ];
  expect(show('headers', headers)).toBe('X-Key: ***\nX-Profile: $profile$');
  const secrets = ['canary', null, { set: true }, { set: false }, undefined];
  expect(secrets.map(secret => show('signingSecret', secret))).toEqual([
    'Changed here',
    'Removed here',
    'Stored',
    'To be written again',
    'None',
  ]);
});
