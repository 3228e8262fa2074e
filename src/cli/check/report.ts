import packageJson from '../../../package.json' with { type: 'json' };
import type { Severity, SourceRange } from '../../diagnostics/diagnostic.ts';
import { formatDiagnostics } from '../../diagnostics/frame/format-diagnostics.ts';
import { SourceLines } from '../../diagnostics/frame/source-lines.ts';
import { visibleText } from '../../diagnostics/frame/visible-cells.ts';
import type { CheckedFile } from './check-file.ts';
import type { Finding } from './check-source.ts';

/** Counts over all files. */
export interface Summary {
  readonly files: number;
  readonly errors: number;
  readonly warnings: number;
  readonly hints: number;
  /** The number of mended mistakes. */
  readonly fixed: number;
}

/** Writes the output of `check`: something for each file, and something at the end. */
export interface Report {
  readonly file: (file: CheckedFile) => string;
  readonly end: (summary: Summary) => string;
}

/** The output formats of findings. */
export const formatNames = [
  // Code frames for people.
  'pretty',
  // One document, or one line per finding, for programs.
  'json',
  'jsonl',
  // A log for code scanning.
  'sarif',
  // Annotations of a GitHub workflow.
  'github',
  // One line per finding, for editors.
  'concise',
] as const;

export type FormatName = (typeof formatNames)[number];

interface ReportSettings {
  readonly color: boolean;
}

const formats: Readonly<Record<FormatName, (settings: ReportSettings) => Report>> = {
  pretty: createPrettyReport,
  json: createJsonReport,
  jsonl: createJsonLinesReport,
  sarif: createSarifReport,
  github: createGithubReport,
  concise: createConciseReport,
};

export function createReport(format: FormatName, settings: ReportSettings): Report {
  return formats[format](settings);
}

/** Code frames for people. */
function createPrettyReport({ color }: ReportSettings): Report {
  let isFirst = true;
  return {
    file: ({ path, shown, findings }) => {
      if (findings.length === 0) return '';
      const frames = formatDiagnostics(
        { [path]: shown },
        findings.map(finding => ({ ...finding, field: path })),
        { color },
      );
      const gap = isFirst ? '' : '\n';
      isFirst = false;
      return `${gap}${frames}\n`;
    },
    end: () => '',
  };
}

/** One line per finding, in the form that editors and `grep` read. */
function createConciseReport(): Report {
  return {
    file: ({ path, shown, findings }) => {
      const name = visibleText(path);
      const regionOf = regionsIn(shown);
      return findings
        .map(({ range, severity, code, message }) => {
          const { line, column } = regionOf(range).start;
          return `${name}:${line}:${column}: ${severity}[${code}]: ${visibleText(message)}\n`;
        })
        .join('');
    },
    end: () => '',
  };
}

/** Commands of a GitHub workflow, which shows each finding at its line in a pull request. */
function createGithubReport(): Report {
  return {
    file: ({ path, shown, findings }) => {
      const regionOf = regionsIn(shown);
      return findings
        .map(({ range, severity, code, message }) => {
          const { start, end } = regionOf(range);
          // The end column counts only if the end is on the first line.
          const columns =
            end.line === start.line && end.column > start.column ? { endColumn: end.column - 1 } : {};
          return command(severity === 'hint' ? 'notice' : severity, message, {
            file: path,
            line: start.line,
            endLine: end.line,
            col: start.column,
            ...columns,
            title: code,
          });
        })
        .join('');
    },
    end: () => '',
  };
}

function command(name: string, message: string, facts: Readonly<Record<string, string | number>>): string {
  const properties = Object.entries(facts).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${name} ${properties.join(',')}::${escapeData(message)}\n`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** A single document for programs: every checked file, and a summary. */
function createJsonReport(): Report {
  const files: unknown[] = [];
  return {
    file: file => {
      const { path, fixed, shown } = file;
      files.push({ path, findings: jsonFindings(file), ...(fixed && { fixed: shown }) });
      return '';
    },
    end: summary => `${JSON.stringify({ version: jsonVersion, files, summary }, null, 2)}\n`,
  };
}

/** One finding per line, written as soon as its file was checked. */
function createJsonLinesReport(): Report {
  return {
    file: file =>
      jsonFindings(file)
        .map(finding => `${JSON.stringify({ version: jsonVersion, path: file.path, ...finding })}\n`)
        .join(''),
    end: () => '',
  };
}

/** The version of the `json` and `jsonl` formats; it changes with their structure. */
const jsonVersion = 1;

/** A finding in the formats for programs. */
interface JsonFinding extends Region {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** The index of the configuration in the file, from 0. */
  readonly webhook?: number;
  readonly field?: string;
  readonly events?: readonly string[];
  readonly related: readonly (Region & { readonly message: string })[];
  readonly fixes: readonly {
    readonly title: string;
    readonly kind: 'safe' | 'suggestion';
    readonly edits: readonly (Region & { readonly text: string })[];
  }[];
}

function jsonFindings({ shown, findings }: CheckedFile): readonly JsonFinding[] {
  const regionOf = regionsIn(shown);
  return findings.map(({ code, severity, message, webhook, field, events, range, related, fixes }) => ({
    code,
    severity,
    message,
    ...(webhook !== undefined && { webhook }),
    ...(field !== '' && { field }),
    ...(events && { events }),
    ...regionOf(range),
    related: related.map(({ message, range }) => ({ message, ...regionOf(range) })),
    fixes: fixes.map(({ title, kind, edits }) => {
      return { title, kind, edits: edits.map(({ range, text }) => ({ ...regionOf(range), text })) };
    }),
  }));
}

type RegionOf = (range: SourceRange) => object;

/** A log in the format for code scanning (SARIF 2.1.0). */
function createSarifReport(): Report {
  const results: object[] = [];
  const rules = new Map<string, object>();
  return {
    file: file => {
      for (const { code, severity } of file.findings) rules.set(code, ruleOf(code, severity));
      results.push(...resultsOf(file));
      return '';
    },
    end: () => `${JSON.stringify(logOf([...rules.values()], results), null, 2)}\n`,
  };
}

function logOf(rules: readonly object[], results: readonly object[]): object {
  const { name, version } = packageJson;
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      { tool: { driver: { name, semanticVersion: version, rules } }, columnKind: 'utf16CodeUnits', results },
    ],
  };
}

/** In the words of SARIF (3.58.6). */
function levelOf(severity: Severity): 'error' | 'warning' | 'note' {
  return severity === 'hint' ? 'note' : severity;
}

function ruleOf(id: string, severity: Finding['severity']): object {
  const help = `Run \`hookplate explain ${id}\` for an example and the way out.`;
  return { id, defaultConfiguration: { level: levelOf(severity) }, help: { text: help } };
}

function resultsOf({ path, shown, findings }: CheckedFile): readonly object[] {
  const regionIn = regionsIn(shown);
  const regionOf: RegionOf = range => {
    const { start, end } = regionIn(range);
    return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
  };
  const artifactLocation = { uri: encodeURI(path).replaceAll('#', '%23').replaceAll('?', '%3F') };
  const locationOf = (range: SourceRange) => ({
    physicalLocation: { artifactLocation, region: regionOf(range) },
  });
  return findings.map(({ code, severity, message, range, related, fixes }) => ({
    ruleId: code,
    level: levelOf(severity),
    message: { text: message },
    locations: [locationOf(range)],
    ...(related.length > 0 && {
      relatedLocations: related.map(({ range, message }) => ({
        ...locationOf(range),
        message: { text: message },
      })),
    }),
    ...(fixes.length > 0 && {
      fixes: fixes.map(({ title, edits }) => ({
        description: { text: title },
        artifactChanges: [
          {
            artifactLocation,
            replacements: edits.map(({ range, text }) => ({
              deletedRegion: regionOf(range),
              insertedContent: { text },
            })),
          },
        ],
      })),
    }),
  }));
}

/** Line and column count from 1, columns in UTF-16 code units. */
interface Position {
  readonly line: number;
  readonly column: number;
  /** In UTF-16 code units, from 0. */
  readonly offset: number;
}

/** A range in lines and columns; the end is exclusive. */
interface Region {
  readonly start: Position;
  readonly end: Position;
}

function regionsIn(text: string): (range: SourceRange) => Region {
  const lines = new SourceLines(text);
  const position = (offset: number): Position => {
    const line = lines.lineAt(offset);
    return { line: line + 1, column: offset - lines.rangeOf(line).start + 1, offset };
  };
  return ({ start, end }) => ({ start: position(start), end: position(end) });
}
