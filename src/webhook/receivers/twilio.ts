import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { parameter } from './writing.ts';

/** Text messages of Twilio, which takes the fields of a form. */
export const twilio: Receiver = {
  id: 'twilio',
  name: 'Twilio',
  category: 'chat',
  hosts: ['api.twilio.com/2010-04-01/Accounts/*/Messages.json'],
  method: 'POST',
  url: 'https://api.twilio.com/2010-04-01/Accounts/YOUR_ACCOUNT_SID/Messages.json',
  contentType: 'application/x-www-form-urlencoded',
  setup: 'The Twilio Console shows the "Account SID", and the "Auth Token" that goes with it.',
  documentation: [
    'https://www.twilio.com/docs/messaging/api/message-resource',
    'https://www.twilio.com/docs/api/errors/21617',
  ],
  checked: '2026-11',
  secret: 'authentication',
  payload: catalogue =>
    `From=YOUR_NUMBER&To=YOUR_RECIPIENT&Body=${new EventSummary(catalogue).text(parameter, 1600, { bullet: '- ' })}`,
};
