import { list } from '../diagnostics/catalogue/list.ts';
import type { OutputFacts } from '../diagnostics/catalogue/output.ts';
import { diagnose, type Fix } from '../diagnostics/diagnostic.ts';
import type { WebhookDiagnostic } from './diagnostic.ts';

/** The diagnostics of the templates for some events. */
export interface FoundFor {
  readonly names: readonly string[];
  readonly diagnostics: readonly WebhookDiagnostic[];
  /** Those of these events that come to the place of a diagnostic; undefined where it is not in this template. */
  readonly comingTo?: (diagnostic: WebhookDiagnostic) => readonly string[] | undefined;
}

/** A mistake, and the events that it concerns. */
interface Mistake {
  diagnostic: WebhookDiagnostic;
  /** All events that come to its place. */
  readonly coming: readonly string[];
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
  const parts = new Map<readonly string[], FoundFor[]>();
  for (const each of found) parts.set(each.names, [...(parts.get(each.names) ?? []), each]);
  const comingTo = (diagnostic: WebhookDiagnostic) =>
    [...parts].flatMap(([names, templates]) => {
      const coming = templates.map(each => each.comingTo?.(diagnostic));
      return coming.find(each => each !== undefined) ?? names;
    });
  if (parts.size < 2)
    return found.flatMap(({ diagnostics }) =>
      diagnostics.map(each => (isOfOthers(each) ? ofItsEvents(each, events, comingTo(each)) : each)),
    );
  const mistakes = new Map<string, Mistake>();
  for (const { names, diagnostics } of found) {
    for (const diagnostic of diagnostics) {
      const mistake = mistakes.get(keyOf(diagnostic)) ?? {
        diagnostic,
        coming: comingTo(diagnostic),
        events: new Set(),
        parts: new Set(),
        fixes: diagnostic.fixes,
      };
      const concerned = names.filter(name => mistake.coming.includes(name));
      if (mistake.coming.length > 0 && concerned.length === 0) continue;
      mistakes.set(keyOf(diagnostic), mistake);
      mistake.parts.add(names);
      // Each group says in its own words when it happens.
      if (mistake.diagnostic.message !== diagnostic.message)
        mistake.diagnostic = atAnyTime(mistake.diagnostic);
      const { facts } = diagnostic;
      for (const name of ('events' in facts && facts.events) || concerned) mistake.events.add(name);
      mistake.fixes = mistake.fixes.filter(fix => diagnostic.fixes.some(other => isEqual(fix, other)));
    }
  }
  return Array.from(
    mistakes.values(),
    ({ diagnostic, coming, events: concerned, parts: reporting, fixes }) => {
      const isOfAll = [...parts.keys()].every(
        part => reporting.has(part) || !part.some(name => coming.includes(name)),
      );
      if (diagnostic.code === 'never-holds') return isOfAll ? diagnostic : undefined;
      const names = events.filter(name => concerned.has(name));
      const merged = withoutEvents({ ...diagnostic, fixes });
      if (isOfOthers(merged)) return ofItsEvents(lackedBy(names, merged), events, coming);
      return reporting.size === parts.size || coming.length === 0 ? merged : onlyFor(names, merged);
    },
  )
    .filter(each => each !== undefined)
    .sort((a, b) => a.range.start - b.range.start);
}

/** Of these there is one in a place, whatever each group says of it. */
const oncePerPlace: ReadonlySet<string> = new Set(['variable-of-others', 'never-holds']);

/** Messages are part of the key: one about an event, such as about its variables, may be wrong for another. */
function keyOf(diagnostic: WebhookDiagnostic): string {
  const { field, code, range } = diagnostic;
  const message = oncePerPlace.has(code) ? '' : atAnyTime(diagnostic).message;
  return `${field} ${code} ${range.start} ${range.end} ${message}`;
}

/** Leaves out under which condition a mistake happens. */
function atAnyTime(diagnostic: WebhookDiagnostic): WebhookDiagnostic {
  const { code, range, facts } = diagnostic;
  if (!('when' in facts) || facts.when === undefined) return diagnostic;
  const { when: _when, events: _events, ...others } = facts;
  const { message } = diagnose(code, range, others);
  return { ...diagnostic, message, facts: others } as WebhookDiagnostic;
}

/** The facts about an output say for which events one group found it. */
function withoutEvents(diagnostic: WebhookDiagnostic): WebhookDiagnostic {
  if (!('expected' in diagnostic.facts)) return diagnostic;
  const { events: _events, ...facts } = diagnostic.facts as OutputFacts;
  return { ...diagnostic, facts } as WebhookDiagnostic;
}

type OfOthers = WebhookDiagnostic<'variable-of-others'>;

function isOfOthers(diagnostic: WebhookDiagnostic): diagnostic is OfOthers {
  return diagnostic.code === 'variable-of-others';
}

function lackedBy(events: readonly string[], diagnostic: OfOthers): OfOthers {
  return withFacts(diagnostic, { ...diagnostic.facts, events });
}

/**
 * Adds the events that lack a name. Where none of its events comes, its fix would write a branch that never holds, and the
 * message says so instead.
 */
function ofItsEvents(
  diagnostic: OfOthers,
  events: readonly string[],
  coming: readonly string[],
): WebhookDiagnostic {
  const { events: lackers, owners } = diagnostic.facts;
  const named = lackers.length < events.length ? { ...diagnostic, events: lackers } : diagnostic;
  const on = owners.filter(name => events.includes(name));
  if (on.some(name => coming.includes(name))) return named;
  const absence = on.length === 0 ? 'off' : 'elsewhere';
  return { ...withFacts(named, { ...named.facts, absence }), fixes: [] };
}

function withFacts(diagnostic: OfOthers, facts: OfOthers['facts']): OfOthers {
  const { message } = diagnose(diagnostic.code, diagnostic.range, facts);
  return { ...diagnostic, message, facts };
}

function onlyFor(events: readonly string[], diagnostic: WebhookDiagnostic): WebhookDiagnostic {
  return { ...diagnostic, events, message: `Only for ${list(events)}: ${diagnostic.message}`, fixes: [] };
}

function isEqual(fix: Fix, other: Fix): boolean {
  return JSON.stringify(fix.edits) === JSON.stringify(other.edits);
}
