import { expect, it } from 'vitest';
import { webhookWords } from '../../../src/studio/webhooks/stored-webhook.ts';
import { processEvents } from '../../../src/webhook/events/process-events.ts';
import { alertmanagerEvents } from '../../../src/webhook/sources/alertmanager.ts';

it('the events are those of a process only where they are', () => {
  const labels = [processEvents, alertmanagerEvents].map(catalogue => webhookWords(catalogue).labels);
  expect(labels).toMatchObject([{ events: 'Process' }, { events: 'Events' }]);
});

it('two versions are shown side by side without the secrets that were typed', () => {
  const { show } = webhookWords(processEvents);
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
