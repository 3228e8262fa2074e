import { error, warning } from './entry.ts';
import { excerpt, quote } from './excerpt.ts';

/** Notations that people write instead of a comparison of a variable with a text or number. */
const comparisonMistakes = {
  chain: 'join two comparisons with `&&`',
  truth: 'a variable that is true or false is asked by its name alone, or with `!` before it',
  shared: 'write a whole comparison on both sides of `||` or `&&`',
  order: 'write the variable first, then what it is compared with',
  variables:
    'a variable is compared with a text in double quotes or with a number, not with another variable',
  missing:
    'a missing text equals `""`, and of anything else that may be missing the name alone asks whether there is a value, or with `!` before it whether there is none',
  not: 'put the comparison in parentheses after `!`',
  operator: 'write `==`, `!=`, `<`, `<=`, `>` or `>=`',
  number: 'a number has digits and, before its decimals, a point, as in `1000` or `0.5`',
  text: 'only numbers are smaller or larger than others',
};

/** Mistakes in a tag, a comment, a condition or an option. */
export const grammarCodes = {
  'template-too-long': error<{ length: number; limit: number }>(
    ({ length, limit }) =>
      `The template is ${length} characters long; shorten it to ${limit} characters or fewer.`,
  ),
  'template-too-deep': error<{ limit: number }>(
    ({ limit }) =>
      `Conditions or lists are nested more than ${limit} deep here; put fewer \`$if(…)$\`, \`$for(…)$\`, \`!\` or \`(\` inside one another.`,
  ),
  'too-many-mistakes': error<{ most: number }>(
    ({ most }) =>
      `There are more than ${most} mistakes up to here, so the rest was not read; mend those first, or write \`\\$\` for each dollar sign in the output.`,
  ),
  'stray-dollar': error(
    () =>
      'This `$` does not begin a tag; write `$name$` for a value, or `\\$` for a dollar sign in the output.',
  ),
  'empty-tag': error(
    () => 'There is no name between these two `$`; write one, or `\\$` for a dollar sign in the output.',
  ),
  'unclosed-tag': error<{ tag: string }>(
    ({ tag }) =>
      `${quote(tag)} is never closed; add \`$\` at its end, or write \`\\$\` for a dollar sign in the output.`,
  ),
  'unclosed-comment': error(() => 'This comment is never closed; add `!$` at its end.'),
  'unclosed-if': error(() => 'This `$if(…)$` is never closed; add `$endif$` where it should end.'),
  'stray-else': error(
    () => 'This `$else$` has no matching `$if(…)$` or `$for(…)$`; remove it, or add one before it.',
  ),
  'stray-elseif': error(
    () => 'This `$elseif(…)$` has no matching `$if(…)$`; remove it, or write `$if(…)$` instead.',
  ),
  'stray-endif': error(
    () => 'This `$endif$` has no matching `$if(…)$`; remove it, or add an `$if(…)$` before it.',
  ),
  'second-else': error<{ list?: boolean }>(
    ({ list }) =>
      `There is already an \`$else$\`; keep one of them${list ? '' : ', or change the first to `$elseif(…)$`'}.`,
  ),
  'elseif-after-else': error(
    () => 'This `$elseif(…)$` comes after the `$else$` of its `$if(…)$`; move it before the `$else$`.',
  ),
  'unclosed-for': error(() => 'This `$for(…)$` is never closed: add `$endfor$` where it should end.'),
  'stray-sep': error(
    () =>
      'This `$sep$` stands in no `$for(…)$`, or in a tag inside it: put it right into the `$for(…)$`, or remove it.',
  ),
  'stray-endfor': error(
    () => 'This `$endfor$` has no matching `$for(…)$`: remove it, or add a `$for(…)$` before it.',
  ),
  'second-sep': error(() => 'This `$for(…)$` already has a `$sep$`: keep one of them.'),
  'sep-after-else': error(
    () => 'This `$sep$` comes after the `$else$` of its `$for(…)$`: move it before the `$else$`.',
  ),
  'invalid-list': error<{ found: string }>(
    ({ found }) =>
      `${found === '' ? 'Nothing stands' : `${quote(found)} does not work`} in \`$for(…)$\`: write a name for an item, \`in\` and a list, as in \`$for(alert in alerts)$\` or \`$for(alert in alerts if alert.firing)$\`.`,
  ),
  'misspelt-keyword': error<{ found: string; meant: string }>(({ found, meant }) =>
    /^\$end(?:if|for)\$$/.test(found)
      ? `${quote(found)} does not end what is open here: write ${quote(meant)}.`
      : `${quote(found)} is not a keyword; write ${quote(meant)}.`,
  ),
  'reserved-name': error<{ name: string }>(
    ({ name }) =>
      `${quote(name)} is a keyword, so it cannot be the name of a variable; write ${
        /if|else/.test(name)
          ? 'conditions like `$if(isError)$…$else$…$endif$`'
          : 'lists like `$for(alert in alerts)$…$sep$…$endfor$`'
      }.`,
  ),
  'missing-parenthesis': error<{ which: '(' | ')' | '( )' }>(
    ({ which }) =>
      `The tag is missing \`${which}\`; write it like \`$if(isError)$\` or \`$for(alert in alerts)$\`.`,
  ),
  'extra-parenthesis': error(
    () => 'This `)` has no matching `(`; remove it, or add `(` where it should begin.',
  ),
  'empty-condition': error(
    () =>
      'The condition is empty; write a variable that is true or false in parentheses, as in `$if(isError)$`.',
  ),
  'invalid-condition': error<{ found: string; mistake?: keyof typeof comparisonMistakes }>(
    ({ found, mistake }) =>
      `${quote(found)} does not work in a condition; ${
        mistake
          ? comparisonMistakes[mistake]
          : 'use variables that are true or false, comparisons such as `errorCount > 0`, `!` (not), `&&` (and), `||` (or) and parentheses'
      }.`,
  ),
  'number-too-large': error<{ number: string }>(
    ({ number }) => `No number is as large as ${quote(number)}: compare with a smaller one.`,
  ),
  'wrong-separator': error<{ expected: ';' | ','; found: string }>(({ expected, found }) =>
    expected === ';'
      ? `Write \`;\` before the first option, not ${found}.`
      : `Write \`,\` between options, not ${found}.`,
  ),
  'missing-option': error<{ after: string }>(
    ({ after }) =>
      `An option is missing after \`${after}\`; write one, such as \`null="n/a"\`, or remove the \`${after}\`.`,
  ),
  'missing-equals': error<{ name: string }>(
    ({ name }) => `The option ${quote(name)} needs \`=\` and a value in double quotes.`,
  ),
  'missing-quotes': error<{ value: string }>(
    ({ value }) => `The value of an option must be in double quotes: write \`"${excerpt(value)}"\`.`,
  ),
  'single-quotes': error<{ value: string }>(
    ({ value }) =>
      `Text in a tag must be in double quotes, not single quotes: write \`"${excerpt(value)}"\`.`,
  ),
  'escaped-quotes': error<{ value: string }>(
    ({ value }) =>
      `Quotes inside a tag are not escaped, not even when the template is JSON: write \`"${excerpt(value)}"\`.`,
  ),
  'typographic-quotes': warning<{ value: string }>(
    ({ value }) =>
      `These are typographic quotes; they work here, but plain ones are safer: write \`"${excerpt(value)}"\`.`,
  ),
  'unclosed-quotes': error<{ value: string }>(
    ({ value }) => `The value ${quote(value)} has no closing quote; add \`"\` where it ends.`,
  ),
  'unexpected-in-tag': error<{ found: string; expected: string }>(
    ({ found, expected }) => `${found} does not belong here in a tag; write ${expected}.`,
  ),
};
