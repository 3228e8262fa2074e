import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  CodeActionTriggerKind,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { changeBetween } from '../../../assist/change-between.ts';
import type { Edit, SourceRange } from '../../../diagnostics/diagnostic.ts';
import type { Finding } from '../../check/finding.ts';
import type { ReadDocument } from '../read-document.ts';
import { toDiagnostic } from './diagnostics.ts';

/** Mends all that can be mended safely; editors may do that whenever they save. */
export const fixAllKind: string = `${CodeActionKind.SourceFixAll}.hookplate`;

/** How an editor takes actions. */
export interface ActionForm {
  /** Whether an edit names the version that it is for. */
  readonly edits: 'versioned' | 'plain';
  /** `later`: an action can be completed when somebody chooses it. */
  readonly completes: 'later' | 'never';
}

/** The fixes of what is wrong in a range, and one that applies all safe ones of the document. */
export async function codeActionsIn(
  read: ReadDocument,
  { range, context }: Pick<CodeActionParams, 'range' | 'context'>,
  form: ActionForm,
): Promise<readonly CodeAction[]> {
  const isWanted = (kind: string): boolean =>
    context.only?.some(only => only === '' || kind === only || kind.startsWith(`${only}.`)) ?? true;
  const asked = { start: read.offsetAt(range.start), end: read.offsetAt(range.end) };
  const near = isWanted(CodeActionKind.QuickFix)
    ? read.findings.filter(finding => touches(finding.range, asked))
    : [];
  const fixes = near.flatMap(finding => quickFixes(finding, read, form));
  const hasSafe = read.findings.some(({ fixes: [first] }) => first?.kind === 'safe');
  if (!hasSafe || !isWanted(fixAllKind)) return fixes;
  const fixAll = { title: 'Fix all that is safe to fix', kind: fixAllKind };
  if (form.completes === 'later') return [...fixes, { ...fixAll, data: read.document.uri }];
  // It takes several checks of the whole document, too long for an editor that asks at each move of its cursor.
  if (context.triggerKind === CodeActionTriggerKind.Automatic && !context.only) return fixes;
  return [...fixes, await withAllFixes(fixAll, read, form)];
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
    diagnostics: [toDiagnostic(finding, read)],
    ...(index === 0 && kind === 'safe' && { isPreferred: true }),
    edit: editOf(edits, read, form),
  }));
}

function editOf(edits: readonly Edit[], read: ReadDocument, { edits: form }: ActionForm): WorkspaceEdit {
  const { uri, version } = read.document;
  const changes = edits.map(({ range, text }) => ({ range: read.rangeOf(range), newText: text }));
  return form === 'plain'
    ? { changes: { [uri]: changes } }
    : { documentChanges: [{ textDocument: { uri, version }, edits: changes }] };
}
