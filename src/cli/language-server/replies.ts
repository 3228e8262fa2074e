import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  CodeActionTriggerKind,
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  type CompletionParams,
  CompletionTriggerKind,
  type Diagnostic,
  DiagnosticSeverity,
  type Hover,
  type MarkupContent,
  MarkupKind,
  type Position,
  type Range,
  type SemanticTokens,
  SemanticTokensBuilder,
  type SemanticTokensDelta,
  type SemanticTokensLegend,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Explanation, Suggestion } from '../../assist/assistance.ts';
import { changeBetween } from '../../assist/change-between.ts';
import { explanationAt } from '../../assist/explain-name.ts';
import { type Occasion, suggestAt } from '../../assist/suggest-at.ts';
import { type ColouredPiece, type PieceName, templateParts } from '../../assist/template-parts.ts';
import * as underSchema from '../../assist/under-schema.ts';
import type { Edit, Severity, SourceRange } from '../../diagnostics/diagnostic.ts';
import { within } from '../../timing/deadline.ts';
import type { Finding } from '../check/check-contents.ts';
import { helpUriOf } from '../reference.ts';
import { type ReadDocument, rangeIn, type TemplateText } from './read-document.ts';

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  hint: DiagnosticSeverity.Hint,
} as const satisfies Record<Severity, DiagnosticSeverity>;

/** A finding as editors show it, with a link to what the language reference says of it. */
export function toDiagnostic(
  { code, severity, message, range, related }: Finding,
  document: TextDocument,
): Diagnostic {
  const { uri } = document;
  return {
    range: rangeIn(document, range),
    severity: severities[severity],
    code,
    codeDescription: { href: helpUriOf(code) },
    source: 'hookplate',
    message,
    ...(related.length > 0 && {
      relatedInformation: related.map(({ range, message }) => ({
        location: { uri, range: rangeIn(document, range) },
        message,
      })),
    }),
  };
}

/** After these characters a suggestion may be useful although no word has begun. */
export const completionTriggers: readonly string[] = ['$', '(', '.', '/', ';', '"', ' '];

const kinds = {
  name: CompletionItemKind.Variable,
  keyword: CompletionItemKind.Keyword,
  operator: CompletionItemKind.Operator,
  option: CompletionItemKind.Property,
  key: CompletionItemKind.Property,
  value: CompletionItemKind.Value,
} as const;
const ranks = { first: 'a', middle: 'b', last: 'c' } as const;

/** Suggestions at a position of a template. */
export async function completionAt(
  read: ReadDocument,
  { position, context }: Pick<CompletionParams, 'position' | 'context'>,
): Promise<CompletionList | null> {
  const offset = read.offsetAt(position);
  const found = read.templateAt(offset);
  if (!found) return null;
  const { text, scope } = found.template;
  const occasion = occasionOf(context, text.value[found.at - 1]);
  const suggested = suggestAt(text.value, found.at, { scope: scope(), occasion, underSchema });
  if (!suggested) return null;
  const begun = text.rangeInFile({ start: suggested.from, end: found.at });
  const place =
    suggested.to > found.at ? text.rangeInFile({ start: suggested.from, end: suggested.to }) : begun;
  const range = read.rangeOf(place);
  // In the middle of an escape or an indentation nothing can be inserted, and an editor replaces only text within one
  // line.
  if (begun.end !== offset || range.start.line !== range.end.line) return null;
  const isPlain = read.contents.kind === 'yaml' && !/["'|>]/.test(read.text[text.range.start] ?? '');
  const items: CompletionItem[] = [];
  for (const [index, option] of suggested.options.entries()) {
    const newText = text.encode(option.text);
    const edit = { range: place, text: newText };
    if (
      !isPlain ||
      harmless.test(newText) ||
      (await isRead(read, found.template, { edit, ...suggested, option }))
    )
      items.push({ ...toItem(option, index), textEdit: { range, newText } });
  }
  return { isIncomplete: false, items };
}

/** Such text has no meaning in any notation, and need not be tried: there are hundreds of time zones. */
const harmless = /^\$?[\w./]+(?:\$|\(|="|"\$?)?$/;

/** Whether the file would then contain the wanted text: plain text of YAML can be cut off, for example by ` #`. */
async function isRead(
  read: ReadDocument,
  template: TemplateText,
  { edit, from, to, option }: { edit: Edit; from: number; to: number; option: Suggestion },
): Promise<boolean> {
  const { value } = template.text;
  const wanted = value.slice(0, from) + option.text + value.slice(to);
  const said = await read.textAfter(template, edit);
  // A trailing blank of plain text is not part of it until more is typed.
  return said?.trimEnd() === wanted.trimEnd();
}

/** Editors report a typed word as an explicit request, too. */
function occasionOf(context: CompletionParams['context'], before = ''): Occasion {
  const isTyped = context?.triggerKind === CompletionTriggerKind.TriggerCharacter || /\w/.test(before);
  return isTyped ? 'typed' : 'asked';
}

function toItem({ label, kind, detail, explain, rank }: Suggestion, index: number): CompletionItem {
  return {
    label,
    kind: kinds[kind],
    // In the order of declaration.
    sortText: `${ranks[rank ?? 'middle']}${String(index).padStart(4, '0')}`,
    ...(detail !== undefined && { detail }),
    ...(explain && { documentation: markdownOf(explain()) }),
  };
}

/** The explanation of the name or key under the pointer. */
export function hoverAt(read: ReadDocument, position: Position): Hover | null {
  const offset = read.offsetAt(position);
  const found = read.templateAt(offset);
  if (!found) return null;
  const { text, scope, tokens } = found.template;
  const explained = explanationAt(text.value, found.at, scope(), underSchema, tokens());
  if (!explained) return null;
  const range = text.rangeInFile(explained.range);
  if (offset < range.start || offset > range.end) return null;
  return { contents: markdownOf(explained.explanation), range: read.rangeOf(range) };
}

/** An explanation in Markdown, as editors show it. */
function markdownOf({ path, type, meaning, samples }: Explanation): MarkupContent {
  const lines = samples.map(({ event, text, written }) => {
    const shown = `- ${plain(event)}: ${code(text)}`;
    return written === undefined ? shown : `${shown} is written as ${code(written)}`;
  });
  const paragraphs = [`${code(path)} ${plain(type)}`, meaning ?? '', lines.join('\n')];
  return { kind: MarkupKind.Markdown, value: paragraphs.filter(text => text !== '').join('\n\n') };
}

/** Formats text as code, between more backticks than it contains. */
function code(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return line.trim() === '' ? '(empty)' : `${fence}${longest > 0 ? ` ${line} ` : line}${fence}`;
}

function plain(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|]/g, '\\$&');
}

/** Applies all safe fixes; editors may run this whenever they save. */
export const fixAllKind: string = `${CodeActionKind.SourceFixAll}.hookplate`;

/** The kinds of actions that an editor supports. */
export interface ActionForm {
  /** Whether edits name the version of their document. */
  readonly edits: 'versioned' | 'plain';
  /** `later`: an action may be completed when the user chooses it. */
  readonly completes: 'later' | 'never';
}

/** The fixes for findings in a range, plus an action that applies all safe fixes of the document. */
export async function codeActionsIn(
  read: ReadDocument,
  { range, context }: Pick<CodeActionParams, 'range' | 'context'>,
  form: ActionForm,
): Promise<readonly CodeAction[]> {
  const isWanted = (kind: string): boolean =>
    context.only?.some(only => only === '' || kind === only || kind.startsWith(`${only}.`)) ?? true;
  const asked = { start: read.offsetAt(range.start), end: read.offsetAt(range.end) };
  const findings = await findingsFor(context, read);
  const near = isWanted(CodeActionKind.QuickFix)
    ? findings.filter(finding => touches(finding.range, asked))
    : [];
  const fixes = near.flatMap(finding => quickFixes(finding, read, form));
  const hasSafe = findings.some(({ fixes: [first] }) => first?.kind === 'safe');
  if (!hasSafe || !isWanted(fixAllKind)) return fixes;
  const fixAll = { title: 'Fix all that is safe to fix', kind: fixAllKind };
  if (form.completes === 'later') return [...fixes, { ...fixAll, data: read.document.uri }];
  // It checks the whole document several times, which is too slow for editors that ask at each move of the cursor.
  if (context.triggerKind === CodeActionTriggerKind.Automatic && !context.only) return fixes;
  return [...fixes, await withAllFixes(fixAll, read, form)];
}

/** Milliseconds for which an editor waits that asks without being asked; it asks again once it is told what is wrong. */
const patienceMs = 200;

/** Some editors ask at each key, for which no check begins. */
async function findingsFor(
  { triggerKind, only }: CodeActionParams['context'],
  read: ReadDocument,
): Promise<readonly Finding[]> {
  const isAutomatic = triggerKind === CodeActionTriggerKind.Automatic && !only;
  if (!isAutomatic) return (await read.findings) ?? [];
  return (await within(patienceMs, read.awaitedFindings ?? Promise.resolve([]), () => [])) ?? [];
}

/** The action that applies all safe fixes, with its edit. */
export async function withAllFixes(
  action: CodeAction,
  read: ReadDocument,
  form: ActionForm,
): Promise<CodeAction> {
  const { from, to, insert } = changeBetween(read.text, await read.mended());
  const edits = from === to && insert === '' ? [] : [{ range: { start: from, end: to }, text: insert }];
  return { ...action, edit: editOf(edits, read, form) };
}

function touches(a: SourceRange, b: SourceRange): boolean {
  return a.start <= b.end && b.start <= a.end;
}

function quickFixes(finding: Finding, read: ReadDocument, form: ActionForm): readonly CodeAction[] {
  return finding.fixes.map(({ title, kind, edits }, index) => ({
    title: title.replaceAll('`', ''),
    kind: CodeActionKind.QuickFix,
    diagnostics: [toDiagnostic(finding, read.document)],
    ...(index === 0 && kind === 'safe' && { isPreferred: true }),
    edit: editOf(edits, read, form),
  }));
}

export function editOf(
  edits: readonly Edit[],
  read: ReadDocument,
  { edits: form }: ActionForm,
): WorkspaceEdit {
  const { uri, version } = read.document;
  const changes = edits.map(({ range, text }) => ({ range: read.rangeOf(range), newText: text }));
  return form === 'plain'
    ? { changes: { [uri]: changes } }
    : { documentChanges: [{ textDocument: { uri, version }, edits: changes }] };
}

/** Sends an editor all tokens of a document once, and then only those that changed. */
export class TokenHistory {
  readonly #builders = new Map<string, SemanticTokensBuilder>();

  all(read: ReadDocument): SemanticTokens {
    const builder = new SemanticTokensBuilder();
    this.#builders.set(read.document.uri, builder);
    addTokens(read, builder);
    return builder.build();
  }

  /** @param id Identifies the tokens that were sent before. */
  since(read: ReadDocument, id: string): SemanticTokens | SemanticTokensDelta {
    const builder = this.#builders.get(read.document.uri) ?? new SemanticTokensBuilder();
    this.#builders.set(read.document.uri, builder);
    builder.previousResult(id);
    addTokens(read, builder);
    return builder.buildEdits();
  }

  within(read: ReadDocument, range: Range): SemanticTokens {
    const builder = new SemanticTokensBuilder();
    addTokens(read, builder, range);
    return builder.build();
  }

  forget(uri: string): void {
    this.#builders.delete(uri);
  }
}

const tokenTypes = [
  'comment',
  'keyword',
  'variable',
  'parameter',
  'string',
  'number',
  'operator',
  'property',
  'type',
] as const;
type TokenType = (typeof tokenTypes)[number];

/** Only names defined by the protocol, so that every theme has colours for them. */
export const legend: SemanticTokensLegend = { tokenTypes: [...tokenTypes], tokenModifiers: [] };

/** Mistakes have no colour: their diagnostics mark them. */
const typeOfPiece: Readonly<Record<PieceName, TokenType | undefined>> = {
  Comment: 'comment',
  Escape: 'string',
  Delimiter: 'keyword',
  Keyword: 'keyword',
  Name: 'variable',
  OptionName: 'parameter',
  Constant: 'string',
  Number: 'number',
  Operator: 'operator',
  Invalid: undefined,
  Separator: 'operator',
  Encoded: 'string',
  Key: 'property',
  String: 'string',
  Quote: 'string',
  Element: 'type',
};

/** Adds the tokens of the templates in a document, or in a range of it. */
function addTokens(read: ReadDocument, builder: SemanticTokensBuilder, range?: Range): void {
  const asked = range && { start: read.offsetAt(range.start), end: read.offsetAt(range.end) };
  let last = 0;
  for (const template of read.templates) {
    // A template that is repeated by a YAML alias is coloured only once.
    if (template.text.range.start < last) continue;
    last = template.text.range.end;
    if (asked && !overlap(template.text.range, asked)) continue;
    for (const { name, start, end } of piecesOf(template)) {
      const type = typeOfPiece[name];
      const place = template.text.rangeInFile({ start, end });
      if (type !== undefined && (!asked || overlap(place, asked)))
        addLines(read, builder, { place, type: tokenTypes.indexOf(type) });
    }
  }
}

function overlap(a: SourceRange, b: SourceRange): boolean {
  return a.start < b.end && b.start < a.end;
}

function piecesOf({ text, output, tokens }: TemplateText): readonly ColouredPiece[] {
  return templateParts(text.value, output, tokens()).flatMap(part =>
    'pieces' in part ? part.pieces : [part],
  );
}

/** Adds one token per line of a piece: few editors support tokens that span lines. */
function addLines(
  read: ReadDocument,
  builder: SemanticTokensBuilder,
  { place: { start, end }, type }: { readonly place: SourceRange; readonly type: number },
): void {
  let offset = start;
  for (const line of read.text.slice(start, end).split(/[\r\n]/)) {
    const shown = line.trim();
    if (shown !== '') {
      const at = read.positionAt(offset + line.indexOf(shown));
      builder.push(at.line, at.character, shown.length, type, 0);
    }
    offset += line.length + 1;
  }
}
