import { quote } from '../../diagnostics/catalogue/excerpt.ts';
import { list } from '../../diagnostics/catalogue/list.ts';
import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import { ListItems } from '../list-items.ts';
import { readParts } from '../read-own-property.ts';
import { renderErrorAt } from '../render/render-error.ts';
import type { ValueSource } from '../value-source.ts';
import {
  type ClassCondition,
  type EventVariable,
  emptyListClass,
  type NumberVariable,
  type Questions,
  type ReadList,
} from './program.ts';
import type { ServedEvents } from './served-events.ts';
import {
  type AskedOfItem,
  type AskedReading,
  type ClassSet,
  classesFor,
  type Holding,
  memberClasses,
  type Operator,
  type Question,
  type ValueClasses,
} from './value-classes.ts';
import { declaredPath } from './variables.ts';

/** A variable that conditions ask about. Its classes are settled once all conditions have been read. */
export class AskedVariable implements ReadList, NumberVariable, AskedReading {
  readonly name: string;
  readonly path: readonly string[];
  readonly range: SourceRange;
  index = 0;
  classes: readonly string[] = [];
  readonly question: Question;
  readonly origin: readonly string[];
  readonly parts: readonly string[] | undefined;
  readonly declared: readonly string[] | undefined;
  walks = 0;
  #constants: Set<string | number> | undefined;
  #valueClasses: ValueClasses | undefined;

  constructor(
    question: Question,
    path: readonly string[],
    range: SourceRange,
    origin: readonly string[],
    name: string,
    {
      declared,
      parts,
    }: { readonly declared?: readonly string[] | undefined } & Pick<AskedReading, 'parts'> = {},
  ) {
    this.name = name;
    this.parts = parts;
    this.declared = declared;
    this.path = path;
    this.range = range;
    this.question = question;
    this.origin = origin;
  }

  /** Settled once all conditions have been read. */
  get valueClasses(): ValueClasses {
    this.#valueClasses ??= classesFor(this.question, this.#sorted());
    return this.#valueClasses;
  }

  /** Of a list that has items no matter how many, no number is told. */
  readonly describe = (chosen: readonly number[]): string | undefined => {
    const hasItems =
      this.question === 'emptiness' &&
      chosen.length === this.classes.length - 1 &&
      !chosen.includes(emptyListClass);
    if (hasItems) return `${quote(this.name)} has items`;
    const said = this.valueClasses.describe?.(chosen);
    return said && `${quote(this.name) || '`…`'} ${said}`;
  };

  get first(): ClassSet {
    return this.valueClasses.first ?? this.valueClasses.named;
  }

  get later(): ClassSet {
    return this.valueClasses.later ?? this.valueClasses.named;
  }

  /** The constants that it is compared with. */
  get constants(): readonly (string | number)[] {
    return [...(this.#constants ?? [])];
  }

  /** The condition that is its name alone. */
  named(): ClassCondition {
    // A missing text is an empty one.
    if (this.question === 'text') this.#constantsSoFar().add('');
    return { kind: 'variable', variable: this, classes: this.#settledSet(({ named }) => named) };
  }

  compare(operator: Operator, constant: string | number): ClassCondition {
    this.#constantsSoFar().add(constant);
    const classes = this.#settledSet(valueClasses => valueClasses.where(operator, constant));
    return { kind: 'variable', variable: this, classes, comparison: { operator, constant } };
  }

  /** Variables with the same key and the same constants have the same classes. */
  settle(key: string, indexOf: (key: string) => number): void {
    this.index = indexOf(this.#constants ? `${key} ${JSON.stringify(this.#sorted())}` : key);
    this.classes = this.valueClasses.descriptions;
  }

  #constantsSoFar(): Set<string | number> {
    this.#constants ??= new Set();
    return this.#constants;
  }

  #sorted(): readonly (string | number)[] {
    return [...(this.#constants ?? [])].sort();
  }

  #settledSet(choose: (classes: ValueClasses) => ClassSet): ClassSet {
    let chosen: ClassSet | undefined;
    const includes = (index: number) => {
      chosen ??= choose(this.valueClasses);
      return chosen.includes(index);
    };
    return { includes };
  }
}

const noRange: SourceRange = { start: 0, end: 0 };

/** The variable that says which event it is; conditions on the constants of events become conditions on it. */
class AskedEvent extends AskedVariable implements EventVariable {
  readonly served: ServedEvents;
  isAsked = false;
  readonly #classes: ValueClasses;
  /** Phrases for sets of events, in the words of the template. */
  readonly #said = new Map<string, string>();

  constructor(served: ServedEvents) {
    super('event', ['event'], noRange, ['event'], 'event');
    this.served = served;
    this.#classes = memberClasses(served.names);
  }

  override get valueClasses(): ValueClasses {
    return this.#classes;
  }

  /** Holds for the included events; `said` has the phrases for when it holds and when it fails. */
  isIn(included: readonly boolean[], said?: readonly [holds: string, fails: string]): ClassCondition {
    this.isAsked = true;
    if (said) {
      const [holds, fails] = said;
      this.#said.set(included.map(Number).join(''), holds);
      this.#said.set(included.map(each => Number(!each)).join(''), fails);
    }
    return {
      kind: 'variable',
      variable: this,
      classes: { includes: index => included[index] ?? false },
      events: this.served.names.filter((_, index) => included[index]),
    };
  }

  override readonly describe = (chosen: readonly number[]): string => {
    const { names } = this.served;
    const said = this.#said.get(names.map((_, index) => Number(chosen.includes(index))).join(''));
    if (said !== undefined) return said;
    const named = names.filter((_, index) => chosen.includes(index));
    const others = names.filter((_, index) => !chosen.includes(index));
    if (others.length === 1 && named.length > 1) return `\`event\` is not ${quote(others[0] ?? '')}`;
    return `\`event\` is ${named.length === 1 ? '' : 'one of '}${list(named)}`;
  };
}

/**
 * The variables that the conditions of one template ask about. Those of list items are collected separately for each
 * list.
 */
export class AskedVariables implements AskedOfItem, Questions {
  /** Indexes of the variables, once all conditions have been read. */
  readonly indexes = new Set<number>();
  readonly declared: readonly string[];
  /** Identifies the list whose items these are; empty for the context. */
  readonly #list: string;
  readonly #variables = new Map<string, AskedVariable>();
  readonly #ofItems: AskedVariables[] = [];
  /** Variables that are read from a context or an item, once all conditions have been read. */
  readonly toRead: AskedVariable[] = [];
  /** A class for each variable that marks it as not yet read. */
  readonly unread: number[] = [];

  /** The first variable, so that it is the last by which decisions branch. */
  readonly event: AskedEvent | undefined;

  constructor(list = '', served?: ServedEvents, declared: readonly string[] = []) {
    this.#list = list;
    this.declared = declared;
    this.event = served && new AskedEvent(served);
    if (this.event) this.#variables.set('event', this.event);
  }

  /** Collects the variables of the items of one more list, which events declare at this path. */
  ofItem(declared: readonly string[]): AskedVariables {
    const asked = new AskedVariables(String(this.#ofItems.length), undefined, declared);
    this.#ofItems.push(asked);
    return asked;
  }

  /** The variable of a path, created with the `range` of its first mention; messages call it `name`. */
  variableOf(
    question: Question,
    path: readonly string[],
    range: SourceRange,
    origin: readonly string[] = path,
    { name, parts }: { readonly name?: string | undefined } & Pick<AskedReading, 'parts'> = {},
  ): AskedVariable {
    const whole = path.join('.');
    const key = `${question} ${whole}`;
    const known = this.#variables.get(key);
    if (known) return known;
    const isDeclared = question !== 'taken' && question !== 'item-number';
    const declared = isDeclared ? declaredPath(this.declared, { path: origin, parts }) : undefined;
    const variable = new AskedVariable(question, path, range, origin, name ?? whole, { declared, parts });
    this.#variables.set(key, variable);
    return variable;
  }

  about(question: Question, path: readonly string[]): AskedVariable | undefined {
    return this.#variables.get(`${question} ${path.join('.')}`);
  }

  /** The variable of an item's number, if conditions ask for it. */
  get itemNumber(): AskedVariable | undefined {
    return [...this.#variables.values()].find(({ question }) => question === 'item-number');
  }

  /** Dotted paths of the variables. */
  get names(): readonly string[] {
    return [...this.#variables.values()].flatMap(variable =>
      isRead(variable) ? variable.path.join('.') : [],
    );
  }

  /** Constants that the variables are compared with, including those of items. */
  get constants(): readonly (string | number)[] {
    const own = [...this.#variables.values()].flatMap(({ constants }) => constants);
    return [...own, ...this.#ofItems.flatMap(({ constants }) => constants)];
  }

  /** The names that lead to each part of JSON that conditions ask about, including those of items. */
  get jsonParts(): readonly (readonly string[])[] {
    const own = [...this.#variables.values()].flatMap(({ parts }) => (parts ? [parts] : []));
    return [...own, ...this.#ofItems.flatMap(({ jsonParts }) => jsonParts)];
  }

  /** The variable that is compared with the most constants, among those of items too. */
  get maxCompared(): AskedVariable | undefined {
    const all = [
      ...this.#variables.values(),
      ...this.#ofItems.flatMap(({ maxCompared }) => maxCompared ?? []),
    ];
    return all.reduce<AskedVariable | undefined>(
      (most, each) => (each.constants.length > (most?.constants.length ?? 0) ? each : most),
      undefined,
    );
  }

  /** Call once all conditions have been read. `indexes` are shared by all sources that are compared. */
  settle(indexes: Map<string, number>): void {
    const indexOf = (key: string) => {
      const whole = `${this.#list} ${key}`;
      const index = indexes.get(whole) ?? indexes.size;
      indexes.set(whole, index);
      this.indexes.add(index);
      return index;
    };
    for (const [key, variable] of this.#variables) {
      variable.settle(key, indexOf);
      this.unread.push(-1);
      if (isRead(variable)) this.toRead.push(variable);
    }
    for (const asked of this.#ofItems) asked.settle(indexes);
  }

  /**
   * Reads the class of each variable from a context or an item. The proof relies on all conditions seeing the same
   * values, which a `toJSON` or a proxy could change between two reads. A rendering therefore reads once, before it
   * writes anything.
   *
   * @param number That of the item.
   * @throws {RenderError} for a value that cannot be read, and for a list that is not an array.
   */
  read(source: ValueSource, holding: Holding, number?: number): void {
    for (const variable of this.toRead) {
      const { question, origin, parts, index, valueClasses, path, range } = variable;
      try {
        const value = question === 'item-number' ? number : readParts(source.read(origin), parts);
        holding.classes[index] = valueClasses.classOf(
          question === 'emptiness' ? keepList(value, variable, holding) : value,
        );
      } catch (error) {
        throw renderErrorAt(error, { variable: path.join('.'), range });
      }
    }
  }
}

/** Filters are evaluated while a list is written, and events are read only if a condition asks. */
function isRead(variable: AskedVariable): boolean {
  return variable instanceof AskedEvent ? variable.isAsked : variable.question !== 'taken';
}

function keepList(list: unknown, { index, walks }: AskedVariable, holding: Holding): number {
  const items = new ListItems(list, walks > 1 ? 'again' : 'once');
  holding.keepList(index, items);
  return items.length;
}
