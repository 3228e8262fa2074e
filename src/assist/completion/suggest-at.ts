import { nameSyntax } from '../../../grammar/tokens.ts';
import { isList, isText } from '../../template/resolve/variables.ts';
import { describeType } from '../describe-type.ts';
import { explainName } from '../explain-name.ts';
import { type KnownName, namesAt } from '../names-at.ts';
import { openTagAt } from '../open-tag.ts';
import type { TemplateScope } from '../template-scope.ts';
import { suggestOptions } from './option-suggestions.ts';
import { type Place, restOf, type Suggestion, type Suggestions, suggestionsFor } from './place.ts';

/** Whether somebody asked for suggestions, or typed something. */
export type Occasion = 'asked' | 'typed';

/** Names, keywords, options and constants, wherever the language has them. */
export function suggestAt(
  source: string,
  offset: number,
  { scope, occasion }: { readonly scope: TemplateScope; readonly occasion: Occasion },
): Suggestions | undefined {
  const tag = openTagAt(source, offset);
  if (!tag) return occasion === 'asked' ? wholeTags(source, offset, scope) : undefined;
  const [after = ''] = source.slice(offset).split(/[\r\n]/, 1);
  // The filter of a list is about its item.
  const isFilter = tag.kind === 'list' && filter.test(tag.inside);
  const place = { ...namesAt(source, isFilter ? offset : tag.start, scope), scope, tag, offset, after };
  switch (tag.kind) {
    case 'value':
      return tag.inside.includes(';') ? suggestOptions(place) : suggestValue(place);
    case 'condition':
      return suggestConstant(place) ?? suggestName(place, tag.inside, () => true);
    case 'list':
      return suggestList(place);
  }
}

const listHead = new RegExp(String.raw`^\s*${nameSyntax}\s+(in\s+[\w./]*)?([a-z]*)$`);
const filter = /\sif[\s(!]/;
const pathCharacters = String.raw`\w./`;
/** The end of a value's tag, and not the beginning of the next tag. */
const closing = /^[\w./]*(?:\s*;|\$(?!(?:end(?:if|for)|sep|else)\$|(?:else)?if\(|for\())/;
const path = /[A-Za-z_][\w./]*$|$/;

function suggestValue(place: Place): Suggestions | undefined {
  if (!/^\s*[\w./]*$/.test(place.tag.inside)) return undefined;
  const isClosed = closing.test(place.after);
  const end = isClosed ? '' : '$';
  const names = place.names.filter(({ type }) => !isList(type));
  const begun = wordBefore(place.tag.inside);
  // What stands after a tag that is not closed is text.
  const rest = isClosed ? restOf(place.after, begun, pathCharacters) : '';
  return suggestionsFor(place, { begun, rest }, [
    ...names.map(name => nameSuggestion(name, place.scope, name.path + end, '')),
    ...keywordsAt(place, end),
  ]);
}

/** @param end What ends a tag that is not closed. */
function keywordsAt({ block, names }: Place, end: string): readonly Suggestion[] {
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

function suggestName(
  place: Place,
  before: string,
  isWanted: (name: KnownName) => boolean,
): Suggestions | undefined {
  const names = place.names.filter(isWanted);
  const begun = wordBefore(before);
  return suggestionsFor(
    place,
    { begun, rest: restOf(place.after, begun, pathCharacters) },
    names.map(name => nameSuggestion(name, place.scope)),
  );
}

/** The texts that the variable of a comparison can have. */
function suggestConstant(place: Place): Suggestions | undefined {
  const compared = /([A-Za-z_][\w./]*)\s*[=!]=\s*(["“„]?)([^"“”„$)&|]*)$/.exec(place.tag.inside);
  if (!compared) return undefined;
  const [, name = '', quote, begun = ''] = compared;
  const type = place.names.find(known => known.path === name.replaceAll('/', '.'))?.type;
  if (type === undefined || !isText(type) || typeof type === 'string') return undefined;
  const [untilQuote] = /^[^"“”„$)&|]*(?=")/.exec(place.after) ?? [];
  const rest = (quote ? untilQuote : undefined) ?? restOf(place.after, begun, String.raw`\w`);
  const closing = quote && untilQuote === undefined ? '"' : '';
  const options = type.map(label => {
    return { label, text: quote ? label + closing : `"${label}"`, kind: 'value' } as const;
  });
  return suggestionsFor(place, { begun, rest }, options);
}

function suggestList(place: Place): Suggestions | undefined {
  const { inside } = place.tag;
  const head = listHead.exec(inside);
  if (head?.[1] !== undefined) return suggestName(place, inside, ({ type }) => isList(type));
  if (head) {
    const begun = { begun: head[2] ?? '', rest: '' };
    return suggestionsFor(place, begun, [{ label: 'in', text: 'in ', kind: 'keyword' }]);
  }
  return filter.test(inside) ? (suggestConstant(place) ?? suggestName(place, inside, () => true)) : undefined;
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
    detail: describeType(name.type),
    explain: () => explainName(name, scope, options),
  };
}

/** Where no tag is open, and somebody asks. */
function wholeTags(source: string, offset: number, scope: TemplateScope): Suggestions {
  const values = namesAt(source, offset, scope).names.filter(({ type }) => !isList(type));
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
