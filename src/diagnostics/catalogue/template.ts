import { error } from './entry.ts';
import { list, thereAre } from './list.ts';

export const templateCodes = {
  'unknown-variable': error<{ name: string; known: readonly string[] }>(
    ({ name, known }) => `There is no variable \`${name}\`; ${thereAre(known)}`,
  ),
  'incomplete-name': error<{ name: string; known: readonly string[] }>(
    ({ name, known }) => `\`${name}\` is a group of variables; name one of them: ${list(known)}.`,
  ),
  'not-a-boolean': error<{ name: string; known: readonly string[] }>(
    ({ name, known }) =>
      `\`${name}\` is no boolean variable, and a condition takes only those: ${list(known)}.`,
  ),
  'unknown-option': error<{ name: string }>(
    ({ name }) =>
      `There is no option \`${name}\`; there are \`format\`, \`null\` and, for a date, \`timezone\`.`,
  ),
  'repeated-option': error<{ name: string }>(({ name }) => `The option \`${name}\` is given twice.`),
  'timezone-without-date': error<{ name: string }>(
    ({ name }) => `\`timezone\` belongs to a date, and \`${name}\` is none.`,
  ),
  'unknown-format': error<{ format: string; known: readonly string[] }>(
    ({ format, known }) => `There is no text format \`${format}\`; ${thereAre(known)}`,
  ),
  'two-places': error<{ first: string; second: string }>(
    ({ first, second }) =>
      `This value lands in two places, ${first} and ${second}; write it once in each branch.`,
  ),
  'too-many-paths': error<{ most: number | undefined }>(
    ({ most }) =>
      `Up to here the conditions ${
        most === undefined
          ? 'depend on each other in too many ways to follow; make them simpler, or'
          : `can leave the output in too many different states to follow (more than ${most});`
      } close what each of them opens before the next one.`,
  ),
};
