import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import { settingAt } from '../config/settings.ts';

/**
 * How sure it is that a value is secret, surest first, which decides who sees it. Levels accumulate: a surface names one,
 * and hides that level and all surer ones.
 *
 * - `declared` is hidden everywhere once it is stored, from its writer as well. Somebody said that it is secret, by the
 *   setting they chose or by a mark. Only a whole value is declared.
 * - `named` is also hidden wherever a configuration leaves the page on which it is edited: in requests that are printed,
 *   in headers of messages, and in the storage of a browser. People who may edit the configuration see it. Its name
 *   says that it grants access.
 * - `guessed` is also hidden in files that are printed, which often end up in the log of a build. It looks like a secret,
 *   or stands where one may have been meant.
 */
export const secretLevels = ['declared', 'named', 'guessed'] as const;
export type SecretLevel = (typeof secretLevels)[number];

/** A value of a configuration, with as much context as any kind of secret needs. */
export interface ConfigPlace {
  /** The path to it: keys of objects, and indices of lists as digits. */
  readonly keys: readonly string[];
  /** Its text, with NUL characters for tags; undefined if it is not text. */
  readonly text: string | undefined;
  /** The header whose value this is. */
  readonly header: { readonly name: string; readonly isMarked: boolean } | undefined;
}

/** A kind of value that is shown only to those who need to know it. */
export interface SecretKind {
  readonly name: string;
  readonly level: SecretLevel;
  /** Finds such secrets at a place: the whole value, or ranges of its text. */
  readonly find: (place: ConfigPlace) => 'whole' | readonly SourceRange[];
  /**
   * A regular expression for names of headers and settings whose values are such secrets. Where a file cannot be read,
   * only these names lead to them.
   */
  readonly names?: string;
  /** Finds such secrets in text whose settings are unknown, where `find` finds too little or too much in it. */
  readonly lookalikes?: Partial<Readonly<Record<UnknownText, readonly RegExp[]>>>;
}

/** Text outside the settings of a file, such as comments, or all of a file that cannot be read. */
export type UnknownText = 'besideSettings' | 'unreadFile';

/** Words in names of headers, parameters and settings whose values grant access. */
const credentialWords = [
  'authori[sz]ation|auth(?:entication)?(?![a-z])|bearer|jwt|session|cookie|signature|secret|token|credential',
  'pass(?:word|wd|phrase|code)|pwd',
  '(?:api|access|account|auth|functions|license|master|private|shared|subscription)[-_]?key',
  // Only as whole names: these letters also occur inside other names.
  '(?<![\\w-])(?:code|key|otp|pass|pin|sid|sig)(?![\\w-])',
].join('|');

/** Words in unknown settings that may have been meant for credentials. */
const credentialHints = /auth|user|pass|secret|token|credential/i;

const credential = new RegExp(credentialWords, 'i');

/** Whether a name says that its value is a credential. */
function isCredentialName(name: string): boolean {
  return credential.test(name);
}

/* Patterns for text of unknown meaning. */

const passwordWords = 'pass(?:word|wd|phrase|code)?|pwd';
const inEscapedQuotes = String.raw`\\+["'][^"'\\\n]*`;
const inQuotes = String.raw`(?:"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?)[^,}\]\r\n]*`;
/** Unquoted JSON values that are followed by more on the same line. */
const bare = String.raw`(?:-?\d[\d.eE+-]*|true|false|null)(?=[ \t]*[,}\]\r\n])|(?=[{[])`;
const restOfLine = String.raw`[^\n]*`;

/** Also matches JSON within a text, a password that is given twice, and one that is a number. */
function passwordSetting(...values: readonly string[]): RegExp {
  const name = String.raw`(?:${passwordWords})\\*["']?`;
  return new RegExp(String.raw`${name}[ \t]*[:=][ \t]*(${values.join('|')})`, 'dgi');
}

const passwordInText = [passwordSetting(inEscapedQuotes, inQuotes, restOfLine)];
/** Credentials before a host, whose slashes JSON may escape. */
const userInText = [/:(?:\\?\/){2}((?:\\[^/]|[^/?#\s"'<>\\])+)@/dg];

/** In an unreadable file, values may stand on the next line, or span several, so more is hidden. */
const value = String.raw`${inEscapedQuotes}|(?:"(?:[^"\\]|\\[^])*"?|'[^']*'?)[^,}\]\r\n]*|[|>][^\n]*\n[^\n]*|[^\n]*`;
const space = String.raw`\s{0,200}`;
const valueKey = String.raw`\\*["']?value\\*["']?`;
const nameKey = String.raw`\\*["']?name\\*["']?`;
/** A bracket opens something with keys of its own, unless a password is expected. */
const noBracket = String.raw`(?!\s{0,200}[{[])`;

function settingInUnread(words: string, before: string): RegExp {
  const name = String.raw`(?:${words})[\w.-]{0,60}\\*["']?(?:${space},?${space}${valueKey})?`;
  return new RegExp(`${name}${space}[:=]${before}${space}(${value})`, 'dgi');
}

/** Names in `name` and values in `value`, in any order. */
function namedInUnread(words: string): readonly RegExp[] {
  return [
    settingInUnread(words, noBracket),
    new RegExp(
      `${valueKey}${space}[:=]${space}("(?:[^"\\\\\\n]|\\\\.)*"|[^,\\n]+),?${space}${nameKey}${space}[:=][^,\\n]{0,60}(?:${words})`,
      'dgi',
    ),
  ];
}

/** Every kind of secret. All code that hides anything reads this list, so new kinds are added only here. */
export const secretKinds: readonly SecretKind[] = [
  {
    name: 'password',
    level: 'declared',
    find: ({ keys }) => whole(isSecretSetting(keys)),
  },
  {
    name: 'signing secret, and those before it',
    level: 'declared',
    find: ({ keys }) => whole(/^(?:signingSecret|formerSecrets\.\d+\.secret)$/.test(keys.join('.'))),
  },
  {
    name: 'marked header',
    level: 'declared',
    find: ({ header }) => whole(header?.isMarked === true),
  },
  {
    name: 'header by its name',
    level: 'named',
    names: credentialWords,
    find: ({ header, text }) => {
      if (!header || !isCredentialName(header.name)) return [];
      return text === undefined
        ? 'whole'
        : nonEmpty({ start: credentialStart(header.name, text), end: text.length });
    },
  },
  {
    name: 'setting by its name',
    level: 'named',
    // `authentication` has a username too, which editors may see.
    find: ({ keys, header, text }) => {
      const [key = ''] = keys.slice(-1);
      const isOurs = settingAt(keys)?.kind === 'group' && text === undefined;
      return whole(!header && !isOurs && !isOfEvent(keys) && isCredentialName(key));
    },
  },
  {
    name: 'user in front of a host',
    level: 'named',
    find: place => urlIn(place, url => userOf(url)),
  },
  {
    name: 'parameter of a URL',
    level: 'named',
    find: place => urlIn(place, parametersOf),
  },
  {
    name: 'password in front of a host, with a slash in it',
    level: 'guessed',
    find: place => urlIn(place, userWithSlash),
  },
  {
    name: 'setting that may be meant for credentials',
    level: 'guessed',
    find: ({ keys }) => whole(!isOfEvent(keys) && keys.some(key => credentialHints.test(key))),
  },
  {
    name: 'header written as one text',
    level: 'guessed',
    find: ({ keys, text = '' }) => {
      const [line = '', name = ''] = /^\s*([^:\s]+)[ \t]*:[ \t]*(?=\S)/.exec(text) ?? [];
      const isHeader = /^headers\.\d+$/.test(keys.join('.')) && isCredentialName(name);
      return isHeader ? [{ start: line.length, end: text.length }] : [];
    },
  },
  {
    name: 'password setting in a text',
    level: 'guessed',
    find: ({ text = '' }) => matchesOf(passwordInText, text),
    lookalikes: {
      besideSettings: [passwordSetting(inQuotes, bare, restOfLine)],
      unreadFile: [settingInUnread(passwordWords, '')],
    },
  },
  {
    name: 'user in front of a host, in a text',
    level: 'guessed',
    find: ({ text = '' }) => matchesOf(userInText, text),
    lookalikes: { unreadFile: [/:(?:\\?\/){2}((?:\\[^/]|[^/?#"<>\\\r\n])+)@/dg] },
  },
];

function whole(isSecret: boolean): 'whole' | readonly SourceRange[] {
  return isSecret ? 'whole' : [];
}

function nonEmpty(range: SourceRange): readonly SourceRange[] {
  return range.start < range.end ? [range] : [];
}

function isSecretSetting(keys: readonly string[]): boolean {
  const setting = settingAt(keys);
  return setting?.kind === 'text' && setting.isSecret === true;
}

/** Names of events are never secret, whatever they say. */
function isOfEvent(keys: readonly string[]): boolean {
  return keys.includes('events');
}

/** The offset of the credential in the value of a header: a scheme, such as `Bearer`, is not secret. */
function credentialStart(header: string, value: string): number {
  const [scheme = ''] = (/^(?:proxy-)?authorization$/i.test(header) && /^[a-z]+ +(?=\S)/i.exec(value)) || [];
  return scheme.length;
}

function urlIn(
  { keys, text, header }: ConfigPlace,
  find: (url: string) => readonly SourceRange[],
): readonly SourceRange[] {
  const isUrl = !header && /(?:^|\.)url$/i.test(keys.at(-1) ?? '');
  return isUrl && text !== undefined ? find(text) : [];
}

/** The scheme and the slashes of a URL. */
const beforeAuthority = /^\s*(?:[a-z\0][a-z\d\0+.-]*:)?[/\\]*/i;

/** User information before a host; a slash in a password ends the search. */
export function userOf(url: string): readonly SourceRange[] {
  const { start, authority } = authorityOf(url);
  const at = authority.lastIndexOf('@');
  return at < 0 ? [] : [{ start, end: start + at }];
}

/** Finds a password that contains an unescaped slash: the text before the slash is then not a port. */
function userWithSlash(url: string): readonly SourceRange[] {
  const { start, authority, rest } = authorityOf(url);
  if (authority.includes('@') || !/:(?![\d\0]*$)/.test(authority)) return [];
  const at = rest.indexOf('@');
  return at < 0 ? [] : [{ start, end: start + at }];
}

function authorityOf(url: string) {
  const [{ length: start } = ''] = beforeAuthority.exec(url) ?? [];
  const rest = url.slice(start);
  const [authority = ''] = /^[^/\\?#]*/.exec(rest) ?? [];
  return { start, authority, rest };
}

const parameter = /(?<=[?&#])([^=&#]*)=[^&#]+/g;

/** Values of parameters whose names say that they are credentials. */
function parametersOf(url: string): readonly SourceRange[] {
  const from = Math.max(0, url.search(/[?#]/));
  return Array.from(url.slice(from).matchAll(parameter), ({ index, 0: { length }, 1: name = '' }) => {
    const start = from + index + name.length + 1;
    return isCredentialName(decode(name)) ? [{ start, end: from + index + length }] : [];
  }).flat();
}

/** Decodes a name, unless its escapes are broken. */
function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Ranges of what any kind of secret finds in text whose settings are unknown. */
export function lookalikesIn(text: string, where: UnknownText): readonly SourceRange[] {
  return secretKinds.flatMap(({ find, names, lookalikes }) => {
    const named = names !== undefined && where === 'unreadFile' ? namedInUnread(names) : [];
    const patterns = lookalikes?.[where];
    return [
      ...matchesOf(named, text),
      ...(patterns ? matchesOf(patterns, text) : rangesOf(find({ keys: [], text, header: undefined }), text)),
    ];
  });
}

function rangesOf(found: 'whole' | readonly SourceRange[], { length }: string): readonly SourceRange[] {
  return found === 'whole' ? [{ start: 0, end: length }] : found;
}

/** The ranges that the first groups of the patterns match. */
function matchesOf(patterns: readonly RegExp[], text: string): readonly SourceRange[] {
  return patterns.flatMap(pattern =>
    Array.from(text.matchAll(pattern), ({ indices }) => {
      const [start, end] = indices?.[1] ?? [0, 0];
      return { start, end };
    }),
  );
}
