import { list } from '../diagnostics/catalogue/list.ts';
import type { Fix } from '../diagnostics/diagnostic.ts';
import type { WebhookDiagnostic } from './diagnostic.ts';

/** What was found for some events. */
export interface GroupDiagnostics {
  readonly names: readonly string[];
  readonly diagnostics: readonly WebhookDiagnostic[];
}

/** One mistake, and for which events it is one. */
interface Finding {
  readonly diagnostic: WebhookDiagnostic;
  readonly events: string[];
  fixes: readonly Fix[];
}

/**
 * The diagnostics of all events, each mistake once. One that some events alone have says which; it has no fixes, because
 * none was tried on the others.
 */
export function mergeDiagnostics(groups: readonly GroupDiagnostics[]): readonly WebhookDiagnostic[] {
  const [only] = groups;
  if (only && groups.length === 1) return only.diagnostics;
  const findings = new Map<string, Finding>();
  for (const { names, diagnostics } of groups) {
    for (const diagnostic of diagnostics) {
      const { field, code, range } = diagnostic;
      const key = `${field} ${code} ${range.start} ${range.end}`;
      const known = findings.get(key);
      if (!known) findings.set(key, { diagnostic, events: [...names], fixes: diagnostic.fixes });
      else if (!known.events.includes(names[0] ?? '')) {
        known.events.push(...names);
        known.fixes = known.fixes.filter(fix => diagnostic.fixes.some(other => isEqual(fix, other)));
      }
    }
  }
  const all = groups.flatMap(({ names }) => names).length;
  return Array.from(findings.values(), ({ diagnostic, events, fixes }) =>
    events.length === all ? { ...diagnostic, fixes } : onlyFor(events, diagnostic),
  ).sort((a, b) => a.range.start - b.range.start);
}

function onlyFor(events: readonly string[], diagnostic: WebhookDiagnostic): WebhookDiagnostic {
  return { ...diagnostic, events, message: `Only for ${list(events)}: ${diagnostic.message}`, fixes: [] };
}

function isEqual(fix: Fix, other: Fix): boolean {
  return JSON.stringify(fix.edits) === JSON.stringify(other.edits);
}
