import { expect, it } from 'vitest';
import { runCheck } from '../../src/editor/check/check-job.ts';
import { galleryLoaded } from '../../src/editor/check/known-receivers.ts';
import { processEvents } from '../../src/webhook/events/process-events.ts';

const config = {
  profile: 'Nightly',
  events: { Errored: true },
  method: 'POST',
  url: 'https://hooks.slack.com/services/T0/B0/x',
  contentType: 'application/json',
  payload: '{"txt":"It failed"}',
};

function codesOf(
  more: object,
  receivers: Parameters<typeof runCheck>[0]['receivers'] = [],
): readonly string[] {
  const { events } = processEvents;
  const samples = [processEvents.sample('Errored')];
  return runCheck({ config: { ...config, ...more }, events, samples, receivers }).diagnostics.map(
    ({ field, code }) => `${field} ${code}`,
  );
}

it('the editor checks for what the receivers of the gallery accept, and those of its page', async () => {
  await galleryLoaded;
  expect(codesOf({})).toEqual(['receiver receiver-of-url']);
  expect(codesOf({ receiver: 'slack' })).toEqual([expect.stringMatching(/^payload schema-/)]);
  expect(codesOf({ receiver: 'pager' })).toEqual(['receiver unknown-receiver']);
  expect(codesOf({ receiver: 'pager' }, [{ id: 'pager', name: 'Our pager', hosts: [] }])).toEqual([]);
});
