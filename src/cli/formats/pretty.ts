import { formatDiagnostics } from '../../diagnostics/frame/format-diagnostics.ts';
import type { Report, ReportSettings } from './report.ts';

/** Code frames for people. */
export function createPrettyReport({ color }: ReportSettings): Report {
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
