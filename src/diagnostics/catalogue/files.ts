import { error, warning } from './entry.ts';
import { quote } from './excerpt.ts';

/** Mistakes that keep a file from being read as a configuration. */
export const fileCodes = {
  'file-not-utf-8': error<{ readonly byte: number; readonly isUtf16: boolean }>(({ byte, isUtf16 }) =>
    isUtf16
      ? 'The file is UTF-16: save it as UTF-8.'
      : `The file is not UTF-8, because of the byte ${byte.toString(16).toUpperCase().padStart(2, '0')} here: save it as UTF-8.`,
  ),
  'file-unreadable': error<{ readonly reason: string }>(
    ({ reason }) => `The file cannot be read${reason}: nothing in it was checked.`,
  ),
  'nearly-webhook': warning<{
    readonly misspelt: readonly { readonly key: string; readonly name: string }[];
  }>(
    ({ misspelt }) =>
      `This may be a webhook, but was not checked as one: there is no setting ${misspelt.map(({ key }) => quote(key)).join(', ')}; did you mean ${misspelt.map(({ name }) => quote(name)).join(', ')}?`,
  ),
  'no-webhook': error(
    () =>
      'There is no webhook in this file: no key begins with `notification.webhook.`, as in `notification.webhook.url`.',
  ),
  'config-unusable': error<{ readonly reason: string }>(
    ({ reason }) => `This configuration cannot be used, so nothing that it is for was checked: ${reason}`,
  ),
  'file-syntax': error<{ readonly format: string; readonly what: string }>(
    ({ format, what }) => `This is not ${format}: ${what}`,
  ),
  'repeated-key': error<{ readonly name: string }>(
    ({ name }) => `The key ${quote(name)} stands here a second time: remove one of the two.`,
  ),
  'unknown-tag': warning<{ readonly tag: string }>(
    ({ tag }) =>
      `The tag ${quote(tag)} is not applied here, so the value after it is read as it is written: remove the tag, and write the value that is meant.`,
  ),
};
