import { error, warning } from './entry.ts';
import { excerpt } from './excerpt.ts';

/** What a tag, a comment, a condition or an option can have wrong with it. */
export const grammarCodes = {
  'template-too-long': error<{ length: number; limit: number }>(
    ({ length, limit }) => `The template is ${length} characters long; shorten it to ${limit} or fewer.`,
  ),
  'template-too-deep': error<{ limit: number }>(
    ({ limit }) =>
      `Conditions are nested more than ${limit} deep here; put fewer of them, or of their \`!\` and \`(\`, inside one another.`,
  ),
  'stray-dollar': error(
    () => 'This `$` opens no tag; write `$name$` for a value, or `\\$` for a dollar sign in the output.',
  ),
  'empty-tag': error(
    () => 'No name stands between these two `$`; write one, or `\\$` for a dollar sign in the output.',
  ),
  'unclosed-tag': error<{ tag: string }>(
    ({ tag }) =>
      `\`${excerpt(tag)}\` is never closed; put \`$\` at its end, or write \`\\$\` for a dollar sign in the output.`,
  ),
  'unclosed-comment': error(() => 'This comment is never closed; put `!$` at its end.'),
  'unclosed-if': error(() => 'This `$if(…)$` is never closed; put `$endif$` where it should end.'),
  'stray-else': error(
    () => 'This `$else$` belongs to no `$if(…)$`; remove it, or put an `$if(…)$` before it.',
  ),
  'stray-elseif': error(
    () => 'This `$elseif(…)$` belongs to no `$if(…)$`; remove it, or write `$if(…)$` instead.',
  ),
  'stray-endif': error(() => 'This `$endif$` closes no `$if(…)$`; remove it, or put an `$if(…)$` before it.'),
  'second-else': error(
    () => 'This `$if(…)$` has an `$else$` already; keep one, or write `$elseif(…)$` for the first.',
  ),
  'elseif-after-else': error(
    () => 'This `$elseif(…)$` comes after the `$else$` of its `$if(…)$`; move it before the `$else$`.',
  ),
  'misspelt-keyword': error<{ found: string; meant: string }>(
    ({ found, meant }) => `\`${excerpt(found)}\` is no keyword; write \`${meant}\`.`,
  ),
  'reserved-name': error<{ name: string }>(
    ({ name }) =>
      `\`${name}\` is a keyword and cannot name a variable; keywords are used as in \`$if(isError)$…$else$…$endif$\`.`,
  ),
  'missing-parenthesis': error<{ which: '(' | ')' | '( )' }>(
    ({ which }) => `The condition lacks \`${which}\`; it is written \`$if(isError)$\`.`,
  ),
  'extra-parenthesis': error(
    () => 'This `)` closes nothing; remove it, or put `(` before what it should close.',
  ),
  'empty-condition': error(
    () => 'There is no condition between the parentheses; name a boolean variable, as in `$if(isError)$`.',
  ),
  'invalid-condition': error<{ found: string }>(
    ({ found }) =>
      `\`${excerpt(found)}\` cannot stand in a condition, which joins boolean variables with \`!\`, \`&&\`, \`||\` and parentheses.`,
  ),
  'wrong-separator': error<{ expected: ';' | ','; found: string }>(({ expected, found }) =>
    expected === ';'
      ? `The first option comes after \`;\`, not ${found}.`
      : `Options are separated by \`,\`, not ${found}.`,
  ),
  'missing-option': error<{ after: string }>(
    ({ after }) =>
      `An option is missing after \`${after}\`; write one, such as \`null="n/a"\`, or remove the \`${after}\`.`,
  ),
  'missing-equals': error<{ name: string }>(
    ({ name }) => `The option \`${excerpt(name)}\` needs \`=\` and a value in double quotes.`,
  ),
  'missing-quotes': error<{ value: string }>(
    ({ value }) => `The value of an option stands in double quotes: write \`"${excerpt(value)}"\`.`,
  ),
  'single-quotes': error<{ value: string }>(
    ({ value }) =>
      `The value of an option stands in double quotes, not in single ones: write \`"${excerpt(value)}"\`.`,
  ),
  'escaped-quotes': error<{ value: string }>(
    ({ value }) =>
      `Quotes inside a tag are not escaped, not even when the template is JSON: write \`"${excerpt(value)}"\`.`,
  ),
  'typographic-quotes': warning<{ value: string }>(
    ({ value }) =>
      `These quotes are typographic; they work here, but plain ones are safer: write \`"${excerpt(value)}"\`.`,
  ),
  'unclosed-quotes': error<{ value: string }>(
    ({ value }) => `The value \`${excerpt(value)}\` has no closing quote; put \`"\` where it ends.`,
  ),
  'unexpected-in-tag': error<{ found: string; expected: string }>(
    ({ found, expected }) => `${found} cannot stand here in a tag; expected is ${expected}.`,
  ),
};
