import { isReached, type SuiteResult, type Table } from './suite-result.ts';

/** All tables of some suites, as Markdown. */
export function formatTables(results: readonly SuiteResult[]): string {
  return results
    .flatMap(({ suite, tables }) =>
      tables.map(table => `**${suite}: ${table.title}** (${table.unit})\n\n${formatTable(table)}`),
    )
    .join('\n\n');
}

function formatTable({ columns, rows }: Table): string {
  const numbers = rows.map(({ name, values }) => [name, ...values.map(formatNumber)]);
  return aligned([['', ...columns], ...numbers]);
}

/** The targets and the figures reached, as Markdown. */
export function formatTargets(results: readonly SuiteResult[]): string {
  const targets = results.flatMap(({ targets }) => targets);
  const rows = targets.map(target => [
    target.what,
    `${target.atMost ? '≤' : '≥'} ${target.wanted}`,
    target.reached.toFixed(2),
    isReached(target) ? 'yes' : '**no**',
  ]);
  return aligned([['Ratio', 'wanted', 'measured', 'reached'], ...rows]);
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map(row => (row[column] ?? '').length), 3),
  );
  const lines = rows.map(
    row => `| ${row.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join(' | ')} |`,
  );
  const rule = `|${widths.map((width, column) => (column === 0 ? `${'-'.repeat(width + 2)}` : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

/** Three digits that mean something. */
function formatNumber(value: number | undefined): string {
  if (value === undefined) return '';
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}
