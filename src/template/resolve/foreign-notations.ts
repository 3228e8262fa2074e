import type { SourceRange } from '../../diagnostics/diagnostic.ts';

/*
 * The tags of other languages, as people bring them along: their delimiters and keywords. Their expressions are read in
 * `foreign-expressions.ts`.
 */

/** A tag of another language. */
export type ForeignTag = {
  readonly written: string;
  readonly range: SourceRange;
} & (
  | { readonly kind: 'value'; readonly expression: string }
  | { readonly kind: 'comment'; readonly text: string }
  /** A conditional or the like, which a later tag ends. */
  | {
      readonly kind: 'block';
      readonly block: ForeignBlock;
      readonly expression: string;
      readonly item?: string;
    }
  | { readonly kind: 'elseif'; readonly expression: string }
  | { readonly kind: 'else' }
  | { readonly kind: 'end' }
  /** What has no counterpart, such as an assignment or an include. */
  | { readonly kind: 'statement'; readonly expression: string }
);

/** `section` and `inverted` are those of Mustache: what they are depends on the value. */
type ForeignBlock = 'if' | 'unless' | 'for' | 'with' | 'section' | 'inverted' | 'comment';

type Read = ForeignTag extends infer Tag
  ? Tag extends ForeignTag
    ? Omit<Tag, 'written' | 'range'>
    : never
  : never;

const name = String.raw`[A-Za-z_][\w.]{0,100}`;
const longest = 300;

/** Everything up to the closing delimiter, which may not come at all. */
function upTo(close: string): string {
  return String.raw`((?:(?!${close})[\s\S]){0,${longest}})${close}`;
}

const inBraces = [
  // Handlebars, Mustache, Liquid, Jinja, Twig, Nunjucks, Go
  String.raw`\{\{!--${upTo('--\\}\\}')}`,
  String.raw`\{\{\{([^{}]{1,${longest}})\}\}\}`,
  String.raw`\{\{([^{}]{1,${longest}})\}\}`,
  // Liquid, Jinja, Twig, Nunjucks
  String.raw`\{%${upTo('%\\}')}`,
  String.raw`\{#(?=[\s-])${upTo('#\\}')}`,
  // ERB, EJS
  `<%${upTo('%>')}`,
  // GLPI
  String.raw`##(IF|ELSE|ENDIF|FOREACH|ENDFOREACH)?\s?(${name})(?:=([^#="$\n]{1,100}))?##`,
];
const tags = new RegExp(inBraces.join('|'), 'g');

/** Precedes every tag, and hardly anything else: a quick test that spares most sources the rest. */
export const opensForeignTag = /\{[{%#]|<%|##[A-Za-z_]/;

/** The tags in a text that begins at an offset of the source. */
export function foreignTagsIn(text: string, offset: number): readonly ForeignTag[] {
  if (!opensForeignTag.test(text)) return [];
  return Array.from(text.matchAll(tags), match => {
    const [written, dashes, triple, double, percent, hash, angle, macro, path, constant] = match;
    const start = offset + match.index;
    const read =
      dashes !== undefined || hash !== undefined
        ? comment(dashes ?? hash ?? '')
        : triple !== undefined
          ? value(triple)
          : double !== undefined
            ? readDouble(inside(double))
            : percent !== undefined
              ? readPercent(inside(percent))
              : angle !== undefined
                ? readAngle(angle)
                : readMacro(macro, path ?? '', constant);
    return { written, range: { start, end: start + written.length }, ...read };
  });
}

/** Without the marks that trim white space. */
function inside(content: string): string {
  return content.replace(/^[-~+]|[-~]$/g, '').trim();
}

function value(expression: string): Read {
  return { kind: 'value', expression: expression.trim() };
}

function comment(text: string): Read {
  return { kind: 'comment', text: text.trim() };
}

function block(block: ForeignBlock, expression: string, item?: string): Read {
  return { kind: 'block', block, expression: expression.trim(), ...(item !== undefined && { item }) };
}

const keyword =
  /^(#?)\s*(if|unless|elsif|elif|elseif|else\s+if|else|for|foreach|each|range|with|comment)\b\s*([\s\S]*)$/;
const end = /^(?:end\w*|\/[\s\w.]*)$/;
const loop = new RegExp(
  String.raw`^\(?(?:const\s|let\s|var\s)?\s*(\w{1,100})\s+(?:in|of)\s+(${name})\)?(?:\s*\{)?$`,
);
const loopAs = /^([\s\S]*?)\s+as\s+\|\s*(\w{1,100})[^|]*\|$/;

/** A statement of any language, if the content begins with one of their keywords. */
function readKeyword(content: string): Read | undefined {
  if (end.test(content)) return { kind: 'end' };
  const [, , word = '', rest = ''] = keyword.exec(content) ?? [];
  switch (word.replace(/\s+/, ' ')) {
    case 'if':
      return block('if', rest);
    case 'unless':
      return block('unless', rest);
    case 'elsif':
    case 'elif':
    case 'elseif':
    case 'else if':
      return { kind: 'elseif', expression: rest };
    case 'else':
      return rest === '' ? { kind: 'else' } : undefined;
    case 'for':
    case 'foreach': {
      const [, item, list] = loop.exec(rest) ?? [];
      return block('for', list ?? rest, item);
    }
    case 'each':
    case 'range': {
      const [, list = rest, item] = loopAs.exec(rest) ?? [];
      return block('for', list, item);
    }
    case 'with':
      return block('with', rest);
    case 'comment':
      return block('comment', '');
  }
  return undefined;
}

/** Functions of conditions, which Handlebars has in the place of `if`: `{{#ifEquals a b}}`. */
const sectionCall = /^#\s*(\w+)\s+(\S[\s\S]*)$/;

/** Datadog puts the variable in quotes, too: `{{#is_match "host.name" "db"}}`. */
const matchOfDatadog = /^(#\s*is_(?:exact_)?match\s+)"([\w.]+)"/;

/** `{{> header}}` of Handlebars and Mustache, `{{ template "x" . }}` and its kin of Go. */
const include = /^(?:>\s*[\w."'/-]+|(?:template|block|define)\s+")/;

function readDouble(content: string): Read {
  if (content.startsWith('!')) return comment(content.slice(1));
  if (content.startsWith('/*')) return comment(content.slice(2).replace(/\*\/$/, ''));
  if (content === '^') return { kind: 'else' };
  if (content.startsWith('^')) return block('inverted', content.slice(1));
  if (include.test(content)) return { kind: 'statement', expression: '' };
  const read =
    /^(?:with|comment|for|foreach|each)\b/.test(content) && !/\s/.test(content)
      ? undefined
      : readKeyword(content);
  if (read) return read;
  if (content.startsWith('#')) {
    const section = content.replace(matchOfDatadog, '$1$2');
    const [, , call] = sectionCall.exec(section) ?? [];
    return block(call === undefined ? 'section' : 'if', section.slice(1));
  }
  return value(content.replace(/^&/, ''));
}

function readPercent(content: string): Read {
  return readKeyword(content) ?? { kind: 'statement', expression: content };
}

function readAngle(content: string): Read {
  if (/^[=-]/.test(content)) return value(content.slice(1).replace(/-$/, ''));
  if (content.startsWith('#')) return comment(content.slice(1));
  const statement = inside(content)
    .replace(/^\}\s*/, '')
    .replace(/\s*\{$/, '');
  if (statement === '' || statement === '}') return { kind: 'end' };
  return readKeyword(statement.replace(/^(if|else if)\s*\(([\s\S]*)\)$/, '$1 $2')) ?? value(statement);
}

function readMacro(word: string | undefined, path: string, constant: string | undefined): Read {
  switch (word) {
    case 'IF':
      return block('if', constant === undefined ? path : `${path} == "${constant}"`);
    case 'FOREACH':
      return block('for', path);
    case 'ELSE':
      return { kind: 'else' };
    case undefined:
      return value(path);
    default:
      return { kind: 'end' };
  }
}
