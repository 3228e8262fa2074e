import { error } from './entry.ts';
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
      `\`${name}\` is not a boolean variable (true or false), which a condition needs; ${youCanUse(known)}`,
  ),
  'unknown-option': error<{ name: string }>(
    ({ name }) =>
      `There is no option \`${name}\`; the options are \`format\`, \`null\` and, for a date, \`timezone\`.`,
  ),
  'repeated-option': error<{ name: string }>(
    ({ name }) => `The option \`${name}\` is given twice; keep one of them.`,
  ),
  'timezone-without-date': error<{ name: string }>(
    ({ name }) => `Only a date can have a \`timezone\`, and \`${name}\` is not a date; remove the option.`,
  ),
  'unknown-format': error<{ format: string; known: readonly string[] }>(
    ({ format, known }) => `There is no text format \`${format}\`; ${youCanUse(known)}`,
  ),
  'no-loops': error<{ tag: string }>(
    ({ tag }) =>
      `A template cannot repeat a part for each item of a list, so there is no \`${excerpt(tag)}\`; name each value that you need.`,
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
