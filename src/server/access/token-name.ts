import * as v from 'valibot';
import { isWellFormed } from '../routes/page.ts';

/** What nobody sees, or sees as a blank: names that differ in it look the same. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const everyUnseen = new RegExp(unseen, 'gu');

/** The same for patterns without the flag `u`, as in JSON Schema: of what is beyond U+FFFF, it lets all through. */
const visible =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: some ranges end with combining characters.
  /^[ -~\xa0-\xac\xae-\u034e\u0350-\u05ff\u0606-\u061b\u061d-\u06dc\u06de-\u070e\u0710-\u088f\u0892-\u08e1\u08e3-\u115e\u1161-\u17b3\u17b6-\u180a\u1810-\u200a\u2010-\u2027\u202f-\u205f\u2070-\u27ff\u2801-\u3163\u3165-\ufdff\ufe10-\ufefe\uff00-\uff9f\uffa1-\uffef\ufffc-\uffff]{1,100}$/;

/** What a token may be called; blanks around it are left out. */
export const tokenNameSchema = v.pipe(
  v.string(),
  v.regex(visible),
  v.check(name => !visible.test(name) || (isWellFormed(name) && !unseen.test(name) && name.trim() !== '')),
  v.description('Without control and invisible characters; blanks around it are left out.'),
  v.transform(name => name.trim()),
);

/** The same for names that differ in case alone, in how their letters are composed, or in their blanks. */
export function foldName(name: string): string {
  return name.normalize('NFKC').replace(everyUnseen, '').replace(/\s+/gu, ' ').trim().toLowerCase();
}
