import { error, hint, warning } from './entry.ts';
import { excerpt, quote } from './excerpt.ts';
import { list, youCanUse } from './list.ts';

/** Mistakes in the configuration of a webhook, apart from its templates. No message quotes a header's value. */
export const webhookCodes = {
  'not-a-configuration': error<{ readonly found: string }>(
    ({ found }) => `A webhook configuration must be an object with settings such as \`url\`, not ${found}.`,
  ),
  'unreadable-configuration': error(
    () => 'The configuration cannot be read because one of its properties throws an error: pass plain data.',
  ),
  'unknown-setting': error<{ readonly name: string; readonly known: readonly string[] } & Meant>(
    ({ name, known, meant }) => `There is no setting ${quote(name)}: ${suggest(meant) ?? youCanUse(known)}`,
  ),
  'missing-setting': error<{ readonly name: string; readonly expected: string }>(
    ({ name, expected }) => `The setting ${quote(name)} is missing: add ${expected}.`,
  ),
  'wrong-setting-type': error<{ readonly name: string; readonly expected: string; readonly found: string }>(
    ({ name, expected, found }) => `${quote(name)} must be ${expected}, not ${found}.`,
  ),
  'invalid-webhook-id': error(
    () => 'An `id` has 1 to 64 letters from a to z, digits, hyphens or underscores, such as `team-chat`.',
  ),
  'invalid-webhook-name': error(
    () => 'The `name` of a webhook has 1 to 64 characters in one line, without blanks around them.',
  ),
  'unknown-receiver': warning<{ readonly name: string } & Meant>(
    ({ name, meant }) =>
      `No receiver ${quote(name)} is known here, so nobody checks what it accepts: ${suggest(meant) ?? 'name one of the gallery, or define it with `defineReceiver()`.'}`,
  ),
  'receiver-of-url': hint<{ readonly name: string; readonly id: string }>(
    ({ name, id }) =>
      `This looks like ${excerpt(name)}: name it in \`receiver\`, as \`${excerpt(id)}\`, and the payload is checked for what it accepts.`,
  ),
  'other-request': warning<{ readonly name: string; readonly found: string; readonly expected: string }>(
    ({ name, found, expected }) =>
      `${excerpt(name)} wants ${quote(expected)} here, not ${quote(found)}, so nothing is checked of what it accepts.`,
  ),
  'no-receiver-of-messages': error<{ readonly name: string | undefined }>(({ name }) =>
    name === undefined
      ? 'A message needs a receiver that takes one: name it in `receiver`, such as `slack`.'
      : `${excerpt(name)} takes no message of words: write its payload, or name another receiver.`,
  ),
  'beside-message': error<{ readonly name: string }>(
    ({ name }) => `The receiver of a message decides about ${quote(name)}: leave it out.`,
  ),
  'not-in-message': error<{ readonly name: string; readonly part: 'title' | 'to' }>(({ name, part }) =>
    part === 'title'
      ? `Messages of ${excerpt(name)} have no title: write it into the text.`
      : `The URL says who gets messages of ${excerpt(name)}: leave \`to\` out.`,
  ),
  'no-recipient': error<{ readonly label: string; readonly example: string | undefined }>(
    ({ label, example }) =>
      `The ${label.toLowerCase()} is missing: write who gets the message${example === undefined ? '' : `, such as \`${example}\``}.`,
  ),
  'no-words': error<{ readonly events: readonly string[] }>(
    ({ events }) => `Nothing is said about ${list(events)}: write a text for all events, or one for each.`,
  ),
  'unclosed-markup': error<{ readonly name: string; readonly isOpen: boolean }>(({ name, isOpen }) =>
    isOpen
      ? `\`<${name}>\` is never closed here, and the receiver refuses that: write \`</${name}>\` where it ends.`
      : `\`</${name}>\` closes nothing here, and the receiver refuses that: write \`<${name}>\` where it begins.`,
  ),
  'empty-message': error(() => 'The message is empty: write what people should read.'),
  'unknown-channel': error<{ readonly found: string }>(
    ({ found }) => `There is no channel ${quote(found)}: the channel of a webhook is always \`Webhooks\`.`,
  ),
  'unknown-event': error<{ readonly name: string; readonly known: readonly string[] } & Meant>(
    ({ name, known, meant }) => `There is no event ${quote(name)}: ${suggest(meant) ?? youCanUse(known)}`,
  ),
  'no-event-enabled': warning<{ readonly known: readonly string[] }>(
    ({ known }) =>
      `No event is switched on, so nothing will be sent: set at least one of ${list(known)} to true.`,
  ),
  'unknown-method': error<{ readonly found: string; readonly known: readonly string[] } & Meant>(
    ({ found, known, meant }) =>
      `A webhook cannot use the method ${quote(found)}: ${
        suggest(meant) ?? `write one of ${list(known)}, in capitals.`
      }`,
  ),
  'unknown-output': error<{ readonly found: string; readonly known: readonly string[] } & Meant>(
    ({ found, known, meant }) =>
      `A payload cannot be checked as ${quote(found)}: ${suggest(meant) ?? youCanUse(known)}`,
  ),
  'empty-url': error(
    () => 'The URL is empty: write the address to call, beginning with `https://` or `http://`.',
  ),
  'refused-address': warning<{ readonly address: string }>(
    ({ address }) =>
      `${quote(address)} is not a public address, and is called only where that is allowed: write a public one, or allow it with \`allow\`, as in \`allow: ['${excerpt(address)}/${address.includes(':') ? 128 : 32}']\`.`,
  ),
  placeholder: warning<{
    readonly in: 'url' | 'payload' | 'message' | 'secret';
    readonly placeholders: readonly string[];
  }>(({ in: field, placeholders }) => {
    if (field === 'url') return `Put your own address here: this one still has ${list(placeholders)} in it.`;
    if (field === 'payload' || field === 'message')
      return `Put your own value in place of ${list(placeholders)}.`;
    return 'Put your own value here: what stands in capitals only holds its place.';
  }),
  'body-setting-on-get': error<{ readonly name: string }>(
    ({ name }) =>
      `A GET has no body and so no ${quote(name)}: remove it and put what the receiver needs into the URL or a header, or set \`method\` to \`POST\`.`,
  ),
  'invalid-username': error(
    () =>
      'A user name cannot contain a colon, which would end it: everything after a colon belongs in `password`.',
  ),
  'control-in-credentials': error<{ readonly name: 'username' | 'password' }>(
    ({ name }) =>
      `${quote(name)} cannot contain a control character: remove the tab or line break that was perhaps copied with it.`,
  ),
  'repeated-credentials': error<{ readonly other: 'header' | 'url' }>(({ other }) =>
    other === 'header'
      ? 'This header and the setting `authentication` contradict each other: remove one of them.'
      : 'The URL has credentials before the `@`, and so does the setting `authentication`: remove one of them.',
  ),
  'too-many-headers': error<{ readonly most: number }>(
    ({ most }) => `There are more than ${most} headers, which receivers refuse: remove some.`,
  ),
  'invalid-header-name': error<{ readonly found: string }>(
    ({ found }) =>
      `A header name is one word of letters, digits, hyphens and a few other characters, without spaces or colons: found ${found}.`,
  ),
  'tag-outside-template': error<{ readonly setting: 'name' | 'contentType' }>(({ setting }) =>
    setting === 'name'
      ? 'The name of a header is sent as it is written, without values: write the name out and put the tag into `value`.'
      : 'The content type is sent as it is written, without values: write it out, such as `application/json`.',
  ),
  'payload-not-text': error<{ readonly found: string }>(
    ({ found }) =>
      `The payload must be text, not ${found}: write the JSON as text, with quotes around it, so that it can contain tags.`,
  ),
  'reserved-header': error<{ readonly name: string; readonly why: string }>(
    ({ name, why }) => `The header ${quote(name)} cannot be set, ${why}: remove it.`,
  ),
  'content-type-header': error(
    () =>
      'The content type has its own setting, which decides how the payload is checked: remove this header and set `contentType`.',
  ),
  'repeated-header': error<{ readonly name: string; readonly first: string }>(
    ({ name, first }) =>
      `The header ${quote(name)} is already set by ${quote(first)}: keep one of them, with both values separated by \`, \`.`,
  ),
  'invalid-media-type': error(
    () =>
      'This is not a content type: write a type, `/` and a subtype, such as `application/json`, and parameters such as `; charset=utf-8` if needed.',
  ),
  'charset-not-utf-8': warning<{ readonly charset: string }>(
    ({ charset }) => `The payload is sent as UTF-8, not as ${quote(charset)}: write \`utf-8\`.`,
  ),
  'json-as-text': warning<{ readonly contentType: string }>(
    ({ contentType }) =>
      `The payload looks like JSON, but with the content type ${quote(contentType)} nothing in it is checked or escaped: write \`application/json\`.`,
  ),
  'markup-as-text': warning<{ readonly markup: 'XML' | 'HTML'; readonly meant: string }>(
    ({ markup, meant }) =>
      `The payload looks like ${markup}, but without a content type it is sent as plain text and nothing in it is checked or escaped: write ${quote(meant)}.`,
  ),
  'form-as-text': warning(
    () =>
      'The payload looks like the fields of a form, but without a content type it is sent as plain text and nothing in it is checked or escaped: write `application/x-www-form-urlencoded`.',
  ),
  'unknown-media-type': warning<{ readonly contentType: string; readonly meant: string }>(
    ({ contentType, meant }) =>
      `With the content type ${quote(contentType)} nothing in the payload is checked or escaped: did you mean ${quote(meant)}?`,
  ),
  'unchecked-payload': warning<{ readonly contentType: string }>(
    ({ contentType }) =>
      `With the content type ${quote(contentType)} nothing in the payload is checked or escaped: make sure that no value can contain a character with a meaning there.`,
  ),
  'output-not-content-type': warning<{
    readonly output: string;
    readonly contentType: string;
    readonly meant: string;
  }>(
    ({ output, contentType, meant }) =>
      `The payload is checked and escaped as \`${output}\`, but its content type is ${quote(contentType)}: write ${quote(meant)}, or remove \`output\`.`,
  ),
  'html-unescaped': warning(
    () =>
      'This value is written into the HTML as it is, so a `<`, `&` or quote in it would become markup: add `format="xml-encode"`.',
  ),
  'unknown-property': error<{ readonly name: string; readonly known: readonly string[] } & Meant>(
    ({ name, known, meant }) => `There is no property ${quote(name)}: ${suggest(meant) ?? youCanUse(known)}`,
  ),
  'not-true-or-false': error<{ readonly name: string }>(
    ({ name }) => `${quote(name)} switches an event on or off: write \`true\` or \`false\`.`,
  ),
};

export interface Meant {
  readonly meant?: string | undefined;
}

function suggest(meant: string | undefined): string | undefined {
  return meant === undefined ? undefined : `did you mean ${quote(meant)}?`;
}
