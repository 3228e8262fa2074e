import { tokenMatcher } from 'chevrotain';
import * as tokens from '../../grammar/lexer.ts';
import { lex, startOf } from '../../grammar/lexer.ts';
import { count } from '../diagnostics/catalogue/list.ts';
import type { SourceRange } from '../diagnostics/diagnostic.ts';
import { type JsonScalar, type JsonType, readSchema, type Schema } from '../output/json/schema/schema.ts';
import {
  type Applying,
  type KnownKey,
  keyAt,
  type Piece,
  writableAt,
} from '../output/json/schema/schemas-at.ts';
import type { Explanation, Suggestion, Suggestions } from './assistance.ts';
import type { TemplateScope } from './template-scope.ts';

/** This file, which an editor loads where there is a schema. */
export interface UnderSchema {
  readonly suggestUnderSchema: typeof suggestUnderSchema;
  readonly keyExplanationAt: typeof keyExplanationAt;
}

/** Suggests the keys that an object lacks, and the constants of a value, by the schema of the scope. */
export function suggestUnderSchema(
  source: string,
  offset: number,
  scope: TemplateScope,
): Suggestions | undefined {
  const schema = schemaOf(scope);
  if (!schema) return undefined;
  const found = writableAt(schema, ...halvesOfPath(source, offset, scope), offset);
  if (!found) return undefined;
  const { start, isQuoted, keys, constants } = found;
  const [rest = ''] = (offset > start && /^[\w.+-]*/.exec(source.slice(offset))) || [];
  const following = source.slice(offset + rest.length);
  const quote = isQuoted && !following.startsWith('"') ? '"' : '';
  const colon = /^"?\s*:/.test(following) ? '' : ': ';
  const write = (value: JsonScalar) => {
    const json = JSON.stringify(value).replaceAll('$', '\\$');
    return isQuoted ? json.slice(1, -1) + quote : json;
  };
  const options = [
    ...keys.map((key): Suggestion => {
      const isClosed = isQuoted && quote === '';
      const explanation = explainKey(key, schema);
      return {
        label: key.name,
        text: write(key.name) + (isClosed ? '' : colon),
        kind: 'key',
        detail: explanation.meaning ?? explanation.type,
        explain: () => explanation,
        ...(key.isRequired && { rank: 'first' }),
      };
    }),
    ...constants
      .filter(value => !isQuoted || typeof value === 'string')
      .map((value): Suggestion => ({ label: String(value), text: write(value), kind: 'value' })),
  ];
  if (options.length === 0) return undefined;
  return { from: start, to: offset + rest.length, options, kind: 'begun' };
}

/** Explains the key at an offset by the schema of the scope. */
export function keyExplanationAt(
  source: string,
  offset: number,
  scope: TemplateScope,
): { readonly range: SourceRange; readonly explanation: Explanation } | undefined {
  const schema = schemaOf(scope);
  const key = schema && keyAt(schema, ...halvesOfPath(source, offset, scope));
  return schema && key && key.applying.size > 0
    ? { range: key.range, explanation: explainKey(key, schema) }
    : undefined;
}

function schemaOf({ schema, output }: TemplateScope): Schema | undefined {
  const isJson = output === 'json' || output === 'json-lines';
  return isJson && typeof schema === 'object' ? readSchema(schema, 'schema') : undefined;
}

type Halves = readonly [before: readonly Piece[], after: readonly Piece[]];

/** A conditional or list on the path. */
interface Block {
  /** The number of pieces before it. */
  readonly from: number;
  /** The offset where its current branch begins. */
  begun: number;
  /** The branch that the path takes. */
  chosen?: readonly Piece[];
}

/** What a template writes before and after an offset on a path through that: elsewhere, the first branch is taken, and one item. */
function halvesOfPath(source: string, offset: number, { output }: TemplateScope): Halves {
  const pieces: Piece[] = [];
  const blocks: Block[] = [];
  const endBranch = (end: number): readonly Piece[] => {
    const block = blocks.at(-1);
    if (!block) return [];
    const branch = pieces.splice(block.from);
    if (!block.chosen || (block.begun <= offset && offset <= end)) block.chosen = branch;
    block.begun = end;
    return branch;
  };
  const endBlock = (end: number): void => {
    endBranch(end);
    for (const piece of blocks.pop()?.chosen ?? []) pieces.push(piece);
  };
  for (const token of lex(source)) {
    const { tokenType, image } = token;
    const start = startOf(token);
    if (tokenType === tokens.Text) pieces.push({ start, text: image });
    else if (tokenType === tokens.Dollar) pieces.push({ start, text: '$' });
    else if (tokenType === tokens.Open) pieces.push({ start });
    else if (tokenMatcher(token, tokens.If) || tokenMatcher(token, tokens.For))
      blocks.push({ from: pieces.length, begun: start });
    // A separator follows an item.
    else if (tokenMatcher(token, tokens.Sep)) for (const piece of endBranch(start)) pieces.push(piece);
    else if (tokenMatcher(token, tokens.Else) || tokenMatcher(token, tokens.ElseIf)) endBranch(start);
    else if (tokenMatcher(token, tokens.EndIf) || tokenMatcher(token, tokens.EndFor)) endBlock(start);
  }
  while (blocks.length > 0) endBlock(source.length);
  const halves = dividedAt(pieces, offset);
  return output === 'json-lines' ? withinLine(halves) : halves;
}

function dividedAt(pieces: readonly Piece[], offset: number): Halves {
  const before: Piece[] = [];
  const after: Piece[] = [];
  for (const { start, text } of pieces) {
    if (text === undefined || start >= offset) (start < offset ? before : after).push({ start, text });
    else {
      before.push({ start, text: text.slice(0, offset - start) });
      if (text.length > offset - start) after.push({ start: offset, text: text.slice(offset - start) });
    }
  }
  return [before, after];
}

/** Each line is a text of its own. */
function withinLine([before, after]: Halves): Halves {
  const last = before.findLastIndex(({ text }) => text?.includes('\n'));
  const next = after.findIndex(({ text }) => text?.includes('\n'));
  return [
    before.slice(Math.max(last, 0)).map((piece, index) => {
      const { start, text } = piece;
      if (index > 0 || last === -1 || text === undefined) return piece;
      const from = text.lastIndexOf('\n') + 1;
      return { start: start + from, text: text.slice(from) };
    }),
    next === -1
      ? after
      : after
          .slice(0, next + 1)
          .map((piece, index) =>
            index === next ? { ...piece, text: piece.text?.split('\n', 1).join() } : piece,
          ),
  ];
}

/** What a schema says of the value of a key, for people. */
function explainKey({ name, applying, isRequired }: KnownKey, { title }: Schema): Explanation {
  const by = title === undefined ? '' : ` by ${title}`;
  const said = [...typesOf(applying), ...limitsOf(applying), ...(isRequired ? [`required${by}`] : [])];
  const meaning = [...applying.keys()].find(({ description }) => description !== undefined)?.description;
  return { path: name, type: said.join(', '), ...(meaning !== undefined && { meaning }), samples: [] };
}

const typeNames: Readonly<Record<JsonType, string>> = {
  null: 'null',
  boolean: 'boolean',
  number: 'number',
  integer: 'whole number',
  string: 'text',
  array: 'list',
  object: 'object',
};

const maxConstants = 6;

/** The constants, or else the types, that any of the schemas names. */
function typesOf(applying: Applying): readonly string[] {
  const schemas = [...applying.keys()];
  const constants = [...new Set(schemas.flatMap(each => each.constants ?? []))].map(String);
  if (constants.length === 1) return constants;
  if (constants.length > maxConstants) return [`one of ${constants.slice(0, maxConstants).join(', ')}, …`];
  if (constants.length > 0) return [`one of ${constants.join(', ')}`];
  const types = new Set(schemas.flatMap(each => [...(each.types ?? [])]));
  return types.size === 0 ? [] : [[...types].map(type => typeNames[type]).join(' or ')];
}

/** What all values have to keep. */
function limitsOf(applying: Applying): readonly string[] {
  const said = new Set<string>();
  for (const [schema, isCertain] of applying) {
    if (!isCertain) continue;
    const { minLength, maxLength, minItems, maxItems, pattern } = schema;
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
    if (minLength !== undefined && minLength > 0) said.add(`at least ${count(minLength, 'character')}`);
    if (maxLength !== undefined) said.add(`at most ${count(maxLength, 'character')}`);
    if (minItems !== undefined && minItems > 0) said.add(`at least ${count(minItems, 'item')}`);
    if (maxItems !== undefined) said.add(`at most ${count(maxItems, 'item')}`);
    if (minimum !== undefined) said.add(`at least ${minimum}`);
    if (exclusiveMinimum !== undefined) said.add(`above ${exclusiveMinimum}`);
    if (maximum !== undefined) said.add(`at most ${maximum}`);
    if (exclusiveMaximum !== undefined) said.add(`below ${exclusiveMaximum}`);
    if (multipleOf !== undefined) said.add(`a multiple of ${multipleOf}`);
    if (pattern !== undefined) said.add(`matching ${pattern.source}`);
  }
  return [...said];
}
