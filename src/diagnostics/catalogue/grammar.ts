import { error, warning } from './entry.ts';

export const grammarCodes = {
  'template-too-long': error<{ length: number; limit: number }>(
    ({ length, limit }) =>
      `The template is ${length} characters long, and ${limit} is the limit; it was not read any further.`,
  ),
  'template-too-deep': error<{ limit: number }>(
    ({ limit }) => `Conditions are nested deeper than ${limit} here; the template was not read any further.`,
  ),
  'stray-dollar': error(
    () => 'This `$` opens no tag; a dollar sign that should stand in the output is written `\\$`.',
  ),
  'empty-tag': error(
    () =>
      'There is no name between these two dollars; a dollar sign that should stand in the output is written `\\$`.',
  ),
  'unclosed-tag': error<{ tag: string }>(({ tag }) => `\`${tag}\` is never closed; a tag ends with \`$\`.`),
  'unclosed-comment': error(() => 'This comment is never closed; a comment ends with `!$`.'),
  'unclosed-if': error(() => 'This `$if(…)$` is never closed; it ends with `$endif$`.'),
  'stray-else': error(() => 'This `$else$` belongs to no `$if(…)$`.'),
  'stray-elseif': error(() => 'This `$elseif(…)$` belongs to no `$if(…)$`.'),
  'stray-endif': error(() => 'This `$endif$` closes no `$if(…)$`.'),
  'second-else': error(() => 'This `$if(…)$` has an `$else$` already; it can have only one.'),
  'elseif-after-else': error(() => 'This `$elseif(…)$` stands behind the `$else$`, which must come last.'),
  'misspelt-keyword': error<{ found: string; meant: string }>(
    ({ found, meant }) => `\`${found}\` is written \`${meant}\`.`,
  ),
  'reserved-name': error<{ name: string }>(({ name }) => `\`${name}\` is a keyword and names no variable.`),
  'missing-parenthesis': error<{ which: '(' | ')' | '( )' }>(
    ({ which }) => `The condition lacks \`${which}\`; it is written \`$if(isError)$\`.`,
  ),
  'extra-parenthesis': error(() => 'This `)` closes nothing.'),
  'empty-condition': error(() => 'There is no condition between the parentheses; name a boolean variable.'),
  'invalid-condition': error<{ found: string }>(
    ({ found }) =>
      `\`${found}\` cannot stand in a condition, which joins boolean variables with \`!\`, \`&&\`, \`||\` and parentheses.`,
  ),
  'wrong-separator': error<{ expected: ';' | ','; found: string }>(({ expected, found }) =>
    expected === ';'
      ? `The first option comes after \`;\`, not ${found}.`
      : `Options are separated by \`,\`, not ${found}.`,
  ),
  'missing-option': error<{ after: string }>(
    ({ after }) => `An option is missing after \`${after}\`; one is written \`name="value"\`.`,
  ),
  'missing-equals': error<{ name: string }>(
    ({ name }) => `The option \`${name}\` needs \`=\` and a value in double quotes.`,
  ),
  'missing-quotes': error<{ value: string }>(
    ({ value }) => `An option's value stands in double quotes: \`"${value}"\`.`,
  ),
  'single-quotes': error<{ value: string }>(
    ({ value }) => `An option's value stands in double quotes, not single ones: \`"${value}"\`.`,
  ),
  'escaped-quotes': error<{ value: string }>(
    ({ value }) =>
      `Quotes inside a tag are not escaped, not even when the template is JSON: write \`"${value}"\`.`,
  ),
  'typographic-quotes': warning<{ value: string }>(
    ({ value }) => `These are typographic quotes; plain ones are safer: \`"${value}"\`.`,
  ),
  'unclosed-quotes': error<{ value: string }>(
    ({ value }) => `The quote of this value is never closed: \`"${value}"\`.`,
  ),
  'unexpected-in-tag': error<{ found: string; expected: string }>(
    ({ found, expected }) => `${found} cannot stand here in a tag; expected was ${expected}.`,
  ),
};
