import type { IToken } from 'chevrotain';
import { lex } from '../../grammar/lexer.ts';
import { nameSyntax } from '../../grammar/names.ts';
import { epochFormats } from '../dates/format/epoch.ts';
import { listOptionNames, optionNames } from '../template/resolve/tag-options.ts';
import { textFormatNames } from '../template/resolve/text-format.ts';
import { isGroup, isList, isText, type PresentType } from '../template/resolve/variables.ts';
import type { Suggestion, Suggestions } from './assistance.ts';
import { describeName, explainName, writtenText } from './explain-name.ts';
import { type KnownName, type NamesAt, namesAfter, type OpenTag, openTagIn } from './names-at.ts';
import { isOutsideStrings } from './template-parts.ts';
import type { TemplateScope } from './template-scope.ts';
import type { UnderSchema } from './under-schema.ts';

/** Whether the user asked for suggestions, or was just typing. */
export type Occasion = 'asked' | 'typed';

interface SuggestOptions {
  readonly scope: TemplateScope;
  readonly occasion: Occasion;
  /** What reads the schema of the scope. */
  readonly underSchema?: UnderSchema | undefined;
}

/** Suggests names, keywords, options and constants, wherever the language allows them; in JSON, also what its schema knows. */
export function suggestAt(source: string, offset: number, options: SuggestOptions): Suggestions | undefined {
  const { scope } = options;
  const text = source.slice(0, offset);
  const read = lex(text);
  const tag = openTagIn(text, read);
  if (!tag) return suggestText(source, read, offset, options);
  const [after = ''] = source.slice(offset).split(/[\r\n]/, 1);
  // The filter of a list is about its item.
  const isFilter = tag.kind === 'list' && filter.test(tag.inside);
  const cursor = {
    ...namesAfter(isFilter ? read : tag.before, scope),
    scope,
    tag,
    offset,
    after,
  };
  switch (tag.kind) {
    case 'value':
      return tag.inside.includes(';') ? suggestOptions(cursor) : suggestValue(cursor);
    case 'condition':
      return suggestInCondition(cursor, tag.inside, namesToAsk(cursor));
    case 'list':
      return suggestListOptions(cursor) ?? suggestList(cursor);
  }
}

const listHead = new RegExp(String.raw`^\s*${nameSyntax}\s+(in\s+[\w./]*)?([a-z]*)$`);
/** Matches the beginning of a list up to the end of its path. */
const listRead = new RegExp(String.raw`^\s*${nameSyntax}\s+in\s+[\w./]+\s+[a-z]*$`);
const filter = /\sif[\s(!]/;
const pathCharacters = String.raw`\w./`;
/** Matches the end of a value's tag, but not the beginning of the next tag. */
const closing = /^[\w./]*(?:\s*;|\$(?!(?:end(?:if|for)|sep|else)\$|(?:else)?if\(|for\())/;
/** Matches a name of a condition or a list, which goes on after it. */
const isOperand = /^[\w./]+\s*(?:[)&|=<>]|!=)/;
const path = /[A-Za-z_][\w./]*$|$/;

function suggestValue(cursor: Cursor): Suggestions | undefined {
  if (!/^\s*[\w./]*$/.test(cursor.tag.inside)) return undefined;
  const isClosed = closing.test(cursor.after);
  const end = isClosed ? '' : '$';
  const names = valuesAfter(cursor.tag.before, cursor);
  const begun = wordBefore(cursor.tag.inside);
  // Text follows the unclosed tag; the name in a closed one is replaced, even if it stands after the cursor.
  const rest = isClosed ? pathIn(cursor.after) : '';
  return suggestionsFor(cursor, { begun, rest }, [
    ...names.map(name => nameSuggestion(name, cursor.scope, name.path + end, '')),
    ...keywordsAt(cursor, end),
  ]);
}

/** The names that a value after these tokens can have; JSON also takes lists and groups. */
function valuesAfter(
  read: readonly IToken[],
  { names, wholes, scope }: Pick<Cursor, 'names' | 'wholes' | 'scope'>,
): readonly KnownName[] {
  const values = names.filter(({ type }) => !isList(type));
  const isJson = scope.output === 'json' || scope.output === 'json-lines';
  return isJson && isOutsideStrings(read) ? [...values, ...wholes] : values;
}

/** @param end Text that closes an unclosed tag. */
function keywordsAt({ block, names }: Cursor, end: string): readonly Suggestion[] {
  const closing = {
    if: ['elseif(', `else${end}`, `endif${end}`],
    for: [`sep${end}`, `else${end}`, `endfor${end}`],
    none: [],
  }[block ?? 'none'];
  const lists = names.some(({ type }) => isList(type)) ? ['for('] : [];
  return [...closing, 'if(', ...lists].map((text, index) => ({
    label: text.replace(/[$(]$/, ''),
    text,
    kind: 'keyword',
    detail: 'keyword',
    rank: index < closing.length ? 'first' : 'last',
  }));
}

function suggestName(cursor: Cursor, before: string, names: readonly KnownName[]): Suggestions | undefined {
  const begun = wordBefore(before);
  const rest = isOperand.test(cursor.after)
    ? pathIn(cursor.after)
    : restOf(cursor.after, begun, pathCharacters);
  return suggestionsFor(
    cursor,
    { begun, rest },
    names.map(name => nameSuggestion(name, cursor.scope)),
  );
}

const comparisons: Readonly<Record<string, string>> = {
  '==': 'is',
  '!=': 'is not',
  '<': 'is less than',
  '<=': 'is at most',
  '>': 'is greater than',
  '>=': 'is at least',
};
const connectives: Readonly<Record<string, string>> = { '&&': 'and', '||': 'or' };
/** Matches a condition up to an operator that is perhaps begun. */
const operatorBegun = /^(.*?)(==?|!=?|<=?|>=?|&&?|\|\|?|)$/s;
const operatorBefore = `(?:[=!]=|[<>]=?)`;
const constantMissing = new RegExp(`${operatorBefore}$`);
const comparison = new RegExp(String.raw`${operatorBefore}\s*-?[\w./]+$`);

/** Suggests in a condition what may come next: a name, an operator or a constant. */
function suggestInCondition(
  cursor: Cursor,
  condition: string,
  names: readonly KnownName[],
): Suggestions | undefined {
  const constant = suggestConstant(cursor);
  if (constant) return constant;
  // A text reads like a number from here on.
  const shape = condition.replace(/["“„][^"“”„]*["“”„]/g, '0');
  if (/["“”„]/.test(shape)) return undefined;
  const [, before = '', begun = ''] = operatorBegun.exec(shape) ?? [];
  const read = before.trimEnd();
  const isApart = begun !== '' || read !== before;
  const suggestOperators = (operators: Readonly<Record<string, string>>) => {
    if (begun in connectives) return suggestName(cursor, condition, names);
    const options = Object.entries(operators).filter(([operator]) => operator.startsWith(begun));
    return suggestionsFor(
      cursor,
      { begun, rest: restOf(cursor.after, begun, '=&|') },
      begun in comparisons && begun.length > 1
        ? []
        : options.map(([label, detail]) => ({
            label,
            text: withBlank(label, cursor),
            kind: 'operator',
            detail,
          })),
    );
  };
  if (read.endsWith(')')) return isWithin(shape) ? suggestOperators(connectives) : undefined;
  if (comparison.test(read)) return isApart ? suggestOperators(connectives) : undefined;
  if (constantMissing.test(read)) return undefined;
  const [, negation, path] = /(!\s*)?([A-Za-z_][\w./]*)$/.exec(read) ?? [];
  if (path === undefined || !isApart) return suggestName(cursor, condition, names);
  const known = cursor.names.find(name => name.path === path.replaceAll('/', '.'));
  const own = negation === undefined ? comparisonsOf(known?.type) : [];
  return suggestOperators({
    ...Object.fromEntries(own.map(name => [name, comparisons[name] ?? ''])),
    ...connectives,
  });
}

/** The operators that compare a value of this type; all of them for an unknown one. */
function comparisonsOf(type: PresentType | undefined): readonly string[] {
  const all = Object.keys(comparisons);
  if (type === undefined || type === 'number' || type === 'json') return all;
  return isText(type) ? all.slice(0, 2) : [];
}

/** Whether the parenthesis that opened a condition is still open. */
function isWithin(condition: string): boolean {
  const count = (bracket: string) => condition.split(bracket).length;
  return count('(') >= count(')');
}

/** A word of a condition, which a blank follows. */
function withBlank(word: string, { after }: Pick<Cursor, 'after'>): string {
  return /^\s/.test(after) ? word : `${word} `;
}

/** The names that a condition can have: a date or group that is never missing is neither compared nor asked about. */
function namesToAsk({ names, wholes }: NamesAt): readonly KnownName[] {
  const all = [...names, ...wholes.filter(({ type }) => isGroup(type))];
  return all.filter(({ type, mayBeMissing }) => mayBeMissing || (type !== 'date' && !isGroup(type)));
}

/** Suggests the possible texts of a variable in a comparison. */
function suggestConstant(cursor: Cursor): Suggestions | undefined {
  const compared = /([A-Za-z_][\w./]*)\s*[=!]=\s*(["“„]?)([^"“”„$)&|]*)$/.exec(cursor.tag.inside);
  if (!compared) return undefined;
  const [, name = '', quote, begun = ''] = compared;
  const type = cursor.names.find(known => known.path === name.replaceAll('/', '.'))?.type;
  if (type === undefined || !isText(type) || typeof type === 'string') return undefined;
  const [untilQuote] = /^[^"“”„$)&|]*(?=")/.exec(cursor.after) ?? [];
  const rest = (quote ? untilQuote : undefined) ?? restOf(cursor.after, begun, String.raw`\w`);
  const closing = quote && untilQuote === undefined ? '"' : '';
  const options = type.map(label => {
    return { label, text: quote ? label + closing : `"${label}"`, kind: 'value' } as const;
  });
  return suggestionsFor(cursor, { begun, rest }, options);
}

function suggestList(cursor: Cursor): Suggestions | undefined {
  const { inside } = cursor.tag;
  const head = listHead.exec(inside);
  if (head?.[1] !== undefined)
    return suggestName(
      cursor,
      inside,
      cursor.names.filter(({ type }) => isList(type)),
    );
  if (head) {
    const begun = { begun: head[2] ?? '', rest: '' };
    return suggestionsFor(cursor, begun, [{ label: 'in', text: 'in ', kind: 'keyword' }]);
  }
  if (listRead.test(inside)) {
    const begun = { begun: wordBefore(inside), rest: '' };
    return suggestionsFor(cursor, begun, [{ label: 'if', text: withBlank('if', cursor), kind: 'keyword' }]);
  }
  const { index } = filter.exec(inside) ?? {};
  if (index === undefined) return undefined;
  // The number of an item is known once it is taken.
  const [item] = /^\s*\w+/.exec(inside) ?? [];
  const names = namesToAsk(cursor).filter(({ numberOf }) => numberOf !== item?.trim());
  return suggestInCondition(cursor, inside.slice(index + ' if'.length), names);
}

function nameSuggestion(
  name: KnownName,
  scope: TemplateScope,
  text: string = name.path,
  options?: string,
): Suggestion {
  return {
    label: name.path,
    text,
    kind: 'name',
    detail: describeName(name),
    explain: () => explainName(name, scope, options),
  };
}

/** Suggests what a schema knows, and a value in its place when the user asks. */
function suggestText(
  source: string,
  read: readonly IToken[],
  offset: number,
  { scope, occasion, underSchema }: SuggestOptions,
): Suggestions | undefined {
  const known = underSchema?.suggestUnderSchema(source, offset, scope);
  if (occasion === 'typed' || known?.options.some(({ kind }) => kind === 'key')) return known;
  const tags = wholeTags(read, offset, scope);
  if (!known) return tags;
  return known.from === known.to ? { ...tags, options: [...known.options, ...tags.options] } : known;
}

/** Suggests whole tags outside of tags, when the user asks. */
function wholeTags(read: readonly IToken[], offset: number, scope: TemplateScope): Suggestions {
  const values = valuesAfter(read, { ...namesAfter(read, scope), scope });
  return {
    from: offset,
    to: offset,
    options: values.map(name => nameSuggestion(name, scope, `$${name.path}$`, '')),
    kind: 'whole',
  };
}

function wordBefore(text: string): string {
  return path.exec(text)?.[0] ?? '';
}

/** Suggests the options of a list, and how many items it may take. */
function suggestListOptions(cursor: Cursor): Suggestions | undefined {
  const [, options] = /;([^;]*)$/.exec(cursor.tag.inside) ?? [];
  if (options === undefined) return undefined;
  const value = /max\s*=\s*["“„](\d*)$/.exec(options);
  if (value) {
    const most = ['1', '3', '10'].map(label => ({ label, text: `${label}"`, kind: 'value' }) as const);
    return suggestionsFor(cursor, { begun: value[1] ?? '', rest: '' }, most);
  }
  const [, begun] = /^\s*(\w*)$/.exec(options) ?? [];
  if (begun === undefined) return undefined;
  const named = listOptionNames.map(
    label =>
      ({ label, text: `${label}="`, kind: 'option', detail: 'the most items that are taken' }) as const,
  );
  return suggestionsFor(cursor, { begun, rest: '' }, named);
}

const meanings: Readonly<Record<string, string>> = {
  format: 'how the value is written',
  null: 'written where the value is missing',
  default: 'written where the value is empty',
  max: 'the most characters that are written',
  scale: 'the places that the decimal point moves',
  timezone: 'the time zone of the date',
};
const datePatterns = [
  "yyyy-MM-dd'T'HH:mm:ssXXX",
  'yyyy-MM-dd',
  'yyyy-MM-dd HH:mm:ss',
  'HH:mm',
  'EEEE, d MMMM yyyy',
  'EEE, dd MMM yyyy HH:mm:ss Z',
];
const numberPatterns = ['0', '0.00', '#,##0', '#,##0.00', '0%'];

/** Suggests the names of options, and their values, after the semicolon of a value. */
function suggestOptions(cursor: Cursor): Suggestions | undefined {
  const [, path = '', options = ''] = /^\s*([\w./]*)\s*;(.*)$/s.exec(cursor.tag.inside) ?? [];
  const name = cursor.names.find(known => known.path === path.replaceAll('/', '.'));
  if (!name) return undefined;
  const value = /(\w+)\s*=\s*["“„]([^"“”„]*)$/.exec(options);
  if (value) return suggestValues(value[1] ?? '', value[2] ?? '', name, cursor);
  const begun = /(?:^|,)\s*(\w*)$/.exec(options);
  if (!begun) return undefined;
  const isClosed = /^\w*\s*=/.test(cursor.after);
  const [, word = ''] = begun;
  const given = new Set(Array.from(options.matchAll(/(\w+)\s*=/g), ([, option]) => option));
  const fitting = optionNames.filter(option => fits(option, name.type) && !given.has(option));
  return suggestionsFor(
    cursor,
    { begun: word, rest: restOf(cursor.after, word, String.raw`\w`) },
    fitting.map(option => ({
      label: option,
      text: isClosed ? option : `${option}="`,
      kind: 'option',
      detail: meanings[option] ?? '',
    })),
  );
}

function fits(option: string, type: PresentType): boolean {
  if (option === 'timezone') return type === 'date';
  if (option === 'scale') return type === 'number';
  return option !== 'max' || isText(type) || type === 'json';
}

function suggestValues(
  option: string,
  begun: string,
  name: KnownName,
  cursor: Cursor,
): Suggestions | undefined {
  const values = valuesOf(option, name.type);
  // A text format has several words, of which one is chosen.
  const isWord = isText(name.type) && option === 'format';
  const word = isWord ? (/\S*$/.exec(begun)?.[0] ?? '') : begun;
  const [untilQuote] = /^[^"$=]*(?=")/.exec(cursor.after) ?? [];
  const rest = isWord ? undefined : untilQuote;
  const replaced = { begun: word, rest: rest ?? restOf(cursor.after, word, String.raw`\w`) };
  const after = cursor.after.slice(replaced.rest.length);
  return suggestionsFor(
    cursor,
    replaced,
    values.map(value => ({
      label: value,
      text: ending(value, after),
      kind: 'value',
      ...example(option, value, name, cursor),
    })),
  );
}

/** Closes the quotes and the tag, unless they are closed already. */
function ending(value: string, after: string): string {
  if (/^[^"$=]*"/.test(after)) return value;
  return /^[^"$]*[$=]/.test(after) ? `${value}"` : `${value}"$`;
}

/** The first sample, formatted with a pattern. */
function example(
  option: string,
  value: string,
  name: KnownName,
  { scope }: Cursor,
): Pick<Suggestion, 'detail'> {
  const [sample] = name.values.filter(each => each.value !== undefined);
  const written = sample && writtenText(name, sample.value, `; ${option}="${value}"`, scope);
  return written === undefined ? {} : { detail: written };
}

function valuesOf(option: string, type: PresentType): readonly string[] {
  if (option === 'timezone') return ['UTC', ...Intl.supportedValuesOf('timeZone')];
  if (option === 'scale') return ['-2', '-3', '3'];
  if (option !== 'format') return [];
  if (type === 'date') return [...datePatterns, ...Object.keys(epochFormats)];
  return type === 'number' ? numberPatterns : textFormatNames;
}

/** The surroundings of the cursor. */
interface Cursor extends NamesAt {
  readonly scope: TemplateScope;
  readonly tag: OpenTag;
  /** The offset of the cursor. */
  readonly offset: number;
  /** The rest of the line after the cursor. */
  readonly after: string;
}

/** Suggestions for the word at the cursor; undefined if there are none. */
function suggestionsFor(
  { offset }: Pick<Cursor, 'offset'>,
  { begun, rest }: { readonly begun: string; readonly rest: string },
  options: readonly Suggestion[],
): Suggestions | undefined {
  if (options.length === 0) return undefined;
  return { from: offset - begun.length, to: offset + rest.length, options, kind: 'begun' };
}

/** The name, or the rest of one, at the beginning of a text. */
function pathIn(after: string): string {
  return /^[\w./]*/.exec(after)?.[0] ?? '';
}

/** The part of a word after the cursor; `characters` is a class of regular expressions. */
function restOf(after: string, begun: string, characters: string): string {
  const [word = ''] = new RegExp(`^[${characters}]*`).exec(after) ?? [];
  return begun === '' ? '' : word;
}
