import { nameSyntax } from '../../../grammar/tokens.ts';
import { isList, isText } from '../../template/resolve/variables.ts';
import { describeType } from '../describe-type.ts';
import { explainName } from '../explain-name.ts';
import { type KnownName, namesAt } from '../names-at.ts';
import { openTagAt } from '../open-tag.ts';
import type { TemplateScope } from '../template-scope.ts';
import { suggestOptions } from './option-suggestions.ts';
import { type Place, type Suggestion, type Suggestions, suggestionsFor } from './place.ts';

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
const path = /[A-Za-z_][\w./]*$|$/;

function suggestValue(place: Place): Suggestions | undefined {
  if (!/^\s*[\w./]*$/.test(place.tag.inside)) return undefined;
  const end = /^\s*[\w./]*\s*[;$]/.test(place.after) ? '' : '$';
  const names = place.names.filter(({ type }) => !isList(type));
  return suggestionsFor(place, wordBefore(place.tag.inside), [
    ...names.map(name => nameSuggestion(name, place.scope, name.path + end, '')),
    ...keywordsAt(place),
  ]);
}

function keywordsAt({ block, names }: Place): readonly Suggestion[] {
  const closing = {
    if: ['elseif(', 'else$', 'endif$'],
    for: ['sep$', 'else$', 'endfor$'],
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
  return suggestionsFor(
    place,
    wordBefore(before),
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
  const closing = quote && !place.after.startsWith('"') ? '"' : '';
  const options = type.map(label => {
    return { label, text: quote ? label + closing : `"${label}"`, kind: 'value' } as const;
  });
  return suggestionsFor(place, begun, options);
}

function suggestList(place: Place): Suggestions | undefined {
  const { inside } = place.tag;
  const head = listHead.exec(inside);
  if (head?.[1] !== undefined) return suggestName(place, inside, ({ type }) => isList(type));
  if (head) return suggestionsFor(place, head[2] ?? '', [{ label: 'in', text: 'in ', kind: 'keyword' }]);
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
    options: values.map(name => nameSuggestion(name, scope, `$${name.path}$`, '')),
    kind: 'whole',
  };
}

function wordBefore(text: string): string {
  return path.exec(text)?.[0] ?? '';
}
