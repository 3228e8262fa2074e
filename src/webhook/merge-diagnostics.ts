import { list } from '../diagnostics/catalogue/list.ts';
import type { Fix } from '../diagnostics/diagnostic.ts';
import type { WebhookDiagnostic } from './diagnostic.ts';
import type { FoundFor } from './events/lacking-variables.ts';

/** One mistake, and for which events it is one. */
interface Finding {
  readonly diagnostic: WebhookDiagnostic;
  readonly events: Set<string>;
  fixes: readonly Fix[];
}

/**
 * What was found for these events, each mistake once, as far as the same can be said of it. One that some of them alone have says which; it has no fixes,
 * because none was tried for the others.
 */
export function mergeDiagnostics(
  events: readonly string[],
  found: readonly FoundFor<WebhookDiagnostic>[],
): readonly WebhookDiagnostic[] {
  // Mostly everything is for all, and in its order.
  if (found.every(({ names }) => names.length === events.length))
    return found.flatMap(({ diagnostics }) => diagnostics);
  const findings = new Map<string, Finding>();
  for (const { names, diagnostics } of found) {
    for (const diagnostic of diagnostics) {
      const { field, code, range, message } = diagnostic;
      // What is said of one event, such as which variables it has, may be untrue of another.
      const key = `${field} ${code} ${range.start} ${range.end} ${message}`;
      const known = findings.get(key);
      if (!known) findings.set(key, { diagnostic, events: new Set(names), fixes: diagnostic.fixes });
      else if (!names.every(name => known.events.has(name))) {
        for (const name of names) known.events.add(name);
        known.fixes = known.fixes.filter(fix => diagnostic.fixes.some(other => isEqual(fix, other)));
      }
    }
  }
  return Array.from(findings.values(), ({ diagnostic, events: concerned, fixes }) =>
    concerned.size === events.length
      ? { ...diagnostic, fixes }
      : onlyFor(
          events.filter(name => concerned.has(name)),
          diagnostic,
        ),
  ).sort((a, b) => a.range.start - b.range.start);
}

function onlyFor(events: readonly string[], diagnostic: WebhookDiagnostic): WebhookDiagnostic {
  return { ...diagnostic, events, message: `Only for ${list(events)}: ${diagnostic.message}`, fixes: [] };
}

function isEqual(fix: Fix, other: Fix): boolean {
  return JSON.stringify(fix.edits) === JSON.stringify(other.edits);
}
