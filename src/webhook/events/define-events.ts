import { defineOptions, expected, oneOf, optional } from '../../options/define-options.ts';
import type { ValueOf, VariableSchema } from '../../template/resolve/variables.ts';
import { DefinedEvent, readVariables } from './defined-event.ts';
import type { EventCatalogue, EventMap, EventWith, FactsWith } from './event-catalogue.ts';
import { type Renamed, readRenamed } from './renamed.ts';

/** An application's description of one of its events. */
export interface EventDefinition {
  /** A name for people: `An order was paid`. */
  readonly title: string;
  readonly description?: string | undefined;
  /** The variables that this event has in addition to those of all events. */
  readonly variables?: VariableSchema | undefined;
  /** Former names of its variables that templates may still use, each with the new one, as in the catalogue. */
  readonly renamed?: Renamed | undefined;
  /** Values that are always the same: `{ isError: true }`. */
  readonly constants?: object | undefined;
  /** Values for previews, or a function of the date that the preview shows. Default: made up. */
  readonly sample?: object | undefined;
}

/** A sample; constants need not be in it. TypeScript may ask before it has looked at the definition. */
type SampleWith<Variables extends VariableSchema, D> = [EventDefinition] extends [D]
  ? object
  : Omit<FactsWith<Variables, ConstantsOf<D>>, 'date'>;

/** The types of constants and samples that follow from the variables. */
interface ValuesOf<Variables extends VariableSchema, D> {
  readonly constants?:
    | ({ readonly [Name in keyof Variables]?: ValueOf<Variables[Name]> } & NothingBut<
        Variables,
        ConstantsOf<D>
      >)
    | undefined;
  readonly sample?:
    | (SampleWith<Variables, D> & NothingBut<Variables, SampleOf<D>>)
    | ((date: Date) => SampleWith<Variables, D>)
    | undefined;
}

type None = Readonly<Record<never, never>>;
/** What is given, as if it were always: where it may be undefined, that is known only at run time. */
type Given<T> = [T] extends [undefined] ? None : NonNullable<T>;
type OwnOf<D> = D extends { readonly variables: infer Own extends VariableSchema | undefined }
  ? Given<Own>
  : None;
type ConstantsOf<D> = D extends { readonly constants: infer Constants } ? Given<Constants> : None;
type SampleOf<D> = D extends { readonly sample: infer Sample } ? Given<Sample> : None;
/** Variables that every event has without declaring them. */
type NotDeclared = { readonly event?: never; readonly date?: never };
/** Refuses unknown keys, unless the object was computed and may have any: then they are checked only at run time. */
type NothingBut<Known, D> = {
  readonly [Key in Exclude<keyof D, keyof Known>]: None extends Record<Key, never> ? unknown : never;
};

/**
 * Describes the events of an application: their names, the variables common to all, and the additional variables of
 * each. Every event has `event`, its name, and `date`, the time when it happened, without declaring them.
 *
 * A variable that was renamed keeps its old name for the templates that use it: `renamed: { customerName: 'customer.name' }`, for
 * every event, or for one of them. Parts of a list's items follow the name of the list: `{ 'items.title': 'items.name' }`.
 * `create` takes the new names alone; what was stored with the old ones is read.
 *
 * @throws {TypeError} naming the mistake, such as a variable that is declared twice, or an old name that something has today.
 */
export function defineEvents<
  const Common extends VariableSchema = None,
  const Events extends Readonly<Record<string, EventDefinition>> = None,
>(catalogue: {
  readonly variables?: (Common & NotDeclared) | undefined;
  /** Former names of the variables of all events, each with the new one. Default: none. */
  readonly renamed?: Renamed | undefined;
  readonly events: Events & {
    readonly [Name in keyof Events]: ValuesOf<Common & OwnOf<Events[Name]>, Events[Name]> &
      NothingBut<EventDefinition, Events[Name]> & { readonly variables?: NotDeclared | undefined };
  };
}): EventCatalogue<
  {
    readonly [Name in keyof Events & string]: EventWith<
      Name,
      Common & OwnOf<Events[Name]>,
      ConstantsOf<Events[Name]>
    >;
  },
  {
    readonly [Name in keyof Events & string]: FactsWith<
      Common & OwnOf<Events[Name]>,
      ConstantsOf<Events[Name]>
    >;
  }
>;
/* @__NO_SIDE_EFFECTS__ */
export function defineEvents(catalogue: unknown): unknown {
  return createCatalogue(catalogue);
}

/**
 * Like `defineEvents`, for a definition that was read at run time: TypeScript cannot tell its events apart.
 *
 * @throws {TypeError} naming the mistake.
 */
export function createCatalogue(catalogue: unknown): EventCatalogue<EventMap> {
  const { variables: common, renamed, events: definitions } = readCatalogue(catalogue, 'catalogue');
  const names = Object.freeze(Object.keys(definitions));
  const events = Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => {
      const at = `catalogue.events.${name}`;
      return [name, new DefinedEvent(name, definition, { names, common, renamed }, at)];
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
  readonly renamed: Renamed;
  readonly events: Readonly<Record<string, unknown>>;
}>({
  variables: optional(readVariables, {}),
  renamed: optional(readRenamed, {}),
  events: readDefinitions,
});

/** Whether an event can have a name, which can stand in a property's key, and between the quotes of a condition. */
export function isEventName(name: string): boolean {
  return /^[A-Za-z][\w.:/-]{0,99}$/.test(name);
}

function readDefinitions(given: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw expected(name, 'an object with a definition for each name of an event');
  const definitions = { ...given };
  const names = Object.keys(definitions);
  if (names.length === 0) throw expected(name, 'at least one event');
  const unfit = names.find(each => !isEventName(each));
  if (unfit !== undefined) throw expected(`${name}.${unfit}`, expectedName);
  return definitions;
}

const expectedName =
  'a name that begins with a letter and has up to 100 letters, digits, dots, colons, slashes, hyphens or underscores';

/** Whether something looks like a catalogue. */
export function isCatalogue(value: unknown): value is EventCatalogue<EventMap> {
  return typeof value === 'object' && value !== null && 'names' in value && 'create' in value;
}
