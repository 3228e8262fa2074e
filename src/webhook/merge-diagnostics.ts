import { list } from '../diagnostics/catalogue/list.ts';
import { type Diagnostic, diagnose, type Fix } from '../diagnostics/diagnostic.ts';
import type { WebhookDiagnostic } from './diagnostic.ts';

/** What was found in the templates of some events. */
export interface FoundFor {
  readonly names: readonly string[];
  readonly diagnostics: readonly WebhookDiagnostic[];
  /** Whether these events do not come to where something is wrong. */
  readonly isUnreached?: (diagnostic: WebhookDiagnostic) => boolean;
}

/** One mistake, and for which events it is one. */
interface Mistake {
  readonly diagnostic: WebhookDiagnostic;
  readonly events: Set<string>;
  /** For which parts of the events it was found. */
  readonly parts: Set<readonly string[]>;
  fixes: readonly Fix[];
}

/**
 * What was found for these events, each mistake once. One that some of them alone have says which, and has no fixes, because none
 * was tried for the others. Where events do not come nothing is wrong for them, unless none comes there at all, and a branch
 * never holds where it does for none that comes there.
 */
export function mergeDiagnostics(
  events: readonly string[],
  found: readonly FoundFor[],
): readonly WebhookDiagnostic[] {
  const parts = new Set(found.map(({ names }) => names));
  if (parts.size < 2)
    return found.flatMap(({ diagnostics }) => diagnostics.map(each => ofItsEvents(each, events)));
  const comingTo = (each: WebhookDiagnostic) =>
    [...parts].filter(part => !found.some(({ names, isUnreached }) => names === part && isUnreached?.(each)));
  const mistakes = new Map<string, Mistake>();
  for (const { names, diagnostics } of found) {
    for (const diagnostic of diagnostics) {
      const coming = comingTo(diagnostic);
      if (coming.length > 0 && !coming.includes(names)) continue;
      const { fixes } = diagnostic;
      const mistake = mistakes.get(keyOf(diagnostic)) ?? {
        diagnostic,
        events: new Set(),
        parts: new Set(),
        fixes,
      };
      mistakes.set(keyOf(diagnostic), mistake);
      mistake.parts.add(names);
      for (const name of lackersIn(diagnostic) ?? names) mistake.events.add(name);
      mistake.fixes = mistake.fixes.filter(fix => fixes.some(other => isEqual(fix, other)));
    }
  }
  return Array.from(mistakes.values(), ({ diagnostic, events: concerned, parts: reporting, fixes }) => {
    const coming = comingTo(diagnostic);
    const isWhole = reporting.size === parts.size;
    if (diagnostic.code === 'never-holds')
      return coming.every(part => reporting.has(part)) ? diagnostic : undefined;
    const names = events.filter(name => concerned.has(name));
    if (diagnostic.code === 'variable-of-others')
      return { ...lackedBy(names, diagnostic), fixes: isWhole ? fixes : [] };
    return isWhole || coming.length === 0 ? { ...diagnostic, fixes } : onlyFor(names, diagnostic);
  })
    .filter(each => each !== undefined)
    .sort((a, b) => a.range.start - b.range.start);
}

/** What is said of one event, such as which variables it has, may be untrue of another. */
function keyOf({ field, code, range, message }: WebhookDiagnostic): string {
  return `${field} ${code} ${range.start} ${range.end} ${code === 'variable-of-others' ? '' : message}`;
}

function lackersIn(diagnostic: Diagnostic): readonly string[] | undefined {
  return diagnostic.code === 'variable-of-others' ? diagnostic.facts.events : undefined;
}

/** With the events that lack a variable, where others have it. */
function ofItsEvents(diagnostic: WebhookDiagnostic, events: readonly string[]): WebhookDiagnostic {
  const lackers = lackersIn(diagnostic);
  return lackers && lackers.length < events.length ? { ...diagnostic, events: lackers } : diagnostic;
}

function lackedBy(
  events: readonly string[],
  diagnostic: WebhookDiagnostic<'variable-of-others'>,
): WebhookDiagnostic {
  const { message } = diagnose(diagnostic.code, diagnostic.range, { ...diagnostic.facts, events });
  return { ...diagnostic, message, facts: { ...diagnostic.facts, events }, events };
}

function onlyFor(events: readonly string[], diagnostic: WebhookDiagnostic): WebhookDiagnostic {
  return { ...diagnostic, events, message: `Only for ${list(events)}: ${diagnostic.message}`, fixes: [] };
}

function isEqual(fix: Fix, other: Fix): boolean {
  return JSON.stringify(fix.edits) === JSON.stringify(other.edits);
}
