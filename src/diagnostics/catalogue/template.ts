import { error, warning } from './entry.ts';
import { excerpt } from './excerpt.ts';
import { list, youCanUse } from './list.ts';

export const templateCodes = {
  'unknown-variable': error<{ name: string; known: readonly string[] }>(
    ({ name, known }) => `There is no variable \`${name}\`; ${youCanUse(known)}`,
  ),
  'incomplete-name': error<{ name: string; known: readonly string[] }>(
    ({ name, known }) => `\`${name}\` is a group of variables; choose one of them: ${list(known)}.`,
  ),
  'not-a-boolean': error<{ name: string; known: readonly string[] }>(
    ({ name, known }) =>
      `A condition needs a variable that is true or false, which \`${name}\` is not; ${youCanUse(known)}`,
  ),
  'not-comparable': error<{ name: string; known: readonly string[] }>(
    ({ name, known }) =>
      `\`${name}\` is neither a text nor a number, so it cannot be compared; ${youCanUse(known)}`,
  ),
  'wrong-constant': error<{ name: string; needed: 'text' | 'number' }>(({ name, needed }) =>
    needed === 'text'
      ? `\`${name}\` is a text; compare it with a text in double quotes, using \`==\` or \`!=\`.`
      : `\`${name}\` is a number; compare it with a number, without quotes.`,
  ),
  'unknown-constant': error<{ name: string; value: string; known: readonly string[] }>(
    ({ name, value, known }) => `\`${name}\` is never \`${excerpt(value)}\`; ${youCanUse(known)}`,
  ),
  'list-as-value': error<{ name: string }>(
    ({ name }) =>
      `\`${name}\` is a list; write something for each of its items, as in \`$for(item in ${name})$…$sep$, $endfor$\`.`,
  ),
  'unknown-list': error<{ name: string; known: readonly string[] }>(
    ({ name, known }) => `There is no list \`${name}\`; ${youCanUse(known)}`,
  ),
  'not-a-list': error<{ name: string; known: readonly string[] }>(
    ({ name, known }) => `\`${name}\` is not a list; ${youCanUse(known)}`,
  ),
  'hidden-name': error<{ name: string }>(
    ({ name }) => `\`${name}\` is already the name of something else; give the item another name.`,
  ),
  'list-unbalanced': error<{ found: string }>(
    ({ found }) =>
      `What is written for each item ${found}; write as many opening brackets as closing ones between \`$for(…)$\` and \`$sep$\` or \`$endfor$\`.`,
  ),
  'unknown-option': error<{ name: string }>(
    ({ name }) =>
      `There is no option \`${name}\`; the options are \`format\`, \`null\`, \`default\`, for a text \`max\`, and for a date \`timezone\`.`,
  ),
  'repeated-option': error<{ name: string }>(
    ({ name }) => `The option \`${name}\` is given twice; keep one of them.`,
  ),
  'timezone-without-date': error<{ name: string }>(
    ({ name }) => `Only a date can have a \`timezone\`, and \`${name}\` is not a date; remove the option.`,
  ),
  'max-without-text': error<{ name: string }>(
    ({ name }) => `Only a text can have a \`max\`, and \`${name}\` is not a text; remove the option.`,
  ),
  'invalid-max': error<{ value: string }>(
    ({ value }) =>
      `\`max\` says how many characters a text may have, such as \`100\`, which \`${excerpt(value)}\` does not; write a whole number from 1.`,
  ),
  'unknown-format': error<{ format: string; known: readonly string[] }>(
    ({ format, known }) => `There is no format \`${format}\`; ${youCanUse(known)}`,
  ),
  'foreign-placeholder': warning<{ written: string; meant: string }>(
    ({ written, meant }) =>
      `\`${excerpt(written)}\` is a placeholder of another language and is sent as it stands: write \`${excerpt(meant)}\`.`,
  ),
  'double-encoding': warning<{ format: string }>(
    ({ format }) =>
      `Values are encoded for this place anyway, and with \`${format}\` they are encoded twice: remove the option.`,
  ),
  'closed-in-one-branch': error<{ found: string }>(
    ({ found }) =>
      `\`${found}\` is written in one branch of a conditional alone: write it after \`$endif$\`, in every branch, or in none.`,
  ),
  'two-places': error<{ first: string; second: string }>(
    ({ first, second }) =>
      `This value ends up in two different places, ${first} and ${second}; write it once in each branch instead.`,
  ),
  'too-many-paths': error<{ most: number | undefined }>(
    ({ most }) =>
      `Up to here, the conditions ${
        most === undefined
          ? 'depend on one another in too many ways to check; simplify them, or'
          : `can leave the output in too many different states to check (more than ${most});`
      } close what each of them opens before the next one begins.`,
  ),
};
