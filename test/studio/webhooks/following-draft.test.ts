import { expect, it } from 'vitest';
import { type DraftedTexts, FollowingDraft } from '../../../src/studio/webhooks/following-draft.ts';
import { processEvents } from '../../../src/webhook/events/process-events.ts';
import { draftWebhook } from '../../../src/webhook/receivers/draft-webhook.ts';
import { receivers } from '../../../src/webhook/receivers/gallery.ts';

const { names } = processEvents;

function draftOf(id: string, events: readonly string[] = names): DraftedTexts {
  const receiver = receivers.find(each => each.id === id);
  if (!receiver) throw new Error(`no receiver ${id}`);
  return draftWebhook(receiver, processEvents, events);
}

interface Edited extends DraftedTexts {
  readonly receiver?: string;
  readonly events: Readonly<Record<string, boolean>>;
}

/** A webhook that is edited, as the page does it. */
function editing(
  begun: Edited,
  draft = async (id: string, events: readonly string[]): Promise<DraftedTexts | undefined> =>
    draftOf(id, events),
) {
  let config: Edited = begun;
  let asked = 0;
  const following = new FollowingDraft({
    names,
    read: () => ({ ...config }),
    draft: (id, events) => {
      asked += 1;
      return draft(id, events);
    },
    write: texts => {
      config = { ...config, ...texts };
      // Writing is an edit of the page too.
      void following.follow();
    },
  });
  following.begin();
  return {
    get config() {
      return config;
    },
    get asked() {
      return asked;
    },
    edit: (change: Partial<Edited>) => {
      config = { ...config, ...change };
      return following.follow();
    },
    set: (content: Edited) => {
      config = content;
      const followed = following.follow();
      following.begin();
      return followed;
    },
  };
}

const on = (...ticked: readonly string[]) =>
  Object.fromEntries(names.map(name => [name, ticked.includes(name)]));

function begunFor(receiver: string): Edited {
  return { receiver, events: on(...names), ...draftOf(receiver) };
}

it('an untouched payload is that of the events that are ticked, and of all while none is', async () => {
  const webhook = editing(begunFor('slack'));
  await webhook.edit({ events: on('Started', 'Completed') });
  expect(webhook.config.payload).toBe(draftOf('slack', ['Started', 'Completed']).payload);
  await webhook.edit({ events: on('Started') });
  expect(webhook.config.payload).toBe(draftOf('slack', ['Started']).payload);
  await webhook.edit({ events: on() });
  expect(webhook.config.payload).toBe(draftOf('slack').payload);
  expect(draftOf('slack').payload).not.toBe(draftOf('slack', ['Started']).payload);
});

it('a payload that was touched stays, and follows again once the change is undone', async () => {
  const webhook = editing(begunFor('slack'));
  const { payload } = webhook.config;
  await webhook.edit({ payload: `${payload} ` });
  await webhook.edit({ events: on('Started') });
  expect(webhook.config.payload).toBe(`${payload} `);
  await webhook.edit({ payload: `${payload}  ` });
  await webhook.edit({ payload });
  expect(webhook.config.payload).toBe(draftOf('slack', ['Started']).payload);
  expect(webhook.asked).toBe(2);
});

it('the parameters of a URL follow after its address was filled in, until they are touched', async () => {
  const webhook = editing(begunFor('uptime-kuma'));
  const parametersFor = (...events: readonly string[]) => draftOf('uptime-kuma', events).url?.split('?')[1];
  await webhook.edit({ url: `http://kuma.example.com/api/push/t1?${parametersFor(...names)}` });
  await webhook.edit({ events: on('Errored') });
  const followed = `http://kuma.example.com/api/push/t1?${parametersFor('Errored')}`;
  expect(webhook.config.url).toBe(followed);
  expect(parametersFor('Errored')).not.toBe(parametersFor(...names));
  await webhook.edit({ url: `${followed}&more=1` });
  await webhook.edit({ events: on('Started') });
  expect(webhook.config.url).toBe(`${followed}&more=1`);
});

it('a restored content is untouched only if it equals the draft for its own events', async () => {
  const restored = { ...begunFor('slack'), events: on('Started') };
  const webhook = editing(begunFor('slack'));
  await webhook.set(restored);
  expect(webhook.config.payload).toBe(restored.payload);
  await webhook.edit({ events: on('Completed') });
  expect(webhook.config.payload).toBe(restored.payload);
  await webhook.set({ ...restored, ...draftOf('slack', ['Started']) });
  await webhook.edit({ events: on('Completed') });
  expect(webhook.config.payload).toBe(draftOf('slack', ['Completed']).payload);
});

it('nothing is drafted for a webhook that names no receiver, or another one than it was drafted for', async () => {
  const { receiver: _, ...custom } = begunFor('slack');
  for (const begun of [custom, begunFor('slack')]) {
    const webhook = editing(begun);
    await webhook.edit({ receiver: 'discord', events: on('Started') });
    expect(webhook.config.payload).toBe(begun.payload);
    expect(webhook.asked).toBe(0);
  }
});

it('the latest of several quick edits decides, whichever draft arrives first, and typing meanwhile is kept', async () => {
  const answers: (() => void)[] = [];
  const webhook = editing(
    begunFor('slack'),
    (id, events) => new Promise(resolve => answers.push(() => resolve(draftOf(id, events)))),
  );
  const edits = [webhook.edit({ events: on('Started') }), webhook.edit({ events: on('Started', 'Errored') })];
  for (const answer of answers.toReversed()) answer();
  await Promise.all(edits);
  expect(webhook.config.payload).toBe(draftOf('slack', ['Started', 'Errored']).payload);
  const edit = webhook.edit({ events: on('Errored') });
  const typing = webhook.edit({ payload: '{}' });
  answers.at(-1)?.();
  await Promise.all([edit, typing]);
  expect(webhook.config.payload).toBe('{}');
});

it('a draft that cannot be had leaves the payload as it is, and is asked for again', async () => {
  let isDown = true;
  const webhook = editing(begunFor('slack'), async (id, events) => {
    if (isDown) throw new Error('no answer');
    return draftOf(id, events);
  });
  await webhook.edit({ events: on('Started') });
  expect(webhook.config.payload).toBe(draftOf('slack').payload);
  isDown = false;
  await webhook.edit({ events: on('Errored') });
  expect(webhook.config.payload).toBe(draftOf('slack', ['Errored']).payload);
});
