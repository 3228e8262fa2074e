import {
  isGroup,
  isList,
  isOptional,
  type ListType,
  type PresentType,
  presentType,
  type ScalarType,
  type VariableType,
} from '../../template/resolve/variables.ts';
import type { AnyCatalogue } from '../events/event-catalogue.ts';

/** A variable, or a part of a group, as people read of it. */
export interface Fact {
  /** As a template names it: `order.customer.name`. */
  readonly path: string;
  /** As people say it: `Customer name`. */
  readonly label: string;
  readonly type: ScalarType | ListType;
  readonly mayBeMissing: boolean;
  /** The events that have it, with this type. */
  readonly events: readonly string[];
}

/** The facts that each of the catalogue's events or some of them report; those of all events come first. */
export function reportedFacts({ names, events }: AnyCatalogue): readonly Fact[] {
  const facts = new Map<string, Fact>();
  for (const event of names)
    for (const fact of partsOf(events[event]?.variables ?? {}, [], [event])) {
      const known = facts.get(fact.path);
      if (known === undefined) facts.set(fact.path, fact);
      else if (kindOf(known.type) === kindOf(fact.type)) facts.set(fact.path, joined(known, fact));
      else facts.set(fact.path, { ...known, events: [] });
    }
  const all = [...facts.values()].filter(({ events }) => events.length > 0);
  const isCommon = (fact: Fact) => fact.events.length === names.length;
  return [...all.filter(isCommon), ...all.filter(fact => !isCommon(fact))];
}

/** The facts of an item of a list, but for a part `number`: readers take that for the place of the item. */
export function itemFacts({ of }: ListType, item: string): readonly Fact[] {
  const type = presentType(of);
  if (isGroup(type))
    return partsOf(type, [item], [], isOptional(of)).filter(({ path }) => path !== `${item}.number`);
  return [{ path: item, label: '', type, mayBeMissing: isOptional(of), events: [] }];
}

/** Under a name that events give to values of different kinds, templates cannot rely on any. */
function joined(fact: Fact, other: Fact): Fact {
  if (fact.events.length === 0) return fact;
  const type =
    isClosed(fact.type) && isClosed(other.type) ? [...new Set([...fact.type, ...other.type])] : fact.type;
  const mayBeMissing = fact.mayBeMissing || other.mayBeMissing;
  return { ...fact, type, mayBeMissing, events: [...fact.events, ...other.events] };
}

function partsOf(
  parts: Readonly<Record<string, VariableType>>,
  path: readonly string[],
  events: readonly string[],
  isInOptional = false,
): readonly Fact[] {
  return Object.entries(parts).flatMap(([name, declared]) => {
    const type = presentType(declared);
    const own = [...path, name];
    const mayBeMissing = isInOptional || isOptional(declared);
    if (isGroup(type)) return partsOf(type, own, events, mayBeMissing);
    return [{ path: own.join('.'), label: labelOf(own), type, mayBeMissing, events }];
  });
}

function kindOf(type: PresentType): string {
  if (isClosed(type)) return 'closed set';
  if (isList(type)) return `list of ${kindOf(presentType(type.of))}`;
  if (isGroup(type))
    return JSON.stringify(Object.entries(type).map(([name, part]) => [name, kindOf(presentType(part))]));
  return String(type);
}

/** Whether a type is a closed set of texts. */
export function isClosed(type: PresentType): type is readonly string[] {
  return Array.isArray(type);
}

/** Units at the end of a name, which stand after its number instead. */
const units: Readonly<Record<string, string>> = {
  seconds: 's',
  milliseconds: 'ms',
  minutes: 'min',
  hours: 'h',
  days: 'days',
  bytes: 'bytes',
  kilograms: 'kg',
  percent: '%',
};

const spelledOut = ['id', 'pid', 'url', 'uri', 'sku', 'ip', 'cpu', 'api'];

/** The unit of the number under a path, which its last word names; undefined if that is none. */
export function unitOf(path: string): string | undefined {
  const words = wordsOf(path.split('.').at(-1) ?? '');
  const last = (words.length > 1 && words.at(-1)) || '';
  return Object.hasOwn(units, last) ? units[last] : undefined;
}

/** Whether a number is in hundredths of a currency's unit. */
export function isInCents(path: string): boolean {
  return wordsOf(path.split('.').at(-1) ?? '').at(-1) === 'cents';
}

function labelOf(path: readonly string[]): string {
  const words = path.slice(-2).map(wordsOf).flatMap(withoutIs);
  const last = words.at(-1) ?? '';
  const isUnit = wordsOf(path.at(-1) ?? '').length > 1 && (Object.hasOwn(units, last) || last === 'cents');
  return sentence(isUnit ? words.slice(0, -1) : words);
}

/** `errorCount` and `error_count` are two words. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_]+/)
    .filter(word => word !== '')
    .map(word => word.toLowerCase());
}

/** `isPartial` is about what is partial. */
export function withoutIs(words: readonly string[]): readonly string[] {
  return words[0] === 'is' && words.length > 1 ? words.slice(1) : words;
}

/** Words as they stand in a sentence: `order ID`. */
export function phrase(words: readonly string[]): string {
  return words.map(word => (spelledOut.includes(word) ? word.toUpperCase() : word)).join(' ');
}

function sentence(words: readonly string[]): string {
  const text = phrase(words);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
