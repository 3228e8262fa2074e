import { catalogue, type DiagnosticCatalogue } from './catalogue.ts';

/** A half-open stretch of a source, in UTF-16 code units: `source.slice(start, end)`. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

/** An `error` keeps a template from being compiled, a `warning` is probably a mistake, and a `hint` only proposes something. */
export type Severity = 'error' | 'warning' | 'hint';

/** Replaces `range` of the source with `text`. */
export interface Edit {
  readonly range: SourceRange;
  readonly text: string;
}

/**
 * A repair for a diagnostic. `safe` keeps what the author meant and may be applied without asking; a `suggestion` is a
 * guess that a person should confirm. Edits do not overlap and all refer to the unchanged source.
 */
export interface Fix {
  readonly title: string;
  readonly kind: 'safe' | 'suggestion';
  readonly edits: readonly Edit[];
}

/** Another place that explains a diagnostic, such as the `$if$` that was never closed. */
export interface Related {
  readonly range: SourceRange;
  readonly message: string;
}

export type DiagnosticCode = keyof DiagnosticCatalogue;

/** The facts that the message of a code is made from; long texts are cut. */
export type DiagnosticFacts<C extends DiagnosticCode = DiagnosticCode> = Parameters<
  DiagnosticCatalogue[C]['message']
>[0];

/**
 * A mistake or a warning, reported once per cause: the problem, its place, and its repairs. `code` determines the type
 * of `facts`.
 */
export type Diagnostic<C extends DiagnosticCode = DiagnosticCode> = { [K in C]: DiagnosticOf<K> }[C];

interface DiagnosticOf<C extends DiagnosticCode> {
  /** Stable, in kebab case; each has an entry in the language reference. */
  readonly code: C;
  readonly severity: Severity;
  /** A sentence that needs no context. */
  readonly message: string;
  /** The facts behind the message, for saying it in another language; `expected` and `found` are English. */
  readonly facts: DiagnosticFacts<C>;
  readonly range: SourceRange;
  readonly related: readonly Related[];
  /** Likeliest first. */
  readonly fixes: readonly Fix[];
}

/** Creates the diagnostic of `code` at `range`; the catalogue supplies severity and message. */
export function diagnose<C extends DiagnosticCode>(
  code: C,
  range: SourceRange,
  facts: DiagnosticFacts<C>,
  more: { readonly related?: readonly Related[]; readonly fixes?: readonly Fix[] } = {},
): Diagnostic<C> {
  // The entry of one code takes the facts of that code; TypeScript cannot follow that through the index.
  const entry = catalogue[code] as { severity: Severity; message: (facts: DiagnosticFacts<C>) => string };
  return {
    code,
    severity: entry.severity,
    message: entry.message(facts),
    facts: cutFacts(facts),
    range,
    related: more.related ?? [],
    fixes: more.fixes ?? [],
  };
}

const maxFactLength = 1000;

/** A fact may be a piece of the source of any length, which many diagnostics share. */
function cutFacts<Facts>(facts: Facts): Facts {
  const given = Object.entries(facts ?? {});
  // Cut text is still text, so the type stays.
  return Object.fromEntries(given.map(([name, fact]) => [name, cut(fact)])) as Facts;
}

function cut(fact: unknown): unknown {
  return typeof fact === 'string' && fact.length > maxFactLength ? `${fact.slice(0, maxFactLength)}…` : fact;
}

/** Whether any of them is an error, which prevents a template or configuration from being compiled. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(diagnostic => diagnostic.severity === 'error');
}
