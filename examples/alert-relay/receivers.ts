import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Receiver, slack, teams, wecom } from 'hookplate/receivers';
import { type Inbox, type InboxAnswer, type ReceivedRequest, startInbox } from '../inbox.ts';

/** A receiver that the inbox stands for. */
interface StandIn {
  readonly receiver: Receiver;
  /** What its address begins with. */
  readonly path: string;
  /** What it says where it accepts a message. */
  readonly thanks: InboxAnswer;
}

const standIns: readonly StandIn[] = [
  { receiver: slack, path: '/services/', thanks: { status: 200, body: 'ok' } },
  { receiver: teams, path: '/workflows/', thanks: { status: 202 } },
  { receiver: wecom, path: '/cgi-bin/webhook/send?', thanks: { status: 200, body: '{"errcode":0}' } },
];

/** What a receiver thinks of a message. */
export interface Judgement {
  readonly receiver: string;
  readonly message: string;
  /** Empty if it accepts the message. */
  readonly mistakes: readonly string[];
}

/**
 * An inbox on this machine that stands for Slack, Microsoft Teams and WeCom: it answers as they do, and with 400 what they do not
 * accept. Port 0 stands for any that is free.
 */
export function startReceivers(port: number, onMessage: (judgement: Judgement) => void): Promise<Inbox> {
  return startInbox(
    port,
    () => {},
    request => {
      const standIn = standIns.find(({ path }) => request.url.startsWith(path));
      if (!standIn) return { status: 404 };
      const { receiver, thanks } = standIn;
      const mistakes = mistakesIn(request, receiver);
      onMessage({ receiver: receiver.name, message: request.body, mistakes });
      return mistakes.length === 0 ? thanks : { status: 400, body: mistakes.join('\n') };
    },
  );
}

const ajv = new Ajv2020({ strict: false, allErrors: true });

/** What a receiver has against a request, by its JSON Schema, and by what no schema can say. */
function mistakesIn({ method, headers, body }: ReceivedRequest, receiver: Receiver): readonly string[] {
  if (method !== 'POST' || !headers['content-type']?.startsWith('application/json'))
    return ['It is no POST of JSON.'];
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch (error) {
    return [`It is no JSON: ${String(error)}`];
  }
  const accepts = ajv.compile(receiver.schema ?? true);
  accepts(message);
  const mistakes = (accepts.errors ?? []).map(({ instancePath, message: said }) => `${instancePath} ${said}`);
  return receiver === wecom && Buffer.byteLength(textOf(message)) > 2048
    ? [...mistakes, '/text/content has more than 2,048 bytes']
    : mistakes;
}

/** The text of a message for WeCom. */
function textOf(message: unknown): string {
  const { text } = message as { readonly text?: { readonly content?: unknown } };
  return typeof text?.content === 'string' ? text.content : '';
}
