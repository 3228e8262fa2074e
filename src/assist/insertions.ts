import { lex } from '../../grammar/lexer.ts';
import { isGroup, isList, isText, presentType } from '../template/resolve/variables.ts';
import type { Explanation } from './assistance.ts';
import { explainName } from './explain-name.ts';
import { type KnownName, namesAfter, openTagIn } from './names-at.ts';
import { isOutsideStrings } from './template-parts.ts';
import type { TemplateScope } from './template-scope.ts';

/** A piece of a template to insert. */
export interface Insertion {
  readonly label: string;
  readonly text: string;
  /** The part of `text` that is about to be replaced by whoever inserts it; at its end if there is nothing to replace. */
  readonly selected: { readonly start: number; readonly end: number };
}

/** What may be inserted at an offset of a template. */
export interface Insertions {
  /** Where: the offset, or the end of the tag that it is in. */
  readonly offset: number;
  readonly variables: readonly (Insertion & { readonly explanation: Explanation })[];
  readonly conditions: readonly Insertion[];
  readonly lists: readonly Insertion[];
}

/** A condition for each text of a set with at most so many. */
const maxTexts = 6;

/** Everything that may be inserted at an offset, ready made, for those who do not write tags by hand. */
export function insertionsAt(source: string, offset: number, scope: TemplateScope): Insertions {
  const tag = openTagIn(source.slice(0, offset));
  const rest = tag ? /^[^$\r\n]*\$/.exec(source.slice(offset)) : null;
  const at = offset + (rest?.[0].length ?? 0);
  const read = lex(source.slice(0, at));
  const { names } = namesAfter(read, scope);
  const isJson = scope.output === 'json' || scope.output === 'json-lines';
  const place = isJson && isOutsideStrings(read) ? valuePlace(source.slice(0, at)) : 'text';
  return {
    offset: at,
    variables: names
      .filter(({ type }) => !isList(type))
      .map(name => ({ ...whole(name.path, `$${name.path}$`), explanation: explainName(name, scope) })),
    conditions: names.flatMap(conditionsOn).map(condition => conditional(condition, place)),
    lists: names.filter(({ type }) => isList(type)).map(name => list(name, names, place)),
  };
}

/** `value`: where JSON wants a value; `item`: where it may be one of several. */
type ValuePlace = 'text' | 'value' | 'item';

function valuePlace(before: string): ValuePlace {
  return /:\s*$/.test(before) ? 'value' : 'item';
}

function whole(label: string, text: string): Insertion {
  return { label, text, selected: { start: text.length, end: text.length } };
}

/** What may be asked of a variable. */
function conditionsOn({ path, type, mayBeMissing }: KnownName): readonly string[] {
  if (type === 'boolean') return [path];
  if (isText(type) && typeof type === 'object' && type.length <= maxTexts)
    return type.map(text => `${path} == "${text}"`);
  if (isList(type) || (mayBeMissing && type !== 'number')) return [path];
  return [];
}

function conditional(condition: string, place: ValuePlace): Insertion {
  const open = `$if(${condition})$`;
  const [inside, rest] = place === 'value' ? ['null', '$else$null$endif$'] : ['', '$endif$'];
  return {
    label: condition,
    text: open + inside + rest,
    selected: { start: open.length, end: open.length + inside.length },
  };
}

function list({ path, type }: KnownName, names: readonly KnownName[], place: ValuePlace): Insertion {
  const item = itemName(path, names);
  const of = isList(type) ? presentType(type.of) : type;
  const parts = isGroup(of) ? Object.keys(of) : [];
  const [part] = parts;
  const inside =
    place === 'text'
      ? `$${item}${part === undefined ? '' : `.${part}`}$`
      : parts.length === 0
        ? `$${item}$`
        : `{${parts.map(each => `"${each}": $${item}.${each}$`).join(', ')}}`;
  const [open, close] = place === 'value' ? ['[', ']'] : ['', ''];
  const before = `${open}$for(${item} in ${path})$`;
  return {
    label: path,
    text: `${before}${inside}$sep$, $endfor$${close}`,
    selected: { start: before.length, end: before.length + inside.length },
  };
}

/** `alerts` → `alert`, unless something else has that name. */
function itemName(path: string, names: readonly KnownName[]): string {
  const last = path.split('.').at(-1) ?? '';
  const single = /.s$/.test(last) ? last.slice(0, -1) : 'item';
  const isTaken = (name: string) => names.some(({ path }) => path.split('.', 1)[0] === name);
  return [single, 'item', 'each'].find(name => !isTaken(name)) ?? `${single}Item`;
}
