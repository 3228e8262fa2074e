import type { FormatName } from './format-names.ts';
import type { Report, ReportSettings } from './report.ts';

type CreateReport = (settings: ReportSettings) => Report;

const formats: Readonly<Record<FormatName, () => Promise<CreateReport>>> = {
  pretty: async () => (await import('./pretty.ts')).createPrettyReport,
  json: async () => (await import('./json.ts')).createJsonReport,
  jsonl: async () => (await import('./json.ts')).createJsonLinesReport,
  sarif: async () => (await import('./sarif.ts')).createSarifReport,
  github: async () => (await import('./github.ts')).createGithubReport,
  concise: async () => (await import('./concise.ts')).createConciseReport,
};

/** The report of this format; each is loaded when it is asked for. */
export async function createReport(format: FormatName, settings: ReportSettings): Promise<Report> {
  const create = await formats[format]();
  return create(settings);
}
