import { epochFormat, fractionFormat } from '../../dates/format/epoch.ts';
import { isoPattern, type PatternField, parseJavaPattern } from '../../dates/pattern/java-pattern.ts';
import { Budget } from '../../diagnostics/budget.ts';
import type { Fix } from '../../diagnostics/diagnostic.ts';
import { editAll, insertAt, replaceWith } from '../../diagnostics/fixes/fix.ts';
import { type DecimalPattern, isMistake, parseDecimalPattern } from '../../numbers/decimal-pattern.ts';
import { formatNumber } from '../../numbers/format-number.ts';
import { isNumeral } from '../../numbers/numeral.ts';
import { formatScaled } from '../../numbers/scaled-number.ts';
import type { Cut, Place, Written } from '../../output/output.ts';
import { maxBoundedLength } from '../render/bounded-number.ts';
import type { ListStep, ValueStep } from '../resolve/program.ts';
import { knownValues } from '../resolve/served-events.ts';
import { compileTextFormat, formatNamesIn, formatsFor, maxWritten } from '../resolve/text-format.ts';
import type { Question } from '../resolve/value-classes.ts';
import {
  isGroup,
  isList,
  isOptional,
  type ListType,
  type PresentType,
  presentType,
  type VariableSchema,
} from '../resolve/variables.ts';
import { DecisionDiagram } from './decision-diagram.ts';
import type { PathCondition } from './path-condition.ts';

/*
 * What a value may write, for outputs that ask: the texts of a closed set or of conditions, each with its condition, and else bounds.
 * Declared types are taken at their word, as the promise about schemas does.
 */

/** Everything that a value may write in its place. */
export function whatIsWritten(step: ValueStep, place: Place, diagram: DecisionDiagram): readonly Written[] {
  return new ValueCases(step, place, diagram).all();
}

/** For each of these texts, when a value writes exactly that in its place. */
export function whenWrites(
  texts: readonly string[],
  step: ValueStep,
  place: Place,
  diagram: DecisionDiagram,
): readonly PathCondition[] {
  return new ValueCases(step, place, diagram).whenWrites(texts);
}

/** Escapes a text for a syntax, and cuts it to so many characters; the rest of its options stays. */
export function fitText(step: ValueStep, place: Place, syntax: string, most?: number): Fix | undefined {
  return new ValueCases(step, place, new DecisionDiagram(new Budget(0))).fit(syntax, most);
}

/** Cuts a list to so many items. */
export function cutList({ node }: ListStep, most: number): Fix | undefined {
  const { head } = node;
  return head && setOption(head, head.range.end, 'max', String(most), atMost(most, 'item'));
}

function atMost(most: number, what: string): string {
  return `At most ${most} ${what}${most === 1 ? '' : 's'}`;
}

function setOption(
  { options }: Pick<ValueStep['node'], 'options'>,
  end: number,
  name: string,
  value: string,
  title: string,
): Fix {
  return setOptions({ options }, end, { [name]: value }, title);
}

function setOptions(
  { options }: Pick<ValueStep['node'], 'options'>,
  end: number,
  values: Readonly<Record<string, string>>,
  title: string,
): Fix {
  const last = options.at(-1);
  const at = last?.range.end ?? end;
  let added = '';
  const edits = Object.entries(values).flatMap(([name, value]) => {
    const given = options.find(option => option.name === name);
    if (given) return replaceWith(given.valueRange, value).edits;
    added += `${last || added !== '' ? ', ' : '; '}${name}="${value}"`;
    return [];
  });
  return editAll(title, added === '' ? edits : [...edits, ...insertAt(at, added).edits]);
}

const endless = Number.POSITIVE_INFINITY;

function perUnitIn(formats: readonly string[]): number {
  return maxWritten(formats.join(' ')).perUnit;
}

/** The length of an array in JavaScript. */
const maxItems = 2 ** 32 - 1;

/** The cost of one text of a closed set in its format. */
const memberUnits = 20;

class ValueCases {
  readonly #step: ValueStep;
  readonly #place: Place;
  readonly #diagram: DecisionDiagram;

  constructor(step: ValueStep, place: Place, diagram: DecisionDiagram) {
    this.#step = step;
    this.#place = place;
    this.#diagram = diagram;
  }

  all(): readonly Written[] {
    return this.#cases().filter(({ when }) => when !== false);
  }

  whenWrites(texts: readonly string[]): readonly PathCondition[] {
    const { type } = this.#step.variable;
    if (Array.isArray(type)) this.#diagram.budget.spend(type.length * memberUnits);
    const cases = this.#cases();
    return texts.map(text => {
      // No format but `trim` makes such a text out of another one.
      const isLeft = this.#formatted(text) === text;
      const whenLeft = isLeft && (this.#formats.includes('trim') || this.#whenIs(text));
      return cases.reduce<PathCondition>((any, { when, exact, holes }) => {
        const writes = holes ? whenLeft : exact === text;
        // Its cases have conditions of the diagram alone.
        return this.#diagram.or(any, this.#and(when as PathCondition, writes));
      }, false);
    });
  }

  /** When conditions allow the value to be this text. */
  #whenIs(text: string): PathCondition {
    const question = this.#asked('text') ?? this.#asked('json');
    return question ? this.#diagram.isIn(question, classOf(question.valueClasses.classOf(text))) : true;
  }

  #cases(): readonly Written[] {
    const { isUnknown, whole, counted, isItemNumber, variable, asked, options } = this.#step;
    if (isUnknown) return [{ when: true, kind: this.#isText ? 'text' : 'any', least: 0, most: 0, isUnknown }];
    if (whole) {
      const { type } = whole;
      const written = isList(type) ? this.#byLength(type) : [{ ...wholeOf(type), when: true }];
      // A missing list is written as an empty one.
      if (isList(type) && (options.null ?? options.default) === undefined) return written;
      const absent = this.#missingWhen();
      const there = absent === true ? true : this.#diagram.not(absent);
      return [
        ...written.map(each => ({ ...each, when: this.#and(each.when, there) })),
        ...this.#missing(absent),
      ];
    }
    if (counted || isItemNumber) return this.#number(true, counted ? 0 : 1, maxItems, true);
    const event = asked?.event;
    if (!event) return this.#ofType(true);
    const known = knownValues(event.served, variable.origin);
    const others = this.#diagram.isIn(
      event,
      indexesOf(known, each => each === undefined),
    );
    const cases: Written[] = [...this.#ofType(others)];
    const values = new Set(known.map(each => each?.value));
    for (const value of values) {
      const when = this.#diagram.isIn(
        event,
        indexesOf(known, each => each !== undefined && each.value === value),
      );
      cases.push(...this.#known(value, when));
    }
    return cases;
  }

  /** A list that is written whole, by what conditions ask of its length. */
  #byLength(type: ListType): readonly (Written & { readonly when: PathCondition })[] {
    const written = { ...wholeOf(type), cut: (most: number) => this.#cutWhole(most) };
    const question = this.#asked('emptiness');
    if (!question) return [{ ...written, when: true }];
    return question.classes.map((_, index) => ({
      ...written,
      ...question.valueClasses.lengthsOf?.(index),
      when: this.#diagram.isIn(question, classOf(index)),
    }));
  }

  /** A constant of an event; any value of its type where that, or a format of JSON, writes it in another way. */
  #known(value: unknown, when: PathCondition): readonly Written[] {
    const { variable, options } = this.#step;
    const { type } = variable;
    if (type === 'json' && (options.format ?? options.max) !== undefined) return this.#ofType(when);
    if (typeof value === 'boolean') return [this.#boolean(value, when)];
    if (typeof value === 'number') return [this.#constant(value, when)];
    const isText = typeof value === 'string' && type !== 'number';
    return isText ? [this.#text(this.#formatted(value), when)] : this.#ofType(when);
  }

  #constant(value: number, when: PathCondition): Written {
    const { scale } = this.#step.options;
    const pattern = this.#pattern;
    const unscaled = pattern ? formatNumber(value, pattern) : String(value);
    const written = scale === undefined ? unscaled : formatScaled(value, scale, pattern);
    const exact = Number(written);
    if (this.#isText || Number.isNaN(exact)) return this.#text(written, when);
    return { when, kind: 'number', exact, least: exact, most: exact };
  }

  #ofType(when: PathCondition): readonly Written[] {
    const { variable } = this.#step;
    const { type } = variable;
    const missing = this.#missingWhen();
    const present = this.#and(when, this.#diagram.not(missing));
    // What is missing in one class may be an empty text in the same.
    const there = missing === true ? when : present;
    const absent = this.#missing(this.#and(when, missing));
    switch (type) {
      case 'string':
        return [...this.#texts(when, there), ...absent];
      case 'number':
        return [...this.#numbers(there), ...absent];
      case 'boolean':
        return [...this.#booleans(there), ...this.#missing(this.#and(this.#untrue(when), missing))];
      case 'date':
        return [this.#date(there), ...absent];
      case 'json':
        return [
          this.#isText
            ? this.#anyText(when)
            : {
                when,
                kind: 'any',
                least: 0,
                most: this.#longest(),
                cut: (most, also) => this.#cut(most, also),
              },
          ...absent,
        ];
      default:
        return [...this.#members(type, when), ...absent];
    }
  }

  /** How a number is written, if its format says so. */
  get #pattern(): DecimalPattern | undefined {
    const { format } = this.#step.options;
    const pattern = format === undefined ? undefined : parseDecimalPattern(format);
    return pattern && !isMistake(pattern) ? pattern : undefined;
  }

  get #isText(): boolean {
    return this.#place.name !== 'json-value';
  }

  #and(a: PathCondition, b: PathCondition): PathCondition {
    return this.#diagram.and(a, b);
  }

  /** What conditions ask about the value, or another path; nothing about a name that nobody declared. */
  #asked(question: Question, path = this.#step.variable.path) {
    return this.#step.asked?.about(question, path);
  }

  /** When the value may be missing. */
  #missingWhen(): PathCondition {
    const { variable } = this.#step;
    const { path, optional = [], origin } = variable;
    if (optional.length === 0) return false;
    const own = this.#missingAt(path);
    if (own !== undefined) return own;
    // Of an item, paths in conditions begin with its name.
    const shift = path.length - origin.path.length;
    return optional.reduce<PathCondition>(
      (any, length) => this.#diagram.or(any, this.#missingAt(path.slice(0, length + shift)) ?? true),
      false,
    );
  }

  #missingAt(path: readonly string[]): PathCondition | undefined {
    const presence = this.#asked('presence', path);
    if (presence) return this.#diagram.not(this.#diagram.isIn(presence, presence.valueClasses.named));
    const text = this.#asked('text', path);
    if (text) return this.#diagram.isIn(text, classOf(text.valueClasses.classOf('')));
    const number = this.#asked('number', path);
    return number && this.#diagram.not(this.#diagram.isIn(number, number.valueClasses.named));
  }

  #missing(when: PathCondition): readonly Written[] {
    const { options, variable } = this.#step;
    const written = options.null ?? options.default;
    if (written === undefined) {
      const absent = variable.path.join('.');
      if (this.#isText) return [{ ...this.#text('', when), absent }];
      return [{ when, kind: 'null', least: 0, most: 0, absent, mend: () => [this.#instead()] }];
    }
    if (variable.type === 'number' && isNumeral(written) && !this.#isText) {
      const exact = Number(written);
      return [{ when, kind: 'number', exact, least: exact, most: exact }];
    }
    return [this.#text(written, when)];
  }

  #text(exact: string, when: PathCondition): Written {
    const { length } = [...exact];
    return { when, kind: 'text', exact, least: length, most: length };
  }

  #formatted(text: string): string {
    const { format, max } = this.#step.options;
    const formatted = compileTextFormat(format, max)?.(text) ?? text;
    return formatted === '' ? (this.#step.options.default ?? '') : formatted;
  }

  /** A text by those that it is compared with, and any other. */
  #texts(when: PathCondition, there: PathCondition): readonly Written[] {
    const question = this.#asked('text');
    if (!question) return [this.#anyText(there)];
    const { valueClasses } = question;
    const cases: Written[] = [];
    let others = when;
    for (const constant of question.constants.map(String)) {
      const is = this.#diagram.isIn(question, classOf(valueClasses.classOf(constant)));
      cases.push(this.#text(this.#formatted(constant), this.#and(when, is)));
      others = this.#and(others, this.#diagram.not(is));
    }
    const isFilled = question.constants.includes('') && !this.#formats.includes('trim');
    return [...cases, this.#anyText(others, isFilled)];
  }

  #members(texts: readonly string[], when: PathCondition): readonly Written[] {
    const question = this.#asked('text');
    return texts.map(text => {
      const is = question ? this.#diagram.isIn(question, classOf(question.valueClasses.classOf(text))) : true;
      return this.#text(this.#formatted(text), this.#and(when, is));
    });
  }

  get #formats(): readonly string[] {
    return formatNamesIn(this.#step.options.format ?? '');
  }

  /** Of one that is filled, conditions say that it is not empty. */
  #anyText(when: PathCondition, isFilled = false): Written {
    const { options, node, range } = this.#step;
    const most = this.#longest();
    const cut: Written['cut'] = (longest, also) => this.#cut(longest, also);
    const unsafe = (syntax: string) => this.#unsafe(syntax);
    const fill = () =>
      setOption(node, node.path.range.end, 'default', '…', 'Write something where it is empty');
    const hole = { least: isFilled || options.default ? 1 : 0, most, range, cut, unsafe, fill };
    return { when, kind: 'text', ...hole, holes: [hole] };
  }

  /** How long any text is at most that it writes, in its formats or in others. */
  #longest(formats = this.#formats): number {
    const { max, default: instead = '' } = this.#step.options;
    return max === undefined ? endless : Math.max(max * perUnitIn(formats), [...instead].length);
  }

  /** Writes the first items of a list one by one; what is written where it is missing has no place there. */
  #cutWhole(most: number): Fix | undefined {
    const { path, options, range } = this.#step.node;
    const list = path.names.join('.');
    const item = path.names[0] === 'item' ? 'entry' : 'item';
    const items = `[$for(${item} in ${list}; max="${most}")$$${item}$$sep$,$endfor$]`;
    return most < 1 || options.length > 0 ? undefined : replaceWith(range, items, atMost(most, 'item'));
  }

  fit(syntax: string, most: number | undefined): Fix | undefined {
    if (most === undefined) return this.#unsafe(syntax)?.fixes[0];
    const formats = [...this.#formats, this.#lackingFormat(syntax) ?? ''];
    // A text has room for one character at least.
    return this.#cut(Math.max(most, perUnitIn(formats)), { syntax });
  }

  /** Gives a text room for so many characters. */
  #cut(longest: number, { isFilled = false, syntax = '' }: Cut = {}): Fix {
    const { node } = this.#step;
    const lacking = this.#lackingFormat(syntax);
    const formats = lacking === undefined ? this.#formats : [...this.#formats, lacking];
    const max = Math.floor(longest / perUnitIn(formats));
    const values = {
      ...(lacking !== undefined && { format: formats.join(' ') }),
      max: String(max),
      ...(isFilled && { default: '…' }),
    };
    return setOptions(node, node.path.range.end, values, atMost(max, 'character'));
  }

  /** The format that a text in this syntax lacks. */
  #lackingFormat(syntax: string): string | undefined {
    const safe = formatsFor(syntax);
    return this.#formats.some(name => safe.includes(name)) ? undefined : safe[0];
  }

  #unsafe(syntax: string): ReturnType<NonNullable<Written['unsafe']>> {
    const { node } = this.#step;
    const format = this.#lackingFormat(syntax);
    if (format === undefined) return undefined;
    const all = [...this.#formats, format];
    const title = `Add \`format="${format}"\``;
    const fixes = [setOption(node, node.path.range.end, 'format', all.join(' '), title)];
    return { format, most: this.#longest(all), fixes };
  }

  #boolean(exact: boolean, when: PathCondition): Written {
    const isFormatted = this.#step.options.format !== undefined;
    if (this.#isText || isFormatted)
      return this.#text(isFormatted ? this.#formatted(String(exact)) : String(exact), when);
    return { when, kind: 'boolean', exact, least: 0, most: 0 };
  }

  #booleans(when: PathCondition): readonly Written[] {
    const question = this.#asked('truth');
    const holds = question ? this.#diagram.isIn(question, question.valueClasses.named) : true;
    return [this.#boolean(true, this.#and(when, holds)), this.#boolean(false, this.#untrue(when))];
  }

  /** When a boolean is false, or missing. */
  #untrue(when: PathCondition): PathCondition {
    const question = this.#asked('truth');
    if (!question) return when;
    return this.#and(when, this.#diagram.not(this.#diagram.isIn(question, question.valueClasses.named)));
  }

  #numbers(when: PathCondition): readonly Written[] {
    const question = this.#asked('number');
    if (!question) return this.#number(when, Number.NEGATIVE_INFINITY, endless, false);
    const { valueClasses } = question;
    const constants = question.constants.map(Number).sort((a, b) => a - b);
    const cases: Written[] = [];
    let below = Number.NEGATIVE_INFINITY;
    for (const constant of [...constants, endless]) {
      const isBelow = this.#diagram.isIn(
        question,
        constant === endless ? valueClasses.named : valueClasses.where('<', constant),
      );
      const isAbove =
        below === Number.NEGATIVE_INFINITY
          ? true
          : this.#diagram.isIn(question, valueClasses.where('>', below));
      const between = this.#and(when, this.#and(isBelow, isAbove));
      cases.push(...this.#number(between, next(below, 1), next(constant, -1), false));
      if (constant !== endless) {
        const is = this.#diagram.isIn(question, valueClasses.where('==', constant));
        cases.push(
          ...this.#number(this.#and(when, is), constant, constant, Number.isInteger(constant), constant),
        );
      }
      below = constant;
    }
    return cases;
  }

  #number(
    when: PathCondition,
    least: number,
    most: number,
    isInteger: boolean,
    exact?: number,
  ): readonly Written[] {
    const { options } = this.#step;
    const pattern = this.#pattern;
    // What equals a number may be written with other digits: `1.0`, or one that only rounds to it.
    const isAsWritten = options.format === undefined && options.scale === undefined && !this.#isText;
    if (exact !== undefined && isAsWritten)
      return [{ when, kind: 'number', exact, least: exact, most: exact }];
    const mend = () => [this.#asInteger()];
    if (this.#isText) return [{ when, kind: 'text', least: 1, most: maxBoundedLength, mend }];
    const factor = 10 ** (options.scale ?? 0);
    // Rounding may reach the next number that the pattern can write, which with an exponent is any number away.
    const step = pattern ? (pattern.exponentDigits > 0 ? endless : 10 ** -pattern.maxFraction) : 0;
    // No factor moves nothing or what is endless, though doubles call the largest times nothing no number.
    const scaled = (value: number) => (value === 0 || Math.abs(value) === endless ? value : value * factor);
    const bound = (value: number, direction: number) =>
      pattern || factor !== 1
        ? scaled(value) + direction * (step + Math.abs(scaled(value)) * Number.EPSILON * 4)
        : value;
    const isWhole = pattern
      ? pattern.maxFraction === 0 && pattern.exponentDigits === 0
      : isInteger && factor >= 1;
    const from = bound(least, -1);
    const to = bound(most, 1);
    return [
      {
        when,
        kind: 'number',
        isInteger: isWhole,
        least: isWhole ? Math.max(Math.ceil(from), Math.floor(scaled(least))) : from,
        most: isWhole ? Math.min(Math.floor(to), Math.ceil(scaled(most))) : to,
        mend,
      },
    ];
  }

  #asSeconds(): Fix {
    const { node } = this.#step;
    return setOption(node, node.path.range.end, 'format', 'epoch-seconds', 'Write it as seconds since 1970');
  }

  #asInteger(): Fix {
    const { node } = this.#step;
    return setOption(node, node.path.range.end, 'format', '0', 'Write it without a fraction');
  }

  /** Says what to write where the value is missing. */
  #instead(): Fix {
    const { node, variable } = this.#step;
    const text = variable.type === 'number' ? '0' : '-';
    return setOption(node, node.path.range.end, 'null', text, `Write \`${text}\` where it is missing`);
  }

  #date(when: PathCondition): Written {
    const { format = isoPattern } = this.#step.options;
    const mend = () => [this.#asSeconds()];
    if (!epochFormat(format)) return { when, kind: 'text', ...dateLength(format), mend };
    if (this.#isText) return { when, kind: 'text', least: 1, most: 24 };
    const bound = 8.64e15 * (format === 'epoch-nanoseconds' ? 1e6 : 1);
    return { when, kind: 'number', isInteger: format !== fractionFormat, least: -bound, most: bound };
  }
}

/**
 * The double next to one that a number is not. A `bigint` is compared exactly, but a large one is read as the nearest double, which
 * may be that one.
 */
function next(bound: number, direction: 1 | -1): number {
  if (Math.abs(bound) >= Number.MAX_SAFE_INTEGER) return bound;
  if (bound === 0) return direction * Number.MIN_VALUE;
  const bits = new BigInt64Array(new Float64Array([bound]).buffer);
  bits[0] = (bits[0] ?? 0n) + (Math.sign(bound) === direction ? 1n : -1n);
  return new Float64Array(bits.buffer)[0] ?? bound;
}

function indexesOf<T>(
  values: readonly T[],
  isMeant: (value: T) => boolean,
): { includes(index: number): boolean } {
  const meant = values.map(isMeant);
  return { includes: index => meant[index] ?? false };
}

function classOf(wanted: number): { includes(index: number): boolean } {
  return { includes: index => index === wanted };
}

/** A list or group that is written whole, with what its parts may be. */
function wholeOf(type: ListType | VariableSchema): Written {
  const anyNumber = { when: true, least: 0, most: endless };
  if (isList(type)) {
    const missing: readonly Written[] = isOptional(type.of) ? [{ ...nothing, kind: 'null' }] : [];
    return { ...anyNumber, kind: 'array', items: [...partsOf(presentType(type.of)), ...missing] };
  }
  const members = Object.entries(type).map(([name, declared]) => {
    const present = presentType(declared);
    // A list that is missing is written as an empty one.
    return { name, values: partsOf(present), isOptional: isOptional(declared) && !isList(present) };
  });
  return { ...anyNumber, kind: 'object', members };
}

const nothing = { when: true, least: 0, most: 0 };

function partsOf(type: PresentType): readonly Written[] {
  if (isList(type) || isGroup(type)) return [wholeOf(type)];
  const text = { when: true, kind: 'text', least: 0, most: endless } as const;
  switch (type) {
    case 'string':
      return [text];
    case 'date':
      return [{ ...text, ...dateLength(isoPattern) }];
    case 'boolean':
      return [true, false].map(exact => ({ ...nothing, kind: 'boolean', exact }));
    case 'number':
      return [{ when: true, kind: 'number', least: Number.NEGATIVE_INFINITY, most: endless }];
    case 'json':
      return [{ ...text, kind: 'any' }];
    default:
      return type.map(exact => ({ ...text, exact, least: [...exact].length, most: [...exact].length }));
  }
}

/** No word of a date, such as the name of a zone, is longer in any language. */
const maxWordLength = 100;
/** The digits that fields need at most; all others need two. */
const maxDigits: Partial<Record<string, number>> = { y: 6, Y: 6, D: 3, S: 3 };

/** The length of a date by its pattern. */
function dateLength(format: string): Length {
  const lengths = parseJavaPattern(format).items.map((item): Length => {
    if (item.kind === 'field') return fieldLength(item);
    const length = item.kind === 'text' ? [...item.text].length : 0;
    return { least: length, most: length };
  });
  return lengths.reduce((sum, { least, most }) => ({ least: sum.least + least, most: sum.most + most }), {
    least: 0,
    most: 0,
  });
}

type Length = Pick<Written, 'least' | 'most'>;

function fieldLength({ letter, count }: PatternField): Length {
  if ('EaGz'.includes(letter) || ('ML'.includes(letter) && count > 2))
    return { least: 0, most: maxWordLength };
  if (letter === 'X') return { least: 1, most: 6 };
  if (letter === 'Z') return { least: 5, most: 5 };
  // Two letters are the last two digits of a year, and the year of a week may be negative.
  const digits = 'yY'.includes(letter) && count === 2 ? 2 : Math.max(count, maxDigits[letter] ?? 2);
  return { least: count, most: letter === 'Y' ? digits + 1 : digits };
}
