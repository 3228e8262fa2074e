import { createHash } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Severity, SourceRange } from '../../diagnostics/diagnostic.ts';
import { formatDiagnostics } from '../../diagnostics/frame/format-diagnostics.ts';
import { SourceLines } from '../../diagnostics/frame/source-lines.ts';
import { visibleText } from '../../diagnostics/frame/visible-cells.ts';
import type { Places } from '../files/places.ts';
import { helpUriOf, readReference } from '../reference.ts';
import { typedCommand } from '../terminal.ts';
import type { CheckedFile } from './check-file.ts';

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
  readonly end: (summary: Summary) => string | Promise<string>;
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
  // Suites of tests, for any CI.
  'junit',
  // Code Quality of a GitLab merge request.
  'gitlab',
] as const;

export type FormatName = (typeof formatNames)[number];

interface ReportSettings {
  readonly color: boolean;
  readonly places: Places;
}

const formats: Readonly<Record<FormatName, (settings: ReportSettings) => Report>> = {
  pretty: createPrettyReport,
  json: createJsonReport,
  jsonl: createJsonLinesReport,
  sarif: createSarifReport,
  github: createGithubReport,
  concise: createConciseReport,
  junit: createJunitReport,
  gitlab: createGitlabReport,
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
function createGithubReport({ places }: ReportSettings): Report {
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
            file: places.inRepository(path),
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

/** A log in the format for code scanning (SARIF 2.1.0), with what GitHub shows of it. */
function createSarifReport({ places }: ReportSettings): Report {
  const results: object[] = [];
  const rules = new Map<string, Severity>();
  return {
    file: file => {
      for (const { code, severity } of file.findings) rules.set(code, severity);
      results.push(...resultsOf(file, artifactOf(places.inRepository(file.path))));
      return '';
    },
    end: async () => {
      const reference = rules.size === 0 ? new Map<string, string>() : await readReference();
      const described = [...rules].map(([code, severity]) => ruleOf(code, severity, reference.get(code)));
      return `${JSON.stringify(logOf(described, results, places.rootUrl), null, 2)}\n`;
    },
  };
}

/** The name that other tools have for it as well: where the sources are. */
const repository = '%SRCROOT%';

function logOf(rules: readonly object[], results: readonly object[], rootUrl: string): object {
  const { name, version } = packageJson;
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name, semanticVersion: version, rules } },
        originalUriBaseIds: { [repository]: { uri: rootUrl } },
        columnKind: 'utf16CodeUnits',
        results,
      },
    ],
  };
}

/** In the words of SARIF (3.58.6). */
function levelOf(severity: Severity): 'error' | 'warning' | 'note' {
  return severity === 'hint' ? 'note' : severity;
}

function ruleOf(id: string, severity: Severity, entry: string | undefined): object {
  const name = `${id[0]?.toUpperCase()}${id.slice(1).replaceAll('-', ' ')}`;
  const help = `Run \`${typedCommand(`explain ${id}`)}\` for an example and the way out.`;
  return {
    id,
    shortDescription: { text: name },
    fullDescription: { text: (entry && explanationIn(entry)) || name },
    defaultConfiguration: { level: levelOf(severity) },
    helpUri: helpUriOf(id),
    help: { text: help, ...(entry && { markdown: entry }) },
  };
}

/** The first paragraph of an entry that is neither an example nor what is said of it. */
function explanationIn(entry: string): string | undefined {
  const paragraphs = entry.replace(/^(`{3,})[\s\S]*?^\1$/gm, '').split(/\n{2,}/);
  return paragraphs.map(text => text.trim()).find(text => text !== '' && !text.startsWith('>'));
}

/** A relative reference must not have a colon in its first segment (RFC 3986, 4.2). */
function artifactOf(path: string): object {
  if (isAbsolute(path)) return { uri: pathToFileURL(path).href };
  const uri = encodeURI(path).replace(/[#?:]/g, encodeURIComponent);
  return path === '<stdin>' ? { uri } : { uri, uriBaseId: repository };
}

function resultsOf(file: CheckedFile, artifactLocation: object): readonly object[] {
  const { shown, findings } = file;
  const regionIn = regionsIn(shown);
  const regionOf = (range: SourceRange): object => {
    const { start, end } = regionIn(range);
    return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
  };
  const locationOf = (range: SourceRange) => ({
    physicalLocation: { artifactLocation, region: regionOf(range) },
  });
  const fingerprints = fingerprintsOf(file);
  return findings.map(({ code, severity, message, range, related, fixes }, index) => ({
    ruleId: code,
    level: levelOf(severity),
    message: { text: message },
    locations: [locationOf(range)],
    // GitHub adds one of its own by another name.
    partialFingerprints: { 'hookplate/v1': fingerprints[index] },
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

/** A suite of JUnit for each file: errors are failures, and everything else is output of tests that passed. */
function createJunitReport({ places }: ReportSettings): Report {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="hookplate">\n';
  let begin = head;
  return {
    file: ({ path, shown, findings }) => {
      const suite = escapeXml(places.inRepository(path));
      const regionOf = regionsIn(shown);
      const cases = findings.map(({ range, severity, code, message }) => {
        const { line, column } = regionOf(range).start;
        const text = escapeXml(message);
        const said =
          severity === 'error'
            ? `<failure type="${code}" message="${text}">${suite}:${line}:${column}</failure>`
            : `<system-out>${severity}: ${text}</system-out>`;
        return `    <testcase classname="${suite}" name="${code} (${line}:${column})">${said}</testcase>\n`;
      });
      const passed = `    <testcase classname="${suite}" name="is right"/>\n`;
      const failures = findings.filter(({ severity }) => severity === 'error').length;
      const counts = `tests="${Math.max(1, cases.length)}" failures="${failures}" errors="0"`;
      const start = begin;
      begin = '';
      return `${start}  <testsuite name="${suite}" ${counts}>\n${cases.join('') || passed}  </testsuite>\n`;
    },
    end: () => `${begin}</testsuites>\n`,
  };
}

/** XML takes no other control characters than these, not even as references. */
function escapeXml(text: string): string {
  const shown = text.replace(/[^\n\r\t]+/g, visibleText);
  return shown.replace(/[&<>"\n\r\t]/g, character => `&#${character.charCodeAt(0)};`);
}

/** The Code Quality format of GitLab, which is that of Code Climate. */
function createGitlabReport({ places }: ReportSettings): Report {
  const severities = { error: 'major', warning: 'minor', hint: 'info' } as const satisfies Record<
    Severity,
    string
  >;
  const issues: object[] = [];
  return {
    file: file => {
      const path = places.inRepository(file.path);
      const regionOf = regionsIn(file.shown);
      const fingerprints = fingerprintsOf(file, path);
      for (const [index, { range, severity, code, message }] of file.findings.entries()) {
        issues.push({
          description: message,
          check_name: code,
          fingerprint: fingerprints[index],
          severity: severities[severity],
          location: { path, lines: { begin: regionOf(range).start.line } },
        });
      }
      return '';
    },
    end: () => `${JSON.stringify(issues, null, 2)}\n`,
  };
}

/**
 * Identifies each finding of a file by its code and the text of its line, so that it stays the same finding where lines
 * are added above.
 */
function fingerprintsOf({ shown, findings }: CheckedFile, salt = ''): readonly string[] {
  const lines = new SourceLines(shown);
  const seen = new Map<string, number>();
  return findings.map(({ code, range }) => {
    const { start, end } = lines.rangeOf(lines.lineAt(range.start));
    const key = JSON.stringify([salt, code, shown.slice(start, end).trim()]);
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    return createHash('sha256').update(`${key}${nth}`).digest('hex').slice(0, 32);
  });
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
