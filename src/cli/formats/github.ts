import { regionsIn } from './positions.ts';
import type { Report } from './report.ts';

/** Commands of a GitHub workflow, which shows each finding at its line of a pull request. */
export function createGithubReport(): Report {
  return {
    file: ({ path, shown, findings }) => {
      const regionOf = regionsIn(shown);
      return findings
        .map(({ range, severity, code, message }) => {
          const { start, end } = regionOf(range);
          // The column of an end counts only on the line of the beginning.
          const columns =
            end.line === start.line && end.column > start.column ? { endColumn: end.column - 1 } : {};
          return command(severity, message, {
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
