import { list } from '../diagnostics/catalogue/list.ts';
import { type Diagnostic, diagnose, type Fix } from '../diagnostics/diagnostic.ts';
import type { WebhookDiagnostic } from './diagnostic.ts';

/** The diagnostics of the templates for some events. */
export interface FoundFor {
  readonly names: readonly string[];
  readonly diagnostics: readonly WebhookDiagnostic[];
  /** Whether none of these events comes to the place of the diagnostic. */
  readonly isUnreached?: (diagnostic: WebhookDiagnostic) => boolean;
}

/** A mistake, and the events that it concerns. */
interface Mistake {
  readonly diagnostic: WebhookDiagnostic;
  readonly events: Set<string>;
  /** The groups of events that it was found for. */
  readonly parts: Set<readonly string[]>;
  fixes: readonly Fix[];
}

/**
 * Merges the diagnostics for groups of events, so that each mistake appears once. A mistake of only some events names
 * them, and has no fixes, because none was tried for the others; but where some events lack a name, its fix asks for those
 * that have it, and changes nothing for them. Events that do not come to a place do not count there, unless none comes to
 * it at all; a branch never holds only if it does so for every group that comes to it.
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
    if (diagnostic.code === 'variable-of-others') return { ...lackedBy(names, diagnostic), fixes };
    return isWhole || coming.length === 0 ? { ...diagnostic, fixes } : onlyFor(names, diagnostic);
  })
    .filter(each => each !== undefined)
    .sort((a, b) => a.range.start - b.range.start);
}

/** Messages are part of the key: one about an event, such as about its variables, may be wrong for another. */
function keyOf({ field, code, range, message }: WebhookDiagnostic): string {
  return `${field} ${code} ${range.start} ${range.end} ${code === 'variable-of-others' ? '' : message}`;
}

function lackersIn(diagnostic: Diagnostic): readonly string[] | undefined {
  return diagnostic.code === 'variable-of-others' ? diagnostic.facts.events : undefined;
}

/** Adds the events that lack a variable, if other events have it. */
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
