import packageJson from '../../../package.json' with { type: 'json' };
import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { CheckedFile } from '../check/check-file.ts';
import type { Finding } from '../check/finding.ts';
import { regionsIn } from './positions.ts';
import type { Report } from './report.ts';

type RegionOf = (range: SourceRange) => object;

/** One log in the format that code scanning reads (SARIF 2.1.0). */
export function createSarifReport(): Report {
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

function ruleOf(id: string, severity: Finding['severity']): object {
  const help = `Run \`hookplate explain ${id}\` for an example and the way out.`;
  return { id, defaultConfiguration: { level: severity }, help: { text: help } };
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
    level: severity,
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
