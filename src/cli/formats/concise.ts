import { visibleText } from '../../diagnostics/frame/visible-cells.ts';
import { regionsIn } from './positions.ts';
import type { Report } from './report.ts';

/** A line for each finding, as editors and `grep` read them. */
export function createConciseReport(): Report {
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
