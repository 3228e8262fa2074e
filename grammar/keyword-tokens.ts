import { createToken, type TokenType } from 'chevrotain';

/* The tags of conditionals and lists: each opener is one token. */

/** What names look like, as the source of a regular expression: in templates, in schemas and in editors. */
export const nameSyntax = '[A-Za-z_][A-Za-z0-9_]*';
export const path = `${nameSyntax}(?:[./]${nameSyntax})*`;

// Conditionals
export const If = createToken({ name: 'If', label: '$if(', pattern: /\$\s*if\s*\(/, push_mode: 'tag' });
export const MisspeltIf = createToken({
  name: 'MisspeltIf',
  pattern: /\$\s*[iI][fF]\s*\(/,
  categories: If,
  push_mode: 'tag',
});
export const ElseIf = createToken({
  name: 'ElseIf',
  label: '$elseif(',
  pattern: /\$\s*elseif\s*\(/,
  push_mode: 'tag',
});
export const MisspeltElseIf = createToken({
  name: 'MisspeltElseIf',
  pattern: /\$\s*(?:[eE][lL][sS][eE]\s*[iI]|[eE][lL][sS]?[iI])[fF]\s*\(/,
  categories: ElseIf,
  push_mode: 'tag',
});
/** What may follow where a condition is not in parentheses: the characters of one, up to the end of the tag. */
const comparison = String.raw`[=!<>]=?\s*(?:"[^"$]*"|-?\d[\d.]*)`;
const bareCondition = String.raw`\b(?=(?:[\s./!()]|&&|\|\||${comparison}|\b(?!\d)\w+\b)*\$)`;
export const BareIf = createToken({
  name: 'BareIf',
  pattern: new RegExp(String.raw`\$\s*if${bareCondition}`),
  categories: If,
  push_mode: 'tag',
});
export const BareElseIf = createToken({
  name: 'BareElseIf',
  pattern: new RegExp(String.raw`\$\s*else(?:if${bareCondition}|\s+if\b(?=\s*(?:${path}\s*)?\$))`),
  categories: ElseIf,
  push_mode: 'tag',
});
export const Else = createToken({ name: 'Else', label: '$else$', pattern: /\$\s*else\s*\$/ });
export const EndIf = createToken({ name: 'EndIf', label: '$endif$', pattern: /\$\s*endif\s*\$/ });
/** `$end if$` and the like, which nothing else can mean. */
export const MisspeltEndIf = createToken({
  name: 'MisspeltEndIf',
  pattern: /\$\s*(?:[eE][nN][dD](?:\s+|-)[iI][fF]|\/\s*[iI][fF])\s*\$/,
  categories: EndIf,
});
/** These names are reserved, so that no dollar is needed to know that the tag ends here. */
export const UnclosedElse = createToken({
  name: 'UnclosedElse',
  pattern: /\$else\b(?!\s*[$;(./=])/,
  categories: Else,
});
export const UnclosedEndIf = createToken({
  name: 'UnclosedEndIf',
  pattern: /\$endif\b(?!\s*[$;(./=])/,
  categories: EndIf,
});

// Lists
export const For = createToken({ name: 'For', label: '$for(', pattern: /\$\s*for\s*\(/, push_mode: 'tag' });
export const MisspeltFor = createToken({
  name: 'MisspeltFor',
  pattern: /\$\s*[fF][oO][rR](?:\s*[eE][aA][cC][hH])?\s*\(/,
  categories: For,
  push_mode: 'tag',
});
export const BareFor = createToken({
  name: 'BareFor',
  pattern: new RegExp(String.raw`\$\s*for\b(?=\s+${nameSyntax}\s+in\s[^$]*\$)`),
  categories: For,
  push_mode: 'tag',
});
export const Sep = createToken({ name: 'Sep', label: '$sep$', pattern: /\$\s*sep\s*\$/ });
export const UnclosedSep = createToken({
  name: 'UnclosedSep',
  pattern: /\$sep\b(?!\s*[$;(./=])/,
  categories: Sep,
});
export const EndFor = createToken({ name: 'EndFor', label: '$endfor$', pattern: /\$\s*endfor\s*\$/ });
export const MisspeltEndFor = createToken({
  name: 'MisspeltEndFor',
  pattern:
    /\$\s*(?:[eE][nN][dD](?:\s+|-)[fF][oO][rR]|[eE][nN][dD][fF][oO][rR][eE][aA][cC][hH]|\/\s*[fF][oO][rR])\s*\$/,
  categories: EndFor,
});
export const UnclosedEndFor = createToken({
  name: 'UnclosedEndFor',
  pattern: /\$endfor\b(?!\s*[$;(./=])/,
  categories: EndFor,
});

/** What StringTemplate writes for an item, with braces that pair up, one in another. */
const applied = String.raw`(?:[^{}\\]|\\[^]|\{[^{}]*\})*`;
/** Its `$items:{item | …}; separator=", "$`: the list, the item, what is written for it and what between two. */
export const appliedTemplate = new RegExp(
  String.raw`\$(${path})\s*:\s*(?:\{\s*(${nameSyntax})\s*\|\s?(${applied})\}|${nameSyntax}\(\s*\))` +
    String.raw`\s*(?:;\s*separator\s*=\s*"([^"]*)"\s*)?\$`,
);

export const keywords: readonly TokenType[] = [
  If,
  ElseIf,
  Else,
  EndIf,
  For,
  Sep,
  EndFor,
  MisspeltIf,
  MisspeltElseIf,
  MisspeltEndIf,
  MisspeltFor,
  MisspeltEndFor,
  BareIf,
  BareElseIf,
  BareFor,
  UnclosedElse,
  UnclosedEndIf,
  UnclosedSep,
  UnclosedEndFor,
];

/** A regular expression of what any of these tokens matches. */
export function sourceOf(...types: readonly TokenType[]): string {
  return types
    .map(({ name, PATTERN }) => {
      if (PATTERN instanceof RegExp) return PATTERN.source;
      throw new Error(`${name} is not read by a regular expression.`);
    })
    .join('|');
}
