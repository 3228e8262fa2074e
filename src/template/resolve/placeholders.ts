import { excerpt } from '../../diagnostics/catalogue/excerpt.ts';
import {
  type Diagnostic,
  diagnose,
  type Edit,
  type Fix,
  type SourceRange,
} from '../../diagnostics/diagnostic.ts';
import { editAll, replaceWith } from '../../diagnostics/fixes/fix.ts';
import type { OutputName } from '../../output/output.ts';
import {
  type ForeignScope,
  meantByCondition,
  meantByValue,
  namedIn,
  namesLoop,
  namesOf,
  searches,
  unknownIn,
} from './foreign-expressions.ts';
import { type ForeignTag, foreignTagsIn, opensForeignTag } from './foreign-notations.ts';
import type { KnownNames } from './known-names.ts';
import type { LiteralStep } from './program.ts';
import { branchesOf, type Program } from './program.ts';
import {
  isGroup,
  isList,
  type PresentType,
  presentType,
  typeAt,
  typeOrPartAt,
  type VariableSchema,
  type VariableType,
} from './variables.ts';

/** Matches a lone name in the placeholders of other languages: `{profile}`, `[profile]`, `%profile%`. */
const name = '\\s{0,8}([A-Za-z_][\\w./]{0,100})\\s{0,8}';
const loneNames = new RegExp(
  [
    `#?\\{${name}\\}`,
    // Markdown links, PHP's `a[profile]=` and ranges such as `100%profile` look alike.
    `(?<![\\w\\]])\\[${name}\\](?![[(=])`,
    '%([A-Za-z_][\\w.]{0,100})%',
  ].join('|'),
  'g',
);

/** Precedes a lone name, and hardly anything else: a quick test that spares most sources the rest. */
const opensLoneName = /[{[%]\s{0,8}[A-Za-z_]/;

interface PlaceholderScope {
  readonly source: string;
  readonly variables: VariableSchema;
  readonly known: KnownNames;
  readonly output: OutputName;
}

interface Placeholders {
  /** Warnings about placeholders with the name of a variable: they would be sent literally. */
  readonly declared: readonly Diagnostic[];
  /** The others, which may be a text that the receiver fills in itself, unless they break the output. */
  readonly undeclared: () => readonly Undeclared[];
}

interface Undeclared {
  readonly range: SourceRange;
  readonly explain: () => Diagnostic;
}

const noPlaceholders: Placeholders = { declared: [], undeclared: () => [] };

/** Finds the placeholders of other languages. */
export function findPlaceholders(program: Program, scope: PlaceholderScope): Placeholders {
  const { source, output } = scope;
  if (!opensForeignTag.test(source) && !opensLoneName.test(source)) return noPlaceholders;
  const literals = literalsOf(program);
  // An escaped dollar, as in `\\${profile}`, means the literal text.
  const escaped = new Set(literals.filter(isEscapedDollar).map(({ range }) => range.end));
  const all = literals.flatMap(({ text, range, items }) =>
    foreignTagsIn(text, range.start).map(tag => ({ tag, items })),
  );
  const tags = all.filter(({ tag }) => !escaped.has(tag.range.start));
  const starts = new Set(
    all.flatMap(({ tag }) =>
      tag.written.startsWith('{{') ? [tag.range.start, tag.range.start + 1, tag.range.start + 2] : [],
    ),
  );
  const lone = literals.flatMap(({ text, range: { start }, items }) =>
    [...text.matchAll(loneNames)].flatMap(match => {
      const [written, ...names] = match;
      const at = start + match.index;
      // In a form or a URL, an index has this syntax.
      const isIndex = written.startsWith('[') && (output === 'url' || output === 'form');
      if (isIndex || starts.has(at) || escaped.has(at)) return [];
      const path = names.find(Boolean) ?? '';
      const isMacro = /^[A-Z\d_.]+\.[A-Z\d_.]+$/.test(path);
      const found = findIn(path.split(/[./]/), framesOf(items), scope, isMacro);
      const isMeant = found && isSingle(found.type);
      return isMeant
        ? [
            placeholder(
              { written, range: { start: at, end: at + written.length } },
              `$${found.path.join('.')}$`,
            ),
          ]
        : [];
    }),
  );
  const nodes = treeOf(tags);
  return {
    declared: [...lone, ...nodes.flatMap(node => explain(node, framesOf(node.items), scope))],
    undeclared: () => undeclaredIn(nodes, scope),
  };
}

function isEscapedDollar({ text, range }: LiteralStep): boolean {
  return text === '$' && range.end - range.start > 1;
}

function placeholder(tag: Pick<ForeignTag, 'written' | 'range'>, meant: string): Diagnostic {
  const { written, range } = tag;
  return diagnose('foreign-placeholder', range, { written, meant }, { fixes: [writing(tag, meant)] });
}

function writing({ range }: Ranged, meant: string): Fix {
  return replaceWith(range, meant, `Write \`${excerpt(meant)}\``);
}

/* Names */

/** A value whose parts have names of their own. */
interface Frame {
  /** The name of an item. */
  readonly name?: string | undefined;
  readonly path: readonly string[];
  readonly type: VariableType;
  /** Whether its parts are meant by their names alone: always, never, or where no variable has that name. */
  readonly parts: 'first' | 'last' | 'never';
}

/** The frames of the lists of this language around a text. */
function framesOf(items: VariableSchema): readonly Frame[] {
  return Object.entries(items).map(([name, type]) => ({ name, path: [name], type, parts: 'last' }));
}

interface Target {
  readonly path: readonly string[];
  readonly type: PresentType;
}

/** The variable, item or part that a name of another language stands for. */
function findIn(
  names: readonly string[],
  frames: readonly Frame[],
  { variables }: PlaceholderScope,
  isCaseless: boolean,
): Target | undefined {
  const [first = '', ...rest] = names;
  const within = (
    { path, type }: Pick<Frame, 'path' | 'type'>,
    parts: readonly string[],
  ): Target | undefined => {
    const found = parts.length === 0 ? presentType(type) : typeOrPartAt(type, parts);
    return found && { path: [...path, ...parts], type: found };
  };
  const ofItem = (frame: Frame): Target | undefined => {
    // Where the list is one of this language, any name could be a part of JSON.
    const isUnsure = frame.parts === 'last' && names.length > 0 && typeAt(frame.type, names) === undefined;
    return (isUnsure ? undefined : within(frame, names)) ?? counted(names, part => within(frame, part));
  };
  const named = frames.findLast(frame => frame.name === first);
  if (named) {
    const isNumber = rest.length === 1 && rest[0] === 'number';
    return (
      within(named, rest) ??
      (isNumber ? { path: names, type: 'number' } : counted(names, part => within(named, part.slice(1))))
    );
  }
  const inner = frames.at(-1);
  const ofInner = inner && inner.parts !== 'never' ? ofItem(inner) : undefined;
  if (inner?.parts === 'first' && ofInner) return ofInner;
  const all = { path: [], type: variables };
  const found =
    names.length === 0 ? undefined : (within(all, names) ?? counted(names, part => within(all, part)));
  if (found ?? ofInner) return found ?? ofInner;
  // Jinja and Liquid count from 1, too.
  if (inner && /^(?:for)?loop\.index$/.test(names.join('.')))
    return { path: [...inner.path, 'number'], type: 'number' };
  const spelt = isCaseless ? spelling(variables, names) : undefined;
  return spelt && within(all, spelt);
}

/** The count of a list, as this language names it. */
function counted(
  names: readonly string[],
  find: (names: readonly string[]) => Target | undefined,
): Target | undefined {
  const list = names.at(-1) === 'count' ? find(names.slice(0, -1)) : undefined;
  return list && isListType(list.type) ? { path: [...list.path, 'count'], type: 'number' } : undefined;
}

/** The names as the variables spell them, if they differ in small and capital letters alone. */
function spelling(variables: VariableSchema, names: readonly string[]): readonly string[] | undefined {
  let type: PresentType | undefined = variables;
  const spelt: string[] = [];
  for (const name of names) {
    if (type === 'json') {
      spelt.push(name);
      continue;
    }
    const known: readonly string[] = type && isGroup(type) ? Object.keys(type) : [];
    const [meant, another] = known.filter(each => each.toLowerCase() === name.toLowerCase());
    if (meant === undefined || another !== undefined) return undefined;
    spelt.push(meant);
    type = typeAt(variables, spelt);
  }
  return spelt;
}

function isListType(type: PresentType): boolean {
  return typeof type === 'object' && isList(type);
}

/** Offers to write a variable where its bare name stands for a value of JSON: `{"text": profile}`. */
export function withBareNames(
  diagnostics: readonly Diagnostic[],
  { source, variables }: PlaceholderScope,
): readonly Diagnostic[] {
  return diagnostics.map(diagnostic => {
    const { code, range, fixes } = diagnostic;
    const written = source.slice(range.start, range.end);
    const isKey = /^\s*:/.test(source.slice(range.end, range.end + 20));
    const isName = code === 'json-unexpected' && !isKey && /^[A-Za-z_][\w.]*$/.test(written);
    const isKnown = isName && typeOrPartAt(variables, written.split('.')) !== undefined;
    return isKnown ? { ...diagnostic, fixes: [replaceWith(range, `$${written}$`), ...fixes] } : diagnostic;
  });
}

/** Whether a tag can write it: for a list or a group, only JSON can. */
function isSingle(type: PresentType): boolean {
  return !isGroup(type) && !isList(type);
}

function scopeOf(frames: readonly Frame[], scope: PlaceholderScope): ForeignScope {
  const inScope = (names: readonly string[]) =>
    names[0] === '@root' ? findIn(names.slice(1), [], scope, true) : findIn(names, frames, scope, true);
  return { output: scope.output, find: inScope };
}

/* Texts and their tags */

/** A literal, and the items that have a name where it stands. */
interface LiteralInLists extends LiteralStep {
  readonly items: VariableSchema;
}

function literalsOf(program: Program): readonly LiteralInLists[] {
  const literals: LiteralInLists[] = [];
  const none: VariableSchema = {};
  const pending = program.map(step => ({ step, items: none })).reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { step, items } = next;
    if (step.kind === 'literal') literals.push({ ...step, items });
    else if (step.kind !== 'value') {
      const name = step.kind === 'list' ? step.node.head?.item.name : undefined;
      const inBody = step.kind === 'list' && name ? { ...items, [name]: step.itemType } : items;
      const inside = branchesOf(step).flatMap(steps =>
        steps.map(each => ({
          step: each,
          items: step.kind === 'list' && steps === step.steps ? inBody : items,
        })),
      );
      for (const each of inside.reverse()) pending.push(each);
    }
  }
  return literals;
}

/* Blocks */

interface TagInLists<T extends ForeignTag = ForeignTag> {
  readonly tag: T;
  readonly items: VariableSchema;
}

type BlockTag = Extract<ForeignTag, { readonly kind: 'block' }>;
type BranchTag = Extract<ForeignTag, { readonly kind: 'else' | 'elseif' }>;

/** A tag of another language with what stands between it and its end. */
interface ForeignNode extends TagInLists {
  readonly inside: ForeignNode[];
  readonly branches: BranchTag[];
  end?: ForeignTag;
}

/** What is nested deeper is not looked at. */
const deepest = 20;

/** Ends close the block that was opened last. */
function treeOf(tags: readonly TagInLists[]): readonly ForeignNode[] {
  const nodes: ForeignNode[] = [];
  const open: ForeignNode[] = [];
  for (const { tag, items } of tags) {
    const around = open.at(-1);
    if (tag.kind === 'end') {
      if (around) around.end = tag;
      open.pop();
    } else if (tag.kind === 'else' || tag.kind === 'elseif') around?.branches.push(tag);
    else {
      const node = { tag, items, inside: [], branches: [] };
      if (open.length < deepest) (around?.inside ?? nodes).push(node);
      if (tag.kind === 'block') open.push(node);
    }
  }
  return nodes;
}

/** What a block is in this language. */
interface Block {
  readonly kind: 'if' | 'for' | 'with' | 'comment';
  /** The opening tag; empty for a group whose parts are named in full. */
  readonly meant: string;
  /** Of the parts inside, if they are named differently. */
  readonly frame?: Frame;
}

/** One warning per tag, and one per block with all that belongs to it. */
function explain(
  node: ForeignNode,
  frames: readonly Frame[],
  scope: PlaceholderScope,
): readonly Diagnostic[] {
  const { tag, inside } = node;
  const names = scopeOf(frames, scope);
  if (tag.kind !== 'block') {
    const meant = meantByTag(tag, names);
    if (meant !== undefined) return [placeholder(tag, meant)];
    const expression = tag.kind === 'value' || tag.kind === 'statement' ? tag.expression : '';
    // A list or a group is sent to no tag that takes none.
    const named = loneName.test(expression) ? undefined : namedIn(expression, names);
    if (named) return [withoutCounterpart(tag, named, scope)];
    return tag.kind === 'statement' || namesLoop(expression) ? [withoutCounterpart(tag)] : [];
  }
  const block = blockOf(tag, names);
  const named = block ? undefined : namedIn(tag.expression, names);
  const isOfItems = block?.frame !== undefined || (named !== undefined && tag.block === 'for');
  const others = isOfItems ? [] : inside.flatMap(each => explain(each, frames, scope));
  if (!block) {
    if (!named) return namesLoop(tag.expression) ? [withoutCounterpart(tag), ...others] : others;
    if (tag.block === 'for') return [unmended(tag, '$for(…)$'), ...others];
    return [searches(tag.expression) ? withoutSearch(tag) : unmended(tag, '$if(…)$'), ...others];
  }
  const edits = editsOf(node, frames, scope);
  const meant = block.meant || `$${block.frame?.path.join('.')}.…$`;
  const title = `Write \`${excerpt(meant)}\``;
  // Other languages let a comma stand after the last item.
  const separated = edits?.map(edit =>
    edit.range === node.end?.range ? { ...edit, text: `$sep$,${edit.text}` } : edit,
  );
  const isSeparated =
    block.kind !== 'for' || edits?.some(({ text }) => text === '$sep$') || !scope.output.startsWith('json');
  const fixes = [edits, isSeparated ? undefined : separated].flatMap(each =>
    each ? editAll(title, each) : [],
  );
  return [diagnose('foreign-placeholder', tag.range, { written: tag.written, meant }, { fixes }), ...others];
}

const loneName = /^[\w.@&\s]*$/;

/** Whether a lone name is no variable as a whole, so that nothing is said of it in a text. */
function isSilent(tag: ForeignTag, names: ForeignScope): boolean {
  if (tag.kind !== 'value' || !loneName.test(tag.expression)) return false;
  return meantByTag(tag, names) === undefined && !names.find(namesOf(tag.expression.trim()));
}

/** The placeholders that name nothing, other than inside blocks of which they may name a part. */
function undeclaredIn(nodes: readonly ForeignNode[], scope: PlaceholderScope): readonly Undeclared[] {
  return nodes.flatMap(({ tag, items, inside }) => {
    if (tag.kind !== 'block' && tag.kind !== 'value') return [];
    const { expression, range } = tag;
    const names = scopeOf(framesOf(items), scope);
    const named = namedIn(expression, names);
    // `title.length` is data of the receiver as long as nothing is wrong with it.
    if (named && isSilent(tag, names))
      return [{ range, explain: () => withoutCounterpart(tag, named, scope) }];
    const name = named || namesLoop(expression) ? undefined : unknownIn(expression);
    if (name === undefined) return [];
    const isAsked = tag.kind === 'block' && (tag.block === 'if' || tag.block === 'unless');
    const inBlock = isAsked ? undeclaredIn(inside, scope) : [];
    return [{ range, explain: () => explainUndeclared(tag, name, names, scope) }, ...inBlock];
  });
}

function explainUndeclared(
  tag: ForeignTag,
  unknown: string,
  names: ForeignScope,
  { known }: PlaceholderScope,
): Diagnostic {
  const { written, range } = tag;
  const near = known.meantBy('any', unknown);
  const find: ForeignScope['find'] = each =>
    names.find(near !== undefined && each.join('.') === unknown ? near.split('.') : each);
  const meant = tag.kind === 'value' ? meantByValue(tag.expression, { ...names, find }) : undefined;
  const fixes = meant === undefined ? [] : [replaceWith(range, meant, `Did you mean \`${excerpt(meant)}\`?`)];
  const facts = { written, unknown, known: known.named('any') };
  return diagnose('foreign-placeholder', range, facts, { fixes });
}

/** Without a fix, because what the other language does there is not known. */
function unmended({ written, range }: ForeignTag, meant: string): Diagnostic {
  return diagnose('foreign-placeholder', range, { written, meant });
}

/** Where its value can be written as it is, says so. */
function withoutCounterpart(
  { written, range }: Pick<ForeignTag, 'written' | 'range'>,
  value?: ReturnType<ForeignScope['find']>,
  scope?: PlaceholderScope,
): Diagnostic {
  const isWritten =
    value && (value.type === undefined || isSingle(value.type) || scope?.output.startsWith('json'));
  const facts = isWritten ? { written, meant: `$${value.path.join('.')}$`, isPart: true } : { written };
  return diagnose('foreign-placeholder', range, facts);
}

function withoutSearch({ written, range }: ForeignTag): Diagnostic {
  return diagnose('foreign-placeholder', range, { written, isSearch: true });
}

function meantByTag(tag: ForeignTag, names: ForeignScope): string | undefined {
  if (tag.kind === 'value') return meantByValue(tag.expression, names);
  return tag.kind === 'comment' && !tag.text.includes('!$') ? `$! ${tag.text} !$` : undefined;
}

function blockOf({ block, expression, item }: BlockTag, names: ForeignScope): Block | undefined {
  if (block === 'comment') return { kind: 'comment', meant: '$!' };
  if (block === 'if' || block === 'unless') {
    const asked = meantByCondition(block === 'if' ? expression : `not (${expression})`, names);
    return asked === undefined ? undefined : { kind: 'if', meant: `$if(${asked})$` };
  }
  const { path, type } = (loneName.test(expression) && names.find(namesOf(expression.trim()))) || {};
  if (path === undefined || type === undefined) return undefined;
  if (block === 'inverted') {
    const asked = meantByCondition(`not ${expression}`, names);
    return asked === undefined ? undefined : { kind: 'if', meant: `$if(${asked})$` };
  }
  if (isList(type) && block !== 'with') {
    const frame = {
      name: item,
      path: [item ?? 'item'],
      type: type.of,
      parts: item === undefined ? 'first' : 'never',
    } as const;
    return { kind: 'for', meant: `$for(${item ?? 'item'} in ${path.join('.')})$`, frame };
  }
  if (isGroup(type) && block !== 'for')
    return { kind: 'with', meant: '', frame: { path, type, parts: 'first' } };
  const asked = block === 'section' ? meantByCondition(expression, names) : undefined;
  return asked === undefined ? undefined : { kind: 'if', meant: `$if(${asked})$` };
}

const ends = { if: '$endif$', for: '$endfor$', with: '', comment: '!$' } as const;
const endsOther = {
  if: /each|for/,
  for: /if|unless/,
  with: /if|each|for/,
  comment: /if|each|for(?!m)/,
} as const;

/** Edits that rewrite a block and all inside; undefined if something else would be left of it. */
function editsOf(
  node: ForeignNode,
  frames: readonly Frame[],
  scope: PlaceholderScope,
): readonly Edit[] | undefined {
  const { tag, end, branches, inside } = node;
  const names = scopeOf(frames, scope);
  if (tag.kind !== 'block') {
    const meant = meantByTag(tag, names);
    return meant === undefined ? undefined : [{ range: tag.range, text: meant }];
  }
  const block = blockOf(tag, names);
  if (!block || !end || endsOther[block.kind].test(end.written)) return undefined;
  const edits: Edit[] = [
    { range: tag.range, text: block.meant },
    { range: end.range, text: ends[block.kind] },
  ];
  for (const branch of branches) {
    const asked = branch.kind === 'elseif' ? meantByCondition(branch.expression, names) : undefined;
    const isMisplaced =
      block.kind === 'with' || (branch.kind === 'elseif' && (asked === undefined || block.kind !== 'if'));
    if (isMisplaced) return undefined;
    edits.push({ range: branch.range, text: branch.kind === 'else' ? '$else$' : `$elseif(${asked})$` });
  }
  const inner = block.frame ? [...frames, block.frame] : frames;
  // Inside a list, a tag that is left as it stands would be no part of an item any more.
  const isStrict = inner.some(({ parts }) => parts !== 'last');
  for (const each of block.kind === 'comment' ? [] : inside) {
    const isLast =
      each.end !== undefined && scope.source.slice(each.end.range.end, end.range.start).trim() === '';
    const written =
      (isLast && block.kind === 'for' ? separatorEdits(each) : undefined) ?? editsOf(each, inner, scope);
    if (!written && isStrict) return undefined;
    for (const edit of written ?? []) edits.push(edit);
  }
  return edits;
}

const isNotLast = /^(?:not\s+|!\s*)?(?:(?:for)?loop\.|@)last$/;

/** What another language writes after each item but the last. */
function separatorEdits({ tag, end, branches, inside }: ForeignNode): readonly Edit[] | undefined {
  if (tag.kind !== 'block' || !end || branches.length + inside.length > 0 || !isNotLast.test(tag.expression))
    return undefined;
  const isNegated = tag.expression.startsWith('not') || tag.expression.startsWith('!');
  if (isNegated !== (tag.block === 'if')) return undefined;
  return [
    { range: tag.range, text: '$sep$' },
    { range: end.range, text: '' },
  ];
}

/* Placeholders beside other mistakes */

/**
 * Merges these errors and warnings: a placeholder that breaks the output is one mistake, and its error gets its fix.
 */
export function withPlaceholders(
  diagnostics: readonly Diagnostic[],
  placeholders: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (placeholders.length === 0) return diagnostics;
  const inOrder = placeholders.toSorted(byStart);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').toSorted(byStart);
  const strayEnds = new Set(errors.flatMap(({ code, range }) => (code === 'stray-dollar' ? range.end : [])));
  let next = 0;
  let reach = -1;
  const alone = inOrder.filter(({ range }) => {
    for (let error = errors[next]; error && error.range.start < range.end; error = errors[++next])
      reach = Math.max(reach, error.range.end);
    return reach <= range.start && !strayEnds.has(range.start);
  });
  const explained = diagnostics.map(diagnostic => {
    const found = diagnostic.severity === 'error' && firstIn(inOrder, diagnostic.range);
    return found ? withFixes(diagnostic, found.fixes) : diagnostic;
  });
  return [...explained, ...alone];
}

/** What looks like a missing comma in a placeholder is none. */
function withFixes(diagnostic: Diagnostic, fixes: readonly Fix[]): Diagnostic {
  const { code, range, facts, related } = diagnostic;
  if (code === 'json-missing-comma' || code === 'json-extra-comma')
    return diagnose('json-unexpected', range, facts, { related, fixes });
  return { ...diagnostic, fixes: [...fixes, ...diagnostic.fixes] };
}

function byStart(one: Ranged, other: Ranged): number {
  return one.range.start - other.range.start;
}

interface Ranged {
  readonly range: SourceRange;
}

/** The first one that overlaps a range; they are sorted and do not overlap each other. */
function firstIn<T extends Ranged>(inOrder: readonly T[], { start, end }: SourceRange): T | undefined {
  let low = 0;
  let high = inOrder.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((inOrder[middle]?.range.end ?? 0) > start) high = middle;
    else low = middle + 1;
  }
  const found = inOrder[low];
  return found && found.range.start < end ? found : undefined;
}

/** Matches what shells and JavaScript write behind a dollar: `${…}`, which may be unclosed, and a name in parentheses. */
const afterDollar =
  /\$\{([^{}$]{1,200})\}|\$\{(\s{0,8}[A-Za-z_]\w{0,100})|\$\((\s{0,8}[A-Za-z_][\w.]{0,100}\s{0,8})\)/g;
/** Matches a tag of this language, and any other dollar, with the name that Handlebars and Vue give to all of the data. */
const dollars = /\$[A-Za-z_][\w.]*(?:;[^$\n]{0,200})?\$|\$(?:root(?=\.))?/g;

interface DollarPlaceholder extends Pick<ForeignTag, 'written' | 'range'> {
  readonly isValue: boolean;
  /** With blanks for its dollars, and asterisks for tags of this language. */
  readonly expression: string;
}

/** The placeholders of other languages of which a dollar may be part, or which follow one, in order. */
export function dollarPlaceholdersIn(source: string): readonly DollarPlaceholder[] {
  const shells = Array.from(source.matchAll(afterDollar), ({ 0: written, index, ...groups }) => ({
    written,
    range: { start: index, end: index + written.length },
    isValue: true,
    expression: groups[1] ?? groups[2] ?? groups[3] ?? '',
  }));
  const plain = source.replace(dollars, found => (/^\$.+\$$/.test(found) ? '*' : ' ').repeat(found.length));
  const tags = foreignTagsIn(plain, 0).flatMap(tag => {
    if (!('expression' in tag)) return [];
    let { start, end } = tag.range;
    while (source[start - 1] === '$' && plain[start - 1] === ' ') start--;
    const written = source.slice(start, end);
    return [{ written, range: { start, end }, isValue: tag.kind === 'value', expression: tag.expression }];
  });
  return [...shells, ...tags].sort(byStart);
}

/** Mends stray dollars together with the placeholders that they belong to; where nothing here does the same, explains them. */
export function explainDollars(
  diagnostics: readonly Diagnostic[],
  scope: PlaceholderScope,
): readonly Diagnostic[] {
  if (!diagnostics.some(({ code }) => code === 'stray-dollar')) return diagnostics;
  const placeholders = dollarPlaceholdersIn(scope.source);
  const names = scopeOf([], scope);
  return diagnostics.map(diagnostic => {
    const { code, range } = diagnostic;
    const found = code === 'stray-dollar' ? firstIn(placeholders, range) : undefined;
    if (!found?.isValue) return diagnostic;
    const meant = meantByValue(found.expression, names);
    if (meant !== undefined) return { ...diagnostic, fixes: [writing(found, meant), ...diagnostic.fixes] };
    const named = namedIn(found.expression, names);
    if (!named) return diagnostic;
    // As plain text, it would still be sent as it stands.
    return broken(withoutCounterpart(found, named, scope), { ...diagnostic, fixes: [] });
  });
}

/** A placeholder in the place of the error that it causes. */
function broken(found: Diagnostic, { fixes, severity }: Diagnostic): Diagnostic {
  if (found.code !== 'foreign-placeholder') return found;
  return {
    ...diagnose('foreign-placeholder', found.range, { ...found.facts, breaks: true }, { fixes }),
    severity,
  };
}

/**
 * Explains errors of the output by the placeholders that cause them: the first character that is wrong in one of another language
 * says little. Those that name nothing have no other fixes, which would send them as they stand; beside an error, those that JSON
 * does not come to after it are errors, too.
 */
export function explainBroken(
  diagnostics: readonly Diagnostic[],
  { declared, undeclared }: Placeholders,
  { source, output }: PlaceholderScope,
  isOfOutput: (code: string) => boolean,
): readonly Diagnostic[] {
  if (!diagnostics.some(({ code }) => isOfOutput(code))) return diagnostics;
  const known = declared.toSorted(byStart);
  const unknown = undeclared().toSorted(byStart);
  const explained = new Set<Undeclared>();
  const all = diagnostics.map(diagnostic => {
    if (!isOfOutput(diagnostic.code)) return diagnostic;
    const found = firstIn(known, diagnostic.range);
    if (found?.code === 'foreign-placeholder' && !found.facts.written.startsWith('['))
      return broken(found, diagnostic);
    const unknownOne = firstIn(unknown, diagnostic.range);
    if (!unknownOne) return diagnostic;
    explained.add(unknownOne);
    const said = unknownOne.explain();
    return broken(said, { ...diagnostic, fixes: said.fixes });
  });
  if (!output.startsWith('json')) return all;
  const isInText = textsOf(source);
  const others: Diagnostic[] = [];
  for (const each of unknown) {
    if (explained.has(each) || isInText(each.range)) continue;
    const said = each.explain();
    others.push(broken(said, { ...said, severity: 'error' }));
    if (others.length === maxOthers) break;
  }
  return [...all, ...others];
}

/** More of them tell nothing new. */
const maxOthers = 64;

/** Whether a place of JSON lies between quotes, by those before it on its line. Places are asked about in order. */
function textsOf(source: string): (range: SourceRange) => boolean {
  let isInText = false;
  let at = 0;
  return ({ start }) => {
    for (; at < start; at++) {
      const character = source[at];
      if (character === '\n') isInText = false;
      else if (character === '"') isInText = !isInText;
      else if (character === '\\' && source[at + 1] !== '\n') at++;
    }
    return isInText;
  };
}
