import { nameSyntax as name } from '../../../grammar/names.ts';
import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { OutputName } from '../../output/output.ts';
import { meantByValue } from '../resolve/foreign-expressions.ts';

/** A piece in the notation of another language, or nearly in that of this one. */
export interface OtherNotation {
  readonly range: SourceRange;
  /** The same piece in the notation of this language. */
  readonly meant: string;
  readonly isKeyword: boolean;
}

/** Dots only: a slash before a name belongs to a URL or to the end tag of an element. */
const path = String.raw`${name}(?:\.${name}){0,8}`;
const term = String.raw`!{0,2}\s?${path}`;
const condition = String.raw`(${term}(?:\s?(?:&&|\|\|)\s?${term}){0,8})`;
const ifWord = String.raw`(el\w{0,4}?\s?\w{0,2}f|ifnot|iff|if|fi|i|f|unless)`;

/** A tag with the keyword that was meant, and the condition after it. */
function conditional(_: string, word: string, found: string): string {
  if (word === 'unless' || word === 'ifnot') return `$if(!${/^[\w.]+$/.test(found) ? found : `(${found})`})$`;
  return `$${/^el/.test(word) ? 'elseif' : 'if'}(${found})$`;
}

const bareElse = (_: string, found: string): string => `$elseif(${found})$`;
const bare = (_: string, found: string): string => `$if(${found})$`;
const value = (_: string, found: string): string => `$${found}$`;

/**
 * Forms of a single tag among tags of this language; whole conditionals of another language are found among the
 * literals. Where two forms overlap, the one that leaves nothing wrong is right.
 */
const keywords: readonly (readonly [RegExp, (...groups: string[]) => string])[] = [
  [new RegExp(String.raw`\$else\s?if\$${condition}\$`, 'g'), bareElse],
  [
    new RegExp(String.raw`\$${ifWord}\s?[([{]?\$?${condition}\$?[)\]}]?(?:\s?then|:)?\s?\$`, 'g'),
    conditional,
  ],
  [new RegExp(String.raw`\$?${ifWord}[([{]\$?${condition}\$?[)\]}]\$?`, 'g'), conditional],
  [new RegExp(String.raw`${ifWord}\$\(${condition}\)\$`, 'g'), conditional],
  [new RegExp(String.raw`\$\(?${ifWord}\(?${condition}\(?\)?\$?`, 'g'), conditional],
  [new RegExp(String.raw`\{\{#?\s?${ifWord}\s${condition}\s?\}\}`, 'g'), conditional],
  [new RegExp(String.raw`\{%-?\s?${ifWord}\s${condition}\s?-?%\}`, 'g'), conditional],
  [new RegExp(String.raw`<%=?\s?${ifWord}\s?\(?${condition}\)?\s?\{?\s?%>`, 'g'), conditional],
  [new RegExp(String.raw`\$\(${condition}\)\$`, 'g'), bare],
  [/\$else:\s?\$?|\$\$else|else\$\$?|\$:else\$|\{\{\s?else\s?\}\}|\{%\s?else\s?%\}/g, () => '$else$'],
  [
    /\$\$endif|endif\$\$?|\$endif\b|\$(?:end(?:unless|_?if)?|fi)\$|\{\{\/if\}\}|\{%\s?endif\s?%\}|\$\/?if\$|\$\$/g,
    () => '$endif$',
  ],
  [/\$(?:end(?:_?for|each)?|next|done)\$/g, () => '$endfor$'],
];
/** Forms of a value with a dollar; the ones without are found among the literals. */
const values: readonly (readonly [RegExp, (...groups: string[]) => string])[] = [
  [new RegExp(String.raw`\{\$(${path})\$?\}`, 'g'), value],
  [new RegExp(String.raw`\$\{{1,2}\s?(${path})\s?\}{1,2}\$?`, 'g'), value],
  [new RegExp(String.raw`\$\(\s?(${path})\s?\)\$?`, 'g'), value],
  [new RegExp(String.raw`\$\$(${path})\$\$`, 'g'), value],
  [new RegExp(String.raw`\$\$(${path})`, 'g'), value],
  [new RegExp(String.raw`(?<!\w)(${path})\$\$?`, 'g'), value],
];

/** What JavaScript and shells write in `${…}`, and Go, Vue and Blade behind the dollar in `{{ $.… }}`. */
const inDollarBraces = /\$\{([^{}$]{1,200})\}\$?/g;
const afterDollar = /\{\{-?\s*\$(?:(?:root)?\.)?([A-Za-z_][^{}$]{0,200}?)-?\}\}/g;

/** Notations within `reach` characters of a mistake, in the order of the forms. */
export function otherNotations(
  source: string,
  mistake: SourceRange,
  reach: number,
  output: OutputName,
): readonly OtherNotation[] {
  // Whether there is a variable of that name, the trial of the fix tells.
  const scope = {
    output,
    find: (names: readonly string[]) => (/^\w/.test(names[0] ?? '') ? { path: names } : undefined),
  };
  const expression = (written: string, found: string) => meantByValue(found, scope) ?? written;
  const forms = [
    ...keywords,
    [afterDollar, expression] as const,
    ...values,
    [inDollarBraces, expression] as const,
  ];
  const from = Math.max(0, mistake.start - reach);
  const around = source.slice(from, Math.min(mistake.end, mistake.start + reach) + reach);
  return forms.flatMap(([pattern, write], index) =>
    [...around.matchAll(pattern)].flatMap(match => {
      const start = from + match.index;
      const range = { start, end: start + match[0].length };
      const meant = write(...match);
      return meant === match[0] ? [] : [{ range, meant, isKeyword: index < keywords.length }];
    }),
  );
}
