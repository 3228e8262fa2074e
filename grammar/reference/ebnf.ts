import { assertNever } from '../../src/diagnostics/assert-never.ts';
import type { Expression, Production, TokenExpression } from './productions.ts';

/** Descriptions in EBNF of tokens that match many texts. */
const meanings: Readonly<Record<string, string>> = {
  Text: '? characters up to the next tag or escaped dollar: of the backslashes right before a "$", an odd number escapes it ?',
  CommentText: '? characters without "!$" ?',
  Name: '? a letter or "_", then letters, digits and "_", all of them ASCII ?',
  Index: '? digits, which name an item in JSON by its index, from 0 ?',
  Quoted: `'"' , ? characters without '"' ? , '"'`,
  Number:
    '? digits, perhaps with "-" before them, and "." or an exponent after them, as in 0, -2.5 and 1e6 ?',
};
const names: Readonly<Record<string, string>> = {
  Text: 'text',
  CommentText: 'comment text',
  Name: 'name',
  Index: 'index',
  Quoted: 'quoted',
  Number: 'number',
};
/** Replaces patterns that are longer than necessary for the sake of speed. */
const shortPatterns: Readonly<Record<string, string>> = {
  Open: '\\$(?=\\s*[A-Za-z_]) where no keyword matches',
};

/** Formats productions as EBNF (ISO/IEC 14977), with the patterns of tokens that have a single form. */
export function formatEbnf(productions: readonly Production[]): string {
  const tokens = new Map(productions.flatMap(({ expression }) => tokensIn(expression)));
  const described = [...tokens.values()].filter(({ isLiteral }) => !isLiteral);
  const literals = [...tokens.values()].filter(({ isLiteral }) => isLiteral);
  const width = Math.max(...literals.map(({ label }) => label.length));
  return [
    '(* Made from the productions of the parser; blanks and line breaks may stand between the tokens of a tag. *)',
    '',
    `template = ${productions[0]?.name} ;`,
    '',
    ...productions.map(({ name, expression }) => `${words(name)} = ${format(expression, 'rule')} ;`),
    '',
    ...described.map(({ name }) => `${names[name] ?? name} = ${meanings[name] ?? '? ?'} ;`),
    '',
    '(* What is read as a token.',
    '',
    ...literals.map(
      ({ name, label, pattern }) => `   ${label.padEnd(width)}   ${shortPatterns[name] ?? pattern}`,
    ),
    '*)',
    '',
  ].join('\n');
}

function format(expression: Expression, within: 'rule' | 'sequence'): string {
  switch (expression.kind) {
    case 'sequence':
      return expression.parts.map(part => format(part, 'sequence')).join(' , ');
    case 'choice': {
      const choices = expression.parts.map(part => format(part, 'sequence')).join(' | ');
      return within === 'sequence' ? `( ${choices} )` : choices;
    }
    case 'optional':
      return `[ ${format(expression.part, 'rule')} ]`;
    case 'repeated':
      return `{ ${format(expression.part, 'rule')} }`;
    case 'separated': {
      const part = format(expression.part, 'sequence');
      return `${part} , { ${format(expression.separator, 'sequence')} , ${part} }`;
    }
    case 'rule':
      return words(expression.name);
    case 'token':
      return expression.isLiteral ? `"${expression.label}"` : (names[expression.name] ?? expression.name);
    default:
      return assertNever(expression);
  }
}

/** In EBNF, names may contain spaces: `tagOption` becomes `tag option`. */
function words(name: string): string {
  return name.replace(/[A-Z]/g, capital => ` ${capital.toLowerCase()}`);
}

function tokensIn(expression: Expression): [label: string, token: TokenExpression][] {
  switch (expression.kind) {
    case 'sequence':
    case 'choice':
      return expression.parts.flatMap(tokensIn);
    case 'optional':
    case 'repeated':
      return tokensIn(expression.part);
    case 'separated':
      return [...tokensIn(expression.separator), ...tokensIn(expression.part)];
    case 'rule':
      return [];
    case 'token':
      return [[expression.name, expression]];
    default:
      return assertNever(expression);
  }
}
