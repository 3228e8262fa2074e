import type { KnownReceiver, Level } from '../../../webhook/receivers/receiver.ts';
import type { PreviewedEvent } from '../../check/check-job.ts';
import type { WrittenPiece } from '../written-piece.ts';
import type { Look, ShownMessage } from './message-look.ts';

/** What is shown of a message. */
export interface MessageShown {
  readonly receiver: KnownReceiver;
  /** What its webhook is called. */
  readonly name: string;
  readonly request: Extract<PreviewedEvent, { kind: 'request' }>;
  readonly pieces: (part: { readonly field: string }) => readonly WrittenPiece[];
}

const looks: Readonly<Record<string, Look>> = {
  slack: 'slack',
  mattermost: 'mattermost',
  discord: 'discord',
  'google-chat': 'google-chat',
  teams: 'teams',
  telegram: 'telegram',
  ntfy: 'phone',
  gotify: 'phone',
  pushover: 'phone',
  pagerduty: 'incident',
};

/** The message that a request carries, as its receiver shows it. */
export function shownMessage({ receiver, name, request, pieces }: MessageShown): ShownMessage | undefined {
  const words = (part: 'title' | 'text') => {
    const found = request.parts.find(({ field }) => /^messages?\./.test(field) && field.endsWith(`.${part}`));
    return found && { field: found.field, pieces: pieces(found) };
  };
  const [title, text] = [words('title'), words('text')];
  if (!text) return undefined;
  const look = looks[receiver.id] ?? 'chat';
  const markup = receiver.message?.text.markup;
  const level = levelIn(request.request.body ?? '');
  return {
    look,
    receiver: receiver.name,
    sender: look === 'phone' || name === '' ? receiver.name : name,
    ...(title && { title }),
    text,
    ...(markup === 'plain' && { syntax: 'plain' }),
    ...(markup === 'html' && { syntax: 'telegram-html' }),
    ...(level && { level }),
  };
}

/** How bad the receiver takes it to be, which is a word in the request. */
function levelIn(body: string): Level | undefined {
  const [, word = ''] = /"(?:severity|color)":"(\w+)"/.exec(body) ?? [];
  return levels[word];
}

const levels: Readonly<Record<string, Level>> = {
  critical: 'critical',
  error: 'error',
  warning: 'warning',
  info: 'info',
  attention: 'error',
  good: 'ok',
};
