import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { nameSyntax } from '../../../grammar/tokens.ts';
import { isList, isText } from '../../template/resolve/variables.ts';
import { describeType } from './describe-type.ts';
import { explainName } from './explain-name.ts';
import { type KnownName, namesAt } from './names-at.ts';
import { openTagAt } from './open-tag.ts';
import { completeOption } from './option-completion.ts';
import { detail, type Place, resultOf } from './place.ts';
import { type TemplateScope, templateScope } from './template-scope.ts';

/** Names, keywords, options and constants, wherever the language has them. */
export const completion: Extension = autocompletion({
  override: [complete],
  icons: false,
  // In the order in which they were declared.
  compareCompletions: () => 0,
});

function complete(context: CompletionContext): CompletionResult | null {
  const { state, pos: offset } = context;
  const source = state.doc.toString();
  const scope = state.facet(templateScope);
  const tag = openTagAt(source, offset);
  if (!tag) return context.explicit ? wholeTags(source, offset, scope) : null;
  const after = state.sliceDoc(offset, state.doc.lineAt(offset).to);
  const place = { ...namesAt(source, tag.start, scope), scope, tag, offset, after };
  switch (tag.kind) {
    case 'value':
      return tag.inside.includes(';') ? completeOption(place) : completeValue(place);
    case 'condition':
      return completeConstant(place) ?? completeName(place, tag.inside, () => true);
    case 'list':
      return completeList(place);
  }
}

const listHead = new RegExp(String.raw`^\s*${nameSyntax}\s+(in\s+[\w./]*)?([a-z]*)$`);
const path = /[A-Za-z_][\w./]*$|$/;

function completeValue(place: Place): CompletionResult | null {
  if (!/^\s*[\w./]*$/.test(place.tag.inside)) return null;
  const end = /^\s*[\w./]*\s*[;$]/.test(place.after) ? '' : '$';
  const names = place.names.filter(({ type }) => !isList(type));
  return resultOf(place, wordBefore(place.tag.inside), [
    ...names.map(name => nameCompletion(name, place.scope, name.path + end, '')),
    ...keywordsAt(place),
  ]);
}

function keywordsAt({ block, names }: Place): readonly Completion[] {
  const closing = {
    if: ['elseif(', 'else$', 'endif$'],
    for: ['sep$', 'else$', 'endfor$'],
    none: [],
  }[block ?? 'none'];
  const lists = names.some(({ type }) => isList(type)) ? ['for('] : [];
  return [...closing, 'if(', ...lists].map((text, index) => ({
    label: text.replace(/[$(]$/, ''),
    apply: text,
    detail: detail('keyword'),
    type: 'keyword',
    boost: index < closing.length ? 1 : -1,
  }));
}

function completeName(
  place: Place,
  before: string,
  isWanted: (name: KnownName) => boolean,
): CompletionResult | null {
  const names = place.names.filter(isWanted);
  return resultOf(
    place,
    wordBefore(before),
    names.map(name => nameCompletion(name, place.scope)),
  );
}

/** The texts that the variable of a comparison can have. */
function completeConstant(place: Place): CompletionResult | null {
  const compared = /([A-Za-z_][\w./]*)\s*[=!]=\s*(["“„]?)([^"“”„$)&|]*)$/.exec(place.tag.inside);
  if (!compared) return null;
  const [, name = '', quote, begun = ''] = compared;
  const type = place.names.find(known => known.path === name.replaceAll('/', '.'))?.type;
  if (type === undefined || !isText(type) || typeof type === 'string') return null;
  const closing = quote && !place.after.startsWith('"') ? '"' : '';
  const options = type.map(text => ({ label: text, apply: quote ? text + closing : `"${text}"` }));
  return resultOf(place, begun, options);
}

function completeList(place: Place): CompletionResult | null {
  const { inside } = place.tag;
  const head = listHead.exec(inside);
  if (head?.[1] !== undefined) return completeName(place, inside, ({ type }) => isList(type));
  if (head) return resultOf(place, head[2] ?? '', [{ label: 'in', apply: 'in ', type: 'keyword' }]);
  return /\sif\s/.test(inside) ? (completeConstant(place) ?? completeName(place, inside, () => true)) : null;
}

function nameCompletion(
  name: KnownName,
  scope: TemplateScope,
  apply: string = name.path,
  options?: string,
): Completion {
  return {
    label: name.path,
    apply,
    detail: detail(describeType(name.type)),
    type: 'variable',
    info: () => explainName(name, scope, options),
  };
}

/** Where no tag is open, and somebody asks. */
function wholeTags(source: string, offset: number, scope: TemplateScope): CompletionResult {
  const values = namesAt(source, offset, scope).names.filter(({ type }) => !isList(type));
  return {
    from: offset,
    options: values.map(name => nameCompletion(name, scope, `$${name.path}$`, '')),
    filter: false,
  };
}

function wordBefore(text: string): string {
  return path.exec(text)?.[0] ?? '';
}
