import { type IToken, tokenMatcher } from 'chevrotain';
import * as tokens from '../../grammar/lexer.ts';
import { endOf, lex, startOf } from '../../grammar/lexer.ts';
import { nameSyntax } from '../../grammar/names.ts';
import { readPart } from '../template/read-own-property.ts';
import {
  isGroup,
  isList,
  isOptional,
  type PresentType,
  presentType,
  typeAt,
  type VariableSchema,
  type VariableType,
} from '../template/resolve/variables.ts';
import type { TemplateScope } from './template-scope.ts';

/** A name that a template may use at some offset. */
export interface KnownName {
  readonly path: string;
  readonly type: PresentType;
  readonly mayBeMissing: boolean;
  /** Its value in each sample, by the name of the event. */
  readonly values: readonly SampleValue[];
  /** For the number of an item: the name of that item. */
  readonly numberOf?: string;
  readonly isItem?: boolean;
}

interface SampleValue {
  readonly event: string;
  readonly value: unknown;
}

/** The names that are known at some offset of a template. */
export interface NamesAt {
  /**
   * The items of the surrounding lists, innermost first, followed by the variables; groups are represented by their
   * parts.
   */
  readonly names: readonly KnownName[];
  /** Lists and groups, which JSON takes whole. */
  readonly wholes: readonly KnownName[];
  /** The innermost open conditional or list. */
  readonly block: 'if' | 'for' | undefined;
}

interface Block {
  readonly kind: 'if' | 'for';
  readonly item?: KnownName | undefined;
  /** The item is unknown between two items, and where there are no items. */
  isPastBody: boolean;
}

/** The names that a template may use at some offset, according to the tokens before it. */
export function namesAfter(read: readonly IToken[], scope: TemplateScope): NamesAt {
  const blocks: Block[] = [];
  const roots = rootsOf(scope);
  for (const [index, token] of read.entries()) {
    if (tokenMatcher(token, tokens.If)) blocks.push({ kind: 'if', isPastBody: false });
    else if (tokenMatcher(token, tokens.For))
      blocks.push({ kind: 'for', item: itemOf(read, index + 1, known(blocks, roots)), isPastBody: false });
    else if (tokenMatcher(token, tokens.EndIf) || tokenMatcher(token, tokens.EndFor)) blocks.pop();
    else if (tokenMatcher(token, tokens.Sep) || tokenMatcher(token, tokens.Else)) {
      const last = blocks.at(-1);
      if (last?.kind === 'for') last.isPastBody = true;
    }
  }
  const all = known(blocks, roots);
  return { names: all.flatMap(namesOf), wholes: all.flatMap(wholesOf), block: blocks.at(-1)?.kind };
}

/** The name with its type and values, if it may be used after these tokens. */
export function nameAfter(
  read: readonly IToken[],
  path: readonly string[],
  scope: TemplateScope,
): KnownName | undefined {
  const { names, wholes } = namesAfter(read, scope);
  return [...names, ...wholes].find(name => name.path === path.join('.')) ?? partOfJson(names, path);
}

/** A part of JSON that no sample need have. */
function partOfJson(names: readonly KnownName[], path: readonly string[]): KnownName | undefined {
  for (let length = path.length - 1; length > 0; length--) {
    const whole = names.find(name => name.path === path.slice(0, length).join('.'));
    if (whole?.type === 'json') return path.slice(length).reduce(jsonPart, whole);
    if (whole) return undefined;
  }
  return undefined;
}

function jsonPart({ path, values }: KnownName, name: string): KnownName {
  return {
    path: `${path}.${name}`,
    type: 'json',
    mayBeMissing: true,
    values: values.map(({ event, value }) => ({ event, value: readPart(value, name) })),
  };
}

const onlyName = new RegExp(`^${nameSyntax}$`);
/** So many parts of each value, and so many levels of parts, are offered. */
const maxParts = 24;
const maxLevels = 3;

/** The parts of JSON that samples have: of an array, those of its first item. */
function partsOfJson(whole: KnownName, level = 0): readonly KnownName[] {
  if (level === maxLevels) return [];
  const found = new Set<string>();
  for (const { value } of whole.values) {
    if (Array.isArray(value)) found.add('0');
    else if (typeof value === 'object' && value !== null)
      for (const name of Object.keys(value)) if (onlyName.test(name)) found.add(name);
  }
  const parts = [...found].slice(0, maxParts).map(name => jsonPart(whole, name));
  return parts
    .filter(({ values }) => values.some(({ value }) => value !== undefined))
    .flatMap(part => [part, ...partsOfJson(part, level + 1)]);
}

function rootsOf({ variables, samples }: TemplateScope): readonly KnownName[] {
  return Object.entries(variables).map(([path, type]) => ({
    ...typed(path, type),
    values: samples.map(sample => ({ event: sample.event, value: partOf(sample, path) })),
  }));
}

/** The items of open lists, and the variables that they do not shadow. */
function known(blocks: readonly Block[], roots: readonly KnownName[]): readonly KnownName[] {
  const items = blocks.flatMap(({ item, isPastBody }) => (item && !isPastBody ? [item] : [])).reverse();
  const hidden = new Set(items.map(({ path }) => path));
  return [...items, ...roots.filter(({ path }) => !hidden.has(path))];
}

/** The item in `alert in alerts`, with its value in the first item of each sample. */
function itemOf(read: readonly IToken[], index: number, known: readonly KnownName[]): KnownName | undefined {
  const [item, word] = read.slice(index, index + 2);
  if (!item || !word || !tokenMatcher(item, tokens.Name) || word.tokenType !== tokens.In) return undefined;
  const names: string[] = [];
  for (const token of read.slice(index + 2)) {
    if (tokenMatcher(token, tokens.Name) && token.tokenType !== tokens.FilterIf) names.push(token.image);
    else if (token.tokenType !== tokens.Dot && token.tokenType !== tokens.Slash) break;
  }
  const [first, ...rest] = names;
  const root = known.find(({ path }) => path === first);
  const type = root && typeAt(root.type, rest);
  if (!root || type === undefined || !isList(type)) return undefined;
  const values = root.values.map(({ event, value }) => ({
    event,
    value: firstItem(rest.reduce(partOf, value)),
  }));
  return { ...typed(item.image, type.of), values, isItem: true };
}

function typed(
  path: string,
  declared: VariableType,
  isInOptional = false,
): Pick<KnownName, 'path' | 'type' | 'mayBeMissing'> {
  return { path, type: presentType(declared), mayBeMissing: isInOptional || isOptional(declared) };
}

function firstItem(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}

/** Reads own properties only, like templates. */
function partOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}

/** The parts of a name, and of an item also its number. */
function namesOf(name: KnownName): readonly KnownName[] {
  const parts = partsOf(name);
  const path = `${name.path}.number`;
  if (!name.isItem || name.type === 'json' || parts.some(part => part.path === path)) return parts;
  const values = name.values.flatMap(({ event, value }) =>
    value === undefined ? [] : [{ event, value: 1 }],
  );
  return [...parts, { path, type: 'number', mayBeMissing: false, values, numberOf: name.path }];
}

/** A group is named by its parts, which may be missing where it may be. */
function partsOf(name: KnownName): readonly KnownName[] {
  const { path, type, values } = name;
  if (isList(type)) {
    const counted = values.map(({ event, value }) => ({
      event,
      value: Array.isArray(value) ? value.length : 0,
    }));
    return [name, { path: `${path}.count`, type: 'number', mayBeMissing: false, values: counted }];
  }
  if (type === 'json') return [name, ...partsOfJson(name)];
  return isGroup(type) ? membersOf(name, type).flatMap(partsOf) : [name];
}

/** A list or a group, and those in a group. */
function wholesOf(name: KnownName): readonly KnownName[] {
  if (isList(name.type)) return [name];
  return isGroup(name.type) ? [name, ...membersOf(name, name.type).flatMap(wholesOf)] : [];
}

function membersOf({ path, mayBeMissing, values }: KnownName, group: VariableSchema): readonly KnownName[] {
  return Object.entries(group).map(([part, declared]) => ({
    ...typed(`${path}.${part}`, declared, mayBeMissing),
    values: values.map(({ event, value }) => ({ event, value: partOf(value, part) })),
  }));
}

/** A tag that is open at the end of a text. */
export interface OpenTag {
  readonly kind: 'value' | 'condition' | 'list';
  /** The offset of its beginning. */
  readonly start: number;
  /** Its text after the beginning. */
  readonly inside: string;
  /** The tokens before it. */
  readonly before: readonly IToken[];
}

/** The tag that is open at the end of a text, if there is one. */
export function openTagIn(text: string, read: readonly IToken[] = lex(text)): OpenTag | undefined {
  let open: Omit<OpenTag, 'before'> | undefined;
  let index = 0;
  for (const [at, token] of read.entries()) {
    const { tokenType } = token;
    const isDollar = token.image === '$' && tokenType !== tokens.Close && endOf(token) === text.length;
    if (tokenType.PUSH_MODE === 'tag' || isDollar) {
      const kind = tokenMatcher(token, tokens.For)
        ? 'list'
        : tokenType === tokens.Open || isDollar
          ? 'value'
          : 'condition';
      open = { kind, start: startOf(token), inside: text.slice(endOf(token)) };
      index = at;
    } else if (tokenType.POP_MODE && token.image !== '') {
      // An empty token means that the tag would end here if nothing more came: it is still being written.
      open = undefined;
    }
  }
  return open && { ...open, before: read.slice(0, index) };
}
