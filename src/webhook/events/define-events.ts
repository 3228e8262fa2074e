import { defineOptions, expected, oneOf, optional } from '../../options/define-options.ts';
import type { ContextOf, ValueOf, VariableSchema } from '../../template/resolve/variables.ts';
import { DefinedEvent, readVariables } from './defined-event.ts';
import type { EventCatalogue, EventMap, EventWith } from './event-catalogue.ts';

/** How an application describes one of its events. */
export interface EventDefinition {
  /** What people call it: `An order was paid`. */
  readonly title: string;
  readonly description?: string | undefined;
  /** What it has beside the variables of all events. */
  readonly variables?: VariableSchema | undefined;
  /** Values that are the same whenever it happens: `{ isError: true }`. */
  readonly constants?: object | undefined;
  /** Its values in previews, perhaps made for the time that the preview shows. Default: made up. */
  readonly sample?: object | undefined;
}

/** What its values must be, as far as that follows from its variables. */
interface ValuesOf<Variables extends VariableSchema, D> {
  readonly constants?: { readonly [Name in keyof Variables]?: ValueOf<Variables[Name]> } & NothingBut<
    Variables,
    ConstantsOf<D>
  >;
  readonly sample?:
    | (ContextOf<Variables> & NothingBut<Variables, SampleOf<D>>)
    | ((date: Date) => ContextOf<Variables>);
}

type None = Readonly<Record<never, never>>;
type OwnOf<D> = D extends { readonly variables: infer Own extends VariableSchema } ? Own : None;
type ConstantsOf<D> = D extends { readonly constants: infer Constants } ? Constants : None;
type SampleOf<D> = D extends { readonly sample: infer Sample } ? Sample : None;
/** What every event has without a declaration. */
type NotDeclared = { readonly event?: never; readonly date?: never };
/** Any keys may be in an object that was computed: they are checked at run time alone. */
type NothingBut<Known, D> = {
  readonly [Key in Exclude<keyof D, keyof Known>]: None extends Record<Key, never> ? unknown : never;
};

/**
 * Describes the events of an application: their names, the variables that all of them have, and those that each has
 * beside them. `event`, the name, and `date`, when it happened, are there without a declaration.
 *
 * @throws {TypeError} naming what is wrong, such as a variable that is declared twice.
 */
export function defineEvents<
  const Common extends VariableSchema = None,
  const Events extends Readonly<Record<string, EventDefinition>> = None,
>(catalogue: {
  readonly variables?: Common & NotDeclared;
  readonly events: Events & {
    readonly [Name in keyof Events]: ValuesOf<Common & OwnOf<Events[Name]>, Events[Name]> &
      NothingBut<EventDefinition, Events[Name]> & { readonly variables?: NotDeclared };
  };
}): EventCatalogue<{
  readonly [Name in keyof Events & string]: EventWith<
    Name,
    Common & OwnOf<Events[Name]>,
    ConstantsOf<Events[Name]>
  >;
}>;
export function defineEvents(catalogue: unknown): unknown {
  return createCatalogue(catalogue);
}

/**
 * The same for a definition that was read somewhere. What TypeScript knows of the events follows from their definition;
 * here they are any events.
 *
 * @throws {TypeError} naming what is wrong.
 */
export function createCatalogue(catalogue: unknown): EventCatalogue<EventMap> {
  const { variables: common, events: definitions } = readCatalogue(catalogue, 'catalogue');
  const names = Object.freeze(Object.keys(definitions));
  const events = Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => {
      const at = `catalogue.events.${name}`;
      return [name, new DefinedEvent(name, definition, { names, common }, at)];
    }),
  );
  const nameCheck = oneOf(...names);
  function eventOf(name: string): DefinedEvent {
    const event = events[nameCheck(name, 'name')];
    if (!event) throw expected('name', 'the name of an event');
    return event;
  }
  return Object.freeze<EventCatalogue<EventMap>>({
    names,
    events: Object.freeze(
      Object.fromEntries(Object.entries(events).map(([name, { description }]) => [name, description])),
    ),
    create: (name, facts = {}, clock) => eventOf(name).create(facts, clock),
    sample: (name, clock) => eventOf(name).sample(clock),
  });
}

const readCatalogue = defineOptions<{
  readonly variables: VariableSchema;
  readonly events: Readonly<Record<string, unknown>>;
}>({
  variables: optional(readVariables, {}),
  events: readDefinitions,
});

/** A name can stand in a property's key, and between the quotes of a condition. */
const eventName = /^[A-Za-z][\w.:/-]{0,99}$/;

function readDefinitions(given: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw expected(name, 'an object with a definition for each name of an event');
  const definitions = { ...given };
  const names = Object.keys(definitions);
  if (names.length === 0) throw expected(name, 'at least one event');
  const unfit = names.find(each => !eventName.test(each));
  if (unfit !== undefined) throw expected(`${name}.${unfit}`, expectedName);
  return definitions;
}

const expectedName =
  'a name that begins with a letter and has up to 100 letters, digits, dots, colons, slashes, hyphens or underscores';

/** Whether something is a catalogue, as far as that can be seen. */
export function isCatalogue(value: unknown): value is EventCatalogue<EventMap> {
  return typeof value === 'object' && value !== null && 'names' in value && 'create' in value;
}
