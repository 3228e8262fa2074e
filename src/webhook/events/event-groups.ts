import { nameSyntax } from '../../../grammar/names.ts';
import { Renamings } from '../../template/resolve/renamings.ts';
import type { ServedEvents } from '../../template/resolve/served-events.ts';
import {
  isGroup,
  isList,
  isOptional,
  listOf,
  optional,
  optionalAlong,
  type PresentType,
  presentType,
  typeOrPartAt,
  type VariableSchema,
  type VariableType,
} from '../../template/resolve/variables.ts';
import type { AnyCatalogue } from './event-catalogue.ts';
import { renamingsOf } from './renamed.ts';

/**
 * Events that one walk can prove together, because each name used in the templates has the same type in all of them.
 */
export interface EventGroup extends ServedEvents {
  /**
   * Every variable of the catalogue. If events differ in the type of a name, this group's type comes first, then that
   * of other groups.
   */
  readonly variables: VariableSchema;
}

interface UnfinishedGroup {
  readonly names: string[];
  /** The types of names that the texts may use. */
  readonly types: Map<string, VariableType>;
  /** What the former names mean that the texts may use. */
  readonly renamed: Map<string, string>;
}

const wordLikeName = new RegExp(nameSyntax, 'g');

/**
 * Divides events into as few groups as possible: a single one, unless a variable that these texts may name has
 * different types. Anything in a text that looks like a name counts.
 */
export function groupEvents(
  { names: all, events }: AnyCatalogue,
  names: readonly string[],
  texts: readonly string[],
): readonly EventGroup[] {
  const words = wordsOf(texts);
  const { isSame } = new Comparison(texts);
  const groups = divide(names);
  const areTypesAlike = divide(all).length < 2;
  const proposed = allOf(names);
  const owners = new Map<string, readonly string[]>();
  return groups.map(group => groupOf(group.names));

  function divide(wanted: readonly string[]): readonly UnfinishedGroup[] {
    const drafts: UnfinishedGroup[] = [];
    for (const name of wanted) {
      const named = Object.entries(variablesOf(name)).filter(([variable]) => words.has(variable));
      const former = Object.entries(events[name]?.renamed ?? {}).filter(([from]) => words.has(firstOf(from)));
      const known = drafts.find(
        ({ types, renamed }) =>
          named.every(
            ([variable, type]) => isSame(types.get(variable) ?? type, type) && !renamed.has(variable),
          ) && former.every(([from, to]) => (renamed.get(from) ?? to) === to && !types.has(from)),
      );
      const draft: UnfinishedGroup = known ?? { names: [], types: new Map(), renamed: new Map() };
      if (!known) drafts.push(draft);
      draft.names.push(name);
      for (const [variable, type] of named) draft.types.set(variable, type);
      for (const [from, to] of former) draft.renamed.set(from, to);
    }
    return drafts;
  }

  /** Anything that looks like a name, and what former names stand for. */
  function wordsOf(texts: readonly string[]): ReadonlySet<string> {
    const words = new Set(texts.flatMap(text => text.match(wordLikeName) ?? []));
    const renamed = all.flatMap(name => Object.entries(events[name]?.renamed ?? {}));
    // What a former name stands for may begin with another one.
    for (let before = -1; before < words.size; ) {
      before = words.size;
      for (const [from, to] of renamed) if (words.has(firstOf(from))) words.add(firstOf(to));
    }
    return words;
  }

  /** Those of the members come first. What one of them calls by a former name of others is itself. */
  function renamingsFor(members: readonly string[]): Renamings {
    const others = all.filter(name => !members.includes(name));
    const renamings = [...members, ...others].flatMap(name => {
      const event = events[name];
      return event ? renamingsOf(event) : [];
    });
    const isOfMembers = (path: readonly string[]) =>
      members.some(name => typeOrPartAt(variablesOf(name), path) !== undefined);
    return new Renamings(renamings.filter(({ from }) => !isOfMembers(from)));
  }

  /** The first that has a variable says what it is; it is optional if it is for any of the first `agreeing`. */
  function allOf(wanted: readonly string[], agreeing = 0): VariableSchema {
    const variables = new Map<string, VariableType>();
    for (const [index, name] of wanted.entries())
      for (const [variable, type] of Object.entries(variablesOf(name))) {
        const known = variables.get(variable);
        if (known === undefined) variables.set(variable, type);
        else if (index < agreeing) variables.set(variable, joined(known, type));
      }
    return Object.fromEntries(variables);
  }

  function mayLack(name: string, path: readonly string[]): boolean {
    const { variables = {}, constants = {} } = events[name] ?? {};
    if (Object.hasOwn(constants, path[0] ?? '')) return false;
    return optionalAlong(variables, path).length > 0;
  }

  function groupOf(members: readonly string[]): EventGroup {
    const variables = allOf([...members, ...names, ...all], members.length);
    const lackers = new Map<string, readonly string[]>();
    const known = new Map(members.map(name => [name, { ...events[name]?.constants, event: name }]));
    return {
      names: members,
      together: names,
      areTypesAlike,
      switchedOn: names.length < all.length ? names : undefined,
      variables,
      renamings: renamingsFor(members),
      proposed,
      knownOf: name => known.get(name) ?? {},
      ownersOf,
      lackersOf: path => {
        const key = path.join('.');
        const known = lackers.get(key);
        if (known) return known;
        const found = members.filter(name => mayLack(name, path));
        lackers.set(key, found);
        return found;
      },
      variablesOf,
    };
  }

  function variablesOf(name: string): VariableSchema {
    return events[name]?.variables ?? {};
  }

  function ownersOf(path: readonly string[]): readonly string[] {
    const key = path.join('.');
    const known = owners.get(key);
    if (known) return known;
    const found = all.filter(name => typeOrPartAt(variablesOf(name), path) !== undefined);
    owners.set(key, found);
    return found;
  }
}

function firstOf(path: string): string {
  return path.split('.', 1)[0] ?? '';
}

/** Compares types by what some texts can tell apart. */
class Comparison {
  readonly #text: string;
  readonly #mentioned = new Map<string, boolean>([['', true]]);

  constructor(texts: readonly string[]) {
    this.#text = texts.join('\n').toLowerCase();
  }

  /** Whether values of two types are the same, but that those of one may be missing, or be other texts that nobody asks about. */
  readonly isSame = (type: VariableType, other: VariableType | undefined): boolean =>
    type === other || (other !== undefined && this.#describe(type) === this.#describe(other));

  #describe(type: VariableType): string {
    const present = presentType(type);
    if (isList(present)) return `list of ${this.#describe(present.of)}`;
    if (isGroup(present))
      return JSON.stringify(Object.entries(present).map(([name, part]) => [name, this.#describe(part)]));
    if (typeof present === 'string') return present;
    return JSON.stringify(present.filter(member => this.#isMentioned(member)).toSorted());
  }

  /** Whether a comparison may name this text, in whatever case: that is a mistake with a fix. */
  #isMentioned(member: string): boolean {
    const known = this.#mentioned.get(member);
    if (known !== undefined) return known;
    const isMentioned = this.#text.includes(member.toLowerCase());
    this.#mentioned.set(member, isMentioned);
    return isMentioned;
  }
}

/** Two types of the same values as one that has the values of both. */
function joined(type: VariableType, other: VariableType): VariableType {
  const [one, two] = [presentType(type), presentType(other)];
  let both = one;
  if (isClosedSet(one) && isClosedSet(two)) both = [...new Set([...one, ...two])];
  else if (isList(one) && isList(two)) both = listOf(joined(one.of, two.of));
  else if (isGroup(one) && isGroup(two)) {
    const parts = Object.entries(one).map(([name, part]) => [name, joined(part, two[name] ?? part)]);
    both = Object.fromEntries(parts);
  }
  return isOptional(type) || isOptional(other) ? optional(both) : both;
}

function isClosedSet(type: PresentType): type is readonly string[] {
  return Array.isArray(type);
}
