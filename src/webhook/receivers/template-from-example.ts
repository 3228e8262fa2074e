import { reservedNames } from '../../../grammar/names.ts';
import { isoPattern } from '../../dates/pattern/java-pattern.ts';
import { patternLike } from '../../dates/pattern/pattern-like.ts';
import {
  type Diagnostic,
  type Edit,
  type Fix,
  hasErrors,
  type SourceRange,
} from '../../diagnostics/diagnostic.ts';
import { applyEdits } from '../../diagnostics/fixes/apply-fix.ts';
import { replaceWith } from '../../diagnostics/fixes/fix.ts';
import { aFunction, aListOf, aText, defineOptions, oneOf, optional } from '../../options/define-options.ts';
import { didYouMean } from '../../spelling/did-you-mean.ts';
import { findMistakes } from '../../template/check.ts';
import { isOfSchema } from '../../template/fixes/propose-fixes.ts';
import { RenderError } from '../../template/render/render-error.ts';
import { isList, presentType, type VariableSchema } from '../../template/resolve/variables.ts';
import { compileTemplate, TemplateError, validateTemplate } from '../../template/template.ts';
import { checkForEvents } from '../check-templates.ts';
import type { AnyCatalogue, Clock } from '../events/event-catalogue.ts';
import { groupEvents } from '../events/event-groups.ts';
import { aCatalogue } from '../webhook-options.ts';
import { aKnownReceiver } from './define-receiver.ts';
import { schemaFor } from './named-receiver.ts';
import type { KnownReceiver } from './receiver.ts';
import { type Fact, isClosed, itemFacts, reportedFacts, wordsOf } from './reported-facts.ts';

/** What somebody pasted, as a template. */
export interface ExampleTemplate {
  /** The example, byte for byte, but for a backslash before each `$`: it renders to the example. */
  readonly template: string;
  /** In the order of the template. They do not overlap, so any of them can be taken together. */
  readonly proposals: readonly Proposal[];
  /**
   * Everything that is wrong with the example as a template of JSON, by ranges of `template`. Where that is an error, the
   * example is not JSON, and there are no proposals.
   */
  readonly diagnostics: readonly Diagnostic[];
}

/** A value of an example that a variable may stand for. */
export interface Proposal {
  /** The part of `template` that the fix replaces. */
  readonly range: SourceRange;
  /** The variable or the list, as a template names it: `order.customer.name`. */
  readonly variable: string;
  /**
   * How it was found. With a `sample`, rendering that of the event `sampleOf` gives back the bytes of the example, but for what a
   * `receiver` asks of its texts; else the `key` before the value resembles the name, or only the `type` fits.
   */
  readonly by: 'sample' | 'key' | 'type';
  readonly sampleOf?: string | undefined;
  /** The same, as a sentence for people. */
  readonly why: string;
  readonly fix: Fix;
}

/** Options for `templateFromExample`. */
export interface ExampleOptions extends Clock {
  /** The events that the webhook reports: variables that all of these have are proposed. Default: all of the catalogue. */
  readonly events?: readonly string[] | undefined;
  /**
   * Who gets the message: variables are written in the format that the receiver reads a text in, and no longer than it takes.
   * Default: nobody who is known.
   */
  readonly receiver?: KnownReceiver | undefined;
}

/**
 * Makes a template of a JSON text that was copied from a receiver's documentation, and proposes variables in place of the
 * values that look like samples. Each proposal, and any of them together, leaves a template without new diagnostics for
 * each of the events; all of them together, with a `receiver`, without new ones of its schema.
 *
 * @param catalogue Made by `defineEvents`. Default: `processEvents`.
 * @throws {TypeError} if `json` is not text, or `catalogue` no catalogue, and for unknown events and options.
 */
export function templateFromExample(
  json: string,
  catalogue?: AnyCatalogue,
  options?: ExampleOptions,
): ExampleTemplate {
  const template = escapeDollars(aText(json, 'json'));
  const all = aCatalogue(catalogue, 'catalogue');
  const { events = all.names, now, receiver } = readOptions(options, all.names);
  const names = [...new Set(events)];
  const [{ variables } = { variables: {} }] = groupEvents(all, names, []);
  const diagnostics = validateTemplate(template, { output: 'json', variables });
  if (hasErrors(diagnostics)) return { template, proposals: [], diagnostics };
  const facts = reportedFacts({ ...all, names }).filter(({ events }) => events.length === names.length);
  const samples = new Samples(
    variables,
    names.map(name => [name, all.sample(name, { now })]),
  );
  const proposals = new Matching(template, samples, facts).propose(readExample(template));
  const schema = schemaFor(receiver);
  const check = (source: string): readonly Diagnostic[] =>
    checkForEvents({ source, output: 'json', schema }, all, names);
  const asTaken =
    schema === undefined
      ? proposals
      : underSchema(template, proposals, source =>
          findMistakes(source, { output: 'json', variables, schema }),
        );
  return { template, proposals: onlySound(template, asTaken, check), diagnostics };
}

/** The template of an example with these of its proposals. */
export function takeProposals(template: string, proposals: readonly Proposal[]): string {
  return applyEdits(
    template,
    proposals.flatMap(({ fix }) => fix.edits),
  );
}

/**
 * The values of an example that stay as they are in every message if these of its proposals are taken: each as JSON writes it, after
 * its key.
 */
export function fixedValues(template: string, taken: readonly Proposal[]): readonly string[] {
  const isFixed = ({ range: { start, end } }: Leaf) =>
    !taken.some(({ range }) => range.start < end && start < range.end);
  const fixed = readExample(template).leaves.filter(isFixed);
  return [...new Set(fixed.map(({ key, raw }) => (key === undefined ? raw : `${key}: ${raw}`)))];
}

function readOptions(options: unknown, names: readonly string[]): ExampleOptions {
  return defineOptions<ExampleOptions>({
    events: optional(aListOf(oneOf(...names))),
    receiver: optional(aKnownReceiver),
    now: optional(aFunction<() => number>()),
  })(options);
}

/** Between quotes of JSON, an even number of backslashes stands before each `$`. */
function escapeDollars(json: string): string {
  return json.replace(/(\\*)\$/g, (found, { length }: string) =>
    length % 2 === 0 ? `${found.slice(0, -1)}\\$` : found,
  );
}

function withoutEscapes(template: string): string {
  return template.replace(/\\(.)/gs, (found, character) => (character === '$' ? character : found));
}

/** A format, a length, and what to write where a text is empty or missing. */
const maxMended = 4;

/** The proposals with what a schema asks of their values, as far as it lies in their tags: formats before lengths, which these change. */
function underSchema(
  template: string,
  proposals: readonly Proposal[],
  find: (source: string) => readonly Diagnostic[],
): readonly Proposal[] {
  let mended = proposals.toSorted((a, b) => a.range.start - b.range.start);
  for (let round = 0; round < maxMended; round++) {
    const places = placesOf(mended);
    const placeOf = ({ range }: Edit) =>
      places.findIndex(({ start, end }) => start <= range.start && range.end <= end);
    const found = find(takeProposals(template, mended)).filter(isOfSchema);
    const inner = found.filter(({ code }) => code === 'schema-syntax');
    let edits: readonly Edit[] = [];
    for (const { fixes } of inner.length > 0 ? inner : found) {
      const fix = fixes.find(each => each.edits.every(edit => placeOf(edit) >= 0));
      const touched = new Set(edits.map(placeOf));
      // What else is asked of a tag waits for the next round.
      if (fix && !fix.edits.some(edit => touched.has(placeOf(edit)))) edits = [...edits, ...fix.edits];
    }
    if (edits.length === 0) break;
    const all = edits;
    mended = mended.map((proposal, index) => {
      const start = places[index]?.start ?? 0;
      const inTag = all
        .filter(edit => placeOf(edit) === index)
        .map(({ range, text }) => ({ range: moved(range, -start), text }));
      return inTag.length === 0 ? proposal : { ...proposal, fix: rewritten(proposal.fix, inTag) };
    });
  }
  return mended;
}

/** Where the text of each proposal stands once all are taken. */
function placesOf(proposals: readonly Proposal[]): readonly SourceRange[] {
  let shift = 0;
  return proposals.map(({ range, fix }) => {
    const { length } = textOf(fix);
    const start = range.start + shift;
    shift += length - (range.end - range.start);
    return { start, end: start + length };
  });
}

function textOf({ edits: [edit] }: Fix): string {
  return edit?.text ?? '';
}

function rewritten(fix: Fix, edits: readonly Edit[]): Fix {
  const before = textOf(fix);
  const text = applyEdits(before, edits);
  const title = fix.title.replace(before, () => text);
  return { ...fix, title, edits: fix.edits.map(edit => ({ ...edit, text })) };
}

/** The proposals that add no diagnostic, in the order of the template. */
function onlySound(
  template: string,
  proposals: readonly Proposal[],
  check: (source: string) => readonly Diagnostic[],
): readonly Proposal[] {
  const known = new Map<string, number>();
  for (const { code } of check(template)) known.set(code, (known.get(code) ?? 0) + 1);
  const isSound = (source: string) => {
    const left = new Map(known);
    return check(source).every(({ code }) => {
      const count = left.get(code) ?? 0;
      left.set(code, count - 1);
      return count > 0;
    });
  };
  let checkedLength = 0;
  const areSound = (some: readonly Proposal[]) => {
    checkedLength += template.length;
    return isSound(takeProposals(template, some));
  };
  const soundOf = (some: readonly Proposal[]): readonly Proposal[] => {
    if (some.length === 0 || checkedLength > maxChecked) return [];
    if (areSound(some)) return some;
    const half = some.length >> 1;
    return half === 0 ? [] : [...soundOf(some.slice(0, half)), ...soundOf(some.slice(half))];
  };
  const sound = soundOf(proposals.toSorted((a, b) => a.range.start - b.range.start).slice(0, maxProposals));
  return areSound(sound) ? sound : [];
}

/** More than a person looks through. */
const maxProposals = 100;
/** How many characters are checked at most to find out which proposals are sound; seldom is one of them not. */
const maxChecked = 4_000_000;
/** How many values of an example are looked at. */
const maxValues = 1000;

/** A text, number or boolean of an example. */
interface Leaf {
  readonly range: SourceRange;
  /** As JSON writes it. */
  readonly raw: string;
  readonly value: unknown;
  readonly parent: Branch | undefined;
  /** Its key in an object. */
  readonly key: string | undefined;
}

/** An object or list of an example. */
interface Branch {
  readonly kind: 'object' | 'list';
  readonly start: number;
  end: number;
  /** Its own key in an object. */
  readonly key: string | undefined;
  readonly parent: Branch | undefined;
  /** The ranges of its values. */
  readonly items: SourceRange[];
  /** The texts, numbers and booleans of an object, by their keys. */
  readonly members: Map<string, unknown>;
}

interface Example {
  readonly leaves: readonly Leaf[];
  readonly branches: readonly Branch[];
}

const token = /"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s{}[\],:"]+/gs;

/** Reads a template that is valid JSON and has no tags. */
function readExample(template: string): Example {
  const leaves: Leaf[] = [];
  const branches: Branch[] = [];
  let parent: Branch | undefined;
  let key: string | undefined;
  for (const { 0: written, index: start } of template.matchAll(token)) {
    const end = start + written.length;
    if (written === '{' || written === '[') {
      const kind = written === '{' ? 'object' : 'list';
      parent = { kind, start, end, key, parent, items: [], members: new Map() };
      if (branches.length < maxValues) branches.push(parent);
      key = undefined;
    } else if (written === '}' || written === ']') {
      const closed = parent;
      parent = closed?.parent;
      if (closed) parent?.items.push({ start: closed.start, end });
      if (closed) closed.end = end;
    } else if (written === ',') key = undefined;
    else if (written !== ':') {
      const raw = withoutEscapes(written);
      const value: unknown = JSON.parse(raw);
      if (parent?.kind === 'object' && key === undefined) {
        key = String(value);
        continue;
      }
      parent?.items.push({ start, end });
      parent?.members.set(key ?? '', value);
      if (value !== null && leaves.length < maxValues)
        leaves.push({ range: { start, end }, raw, value, parent, key });
    }
  }
  return { leaves, branches };
}

/** The list that a tag stands in, and the name of its item there. */
interface ItemScope {
  readonly path: string;
  readonly item: string;
}

/** What tags write for the sample of each event. */
class Samples {
  readonly #variables: VariableSchema;
  readonly #samples: readonly (readonly [string, object])[];
  readonly #written = new Map<string, readonly (readonly [string, string])[]>();

  constructor(variables: VariableSchema, samples: readonly (readonly [string, object])[]) {
    this.#variables = variables;
    this.#samples = samples;
  }

  /** The event in whose sample this piece of a template writes these bytes of JSON. */
  eventOf(piece: string, raw: string, scope?: ItemScope): string | undefined {
    return this.written(piece, scope).find(([, text]) => text === raw)?.[0];
  }

  /** The output of a piece of a template for each event; in a list, for its first item. */
  written(piece: string, scope?: ItemScope): readonly (readonly [string, string])[] {
    const source = scope ? `[$for(${scope.item} in ${scope.path}; max="1")$${piece}$endfor$]` : piece;
    const known = this.#written.get(source);
    if (known) return known;
    const written = this.#render(source).map(
      ([name, text]) => [name, scope ? text.slice(1, -1) : text] as const,
    );
    this.#written.set(source, written);
    return written;
  }

  /** Nothing for a template that is wrong, or too long for some sample. */
  #render(source: string): readonly (readonly [string, string])[] {
    try {
      const template = compileTemplate(source, { output: 'json', variables: this.#variables });
      return this.#samples.map(([name, sample]) => [name, template.render(sample)]);
    } catch (error) {
      if (error instanceof TemplateError || error instanceof RenderError) return [];
      throw error;
    }
  }

  /** A name for the item of a list that hides no variable. */
  itemName(list: string): string {
    const last = list.split('.').at(-1) ?? '';
    const isFree = (name: string) =>
      !['', last].includes(name) && !reservedNames.has(name) && !Object.hasOwn(this.#variables, name);
    return [last.replace(/s$/, ''), 'item', 'each'].find(isFree) ?? 'listItem';
  }
}

/** A variable that may stand for a value, and how well it does. */
interface Match extends Pick<Proposal, 'by' | 'sampleOf' | 'why'> {
  readonly fact: Fact;
  readonly range: SourceRange;
  readonly tag: string;
  readonly score: number;
}

/** Finds the variables for the values of one example. */
class Matching {
  readonly #template: string;
  readonly #samples: Samples;
  readonly #facts: readonly Fact[];
  /** Variables that stand for something already, and so need no value by their type alone. */
  readonly #used = new Set<string>();

  constructor(template: string, samples: Samples, facts: readonly Fact[]) {
    this.#template = template;
    this.#samples = samples;
    // Of two that fit alike, one that is never missing comes first.
    this.#facts = [
      ...facts.filter(({ mayBeMissing }) => !mayBeMissing),
      ...facts.filter(({ mayBeMissing }) => mayBeMissing),
    ];
  }

  propose(example: Example): readonly Proposal[] {
    const { leaves, branches } = example;
    const lists: Proposal[] = [];
    for (const branch of branches) {
      const isInside = lists.some(({ range }) => range.start <= branch.start && branch.end <= range.end);
      const list = isInside || branch.kind !== 'list' ? undefined : this.#list(branch, example);
      if (list) lists.push(list);
    }
    const free = leaves.filter(
      ({ range }) => !lists.some(list => list.range.start <= range.start && range.end <= list.range.end),
    );
    // What is known by more than its type comes first, so that no variable is proposed in vain.
    const certain = free.map(leaf => {
      const match = this.#match(leaf, this.#facts);
      const matches = match ? [match] : this.#parts(leaf);
      for (const { fact } of matches) this.#used.add(fact.path);
      return [leaf, matches] as const;
    });
    const values = certain.flatMap(([leaf, matches]) => {
      if (matches.length > 0) return matches.map(proposalOf);
      const match = this.#byType(leaf);
      return match ? [proposalOf(match)] : [];
    });
    return [...lists, ...values];
  }

  /** The variable whose name or sample fits a value best. */
  #match(leaf: Leaf, facts: readonly Fact[], scope?: ItemScope): Match | undefined {
    let best: Match | undefined;
    for (const fact of facts) {
      const match = this.#compare(leaf, fact, scope);
      if (match && match.score > (best?.score ?? 0)) best = match;
    }
    return best;
  }

  #compare(leaf: Leaf, fact: Fact, scope?: ItemScope): Match | undefined {
    const written = tagFor(leaf, fact);
    if (!written) return undefined;
    const { isWhole, tag } = written;
    const { range, raw, value } = leaf;
    const keys = scope ? [leaf.key ?? ''] : keysOf(leaf);
    const likeness = keys.length === 0 ? 0 : likenessOf(keys, fact.path, scope?.item);
    const isQuoted = !isWhole;
    const sampleOf = this.#samples.eventOf(isQuoted ? `"${tag}"` : tag, raw, scope);
    const isMember = isClosed(fact.type) && fact.type.includes(String(value));
    const isSame = sampleOf !== undefined && (likeness > 0 || isTelling(value, fact));
    // A closed set of the receiver is seldom that of the events.
    const isNamed = likeness === exactly || (likeness > 0 && (!isClosed(fact.type) || isMember));
    const score =
      (isSame ? 4 : isMember && isTelling(value, fact) ? 2 : 0) + (isNamed || isSame ? likeness : 0);
    if (score === 0) return undefined;
    const found = { fact, tag, score, range: isQuoted ? inner(range) : range };
    if (isSame) return { ...found, by: 'sample', sampleOf, why: sampleSentence(fact) };
    if (isNamed) return { ...found, by: 'key', why: keySentence(keys[0], fact.path) };
    return { ...found, by: 'type', why: `It is one of the texts of \`${fact.path}\`.` };
  }

  /** The samples that a text contains as words. */
  #parts({ range, value }: Leaf): readonly Match[] {
    // In JSON inside the text, a value needs more escaping than its sample shows.
    if (typeof value !== 'string' || /^\s*[{[]/.test(value)) return [];
    const text = this.#template.slice(range.start, range.end);
    const found: Match[] = [];
    let boundaries: ReadonlySet<number> | undefined;
    for (const fact of this.#facts) {
      if (fact.type !== 'string') continue;
      const tag = `$${fact.path}$`;
      for (const [sampleOf, written] of this.#samples.written(`"${tag}"`)) {
        const sample = escapeDollars(written.slice(1, -1));
        if (!isTelling(sample, fact) || !/\p{L}/u.test(sample)) continue;
        for (let at = text.indexOf(sample); at > 0; at = text.indexOf(sample, at + sample.length)) {
          boundaries ??= boundariesIn(text);
          const part = { start: range.start + at, end: range.start + at + sample.length };
          const isFree = found.every(({ range }) => range.end <= part.start || part.end <= range.start);
          if (!isFree || !boundaries.has(at) || !boundaries.has(at + sample.length)) continue;
          found.push({ fact, tag, score: 4, range: part, by: 'sample', sampleOf, why: sampleSentence(fact) });
          if (found.length === maxProposals) return found;
        }
      }
    }
    return found;
  }

  /** The variable that fits a value by its type alone, where its key says what kind of value that is. */
  #byType(leaf: Leaf): Match | undefined {
    const [key] = keysOf(leaf);
    if (key === undefined) return undefined;
    const words = stemsOf(key);
    const { value } = leaf;
    const first = (isWanted: (fact: Fact) => boolean, what: string): Match | undefined => {
      for (const fact of this.#facts) {
        const written = isWanted(fact) ? tagFor(leaf, fact) : undefined;
        if (!written) continue;
        this.#used.add(fact.path);
        const range = written.isWhole ? leaf.range : inner(leaf.range);
        return {
          fact,
          tag: written.tag,
          score: 1,
          range,
          by: 'type',
          why: `It is ${what}, as \`${fact.path}\` is.`,
        };
      }
      return undefined;
    };
    const isUnused = ({ path, mayBeMissing }: Fact) => !mayBeMissing && !this.#used.has(path);
    if (typeof value === 'number' && numberKeys.includes(words.join(' ')))
      return first(fact => fact.type === 'number' && isUnused(fact), 'a number');
    const isTime = typeof value === 'string' && patternLike(value) !== undefined;
    if (isTime || words.some(word => timeWords.includes(word)))
      return first(({ type, path }) => type === 'date' && path === 'date', 'a time');
    if (typeof value !== 'string' || /^[a-z][a-z\d+.-]*:/i.test(value)) return undefined;
    if (identifierKeys.includes(words.join(' ')))
      return first(fact => fact.type === 'string' && isUnused(fact) && isIdentifier(fact), 'an identifier');
    if (!textKeys.includes(words.join(' ')) || !/^\p{Lu}|\s/u.test(value)) return undefined;
    return first(fact => fact.type === 'string' && isUnused(fact) && !isIdentifier(fact), 'a text');
  }

  /** A list of the events for one of the example: written whole, or with an item like the first one. */
  #list(branch: Branch, { leaves, branches }: Example): Proposal | undefined {
    const { items, start, end } = branch;
    const [firstItem, secondItem] = items;
    const lastItem = items.at(-1);
    if (!firstItem || !lastItem || branch.key === undefined) return undefined;
    const key = branch.key;
    for (const fact of this.#facts) {
      if (!isList(fact.type) || likenessOf([key], fact.path) === 0) continue;
      const why = keySentence(key, fact.path);
      const propose = (range: SourceRange, text: string, title?: string): Proposal => {
        const fix = replaceWith(range, text, title);
        const piece = applyEdits(this.#template.slice(start, end), [{ range: moved(range, -start), text }]);
        const raw = withoutEscapes(this.#template.slice(start, end));
        const sampleOf = this.#samples.eventOf(piece, raw);
        const by =
          sampleOf === undefined
            ? ({ by: 'key', why } as const)
            : ({ by: 'sample', sampleOf, why: sampleSentence(fact) } as const);
        return { range, variable: fact.path, ...by, fix };
      };
      const of = presentType(fact.type.of);
      const own = leaves.filter(({ parent }) => parent === branch);
      if (own.length === items.length) {
        const isLike = own.every(
          ({ value }) => typeof value === of || (isClosed(of) && typeof value === 'string'),
        );
        if (isLike) return propose({ start, end }, `$${fact.path}$`);
        continue;
      }
      const objects = branches.filter(({ parent, kind }) => parent === branch && kind === 'object');
      const shapes = new Set(objects.map(({ members }) => [...members.keys()].toSorted().join('\n')));
      if (objects.length < items.length || shapes.size > 1) continue;
      const scope = { path: fact.path, item: this.#samples.itemName(fact.path) };
      const facts = itemFacts(fact.type, scope.item).filter(({ type }) => !isList(type));
      const edits = leaves
        .filter(({ range }) => firstItem.start <= range.start && range.end <= firstItem.end)
        .flatMap(leaf => this.#match(leaf, facts, scope) ?? [])
        .map(({ range, tag }) => ({ range: moved(range, -firstItem.start), text: tag }));
      if (edits.length === 0) continue;
      const item = applyEdits(this.#template.slice(firstItem.start, firstItem.end), edits);
      const between = secondItem ? this.#template.slice(firstItem.end, secondItem.start) : ',';
      // The blanks before an item belong to it where each has the same: an end tag alone in its line would take them away.
      const blanks = this.#template.slice(start + 1, firstItem.start);
      const isLaidOut = between === `,${blanks}`;
      const [body, separator] = isLaidOut ? [blanks + item, ','] : [item, between];
      const text = `$for(${scope.item} in ${scope.path})$${body}$sep$${separator}$endfor$`;
      return propose(
        { start: isLaidOut ? start + 1 : firstItem.start, end: lastItem.end },
        text,
        `Write an item for each of \`${fact.path}\``,
      );
    }
    return undefined;
  }
}

function moved({ start, end }: SourceRange, by: number): SourceRange {
  return { start: start + by, end: end + by };
}

/** Between the quotes. */
function inner({ start, end }: SourceRange): SourceRange {
  return { start: start + 1, end: end - 1 };
}

function proposalOf({ fact, range, tag, by, sampleOf, why }: Match): Proposal {
  return {
    range,
    variable: fact.path,
    by,
    ...(sampleOf !== undefined && { sampleOf }),
    why,
    fix: replaceWith(range, tag),
  };
}

function keySentence(key = '', path: string): string {
  return key === path ? `The key is called \`${path}\`, too.` : `The key \`${key}\` resembles \`${path}\`.`;
}

function sampleSentence({ path }: Fact): string {
  return `It is the sample of \`${path}\`.`;
}

/** Whether a value is seldom found in examples by chance. A sample that was made up is the name of its variable. */
function isTelling(value: unknown, { path }: Fact): boolean {
  if (typeof value === 'string') return value.length > 3 && path.split('.').at(-1) !== value;
  return typeof value === 'number' && Math.abs(value) >= 10;
}

/** The offsets in a string of JSON where words begin or end. An escape is read as a whole: `\nightly` is no `nightly`. */
function boundariesIn(text: string): ReadonlySet<number> {
  const boundaries = new Set<number>();
  let wasWord = false;
  for (const { index, 0: unit } of text.matchAll(/\\u[\da-f]{4}|\\.|[^\\]/gisu)) {
    const isWord = /^[\p{L}\p{N}_]/u.test(unit);
    if (!isWord || !wasWord) boundaries.add(index);
    wasWord = isWord;
  }
  return boundaries;
}

/**
 * The tag that writes a variable as a value is written, in place of the whole value or between its quotes; undefined if none
 * does. What may be missing becomes `null`, for which it needs the quotes.
 */
function tagFor(
  { raw, value }: Leaf,
  fact: Fact,
): { readonly tag: string; readonly isWhole: boolean } | undefined {
  const { path, type, mayBeMissing } = fact;
  const isText = typeof value === 'string';
  const write = (format?: string, isWhole = !isText || mayBeMissing) => {
    const options = [
      ...(format === undefined ? [] : [`format="${format}"`]),
      ...(isWhole || !mayBeMissing ? [] : ['null=""']),
    ];
    return { tag: options.length === 0 ? `$${path}$` : `$${path}; ${options.join(', ')}$`, isWhole };
  };
  if (type === 'date') {
    const format = isText ? (patternLike(value) ?? epochLike(value)) : epochLike(raw);
    if (format === undefined) return undefined;
    return write(
      format === isoPattern ? undefined : format,
      format.startsWith('epoch') ? !isText : undefined,
    );
  }
  if (!isText) return typeof value === type ? write() : undefined;
  if (type === 'string' || isClosed(type)) return write();
  if (type === 'boolean') return value === 'true' || value === 'false' ? write(undefined, false) : undefined;
  if (type !== 'number') return undefined;
  const [, whole, fraction = ''] = /^-?(\d+|\d{1,3}(?:,\d{3})+)(\.\d+)?$/.exec(value) ?? [];
  if (whole === undefined) return undefined;
  const format = `${whole.includes(',') ? '#,##0' : '0'}${fraction.replace(/\d/g, '0')}`;
  return write(format === '0' ? undefined : format, false);
}

/** The format of a time as a number since 1970, in the centuries around now. */
function epochLike(digits: string): string | undefined {
  if (/^1\d{9}$/.test(digits)) return 'epoch-seconds';
  if (/^1\d{9}\.\d{3}$/.test(digits)) return 'epoch-seconds.SSS';
  if (/^1\d{12}$/.test(digits)) return 'epoch-milliseconds';
  return /^1\d{18}$/.test(digits) ? 'epoch-nanoseconds' : undefined;
}

/** Keys of pairs such as `{"title": "Profile", "value": "Nightly"}`, in which one value is the key of the other. */
const labels = ['title', 'name', 'key', 'label', 'field'];

/** The key of a value, or the label that stands for it, and the key around that; none in a list. */
function keysOf({ key, parent }: Leaf): readonly string[] {
  if (key === undefined || parent === undefined) return [];
  const label = labels.map(name => parent.members.get(name)).find(text => typeof text === 'string');
  if (typeof label === 'string' && parent.members.has('value')) {
    if (key === 'value') return [label];
    if (labels.includes(key)) return [];
  }
  const around = parent.key ?? parent.parent?.key;
  return around === undefined ? [key] : [key, around];
}

const exactly = 3;
const nearly = 1.5;

/** How well a key names a variable: 0, `nearly` or `exactly`. */
function likenessOf([key = '', around = '']: readonly string[], path: string, item?: string): number {
  const names = path.split('.').slice(item === undefined ? 0 : 1);
  const own = stemsOf(key);
  const all = names.flatMap(stemsOf);
  const last = stemsOf(names.at(-1) ?? '');
  const isSame = (a: readonly string[], b: readonly string[]) =>
    a.length > 0 && a.toSorted().join(' ') === b.toSorted().join(' ');
  if ([last, all].some(words => isSame(own, words)) || isSame([...stemsOf(around), ...own], all))
    return exactly;
  const telling = own.filter(word => !vague.includes(word));
  const isTold = telling.some(word => !identifying.includes(word));
  if (isTold && telling.every(word => all.includes(word))) return nearly;
  const meant = key.length < 4 ? undefined : didYouMean(key, names.slice(-1));
  return meant === undefined ? 0 : nearly;
}

/** Words that say nothing about which value is meant. */
const vague = ['name', 'value', 'text', 'field', 'the', 'of', 'at', 'on', 'is'];
/** Words that say nothing alone, but something beside others: `profile_id` is no profile. */
const identifying = ['id', 'type', 'key', 'url', 'link', 'code'];
const textKeys = [
  'text',
  'content',
  'title',
  'summary',
  'subject',
  'message',
  'msg',
  'body',
  'description',
  'headline',
  'fallback',
];
const identifierKeys = [
  'alias',
  'dedup key',
  'deduplication key',
  'incident key',
  'entity id',
  'correlation id',
  'external id',
  'uuid',
  'guid',
];
const numberKeys = ['value', 'count', 'total', 'amount', 'quantity', 'number'];
const timeWords = ['ts', 'time', 'timestamp', 'date', 'datetime', 'epoch', 'created', 'occurred', 'happened'];

function isIdentifier({ path }: Fact): boolean {
  return stemsOf(path.split('.').at(-1) ?? '').some(word =>
    ['id', 'pid', 'uuid', 'guid', 'key', 'number', 'reference', 'code', 'url', 'email'].includes(word),
  );
}

/** The words of a name, in the singular. */
function stemsOf(name: string): readonly string[] {
  return wordsOf(name.replace(/[^A-Za-z\d]+/g, '_')).map(word =>
    word.length > 3 ? word.replace(/s$/, '') : word,
  );
}
