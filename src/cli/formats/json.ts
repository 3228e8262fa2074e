import { jsonFindings, jsonVersion } from './json-finding.ts';
import type { Report } from './report.ts';

/** One document for programs: every file that was checked, and a summary. */
export function createJsonReport(): Report {
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

/** A finding on each line, as soon as its file was checked. */
export function createJsonLinesReport(): Report {
  return {
    file: file =>
      jsonFindings(file)
        .map(finding => `${JSON.stringify({ version: jsonVersion, path: file.path, ...finding })}\n`)
        .join(''),
    end: () => '',
  };
}
