import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import { credentialWords } from '../../http/credential-name.ts';

const passwordWords = 'pass(?:word|wd|phrase|code)?|pwd';
const inEscapedQuotes = String.raw`\\+["'][^"'\\\n]*`;
const inQuotes = String.raw`(?:"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?)[^,}\]\r\n]*`;
/** What JSON has without quotes, of which there is more on the line. */
const bare = String.raw`(?:-?\d[\d.eE+-]*|true|false|null)(?=[ \t]*[,}\]\r\n])|(?=[{[])`;
const restOfLine = String.raw`[^\n]*`;

/** Also as text of JSON in a text, and given twice or as a number. */
function passwordSetting(...values: readonly string[]): RegExp {
  const name = String.raw`(?:${passwordWords})\\*["']?`;
  return new RegExp(String.raw`${name}[ \t]*[:=][ \t]*(${values.join('|')})`, 'dgi');
}

/** Credentials in front of a host, whose slashes JSON may write as escapes. */
const userInformation = /:(?:\\?\/){2}((?:\\[^/]|[^/?#\s"'<>\\])+)@/dg;

const inText = [passwordSetting(inEscapedQuotes, inQuotes, restOfLine), userInformation];
const besideTexts = [passwordSetting(inQuotes, bare, restOfLine), userInformation];

/** In what cannot be read more is hidden than may be secret: values may stand on the line below, or run over several. */
const value = String.raw`${inEscapedQuotes}|(?:"(?:[^"\\]|\\[^])*"?|'[^']*'?)[^,}\]\r\n]*|[|>][^\n]*\n[^\n]*|[^\n]*`;
const space = String.raw`\s{0,200}`;
const valueKey = String.raw`\\*["']?value\\*["']?`;
const nameKey = String.raw`\\*["']?name\\*["']?`;
/** What opens with a bracket has keys of its own, other than where it should be a password. */
const noBracket = String.raw`(?!\s{0,200}[{[])`;
const inUnread = [
  settingInUnread(credentialWords, noBracket),
  settingInUnread(passwordWords, ''),
  new RegExp(
    `${valueKey}${space}[:=]${space}("(?:[^"\\\\\\n]|\\\\.)*"|[^,\\n]+),?${space}${nameKey}${space}[:=][^,\\n]{0,60}(?:${credentialWords})`,
    'dgi',
  ),
  /:(?:\\?\/){2}((?:\\[^/]|[^/?#"<>\\\r\n])+)@/dg,
];

function settingInUnread(words: string, before: string): RegExp {
  const name = String.raw`(?:${words})[\w.-]{0,60}\\*["']?(?:${space},?${space}${valueKey})?`;
  return new RegExp(`${name}${space}[:=]${before}${space}(${value})`, 'dgi');
}

const patterns = { inText, besideTexts, inUnread };

/**
 * What looks like a secret in a text that a file has in it, in what else stands in the file, such as comments, and in a file
 * that cannot be read.
 */
export function looksSecret(text: string, where: keyof typeof patterns): readonly SourceRange[] {
  return patterns[where].flatMap(pattern =>
    Array.from(text.matchAll(pattern), ({ indices }) => {
      const [start, end] = indices?.[1] ?? [0, 0];
      return { start, end };
    }),
  );
}
