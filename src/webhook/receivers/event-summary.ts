import { maxBoundedLength } from '../../template/render/bounded-number.ts';
import { isList, type ListType } from '../../template/resolve/variables.ts';
import type { AnyCatalogue } from '../events/event-catalogue.ts';
import type { Level } from './receiver.ts';
import {
  type Fact,
  isClosed,
  isInCents,
  itemFacts,
  reportedFacts,
  unitOf,
  withoutIs,
  wordsOf,
} from './reported-facts.ts';
import { plain, type Writing } from './writing.ts';

/**
 * The message about any event of a catalogue, in pieces of a template: a title, a line for each fact, how bad it is, and
 * every variable as data. Each receiver puts them where it wants them.
 *
 * A piece that has a limit is written with the longest texts and lists that fit into it, whatever the values are: each text
 * is cut by `max`, and what it may grow by when it is escaped is counted. Numbers are taken to be as long as a schema lets
 * them be. Where even short texts do not fit, the last lines are left out.
 */
export class EventSummary {
  readonly #catalogue: AnyCatalogue;
  readonly #facts: readonly Fact[];
  readonly #subject: Fact | undefined;
  readonly #cases: readonly LevelCase[];

  constructor(catalogue: AnyCatalogue) {
    this.#catalogue = catalogue;
    this.#facts = reportedFacts(catalogue);
    this.#subject = this.#findSubject();
    this.#cases = this.#findLevels();
  }

  /** What happened, and to what: `Nightly copy errored`, `An order was paid: 4711`. */
  title(writing: Writing, most: number): string {
    return fitted(most, size => this.#title(writing, size));
  }

  /** The same as somebody would write it, for the one event of the catalogue, and a line for some facts that it always has. */
  words(): { readonly title: string; readonly lines: readonly string[] } {
    const [name = ''] = this.#catalogue.names;
    const literal = (text: string) => text.replaceAll('$', '\\$');
    const title = this.#catalogue.events[name]?.title ?? name;
    const subject = this.#subject && `$${this.#subject.path}$`;
    const isVerb = /^\p{L}+$/u.test(title);
    const told = this.#shown().filter(
      fact =>
        (fact.type === 'string' || fact.type === 'number') && (whyRank(fact) === 0 || !fact.mayBeMissing),
    );
    return {
      title:
        subject === undefined
          ? literal(title)
          : isVerb
            ? `${subject} ${literal(title.toLowerCase())}`
            : `${literal(title)}: ${subject}`,
      lines: told.slice(0, 3).map(fact => `${literal(fact.label)}: $${fact.path}$`),
    };
  }

  /** What it is about, such as the profile or the number of the order; the kind of event where nothing says it. */
  subject(writing: Writing, most: number): string {
    return fitted(most, size => {
      const kinds = this.#catalogue.names.map(name => ({
        condition: `event == "${name}"`,
        text: writing.literal(matterOf(name)),
      }));
      const kind = () => written(choice(kinds), longestOf(kinds.map(({ text }) => text)));
      return this.#subjectOf(writing, size) ?? kind();
    });
  }

  /** What the events about one thing share, by which a receiver finds what it is to close: a key of their own, or the subject. */
  key(writing: Writing, most: number): string {
    const own = this.#facts.find(
      ({ path, type, mayBeMissing, events }) =>
        path === 'groupKey' &&
        type === 'string' &&
        !mayBeMissing &&
        events.length === this.#catalogue.names.length,
    );
    if (own === undefined) return this.subject(writing, most);
    return fitted(most, size => this.#value(own, writing, size, ''));
  }

  /** Title and lines as one text, of which what says why comes first; `heading` puts the title into whatever makes it one. */
  text(
    writing: Writing,
    most: number,
    { heading = (title: string) => title, bullet = '• ', line = plainLine(writing) }: TextStyle = {},
  ): string {
    return fitted(most, size => {
      const title = this.#title(writing, size);
      const lines = this.#lines(writing, size, {
        bullet,
        isBelowTitle: true,
        line: (label, value) => writing.lineBreak + line(label, value),
      });
      return written(heading(title.text) + lines.text, heading('').length + title.length + lines.length);
    });
  }

  /** The lines as one text, without the title. The first has no line break before it. */
  details(
    writing: Writing,
    most: number,
    { bullet = '• ', line = plainLine(writing) }: Omit<TextStyle, 'heading'> = {},
  ): string {
    return fitted(most, size => {
      const lines = this.#lines(writing, size, {
        bullet,
        line: (label, value) => writing.lineBreak + line(label, value),
      });
      return written(lines.text.slice(writing.lineBreak.length), lines.length);
    });
  }

  /**
   * The lines one by one, such as the objects of an array, with a comma between them. `of` says which: the first of all
   * and of the single values is always there; the lists begin with a comma.
   */
  items(
    { label, value, of = 'all', atMost = 50, bullet = '• ' }: Items,
    write: (label: string, value: string) => string,
  ): string {
    const isMeant = ({ type }: Fact) => of === 'all' || isList(type) === (of === 'lists');
    const facts = this.#shown().filter(isMeant).slice(0, atMost);
    return this.#joined(
      facts.map((fact, index) => {
        const text = write(labelIn(label, fact), this.#fittedValue(fact, value, bullet));
        return { fact, text: index === 0 && of !== 'lists' ? text : `,\n${text}`, length: 0 };
      }),
    ).text;
  }

  /**
   * The lines in objects of up to `atMost`, with a comma before each object: those that are always there together share
   * one, and each list and each value that may be missing has its own.
   */
  blocks(
    { label, value, atMost, most }: Blocks,
    write: (lines: readonly { readonly label: string; readonly value: string }[]) => string,
  ): string {
    const groups: { readonly facts: readonly Fact[] }[] = [];
    const sure = new Map<string, Fact[]>();
    for (const fact of this.#shown()) {
      const isAlone = fact.mayBeMissing || isList(fact.type);
      const key = fact.events.join(' ');
      const open = isAlone ? undefined : sure.get(key);
      if (open && open.length < atMost) open.push(fact);
      else {
        const facts = [fact];
        groups.push({ facts });
        if (!isAlone) sure.set(key, facts);
      }
    }
    return this.#joined(
      groups.slice(0, most).flatMap(({ facts }) => {
        const [fact] = facts;
        const lines = facts.map(each => ({
          label: labelIn(label, each),
          value: this.#fittedValue(each, value, '• '),
        }));
        return fact ? [{ fact, text: `,\n${write(lines)}`, length: 0 }] : [];
      }),
    ).text;
  }

  #fittedValue(fact: Fact, { writing, most }: LimitedText, bullet: string): string {
    return fitted(most, size =>
      this.#value(fact, writing, size, writing.lineBreak + writing.literal(bullet)),
    );
  }

  /**
   * Every variable as a member of a JSON object, with its own name and as its own JSON; all but the JSON of what arrived as a
   * whole, which the others are read from.
   */
  members(): string {
    const { names, events } = this.#catalogue;
    const owners = new Map<string, string[]>();
    for (const event of names)
      for (const [name, type] of Object.entries(events[event]?.variables ?? {}))
        if (name !== 'payload' || type !== 'json') owners.set(name, [...(owners.get(name) ?? []), event]);
    const common = [...owners].filter(([, of]) => of.length === names.length);
    const others = [...owners].filter(([, of]) => of.length < names.length);
    return this.#guarded(
      [...common, ...others].map(([name, of], index) => ({
        events: of,
        text: `${index === 0 ? '' : ',\n'}"${name}": $${name}$`,
        length: 0,
      })),
    ).text;
  }

  /** Every fact, written one by one; the first is always there. */
  each(write: (fact: Fact, isFirst: boolean) => string): string {
    return this.#joined(
      this.#facts.map((fact, index) => ({ fact, text: write(fact, index === 0), length: 0 })),
    ).text;
  }

  /** Writes a text for how bad the event is. */
  level(texts: Readonly<Record<Level, string>>): string {
    return choice(this.#cases.map(({ condition, level }) => ({ condition, text: texts[level] })));
  }

  /** Writes one of two texts: whether what was bad is over, or went well. */
  isOver(over: string, otherwise: string): string {
    return this.level({
      critical: otherwise,
      error: otherwise,
      warning: otherwise,
      info: otherwise,
      ok: over,
    });
  }

  /** The same with texts that have a message of their own, about the events that come there alone. */
  whenOver(over: (message: EventSummary) => string, otherwise: (message: EventSummary) => string): string {
    const { names, events } = this.#catalogue;
    const [ok, bad] = [
      names.filter(name => this.#mayBe(name, true)),
      names.filter(name => this.#mayBe(name, false)),
    ];
    const part = (of: readonly string[], write: (message: EventSummary) => string): string =>
      of.length === 0 ? '' : write(new EventSummary({ names: of, events }));
    return this.isOver(part(ok, over), part(bad, otherwise));
  }

  /** Whether an event may be one that says so, or one that does not. */
  #mayBe(name: string, isOver: boolean): boolean {
    const [first] = this.#cases;
    if (this.#cases.length < 2) return (first?.level === 'ok') === isOver;
    const { isError } = this.#catalogue.events[name]?.constants ?? {};
    if (first?.condition === 'isError') return isError === undefined || (isError === false) === isOver;
    return (levelOfName(name) === 'ok' && first?.level === 'ok') === isOver;
  }

  /** What tells an event from all others: its process and its place there, or what it is about and when it happened. */
  id(): string {
    const isCommon = (name: string) =>
      this.#facts.some(
        ({ path, mayBeMissing, events }) =>
          path === name && !mayBeMissing && events.length === this.#catalogue.names.length,
      );
    if (isCommon('pid') && isCommon('sequence')) return '$pid$-$sequence$';
    return `$event$-${this.subject(plain, 200)}-$date; format="epoch-milliseconds"$`;
  }

  /** A condition that holds for the events with this name, or one of these; undefined if that are all. */
  #condition(events: readonly string[]): string | undefined {
    const { names } = this.#catalogue;
    if (events.length >= names.length) return undefined;
    const others = names.filter(name => !events.includes(name));
    if (others.length < events.length) return others.map(name => `event != "${name}"`).join(' && ');
    return events.map(name => `event == "${name}"`).join(' || ');
  }

  #title(writing: Writing, size: Size): Written {
    const { names, events } = this.#catalogue;
    const titles = names.map(name => cut(events[name]?.title ?? name, size.text));
    const subject = this.#subjectOf(writing, size);
    // `Nightly copy` and `Errored` are one sentence; `An order was paid` is one alone.
    const isVerb = subject !== undefined && titles.every(title => /^\p{L}+$/u.test(title));
    const titled = names.map((name, index) => {
      const title = titles[index] ?? name;
      return { condition: `event == "${name}"`, text: writing.literal(isVerb ? title.toLowerCase() : title) };
    });
    const what = written(choice(titled), longestOf(titled.map(({ text }) => text)));
    if (subject === undefined) return what;
    return isVerb ? join(subject, ' ', what, writing) : join(what, ': ', subject, writing);
  }

  #subjectOf(writing: Writing, size: Size): Written | undefined {
    return this.#subject && this.#value(this.#subject, writing, size, '');
  }

  /** A fact that tells what events are about by its name, by the last word of that, or else the first text that is no reason. */
  #findSubject(): Fact | undefined {
    const lastOf = ({ path }: Fact) => path.split('.').at(-1) ?? '';
    const depth = ({ path }: Fact) => path.split('.').length;
    const ranks: readonly ((fact: Fact) => number)[] = [
      fact => telling.indexOf(lastOf(fact)),
      fact => telling.indexOf(wordsOf(lastOf(fact)).at(-1) ?? ''),
      fact => (fact.type === 'number' || whyRank(fact) === 0 ? -1 : 0),
    ];
    const common = this.#facts.filter(
      ({ path, type, mayBeMissing, events }) =>
        (type === 'string' || type === 'number') &&
        !mayBeMissing &&
        events.length === this.#catalogue.names.length &&
        !hidden.includes(path),
    );
    for (const rank of ranks) {
      const [first] = common
        .filter(fact => rank(fact) >= 0)
        .toSorted((a, b) => depth(a) - depth(b) || rank(a) - rank(b));
      if (first) return first;
    }
    return undefined;
  }

  /** The facts of which people want to read. */
  #shown(): readonly Fact[] {
    const isTold = (fact: Fact) =>
      fact === this.#subject || hidden.includes(fact.path) || fact.type === 'json';
    const shown = this.#facts.filter(fact => !isTold(fact));
    // One that is always there comes first.
    const isSure = (fact: Fact) => fact.events.length === this.#catalogue.names.length && !fact.mayBeMissing;
    const sure = shown.filter(fact => isSure(fact) && fact.path !== 'date');
    const date = shown.filter(({ path }) => path === 'date');
    return [...sure, ...date, ...shown.filter(fact => !isSure(fact))];
  }

  #lines(writing: Writing, size: Size, { bullet, line, isBelowTitle = false }: LineStyle): Written {
    const facts = isBelowTitle ? this.#shown().toSorted((a, b) => whyRank(a) - whyRank(b)) : this.#shown();
    const entries = facts.slice(0, size.lines).map(fact => {
      const value = this.#value(fact, writing, size, writing.lineBreak + writing.literal(bullet));
      const text = line(writing.literal(fact.label), value.text);
      return { fact, text, length: text.length - value.text.length + value.length };
    });
    return this.#joined(entries);
  }

  /** Those that may be missing stand in a condition of their own. */
  #joined(entries: readonly FactText[]): Written {
    return this.#guarded(
      entries.map(({ fact, text, length }) => ({ events: fact.events, text: ifPresent(fact, text), length })),
    );
  }

  /** What the same events have shares its condition; what all have comes first. */
  #guarded(entries: readonly (Written & { readonly events: readonly string[] })[]): Written {
    const groups = new Map<string, { readonly events: readonly string[]; text: string; length: number }>();
    for (const { events, text, length } of entries) {
      const condition = this.#condition(events) ?? '';
      const group = groups.get(condition) ?? { events, text: '', length: 0 };
      groups.set(condition, { events, text: group.text + text, length: group.length + length });
    }
    const common = groups.get('') ?? written('', 0);
    groups.delete('');
    return chainsOf([...groups]).reduce<Written>(
      (before, chain) =>
        written(
          before.text + branches(chain),
          before.length + Math.max(...chain.map(([, { length }]) => length)),
        ),
      common,
    );
  }

  #value(fact: Fact, writing: Writing, size: Size, bullet: string): Written {
    const { path, type } = fact;
    if (isList(type)) return this.#list(path, type, writing, size, bullet);
    if (type === 'boolean') return written(`$if(${path})$yes$else$no$endif$`, 3);
    if (type === 'date') return written(`$${path}; format="yyyy-MM-dd HH:mm XXX"$`, dateLength);
    if (type === 'number') {
      // The number of an order is no amount.
      if (fact === this.#subject) return written(`$${path}$`, maxBoundedLength);
      const unit = unitOf(path);
      const after = unit === undefined ? '' : writing.literal(unit === '%' ? unit : ` ${unit}`);
      const format = isInCents(path) ? 'scale="-2", format="#,##0.00"' : 'format="#,##0.##"';
      return written(`$${path}; ${format}$${after}`, maxBoundedLength + after.length);
    }
    if (isClosed(type)) {
      const format = writing.format === undefined ? '' : `; format="${writing.format}"`;
      return written(`$${path}${format}$`, longestOf(type) * writing.growth);
    }
    const format = ['one-line', writing.format].filter(name => name !== undefined).join(' ');
    const instead = fact.mayBeMissing ? '' : `, default="-"`;
    return written(`$${path}; format="${format}", max="${size.text}"${instead}$`, size.text * writing.growth);
  }

  #list(path: string, type: ListType, writing: Writing, size: Size, bullet: string): Written {
    const item = this.itemName();
    const isScalar = itemFacts(type, item)[0]?.path === item;
    const between = isScalar || bullet === '' ? ', ' : bullet;
    const body = this.#item(type, item, writing, { ...size, text: Math.min(size.text, 80) });
    const more = `$if(${path}.count > ${size.items})$${between === ', ' ? ' ' : between}${writing.literal('and more')}$endif$`;
    const none = writing.literal('none');
    const before = between === ', ' ? '' : between;
    const separator = between === ', ' ? writing.literal(', ') : between;
    return written(
      `$for(${item} in ${path}; max="${size.items}")$${before}${body.text}$sep$${before === '' ? separator : ''}$else$${none}$endfor$${more}`,
      size.items * (body.length + separator.length) + none.length + separator.length + 8,
    );
  }

  /** An item of a list: its first text, and its other parts after it. */
  #item(type: ListType, item: string, writing: Writing, size: Size): Written {
    const facts = itemFacts(type, item);
    const parts = facts.filter(fact => fact.type !== 'json');
    if (parts[0]?.path === item) return this.#value(parts[0], writing, size, '');
    const head =
      parts.find(fact => fact.type === 'string' && !fact.mayBeMissing) ??
      parts.find(fact => !fact.mayBeMissing);
    const rest = parts.filter(fact => fact !== head).slice(0, size.parts);
    const texts = [
      ...(head ? [this.#value(head, writing, size, '')] : []),
      ...rest.map(fact => {
        const label = withoutIs(wordsOf(fact.path.split('.').at(-1) ?? '')).join(' ');
        const comma = head ? ', ' : '';
        if (fact.type === 'boolean') {
          const text = writing.literal(comma + label);
          return written(`$if(${fact.path})$${text}$endif$`, text.length);
        }
        const value = isList(fact.type)
          ? written(`$${fact.path}.count$`, maxBoundedLength)
          : this.#value(fact, writing, size, '');
        // A name and its value need no more words.
        const before = writing.literal(head && label === 'value' ? ': ' : `${comma}${label} `);
        return written(ifPresent(fact, before + value.text), before.length + value.length);
      }),
    ];
    return written(
      texts.map(({ text }) => text).join(''),
      texts.reduce((sum, { length }) => sum + length, 0),
    );
  }

  /** A name for the items of a list that hides no variable. */
  itemName(): string {
    const taken = new Set(
      Object.values(this.#catalogue.events).flatMap(({ variables }) => Object.keys(variables)),
    );
    let name = 'item';
    while (taken.has(name)) name += '_';
    return name;
  }

  #findLevels(): readonly LevelCase[] {
    const { names, events } = this.#catalogue;
    const isCommon = ({ events: of }: Fact) => of.length === names.length;
    const flag = this.#facts.find(
      fact => fact.path === 'isError' && fact.type === 'boolean' && isCommon(fact),
    );
    if (flag) {
      const known = names.map(name => events[name]?.constants).map(({ isError } = {}) => isError);
      if (known.every(value => value === true)) return [{ level: 'error' }];
      if (known.every(value => value === false)) return [{ level: 'ok' }];
      return [{ condition: 'isError', level: 'error' }, { level: 'ok' }];
    }
    const named = names.map(name => ({ name, level: levelOfName(name) }));
    const over = named.filter(({ level }) => level === 'ok').map(({ name }) => name);
    const scale = this.#facts.find(
      fact => isClosed(fact.type) && !fact.mayBeMissing && /severity|priority|level/i.test(fact.path),
    );
    const cases: LevelCase[] = [];
    const hasTrouble = scale !== undefined || named.some(({ level }) => level !== 'ok' && level !== 'info');
    if (!hasTrouble) return [{ level: 'info' }];
    if (over.length > 0) cases.push({ condition: this.#condition(over), level: 'ok' });
    const open = names.filter(name => !over.includes(name));
    const unscaled = open.filter(name => !scale?.events.includes(name));
    for (const level of ['critical', 'error', 'warning', 'info'] as const) {
      const of = unscaled.filter(name => (named.find(each => each.name === name)?.level ?? 'info') === level);
      if (of.length > 0 && of.length < names.length) cases.push({ condition: this.#condition(of), level });
      else if (of.length > 0) cases.push({ level });
    }
    if (scale && isClosed(scale.type) && open.length > unscaled.length) {
      const members = scale.type.map(member => ({ member, level: levelOfWords(wordsOf(member)) ?? 'info' }));
      for (const level of ['critical', 'error', 'warning', 'info'] as const) {
        const of = members.filter(each => (each.level === 'ok' ? 'info' : each.level) === level);
        const condition = of.map(({ member }) => `${scale.path} == "${member}"`).join(' || ');
        if (of.length > 0) cases.push({ condition, level });
      }
    }
    // What is left, the last case holds for.
    return cases.map((each, index) => (index < cases.length - 1 ? each : { level: each.level }));
  }
}

interface LevelCase {
  /** Undefined for all events that no case before it is for. */
  readonly condition?: string | undefined;
  readonly level: Level;
}

const levelWords: readonly (readonly [Level, RegExp])[] = [
  ['ok', /^(?:resolved?|recovered|restored|ok|up|succeeded|success)$/],
  ['critical', /^(?:critical|fatal|emergency|urgent|highest|p1|blocker)$/],
  ['error', /^(?:errors?|errored|failed|failure|failing|firing|down|high|severe|major|p2)$/],
  ['warning', /^(?:warn|warning|silent|missing|late|overdue|escalated|medium|minor|p3)$/],
];

function levelOfName(name: string): Level | undefined {
  return levelOfWords(wordsOf(name.replace(/[.:/-]/g, ' ')));
}

/** What events that begin and end one thing have in common: `backup` of `backup.failed` and `backup.ok`. */
function matterOf(name: string): string {
  const parts = name.split(/[.:/-]/).filter(part => levelOfWords(wordsOf(part)) === undefined);
  return parts.length === 0 ? name : parts.join('.');
}

function levelOfWords(words: readonly string[]): Level | undefined {
  return levelWords.find(([, word]) => words.some(part => word.test(part)))?.[0];
}

/** The names of what an event is about, the most telling first. */
const telling = ['profile', 'title', 'subject', 'summary', 'name', 'number', 'key', 'id'];

/** What the title says, and what only programs read. */
const hidden: readonly string[] = ['event', 'isError', 'pid', 'sequence', 'groupKey'];

/** Texts that say why come first where they may. */
function whyRank({ path, type }: Fact): number {
  return type === 'string' && /(?:message|reason|cause|summary|description)$/i.test(path) ? 0 : 1;
}

interface LineStyle {
  readonly bullet: string;
  readonly line: (label: string, value: string) => string;
  /** Whether the first line need not always be there. Default: false. */
  readonly isBelowTitle?: boolean;
}

interface TextStyle {
  readonly heading?: (title: string) => string;
  /** Stands before each item of a list. */
  readonly bullet?: string;
  readonly line?: (label: string, value: string) => string;
}

interface Items {
  readonly label: LimitedText;
  readonly value: LimitedText;
  /** Default: all. */
  readonly of?: 'all' | 'values' | 'lists';
  /** Default: 50. */
  readonly atMost?: number;
  readonly bullet?: string;
}

interface Blocks {
  readonly label: LimitedText;
  readonly value: LimitedText;
  readonly atMost: number;
  /** How many objects. */
  readonly most: number;
}

function labelIn({ writing, most }: LimitedText, { label }: Fact): string {
  return writing.literal(label.slice(0, most));
}

/** A text with a limit, and how it is written. */
export interface LimitedText {
  readonly writing: Writing;
  readonly most: number;
}

const plainLine =
  (writing: Writing) =>
  (label: string, value: string): string =>
    label + writing.literal(': ') + value;

/** A piece of a template, and as how many characters at most a receiver reads what it writes. */
interface Written {
  readonly text: string;
  readonly length: number;
}

interface FactText extends Written {
  readonly fact: Fact;
}

type Group = readonly [condition: string, Written & { readonly events: readonly string[] }];

/** Groups of which no event has two are one chain of branches. */
function chainsOf(groups: readonly Group[]): readonly (readonly Group[])[] {
  const chains: Group[][] = [];
  for (const group of groups) {
    const isApart = ([, { events }]: Group) => !events.some(event => group[1].events.includes(event));
    const chain = chains.find(members => members.every(isApart));
    if (chain) chain.push(group);
    else chains.push([group]);
  }
  return chains;
}

function branches(chain: readonly Group[]): string {
  return `${chain.map(([condition, { text }], index) => `$${index === 0 ? 'if' : 'elseif'}(${condition})$${text}`).join('')}$endif$`;
}

/** Lists that are missing are empty, and booleans false. */
function ifPresent({ path, type, mayBeMissing }: Fact, text: string): string {
  return mayBeMissing && type !== 'boolean' && !isList(type) ? `$if(${path})$${text}$endif$` : text;
}

function written(text: string, length: number): Written {
  return { text, length };
}

function join(one: Written, between: string, other: Written, writing: Writing): Written {
  const separator = writing.literal(between);
  return written(one.text + separator + other.text, one.length + separator.length + other.length);
}

/** How long the texts of a message are, and how many items, parts of items and lines it has. */
interface Size {
  readonly text: number;
  readonly items: number;
  readonly parts: number;
  readonly lines: number;
}

const lines = 100;

/** From the most that a message may say to the least. */
const sizes: readonly Size[] = [
  { text: 500, items: 10, parts: 8, lines },
  { text: 300, items: 10, parts: 8, lines },
  { text: 200, items: 10, parts: 8, lines },
  { text: 200, items: 5, parts: 8, lines },
  { text: 100, items: 5, parts: 4, lines },
  { text: 100, items: 3, parts: 2, lines },
  { text: 60, items: 3, parts: 1, lines },
  { text: 40, items: 2, parts: 0, lines },
  ...[lines, 40, 20, 10, 7, 5, 4, 3, 2, 1, 0].map(each => ({ text: 20, items: 1, parts: 0, lines: each })),
];

/** The longest that cannot exceed the limit. */
function fitted(most: number, write: (size: Size) => Written): string {
  const all = sizes.map(write);
  return (all.find(({ length }) => length <= most) ?? all.at(-1))?.text ?? '';
}

/** Of a date with its offset, and a year of six digits. */
const dateLength = 25;

/** A text that stands in the template itself. */
function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

function longestOf(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length));
}

/** The texts under their conditions, of which the last is what else there is; neighbours that agree are one. */
function choice(
  cases: readonly { readonly condition?: string | undefined; readonly text: string }[],
): string {
  const last = cases.at(-1);
  if (last === undefined) return '';
  const asked = cases.slice(0, -1);
  while (asked.at(-1)?.text === last.text) asked.pop();
  const branches = asked.map(
    ({ condition, text }, index) => `$${index === 0 ? 'if' : 'elseif'}(${condition})$${text}`,
  );
  const otherwise = last.text === '' ? '' : `$else$${last.text}`;
  return branches.length === 0 ? last.text : `${branches.join('')}${otherwise}$endif$`;
}
