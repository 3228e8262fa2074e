import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  CodeActionTriggerKind,
  type DocumentHighlight,
  DocumentHighlightKind,
  type DocumentSymbol,
  type FoldingRange,
  FoldingRangeKind,
  type FormattingOptions,
  type Location,
  LSPErrorCodes,
  type Position,
  type Range,
  type ReferenceContext,
  ResponseError,
  type SelectionRange,
  SymbolKind,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { nameSyntax } from '../../../grammar/names.ts';
import { parseUnconfirmed } from '../../../grammar/parse-template.ts';
import type { ConditionalNode, ListNode, PathNode, TemplateTree } from '../../../grammar/tree.ts';
import { childrenOf, type SyntaxNode, visit } from '../../../grammar/visit.ts';
import { formatTemplate } from '../../assist/format-template.ts';
import { templateParts } from '../../assist/template-parts.ts';
import type { Edit, SourceRange } from '../../diagnostics/diagnostic.ts';
import { applyEdits } from '../../diagnostics/fixes/apply-fix.ts';
import { recordOf } from '../../webhook/config/given-config.ts';
import type { FileNode } from '../contents/contents.ts';
import type { ReadDocument, TemplateText } from './read-document.ts';
import { type ActionForm, editOf } from './replies.ts';

type Block = ConditionalNode | ListNode;

/** The tags of a conditional or a list, in order; the last one is empty if it is missing. */
function tagsOf(block: Block): readonly SourceRange[] {
  const first = block.kind === 'list' ? [block.tag] : block.branches.map(({ tag }) => tag);
  const separator = block.kind === 'list' && block.separator ? [block.separator.tag] : [];
  return [...first, ...separator, ...(block.otherwise ? [block.otherwise.tag] : []), block.endTag];
}

/** All nodes of a tree, parents before children. */
function nodesOf(tree: TemplateTree): readonly SyntaxNode[] {
  const nodes: SyntaxNode[] = [];
  visit(tree, node => nodes.push(node));
  return nodes;
}

function blocksOf(tree: TemplateTree): readonly Block[] {
  return nodesOf(tree).filter(node => node.kind === 'conditional' || node.kind === 'list');
}

function holds({ start, end }: SourceRange, offset: number): boolean {
  return start <= offset && offset <= end;
}

/** Where a range of a template is in its document. */
function placeOf(range: SourceRange, { text }: TemplateText, read: ReadDocument): Range {
  return read.rangeOf(text.rangeInFile(range));
}

/** The outline: each webhook with its templates, and the conditionals and lists of each. */
export function symbolsOf(read: ReadDocument): DocumentSymbol[] {
  const { kind, entries } = read.contents;
  if (kind === 'template') return read.templates.flatMap(template => blockSymbols(template, read));
  return entries.flatMap(({ node, value, nested }, index) => {
    const inside = read.templates.filter(({ text }) => isWithin(text.range, node.range));
    const children = inside.map(template => templateSymbol(template, node, read));
    if (entries.length === 1) return children;
    const { id, profile } = recordOf(nested?.value ?? value);
    const name = [id, profile].find(given => typeof given === 'string' && given !== '');
    const range = read.rangeOf(node.range);
    return [
      {
        name: String(name ?? `webhook ${index + 1}`),
        kind: SymbolKind.Event,
        range,
        selectionRange: range,
        children,
      },
    ];
  });
}

function isWithin(inner: SourceRange, outer: SourceRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function templateSymbol(template: TemplateText, root: FileNode, read: ReadDocument): DocumentSymbol {
  const range = read.rangeOf(template.text.range);
  const name = keysTo(template.text.range, root).join('.') || 'template';
  return {
    name,
    kind: SymbolKind.String,
    range,
    selectionRange: range,
    children: blockSymbols(template, read),
  };
}

/** The keys that lead to a text in a file. */
function keysTo(range: SourceRange, node: FileNode): readonly string[] {
  if (node.kind === 'list') {
    const index = node.items.findIndex(item => isWithin(range, item.range));
    const item = node.items[index];
    return item ? [String(index), ...keysTo(range, item)] : [];
  }
  if (node.kind !== 'object') return [];
  const entry = node.entries.findLast(({ value }) => isWithin(range, value.range));
  return entry ? [entry.key, ...keysTo(range, entry.value)] : [];
}

/** The conditionals and lists of a template, in each other as they are there. */
function blockSymbols(template: TemplateText, read: ReadDocument): DocumentSymbol[] {
  const top: DocumentSymbol[] = [];
  const open: { readonly symbol: DocumentSymbol; readonly end: number }[] = [];
  for (const block of blocksOf(template.tree())) {
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= block.range.start) open.pop();
    const [tag = block.range] = tagsOf(block);
    const symbol: DocumentSymbol = {
      name: nameOfTag(template.text.value.slice(tag.start, tag.end)),
      kind: block.kind === 'list' ? SymbolKind.Array : SymbolKind.Boolean,
      range: placeOf(block.range, template, read),
      selectionRange: placeOf(tag, template, read),
      children: [],
    };
    (open.at(-1)?.symbol.children ?? top).push(symbol);
    open.push({ symbol, end: block.range.end });
  }
  return top;
}

/** `if(isError)` for `$if(isError)$`. */
function nameOfTag(tag: string): string {
  return tag.replace(/^\$\s*|\s*\$$/g, '').replace(/\s+/g, ' ');
}

/** Conditionals and lists, from each tag to the line before the next, and comments; in a bare template, also the brackets of JSON. */
export function foldsOf(read: ReadDocument): FoldingRange[] {
  const isBare = read.contents.kind === 'template';
  return read.templates.flatMap(template => [
    ...tagFolds(template, read),
    ...(isBare ? bracketFolds(template, read) : []),
  ]);
}

function tagFolds(template: TemplateText, read: ReadDocument): readonly FoldingRange[] {
  return nodesOf(template.tree()).flatMap(node => {
    if (node.kind === 'comment') {
      const { start, end } = placeOf(node.range, template, read);
      return foldOf(start.line, end.line, FoldingRangeKind.Comment);
    }
    if (node.kind !== 'conditional' && node.kind !== 'list') return [];
    const tags = tagsOf(node).map(tag => placeOf(tag, template, read));
    return tags.slice(1).flatMap((tag, index) => foldOf(tags[index]?.start.line ?? 0, tag.start.line - 1));
  });
}

function foldOf(startLine: number, endLine: number, kind?: FoldingRangeKind): readonly FoldingRange[] {
  return endLine > startLine ? [{ startLine, endLine, ...(kind !== undefined && { kind }) }] : [];
}

function bracketFolds(template: TemplateText, read: ReadDocument): readonly FoldingRange[] {
  if (template.output !== 'json') return [];
  const open: number[] = [];
  return templateParts(template.text.value, 'json', template.tokens()).flatMap(part => {
    if (!('pieces' in part) || part.name !== 'Text') return [];
    return part.pieces.flatMap(({ name, start, end }) => {
      if (name !== 'Separator') return [];
      const { line } = placeOf({ start, end }, template, read).start;
      const text = template.text.value.slice(start, end);
      if (/^[[{]/.test(text)) open.push(line);
      if (!/^[\]}]/.test(text)) return [];
      return foldOf(open.pop() ?? line, line - 1);
    });
  });
}

/** What belongs to what is at a position: the tags of a conditional or a list, or every use of a name. */
export function highlightsAt(read: ReadDocument, position: Position): DocumentHighlight[] {
  const found = templateAt(read, position);
  if (!found) return [];
  const { template, at } = found;
  const use = useAt(template.tree(), at);
  if (use)
    return [
      ...use.declared.map(range => ({
        range: placeOf(range, template, read),
        kind: DocumentHighlightKind.Write,
      })),
      ...use.uses.map(range => ({ range: placeOf(range, template, read), kind: DocumentHighlightKind.Read })),
    ];
  const block = blocksOf(template.tree()).findLast(each => tagsOf(each).some(tag => holds(tag, at)));
  return (block ? tagsOf(block) : [])
    .filter(({ start, end }) => end > start)
    .map(tag => ({ range: placeOf(tag, template, read), kind: DocumentHighlightKind.Text }));
}

/** What somebody selects who extends a selection: the name, its tag, the part of its conditional or list, and so on. */
export function selectionsAt(read: ReadDocument, positions: readonly Position[]): SelectionRange[] {
  return positions.map(position => {
    const found = templateAt(read, position);
    if (!found) return { range: { start: position, end: position } };
    const { template, at } = found;
    const around = nodesOf(template.tree()).flatMap(node => rangesOf(node).filter(range => holds(range, at)));
    const sorted = around.toSorted((a, b) => b.end - b.start - (a.end - a.start));
    const ranges = sorted.filter(({ start, end }, index) => {
      const outer = sorted[index - 1];
      return !outer || (isWithin({ start, end }, outer) && end - start < outer.end - outer.start);
    });
    return (
      ranges.reduce<SelectionRange | undefined>(
        (parent, range) => ({ range: placeOf(range, template, read), ...(parent && { parent }) }),
        undefined,
      ) ?? { range: { start: position, end: position } }
    );
  });
}

/** The ranges of a node and of those of its parts that have no range of their own. */
function rangesOf(node: SyntaxNode): readonly SourceRange[] {
  if (node.kind === 'conditional' || node.kind === 'list') {
    const tags = tagsOf(node);
    const parts = tags.slice(1).map(({ start }, index) => ({ start: tags[index]?.end ?? start, end: start }));
    return [node.range, ...tags, ...parts];
  }
  return 'range' in node ? [node.range] : [];
}

function templateAt(
  read: ReadDocument,
  position: Position,
): { readonly template: TemplateText; readonly at: number } | undefined {
  return read.templateAt(read.offsetAt(position));
}

/** A name, where it is declared, which only the item of a list is, and where it is used. */
interface NameUse {
  readonly name: string;
  readonly declared: readonly SourceRange[];
  readonly uses: readonly SourceRange[];
}

/** The name at an offset: the item of a list, or a variable with the same path everywhere. */
function useAt(tree: TemplateTree, offset: number): NameUse | undefined {
  return namesIn(tree).find(({ declared, uses }) =>
    [...declared, ...uses].some(range => holds(range, offset)),
  );
}

/**
 * All names of a template. The item of a list is known in its condition and its body, but neither between two items nor where
 * there are none; an inner list may have an item of the same name.
 */
function namesIn(tree: TemplateTree): readonly NameUse[] {
  const found: { name: string; declared: SourceRange[]; uses: SourceRange[] }[] = [];
  const variables = new Map<string, (typeof found)[number]>();
  const items = new Map<ListNode, (typeof found)[number]>();
  walk(tree, []);
  return found;

  function walk(node: SyntaxNode, around: readonly ListNode[]): void {
    if (node.kind === 'path') addUse(node, around);
    if (node.kind !== 'list') {
      for (const child of childrenOf(node)) walk(child, around);
      return;
    }
    const { head, nodes, separator, otherwise } = node;
    const inside = head ? [...around, node] : around;
    if (head) {
      const item = { name: head.item.name, declared: [head.item.range], uses: [] };
      items.set(node, item);
      found.push(item);
      walk(head.path, around);
      if (head.filter) walk(head.filter, inside);
    }
    for (const child of nodes) walk(child, inside);
    for (const part of [separator, otherwise]) if (part) walk(part, around);
  }

  function addUse({ names, range }: PathNode, around: readonly ListNode[]): void {
    const [first = ''] = names;
    const list = around.findLast(({ head }) => head?.item.name === first);
    const item = list && items.get(list);
    if (item) {
      item.uses.push({ start: range.start, end: range.start + first.length });
      return;
    }
    const path = names.join('.');
    const known = variables.get(path) ?? { name: path, declared: [], uses: [] };
    if (!variables.has(path)) found.push(known);
    variables.set(path, known);
    known.uses.push(range);
  }
}

/** Where the item of a list is declared, for each of its uses. */
export function definitionAt(read: ReadDocument, position: Position): Location | null {
  const found = templateAt(read, position);
  const [declared] = (found && useAt(found.template.tree(), found.at)?.declared) ?? [];
  return found && declared ? locationOf(declared, found.template, read) : null;
}

function locationOf(range: SourceRange, template: TemplateText, read: ReadDocument): Location {
  return { uri: read.document.uri, range: placeOf(range, template, read) };
}

/** Where the name at a position is used in its template. */
export function referencesAt(
  read: ReadDocument,
  position: Position,
  { includeDeclaration }: ReferenceContext,
): Location[] {
  const found = templateAt(read, position);
  const use = found && useAt(found.template.tree(), found.at);
  if (!use) return [];
  const ranges = [...(includeDeclaration ? use.declared : []), ...use.uses];
  return ranges.map(range => locationOf(range, found.template, read));
}

/** The name at a position that can be changed, which is that of a list's item. */
export function renamableAt(
  read: ReadDocument,
  position: Position,
): { readonly range: Range; readonly placeholder: string } | null {
  const found = templateAt(read, position);
  const use = found && useAt(found.template.tree(), found.at);
  if (!use || use.declared.length === 0) return null;
  const range = [...use.declared, ...use.uses].find(each => holds(each, found.at));
  return range ? { range: placeOf(range, found.template, read), placeholder: use.name } : null;
}

/** Says why a name cannot be given. */
function refuse(message: string): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.RequestFailed, message);
}

const wholeName = new RegExp(`^${nameSyntax}$`);

/**
 * Gives the item of a list another name, wherever it is used.
 *
 * @throws {ResponseError} for a text that is no name, and for a name that something else has there.
 */
export function renameAt(
  read: ReadDocument,
  position: Position,
  newName: string,
  form: ActionForm,
): WorkspaceEdit | null {
  const found = templateAt(read, position);
  const { template } = found ?? {};
  const use = found && template && useAt(template.tree(), found.at);
  if (!template || !use || use.declared.length === 0) return null;
  if (newName === use.name) return null;
  if (!wholeName.test(newName))
    throw refuse(`\`${newName}\` is no name: names have letters, digits and underscores.`);
  const others = namesIn(template.tree()).filter(each => each !== use);
  const isTaken =
    others.some(({ name }) => name.split('.')[0] === newName) ||
    Object.keys(template.scope().variables).some(name => name.split('.')[0] === newName);
  if (isTaken) throw refuse(`\`${newName}\` is the name of something else here.`);
  const edits = [...use.declared, ...use.uses].map(range => ({ range, text: newName }));
  const source = template.text.value;
  const [before, after] = [source, applyEdits(source, edits)].map(
    each => parseUnconfirmed(each).diagnostics.length,
  );
  // A word of the language.
  if ((after ?? 0) > (before ?? 0)) throw refuse(`\`${newName}\` cannot be the name of an item.`);
  return editOf(template.text.editsInFile(edits), read, form);
}

/** Lays out a bare template by what it writes; nothing for other files, which have formatters of their own. */
export function formattingOf(read: ReadDocument, options: FormattingOptions): TextEdit[] | null {
  if (read.contents.kind !== 'template') return null;
  return read.templates
    .flatMap(template => layoutOf(template, options))
    .map(({ range, text }) => ({
      range: read.rangeOf(range),
      newText: text,
    }));
}

/** Lays out the template at a position by what it writes, which is a change that somebody chooses. */
export const layoutKind: string = `${CodeActionKind.RefactorRewrite}.hookplate`;

/** The action that lays out the template in a configuration that holds a position, if that changes anything. */
export function layoutActionsIn(
  read: ReadDocument,
  { range, context }: Pick<CodeActionParams, 'range' | 'context'>,
  form: ActionForm,
): readonly CodeAction[] {
  // It takes too long for editors that ask at each move of the cursor.
  const isAsked = context.only
    ? context.only.some(only => only === '' || layoutKind === only || layoutKind.startsWith(`${only}.`))
    : context.triggerKind !== CodeActionTriggerKind.Automatic;
  const found = isAsked && read.contents.kind !== 'template' ? templateAt(read, range.start) : undefined;
  const edits = found ? layoutOf(found.template, twoSpaces) : [];
  if (edits.length === 0) return [];
  return [{ title: 'Lay out this template', kind: layoutKind, edit: editOf(edits, read, form) }];
}

/** Of one step, whatever an editor asks for. */
const widestIndent = 16;

const twoSpaces = { insertSpaces: true, tabSize: 2 };

/** Edits of a file that lay out one of its templates. */
function layoutOf(
  { text, output }: TemplateText,
  { insertSpaces, tabSize }: Pick<FormattingOptions, 'insertSpaces' | 'tabSize'>,
): readonly Edit[] {
  const indent = insertSpaces ? ' '.repeat(Math.min(Math.max(tabSize, 0), widestIndent)) : '\t';
  const edits = formatTemplate(text.value, { output, indent });
  return edits && edits.length > 0 ? text.editsInFile(edits) : [];
}
