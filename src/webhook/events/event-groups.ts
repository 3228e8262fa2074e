import { nameSyntax } from '../../../grammar/tokens.ts';
import type { VariableSchema, VariableType } from '../../template/resolve/variables.ts';
import type { AnyCatalogue } from './event-catalogue.ts';

/** Events that templates can be checked for together, because no name means two things among them. */
export interface EventGroup {
  readonly names: readonly string[];
  /** What all of them have, and what some have and the templates may name. */
  readonly variables: VariableSchema;
  /** Of these, what the templates may name. */
  readonly named: ReadonlyMap<string, VariableType>;
  /** The events that lack one of these, by its name. */
  readonly lacking: ReadonlyMap<string, readonly string[]>;
}

interface Draft {
  readonly names: string[];
  /** Of the first event, as far as all others have the same. */
  common: VariableSchema;
  /** What the texts may name, and which events have it. */
  readonly named: Map<string, { readonly type: VariableType; readonly owners: Set<string> }>;
}

const wordLikeName = new RegExp(nameSyntax, 'g');

/**
 * Puts events into as few groups as can be: into one, unless a variable that these texts may name has different types.
 * Whatever looks like a name in a text counts as one.
 */
export function groupEvents(
  { events }: AnyCatalogue,
  names: readonly string[],
  texts: readonly string[],
): readonly EventGroup[] {
  const words = new Set(texts.flatMap(text => text.match(wordLikeName) ?? []));
  const groups: Draft[] = [];
  for (const name of names) {
    const variables = events[name]?.variables ?? {};
    const named = Object.entries(variables).filter(([variable]) => words.has(variable));
    const fits = (group: Draft): boolean =>
      named.every(([variable, type]) => isSame(group.named.get(variable)?.type ?? type, type));
    const known = groups.find(fits);
    const group = known ?? { names: [], common: variables, named: new Map() };
    if (!known) groups.push(group);
    add(name, variables, named, group);
  }
  return groups.map(groupOf);
}

/** Whether the templates of a group can show an event that was not checked: no name in them means something else there. */
export function suits({ named }: EventGroup, variables: VariableSchema): boolean {
  return Object.entries(variables).every(([name, type]) => isSame(type, named.get(name) ?? type));
}

function add(
  name: string,
  variables: VariableSchema,
  named: readonly (readonly [variable: string, type: VariableType])[],
  group: Draft,
): void {
  group.names.push(name);
  group.common = commonTo(group.common, variables);
  for (const [variable, type] of named) {
    const { owners } = group.named.get(variable) ?? { owners: new Set() };
    group.named.set(variable, { type, owners: owners.add(name) });
  }
}

function groupOf({ names, common, named }: Draft): EventGroup {
  const some = [...named].filter(([, { owners }]) => owners.size < names.length);
  return {
    names,
    named: new Map(Array.from(named, ([name, { type }]) => [name, type])),
    variables: { ...common, ...Object.fromEntries(some.map(([name, { type }]) => [name, type])) },
    lacking: new Map(some.map(([name, { owners }]) => [name, names.filter(each => !owners.has(each))])),
  };
}

function commonTo(variables: VariableSchema, others: VariableSchema): VariableSchema {
  const both = Object.entries(variables).filter(
    ([name, type]) => Object.hasOwn(others, name) && isSame(type, others[name]),
  );
  return Object.fromEntries(both);
}

function isSame(type: VariableType, other: VariableType | undefined): boolean {
  return type === other || JSON.stringify(type) === JSON.stringify(other);
}
