import { error, warning } from './entry.ts';
import { list, thereAre } from './list.ts';

/** What is wrong with the configuration of a webhook, apart from its templates. No message repeats a header's value. */
export const webhookCodes = {
  'not-a-configuration': error<{ readonly found: string }>(
    ({ found }) => `A webhook is configured by an object with settings such as \`url\`, not by ${found}.`,
  ),
  'unreadable-configuration': error(
    () => 'The configuration cannot be read: one of its properties throws an error; pass plain data.',
  ),
  'unknown-setting': error<{ readonly name: string; readonly known: readonly string[] } & Meant>(
    ({ name, known, meant }) =>
      `There is no setting \`${shorten(name)}\`: ${suggest(meant) ?? thereAre(known)}`,
  ),
  'missing-setting': error<{ readonly name: string; readonly expected: string }>(
    ({ name, expected }) => `The setting \`${name}\` is missing: give it ${expected}.`,
  ),
  'wrong-setting-type': error<{ readonly name: string; readonly expected: string; readonly found: string }>(
    ({ name, expected, found }) => `\`${name}\` must be ${expected}, not ${found}.`,
  ),
  'invalid-webhook-id': error(
    () => 'An `id` has 1 to 64 letters from a to z, digits, hyphens or underscores, such as `team-chat`.',
  ),
  'unknown-channel': error<{ readonly found: string }>(
    ({ found }) =>
      `There is no channel \`${shorten(found)}\` here: the channel of a webhook is \`Webhooks\`.`,
  ),
  'unknown-event': error<{ readonly name: string; readonly known: readonly string[] } & Meant>(
    ({ name, known, meant }) =>
      `There is no event \`${shorten(name)}\`: ${suggest(meant) ?? thereAre(known)}`,
  ),
  'no-event-enabled': error<{ readonly known: readonly string[] }>(
    ({ known }) =>
      `No event is switched on, so nothing would ever be sent: set one of ${list(known)} to true.`,
  ),
  'unknown-method': error<{ readonly found: string } & Meant>(
    ({ found, meant }) =>
      `A webhook cannot be sent by \`${shorten(found)}\`: ${
        suggest(meant) ?? 'its method is `GET` or `POST`, in capitals.'
      }`,
  ),
  'empty-url': error(
    () => 'There is no URL: write the address to call, beginning with `https://` or `http://`.',
  ),
  'post-setting-on-get': error<{ readonly name: string }>(
    ({ name }) =>
      `A GET has no \`${name}\` of its own: remove it and write what the receiver needs into the URL, or set \`method\` to \`POST\`.`,
  ),
  'too-many-headers': error<{ readonly most: number }>(
    ({ most }) => `There are more than ${most} headers: receivers refuse so many, remove some.`,
  ),
  'invalid-header-name': error<{ readonly found: string }>(
    ({ found }) =>
      `A header name is one word of letters, digits, hyphens and a few other signs, without blank or colon: found ${found}.`,
  ),
  'reserved-header': error<{ readonly name: string; readonly why: string }>(
    ({ name, why }) => `The header \`${name}\` cannot be set, ${why}: remove it.`,
  ),
  'content-type-header': error(
    () =>
      'The content type has a setting of its own, by which the payload is checked: remove this header and set `contentType`.',
  ),
  'repeated-header': error<{ readonly name: string; readonly first: string }>(
    ({ name, first }) =>
      `The header \`${name}\` is set already, by \`${first}\` before it: keep one, with both values in it separated by \`, \`.`,
  ),
  'invalid-media-type': error(
    () =>
      'This is no content type: expected a type, `/` and a subtype, such as `application/json`, and perhaps parameters such as `; charset=utf-8`.',
  ),
  'charset-not-utf-8': warning<{ readonly charset: string }>(
    ({ charset }) => `The payload is sent as UTF-8, not as \`${shorten(charset)}\`: write \`utf-8\`.`,
  ),
  'json-as-text': warning<{ readonly contentType: string }>(
    ({ contentType }) =>
      `The payload looks like JSON, but as \`${shorten(contentType)}\` nothing is checked or escaped in it: write \`application/json\`.`,
  ),
  'unknown-property': error<{ readonly name: string; readonly known: readonly string[] } & Meant>(
    ({ name, known, meant }) =>
      `There is no property \`${shorten(name)}\`: ${suggest(meant) ?? thereAre(known)}`,
  ),
  'not-true-or-false': error<{ readonly name: string }>(
    ({ name }) => `\`${name}\` switches an event on or off: write \`true\` or \`false\`.`,
  ),
};

export interface Meant {
  readonly meant?: string | undefined;
}

function suggest(meant: string | undefined): string | undefined {
  return meant === undefined ? undefined : `did you mean \`${meant}\`?`;
}

/** What people wrote is shown, but not a page of it. */
function shorten(text: string): string {
  return text.length > 60 ? `${[...text.slice(0, 60)].slice(0, -1).join('')}…` : text;
}
