import { aBoolean, defineOptions, optional } from '../../options/define-options.ts';
import { Budget } from '../budget.ts';
import type { Diagnostic, Edit, Fix, Severity, SourceRange } from '../diagnostic.ts';
import { applyEdits } from '../fixes/apply-fix.ts';
import { type Marking, type SnippetRow, snippet } from './snippet.ts';
import { SourceLines } from './source-lines.ts';
import { textAt } from './text-at.ts';
import { visibleText } from './visible-cells.ts';

/** Options for code frames. */
export interface FormatOptions {
  /** Whether to use ANSI colours; `false` by default. */
  readonly color?: boolean | undefined;
}

/**
 * Code frames in the style of compilers: the message, line and column (counted from 1, columns in UTF-16 code units),
 * the source with the range marked, related places, and every fix with its repaired line. Diagnostics are separated by
 * an empty line; without any, the result is empty. Long lines are cropped around the marked range. If there are
 * thousands of diagnostics, later ones have no frame, and of many notes or fixes only the first few are shown.
 */
export function formatDiagnostics(
  source: string,
  diagnostics: readonly Diagnostic[],
  options?: FormatOptions,
): string;
/**
 * Code frames for the diagnostics of several texts, such as those of a webhook's configuration or of its properties.
 * The place of each is its field (`payload`, `headers[2].value`, empty for all of them together), line and column. A
 * field without text, such as a missing setting, has no frame.
 */
export function formatDiagnostics(
  texts: unknown,
  diagnostics: readonly (Diagnostic & { readonly field: string })[],
  options?: FormatOptions,
): string;
export function formatDiagnostics(
  texts: unknown,
  diagnostics: readonly (Diagnostic & { readonly field?: string })[],
  options: FormatOptions = {},
): string {
  const paint = readOptions(options).color ? colored : plain;
  const formattings = new Map<string, Formatting>();
  const budget = new Budget(unitsForFrames);
  return diagnostics
    .map(diagnostic => {
      const { field = '' } = diagnostic;
      const formatting = formattings.get(field) ?? formattingOf(texts, field, { paint, budget });
      formattings.set(field, formatting);
      return formatDiagnostic(formatting, diagnostic);
    })
    .join('\n\n');
}

const readOptions = defineOptions<Required<FormatOptions>>({ color: optional(aBoolean, false) });

function formattingOf(
  texts: unknown,
  field: string,
  shared: Pick<Formatting, 'paint' | 'budget'>,
): Formatting {
  const source = typeof texts === 'string' ? texts : textAt(texts, field);
  const name = typeof texts === 'string' ? undefined : visibleText(field);
  return { source, lines: new SourceLines(source), field: name, ...shared };
}

/**
 * Enough for about a thousand frames of ASCII, and a few hundred of other text, which takes longer to divide into
 * characters.
 */
const unitsForFrames = 2_000_000;
/** Nobody reads more about one mistake. */
const maxNotes = 10;
const maxFixes = 10;

interface Formatting {
  readonly source: string;
  readonly lines: SourceLines;
  readonly paint: Paint;
  /** Pays for frames. */
  readonly budget: Budget;
  /** For people; undefined if there is only one source. */
  readonly field: string | undefined;
}

type Style = Severity | 'frame' | 'related' | 'help' | 'strong';
type Paint = (style: Style, text: string) => string;

const escapes: Readonly<Record<Style, string>> = {
  error: '\u001b[1;31m',
  warning: '\u001b[1;33m',
  hint: '\u001b[1;36m',
  frame: '\u001b[34m',
  related: '\u001b[1;34m',
  help: '\u001b[1;32m',
  strong: '\u001b[1m',
};
const reset = '\u001b[0m';
const plain: Paint = (_, text) => text;
const colored: Paint = (style, text) => (text === '' ? '' : `${escapes[style]}${text}${reset}`);

/** A heading with the lines under it. */
interface Part {
  readonly heading: string;
  readonly place?: string;
  readonly rows: readonly SnippetRow[];
  readonly style: Style;
}

function formatDiagnostic(formatting: Formatting, diagnostic: Diagnostic): string {
  const { source, lines, paint, field, budget } = formatting;
  const { code, severity, message, range, related, fixes } = diagnostic;
  const place = (at: SourceRange, marking: Omit<Marking, 'budget'>): Pick<Part, 'place' | 'rows'> => {
    if (field !== undefined && (at.end === 0 || at.end > source.length)) return { place: field, rows: [] };
    const line = lines.lineAt(at.start);
    const position = `${line + 1}:${at.start - lines.rangeOf(line).start + 1}`;
    return {
      place: field === undefined ? position : `${field}:${position}`,
      rows: snippet(source, lines, [at], { ...marking, budget }),
    };
  };
  const parts: Part[] = [
    {
      heading: `${paint(severity, `${severity}[${code}]`)}${paint('strong', `: ${visibleText(message)}`)}`,
      ...place(range, { sign: '^', marksEmpty: true }),
      style: severity,
    },
    ...related.slice(0, maxNotes).map(related => ({
      heading: `${paint('related', 'note')}: ${visibleText(related.message)}`,
      ...place(related.range, { sign: '-', marksEmpty: true }),
      style: 'related' as const,
    })),
    ...moreOf(related.length - maxNotes, 'notes', paint),
    ...fixes.slice(0, maxFixes).map(fix => ({
      heading: `${paint('help', 'help')}: ${visibleText(fix.title)}`,
      rows: mendedRows(formatting, fix),
      style: 'help' as const,
    })),
    ...moreOf(fixes.length - maxFixes, 'fixes', paint),
  ];
  const rows = parts.flatMap(part => part.rows);
  const last = rows.reduce((most, row) => Math.max(most, row.kind === 'line' ? row.line + 1 : 0), 1);
  const width = String(last).length;
  return parts.map(part => formatPart(part, width, paint)).join('\n');
}

function moreOf(count: number, what: string, paint: Paint): readonly Part[] {
  if (count <= 0) return [];
  return [{ heading: `${paint('frame', '...')} and ${count} more ${what}`, rows: [], style: 'frame' }];
}

function formatPart({ heading, place, rows, style }: Part, width: number, paint: Paint): string {
  const gutter = ' '.repeat(width);
  const bar = paint('frame', `${gutter} |`);
  const output = [heading];
  if (place) output.push(`${paint('frame', `${gutter}-->`)} ${place}`);
  if (rows.length > 0) output.push(bar);
  for (const row of rows) {
    if (row.kind === 'gap') {
      output.push(paint('frame', '...'));
      continue;
    }
    const number = paint('frame', `${String(row.line + 1).padStart(width)} |`);
    output.push(row.text === '' ? number : `${number} ${row.text}`);
    const signs = row.marks.trimStart();
    if (signs !== '') {
      output.push(`${bar} ${' '.repeat(row.marks.length - signs.length)}${paint(style, signs)}`);
    }
  }
  return output.join('\n');
}

/** So much of a line is copied on either side of a fix: more than a cropped line shows. */
const copied = 1000;
/** Edits further away from the first one, or after so many of them, are not shown. */
const farthest = 10_000;
const maxEdits = 10;

/** The lines that a fix changes, in their new form. */
function mendedRows({ source, lines, budget }: Formatting, fix: Fix): readonly SnippetRow[] {
  if (!budget.trySpending(fix.edits.length)) return [];
  const sorted = fix.edits.toSorted((a, b) => a.range.start - b.range.start);
  const start = sorted[0]?.range.start ?? 0;
  const edits = sorted
    .slice(0, maxEdits)
    .filter(({ range }, index) => index === 0 || range.end - start <= farthest);
  const end = edits.at(-1)?.range.end ?? start;
  const firstLine = lines.lineAt(start);
  const from = Math.max(lines.rangeOf(firstLine).start, start - copied);
  const to = Math.min(Math.max(end, lines.rangeOf(lines.lineAt(end)).end), end + copied);
  const shifted = edits.map(({ range, text }): Edit => {
    return { text, range: { start: range.start - from, end: range.end - from } };
  });
  const mended = applyEdits(source.slice(from, to), shifted);
  if (!budget.trySpending(mended.length)) return [];
  const rows = snippet(mended, new SourceLines(mended), insertedBy(shifted), {
    sign: '+',
    marksEmpty: false,
    budget,
  });
  return rows.map(row => (row.kind === 'line' ? { ...row, line: row.line + firstLine } : row));
}

/** The ranges of the inserted texts, in order. */
function insertedBy(edits: readonly Edit[]): SourceRange[] {
  let shift = 0;
  return edits.map(({ range, text }) => {
    const start = range.start + shift;
    shift += text.length - (range.end - range.start);
    return { start, end: start + text.length };
  });
}
