import { html, nothing, type TemplateResult } from 'lit';
import { quote } from '../../diagnostics/catalogue/excerpt.ts';
import { count } from '../../diagnostics/catalogue/list.ts';
import type { Fix, Severity, SourceRange } from '../../diagnostics/diagnostic.ts';
import { replaceWith } from '../../diagnostics/fixes/fix.ts';
import { aListOf, checkThat } from '../../options/define-options.ts';
import type { OutputName } from '../../output/output.ts';
import { recordOf } from '../../webhook/config/given-config.ts';
import type { AnyCatalogue } from '../../webhook/events/event-catalogue.ts';
import { codeIn } from '../code-in.ts';
import { type FormValues, filledRows, isSecretEmpty, isSecretRow, type SecretText } from './form-values.ts';

/** A mistake in a webhook, found by the engine or by a server. */
export interface FoundDiagnostic {
  /** `url`, `headers[0].value`, `signingSecret`; empty for the webhook as a whole. */
  readonly field: string;
  /** Identifies the mistake to programs. */
  readonly code: string;
  /** For people; code stands between backticks. */
  readonly message: string;
  readonly severity: Severity;
  /** Refers to the text of the field. */
  readonly range: SourceRange;
  readonly fixes: readonly Fix[];
  /** The values that the message was made from. */
  readonly facts?: object | undefined;
}

/** A diagnostic as returned by a server: everything but the field and the message may be absent. */
export type ReportedDiagnostic = Pick<FoundDiagnostic, 'field' | 'message'> & Partial<FoundDiagnostic>;

const nowhere: SourceRange = { start: 0, end: 0 };
const aDiagnostic = checkThat('an object with a `field` and a `message`', isDiagnostic);
const aListOfDiagnostics = aListOf(aDiagnostic);

/** @throws {TypeError} for anything but a list of diagnostics. */
export function readDiagnostics(given: unknown, name: string): readonly FoundDiagnostic[] {
  return aListOfDiagnostics(given, name).map(({ field, message, code, severity, range, fixes, facts }) => ({
    field,
    message,
    code: code ?? 'reported',
    severity: severity ?? 'error',
    range: range ?? nowhere,
    fixes: fixes ?? [],
    facts,
  }));
}

/** The reported diagnostics that were not found here as well. */
export function unknownAmong(
  reported: readonly FoundDiagnostic[],
  found: readonly FoundDiagnostic[],
): readonly FoundDiagnostic[] {
  return reported.filter(
    ({ field, message }) => !found.some(each => each.field === field && each.message === message),
  );
}

function isDiagnostic(value: unknown): value is ReportedDiagnostic {
  const { field, message } = recordOf(value);
  return typeof field === 'string' && typeof message === 'string';
}

/**
 * Secrets that have to be entered: a header's secret that is missing, and secrets that were not kept with the rest. A
 * password may be empty (RFC 7617), unless another one was lost.
 */
export function missingSecrets(values: FormValues): readonly FoundDiagnostic[] {
  const { password, signingSecret } = values;
  const headers = filledRows(values).flatMap((row, index) => {
    const { name, value } = row;
    if (!isSecretRow(row) || !isSecretEmpty(value)) return [];
    const what = name === '' ? 'the value of this header' : `the value of ${quote(name)}`;
    return [missing(`headers[${index}].value`, what, value)];
  });
  const found = [
    ...headers,
    ...(password.isLost ? [missing('authentication.password', 'the password', password)] : []),
    ...(signingSecret.isLost ? [missing('signingSecret', 'the signing secret', signingSecret)] : []),
  ];
  return readDiagnostics(found, 'secrets');
}

function missing(field: string, what: string, { isLost }: SecretText) {
  const message = isLost ? `Write ${what} again: it was not kept.` : `Write ${what}: a secret is not empty.`;
  return { field, code: 'missing-secret', message };
}

/** The proof describes the path to a mistake as "when `isError` is true and `event` is `Errored`". */
const conditions = /`([^`]+)` is (?:(true|false)|`([^`]*)`)/g;

/**
 * The titles of the events that a diagnostic concerns: of those that are on, the ones whose constants do not contradict
 * the condition under which it was found. Empty if it concerns all of them.
 */
export function concernedEvents(
  { facts }: FoundDiagnostic,
  { events }: AnyCatalogue,
  enabled: readonly string[],
): readonly string[] {
  const { when } = recordOf(facts);
  if (typeof when !== 'string') return [];
  const asked = Array.from(when.matchAll(conditions), ([, name = '', truth, text]) => ({
    name,
    value: truth === undefined ? text : truth === 'true',
  }));
  const concerned = enabled.filter(event => {
    const known: Readonly<Record<string, unknown>> = { ...events[event]?.constants, event };
    return asked.every(({ name, value }) => !Object.hasOwn(known, name) || known[name] === value);
  });
  return concerned.length === enabled.length ? [] : concerned.map(name => events[name]?.title ?? name);
}

/** The result of a check in one sentence. */
export interface Verdict {
  /** `warned`: nothing can break it, but it is probably not what was meant. */
  readonly kind: 'safe' | 'warned' | 'constant' | 'unfinished' | 'unsafe' | 'unknown';
  readonly sentence: string;
  readonly errors: number;
  /** What is to be done first. */
  readonly first?: FoundDiagnostic | undefined;
}

const names: Readonly<Record<OutputName, string>> = {
  json: 'this JSON',
  'json-lines': 'these lines of JSON',
  xml: 'this XML',
  form: 'this form',
  text: 'this request',
  header: 'this request',
  url: 'this URL',
};

/** What a verdict is about. */
interface Judged {
  /** The format of the body; undefined if there is none. */
  readonly output: OutputName | undefined;
  /** The name of the receiver whose schema the body was checked with. */
  readonly receiver?: string | undefined;
  /** Whether its messages may differ. */
  readonly isVarying: boolean;
}

/** Without diagnostics, nothing was checked yet. */
export function verdictOf(
  diagnostics: readonly FoundDiagnostic[] | undefined,
  { output, receiver, isVarying }: Judged,
): Verdict {
  if (!diagnostics) return { kind: 'unknown', sentence: 'Checking …', errors: 0 };
  const wrong = diagnostics.filter(({ severity }) => severity === 'error');
  const errors = wrong.length;
  if (errors > 0)
    return { kind: 'unsafe', sentence: `${count(errors, 'thing')} to fix`, errors, first: wrong[0] };
  const blanks = diagnostics.filter(({ code }) => code === 'placeholder');
  if (blanks.length > 0) {
    const sentence = `${count(blanks.length, 'thing')} to fill in`;
    return { kind: 'unfinished', sentence, errors, first: blanks[0] };
  }
  const proved = proofOf(diagnostics, { output, receiver, isVarying });
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning');
  if (warnings.length === 0) return { ...proved, errors };
  const sentence = `${count(warnings.length, 'warning')}. ${proved.sentence}`;
  return { kind: 'warned', sentence, errors, first: warnings[0] };
}

/** What is known of a webhook without errors. */
function proofOf(
  diagnostics: readonly FoundDiagnostic[],
  { output, receiver, isVarying }: Judged,
): Pick<Verdict, 'kind' | 'sentence'> {
  const isProved = diagnostics.every(({ code }) => !code.startsWith('schema-'));
  if (receiver !== undefined && isProved)
    return { kind: 'safe', sentence: `Every message keeps to the known rules of ${receiver}.` };
  // There is nothing to prove, and green would look as if all was well with it.
  if (!isVarying) return { kind: 'constant', sentence: 'This webhook has no variables.' };
  return { kind: 'safe', sentence: `No value can break ${names[output ?? 'url']}.` };
}

export interface DiagnosticsModel {
  readonly verdict: Verdict;
  /** Leads to what the verdict is about; undefined if it needs nobody. */
  readonly attend: (() => void) | undefined;
  readonly diagnostics: readonly FoundDiagnostic[];
  readonly isDisabled: boolean;
  /** `Payload, line 3` */
  readonly placeOf: (diagnostic: FoundDiagnostic) => string;
  /** The events that it concerns, unless these are all events that are on. */
  readonly eventsOf: (diagnostic: FoundDiagnostic) => readonly string[];
  readonly goTo: (diagnostic: FoundDiagnostic) => void;
  readonly apply: (diagnostic: FoundDiagnostic, fix: Fix) => void;
  readonly applySafe: () => void;
}

/** More under one field would bury the others; the rest appears when these are fixed. */
const maxShown = 5;

const circle = 'M1.75 8a6.25 6.25 0 1 0 12.5 0a6.25 6.25 0 1 0 -12.5 0';
const signs = {
  error: sign(`${circle}M8 4.5v4M8 11v.5`),
  warning: sign('M8 2l6.5 11.5h-13zM8 6.5v3M8 11.2v.5'),
  hint: sign(`${circle}M8 7.5v4M8 4.5v.5`),
  safe: sign(`${circle}M5 8.2l2.2 2.2L11 6.2`),
  unsaved: sign('M3 13l.8-3.2 7.7-7.7 2.4 2.4-7.7 7.7z'),
};

const verdictSigns: Readonly<Record<Verdict['kind'], TemplateResult | typeof nothing>> = {
  safe: signs.safe,
  warned: signs.warning,
  constant: signs.hint,
  unfinished: signs.warning,
  unsafe: signs.error,
  unknown: nothing,
};

const kinds: Readonly<Record<Severity, string>> = { error: 'Error', warning: 'Warning', hint: 'Hint' };

function sign(path: string): TemplateResult {
  return html`<svg viewBox="0 0 16 16" aria-hidden="true" class="sign"><path d=${path} /></svg>`;
}

/** What stands beside the verdict. */
interface VerdictFacts {
  readonly isUnsaved: boolean;
  /** What was saved, and what follows from that; empty if it was changed since. */
  readonly saved: string;
}

/** The verdict, announced when it changes, what else is known, and a button that applies all safe fixes. */
export function verdictLine(model: DiagnosticsModel, { isUnsaved, saved }: VerdictFacts): TemplateResult {
  const { verdict, attend, diagnostics, isDisabled } = model;
  const { kind, sentence } = verdict;
  // Elements of their own: a verdict of two lines comes in place of the words before it, and moves none.
  const words =
    kind === 'unknown' ? html`<span class="awaited">${sentence}</span>` : html`<span>${sentence}</span>`;
  // What the verdict counts already is not counted again.
  const isCounted = ({ code }: FoundDiagnostic): boolean =>
    kind === 'warned' || (kind === 'unfinished' && code === 'placeholder');
  const warnings = diagnostics.filter(one => one.severity === 'warning' && !isCounted(one)).length;
  const safe = diagnostics.filter(({ fixes }) => fixes[0]?.kind === 'safe').length;
  return html`
    <div class="verdict-line">
      <p id="verdict" class="verdict ${kind}" role="status">${verdictSigns[kind]}${
        attend ? html`<button type="button" class="link" @click=${attend}>${sentence}</button>` : words
      }</p>
      ${warnings > 0 ? html`<span class="hint">${count(warnings, 'warning')}</span>` : nothing}
      <strong class="saved" role="status">${saved}</strong>
      ${isUnsaved ? html`<strong class="unsaved">${signs.unsaved} Unsaved<span class="more"> changes</span></strong>` : nothing}
      ${
        safe > 0
          ? html`<button type="button" class="quiet" ?disabled=${isDisabled} @click=${model.applySafe}>
            Apply all safe fixes (${safe})
          </button>`
          : nothing
      }
    </div>
  `;
}

/** The id of the first message at a place, which describes its control. */
export function problemId(home: string): string {
  return `problem-${home.replaceAll(' ', '-')}`;
}

/** The problems at one place of the form, each with its fixes. */
export function problemList(
  home: string,
  found: readonly FoundDiagnostic[],
  model: DiagnosticsModel,
): TemplateResult | typeof nothing {
  if (found.length === 0) return nothing;
  const groups = alikeAmong(found);
  return html`<div class="found">
    <ul class="problems" aria-label="Problems">
      ${groups
        .slice(0, maxShown)
        .map((alike, index) => listItem(alike, model, index === 0 ? problemId(home) : undefined))}
    </ul>
    ${groups.length > maxShown ? html`<p class="hint">And ${groups.length - maxShown} more.</p>` : nothing}
  </div>`;
}

/** The same problem at several places. */
type Alike = readonly [FoundDiagnostic, ...FoundDiagnostic[]];

const severities: readonly Severity[] = ['error', 'warning', 'hint'];

/** What was found, the worst first, once for what says the same and has no fix of its own. */
function alikeAmong(found: readonly FoundDiagnostic[]): readonly Alike[] {
  const groups = new Map<unknown, Alike>();
  const worstFirst = severities.flatMap(severity => found.filter(one => one.severity === severity));
  for (const diagnostic of worstFirst) {
    const key = diagnostic.fixes.length === 0 ? diagnostic.message : diagnostic;
    const known = groups.get(key);
    groups.set(key, known ? [...known, diagnostic] : [diagnostic]);
  }
  return [...groups.values()];
}

function listItem(alike: Alike, model: DiagnosticsModel, id: string | undefined): TemplateResult {
  const [diagnostic] = alike;
  const { severity, message, fixes } = diagnostic;
  const events = model.eventsOf(diagnostic);
  return html`<li class=${severity === 'hint' ? 'proposal' : severity}>
    ${signs[severity]}
    <p>
      <span class="kind">${kinds[severity]}</span>
      ${alike.map((each, index) => html`${index === 0 ? nothing : ', '}${placeLink(each, model)}`)}:
      <span id=${id ?? nothing}>${codeIn(message).map(part => nameButton(part, diagnostic, model))}</span>
      ${events.length > 0 ? html`<span class="hint">for ${events.join(', ')}</span>` : nothing}
      ${fixes.map(fix => fixButton(fix, model.isDisabled, () => model.apply(diagnostic, fix)))}
    </p>
  </li>`;
}

/** Codes of unknown names; their range is the name, and their facts have the names that could stand there. */
const unknownNames: ReadonlySet<string> = new Set(['unknown-variable', 'unknown-list']);

/** A part of a message: a button that writes the name if it is one of those that could stand there. */
function nameButton(
  part: string | HTMLElement,
  diagnostic: FoundDiagnostic,
  { isDisabled, apply }: DiagnosticsModel,
): TemplateResult | string | HTMLElement {
  const { code, facts, range } = diagnostic;
  const { known } = recordOf(facts);
  if (typeof part === 'string' || !unknownNames.has(code) || !Array.isArray(known)) return part;
  const name = part.textContent ?? '';
  if (!known.includes(name)) return part;
  return html`<button type="button" class="link" title="Write it here" ?disabled=${isDisabled} @click=${() => apply(diagnostic, replaceWith(range, name))}>${part}</button>`;
}

/** A message up to what it expects or advises, but for a colon in code. */
const firstClause = /^(?:`[^`]*`|[^`:;.]|[:;.](?! |$))+/;

/** The first error in short, with its first fix, for where there is no room for more. */
export function firstProblem(model: DiagnosticsModel): TemplateResult | undefined {
  const first = model.diagnostics.find(({ severity }) => severity === 'error');
  if (!first) return undefined;
  const [fix] = first.fixes;
  const [short] = firstClause.exec(first.message) ?? [first.message];
  return html`${placeLink(first, model)}: ${codeIn(short)} ${fix ? fixButton(fix, model.isDisabled, () => model.apply(first, fix)) : nothing}`;
}

function placeLink(diagnostic: FoundDiagnostic, { goTo, placeOf }: DiagnosticsModel): TemplateResult {
  return html`<button type="button" class="link" @click=${() => goTo(diagnostic)}>${placeOf(diagnostic)}</button>`;
}

function fixButton(fix: Fix, isDisabled: boolean, apply: () => void): TemplateResult {
  return html`<button type="button" class="fix" ?disabled=${isDisabled} @click=${apply}>${codeIn(fix.title)}</button>`;
}
