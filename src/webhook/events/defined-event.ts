import {
  aFunction,
  aText,
  type Check,
  checkThat,
  defineOptions,
  expected,
  InvalidArgument,
  optional,
} from '../../options/define-options.ts';
import { readVariableSchema } from '../../template/resolve/read-variable-schema.ts';
import { optional as optionalType, type VariableSchema } from '../../template/resolve/variables.ts';
import type { AnyEvent, Clock, Created, EventDescription } from './event-catalogue.ts';
import { type Facts, factsOf, withOptional } from './event-facts.ts';
import { makeUpFacts } from './make-up-facts.ts';
import { assertRenamed, type Renamed, readRenamed } from './renamed.ts';

/** Reads declared variables; `event` and `date` exist without a declaration. */
export const readVariables: Check<VariableSchema> = (given, name) => {
  const variables = readVariableSchema(given, name);
  for (const own of ['event', 'date']) {
    if (Object.hasOwn(variables, own))
      throw new InvalidArgument(`${name}.${own}: every event has this variable without a declaration`);
  }
  return variables;
};

type Sample = object | ((date: Date) => unknown);

const readDefinition = defineOptions<{
  readonly title: string;
  readonly description: string | undefined;
  readonly variables: VariableSchema;
  readonly renamed: Renamed;
  readonly constants: unknown;
  readonly sample: Sample | undefined;
}>({
  title: aText,
  description: optional(aText),
  variables: optional(readVariables, {}),
  renamed: optional(readRenamed, {}),
  constants: optional<unknown>(given => given, {}),
  sample: optional(checkThat('an object, or a function that returns one', isSample)),
});

const readClock: (given: unknown) => { readonly now: () => number } = defineOptions<{
  readonly now: () => number;
}>({
  now: optional(aFunction<() => number>(), Date.now),
});

/** An event of a catalogue; creates its occurrences. */
export class DefinedEvent {
  readonly description: EventDescription;
  readonly #name: string;
  /** Makes a copy for each occurrence, because dates and JSON are not frozen. */
  readonly #constants: () => Facts;
  readonly #sampleAt: (date: Date) => Facts;
  readonly #readFacts: Check<Facts>;

  /**
   * @param common Variables of all events in the catalogue, besides `event` and `date`.
   * @throws {TypeError} for a mistake in the definition; the message begins with `at`.
   */
  constructor(name: string, definition: unknown, catalogue: CatalogueVariables, at: string) {
    const { names, common } = catalogue;
    const { sample: given, variables: own, constants, renamed, ...words } = readDefinition(definition, at);
    for (const key of Object.keys(own).filter(key => Object.hasOwn(common, key)))
      throw new InvalidArgument(`${at}.variables.${key}: every event of the catalogue has this variable`);
    const declared = { ...common, ...own };
    const readConstants = factsOf(withOptional(declared, Object.keys(declared)), 'variable in `variables`');
    this.#name = name;
    const kept = readConstants(constants, `${at}.constants`);
    this.#constants = () => readConstants(kept, 'constants');
    const free = withOptional(declared, Object.keys(kept));
    const readValues = factsOf(free);
    this.#readFacts = factsOf({ ...free, date: optionalType('date') });
    const sample = given && !isFunction(given) ? readValues(given, `${at}.sample`) : given;
    this.#sampleAt = date => {
      if (sample === undefined) return { ...makeUpFacts(declared, date), ...this.#constants() };
      return readValues(isFunction(sample) ? sample(date) : sample, `${at}.sample`);
    };
    const variables = Object.freeze<VariableSchema>({ event: names, date: 'date', ...declared });
    for (const key of Object.keys(renamed).filter(key => Object.hasOwn(catalogue.renamed, key)))
      throw new InvalidArgument(`${at}.renamed.${key}: the catalogue says what this name is for every event`);
    const former = Object.freeze({ ...catalogue.renamed, ...renamed });
    assertRenamed(former, variables, {
      event: name,
      at: from => `${Object.hasOwn(renamed, from) ? at : 'catalogue'}.renamed.${from}`,
    });
    this.description = Object.freeze({
      ...words,
      variables,
      ...(Object.keys(former).length > 0 && { renamed: former }),
      constants: this.#constants(),
    });
    // Finds mistakes in a sample now, not when somebody looks at a preview.
    this.sample({ now: () => 0 });
  }

  create(facts: unknown, clock: Clock | undefined): Created<AnyEvent> {
    const { now } = readClock(clock);
    const { date, ...values } = this.#readFacts(facts, 'facts');
    return this.#make(values, date instanceof Date ? date : new Date(now()));
  }

  sample(clock: Clock | undefined): Created<AnyEvent> {
    const date = new Date(readClock(clock).now());
    return this.#make(this.#sampleAt(date), date);
  }

  #make(facts: Facts, date: Date): Created<AnyEvent> {
    const constants = this.#constants();
    for (const [name, value] of Object.entries(constants)) {
      if (Object.hasOwn(facts, name) && !isSame(facts[name], value))
        throw expected(`facts.${name}`, `${String(value)}, as in every ${JSON.stringify(this.#name)}`);
    }
    return Object.freeze({ ...facts, ...constants, event: this.#name, date });
  }
}

/** Shared by the events of a catalogue. */
interface CatalogueVariables {
  readonly names: readonly string[];
  readonly common: VariableSchema;
  /** Former names of these. */
  readonly renamed: Renamed;
}

/** Facts are read into copies, so that equal dates and lists are not identical. */
function isSame(fact: unknown, constant: unknown): boolean {
  return fact === constant || textOf(fact) === textOf(constant);
}

function textOf(value: unknown): string | undefined {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part));
}

function isSample(value: unknown): value is Sample {
  return isFunction(value) || (typeof value === 'object' && value !== null && !Array.isArray(value));
}

function isFunction(value: unknown): value is (date: Date) => unknown {
  return typeof value === 'function';
}
