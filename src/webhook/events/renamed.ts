import { nameSyntax } from '../../../grammar/names.ts';
import { aText, type Check, expected, InvalidArgument } from '../../options/define-options.ts';
import { didYouMean } from '../../spelling/did-you-mean.ts';
import { readOwnProperty } from '../../template/read-own-property.ts';
import type { Renaming } from '../../template/resolve/renamings.ts';
import {
  eachItem,
  isGroup,
  isList,
  type PresentType,
  presentType,
  typeAt,
  typeOrPartAt,
  type VariableSchema,
} from '../../template/resolve/variables.ts';
import type { EventDescription } from './event-catalogue.ts';

/** Former names of variables, each with the present one. Both are dotted; the parts of items follow the name of their list. */
export type Renamed = Readonly<Record<string, string>>;

const aPath = new RegExp(String.raw`^${nameSyntax}(?:\.${nameSyntax})*$`);

export const readRenamed: Check<Renamed> = (given, name) => {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw expected(name, 'an object with the new name for each old one');
  const renamed = Object.entries(given).map(([from, to]) => {
    const at = `${name}.${from}`;
    if (!aPath.test(from))
      throw expected(at, 'a name of a variable, such as `customerName` or `customer.name`');
    return [from, aText(to, at)] as const;
  });
  return Object.fromEntries(renamed);
};

/**
 * Refuses what templates could understand in two ways, or not at all.
 *
 * @throws {InvalidArgument} naming the former name and what to write.
 */
export function assertRenamed(
  renamed: Renamed,
  variables: VariableSchema,
  { event, at }: { readonly event: string; readonly at: (from: string) => string },
): void {
  const of = `the event ${JSON.stringify(event)}`;
  for (const [from, to] of Object.entries(renamed)) {
    const refuse = (why: string) => new InvalidArgument(`${at(from)}: ${why}`);
    const outer = beginningOf(from, renamed);
    if (outer !== undefined)
      throw refuse(
        `\`${outer}\` is renamed, too: write \`${present(from, outer, renamed)}\` in place of this name`,
      );
    if (isKnown(stepsOf(from, variables), variables))
      throw refuse(`${of} has this name today, so it cannot be the former name of another variable`);
    const former = Object.hasOwn(renamed, to) ? to : beginningOf(to, renamed);
    if (former !== undefined)
      throw refuse(`\`${former}\` is renamed itself: write \`${present(to, former, renamed)}\``);
    const target = targetOf(to, variables);
    if (target === undefined) {
      const meant = didYouMean(to, namesIn(variables));
      throw refuse(
        `${of} has no variable \`${to}\`${meant === undefined ? '; declare it, and name it here' : `; did you mean \`${meant}\`?`}`,
      );
    }
    if (listOf(stepsOf(from, variables)) !== listOf(target))
      throw refuse(`\`${to}\` does not belong to the same list: only what stays in its list can be renamed`);
  }
}

/** The renamings of an event, as templates reach their variables. */
export function renamingsOf({ renamed = {}, variables }: EventDescription): readonly Renaming[] {
  return Object.entries(renamed).map(([from, to]) => ({
    from: stepsOf(from, variables),
    to: targetOf(to, variables) ?? stepsOf(to, variables),
  }));
}

/** Facts of an event that were told by former names, by those of today. */
export function byNamesOfToday(facts: object, description: EventDescription): object {
  const renamings = renamingsOf(description);
  let named: unknown = facts;
  // One renaming may lead to the beginning of another.
  for (const _ of renamings) for (const { from, to } of renamings) named = moved(named, from, to);
  return named as object;
}

function moved(whole: unknown, from: readonly string[], to: readonly string[]): unknown {
  const step = from.indexOf(eachItem);
  if (step < 0) {
    const [value, present] = [readOwnProperty(whole, from), readOwnProperty(whole, to)];
    if (value === undefined) return whole;
    const both = isPlain(value) && isPlain(present) ? { ...value, ...present } : (present ?? value);
    return placed(placed(whole, from, undefined), to, both);
  }
  const list = readOwnProperty(whole, from.slice(0, step));
  if (!Array.isArray(list)) return whole;
  const items = list.map(item => moved(item, from.slice(step + 1), to.slice(step + 1)));
  return placed(whole, from.slice(0, step), items);
}

/** A copy with a value at a path; without a value, also without the groups that had nothing else. The count of a list is kept nowhere. */
function placed(whole: unknown, [first = '', ...rest]: readonly string[], value: unknown): unknown {
  if (Array.isArray(whole)) return whole;
  const { [first]: part, ...others } = isPlain(whole) ? whole : {};
  const inside = rest.length === 0 ? value : placed(part, rest, value);
  const isEmpty = value === undefined && isPlain(inside) && Object.keys(inside).length === 0;
  return inside === undefined || isEmpty ? others : { ...others, [first]: inside };
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The former name that is the beginning of another name. */
function beginningOf(name: string, renamed: Renamed): string | undefined {
  return Object.keys(renamed).find(each => name.startsWith(`${each}.`));
}

function present(name: string, former: string, renamed: Renamed): string {
  return `${renamed[former]}${name.slice(former.length)}`;
}

/** The path of a dotted name, with a step into each list whose items it names a part of. */
function stepsOf(name: string, variables: VariableSchema): readonly string[] {
  const steps: string[] = [];
  for (const part of name.split('.')) {
    for (let type = typeAt(variables, steps); type && isList(type); type = typeAt(variables, steps))
      steps.push(eachItem);
    steps.push(part);
  }
  return steps;
}

/** Whether templates can name something there, such as the number of an item. */
function isKnown(steps: readonly string[], variables: VariableSchema): boolean {
  const isNumber = steps.at(-1) === 'number' && steps.at(-2) === eachItem;
  return isNumber || typeOrPartAt(variables, steps) !== undefined;
}

/** The path of a name that templates can write today, which may be the count of a list. */
function targetOf(name: string, variables: VariableSchema): readonly string[] | undefined {
  const steps = stepsOf(name, variables);
  if (typeOrPartAt(variables, steps) !== undefined) return steps;
  const list = stepsOf(name.replace(/\.count$/, ''), variables);
  const type = name.endsWith('.count') ? typeAt(variables, list) : undefined;
  return type && isList(type) ? [...list, 'count'] : undefined;
}

/** The innermost list of a path. */
function listOf(steps: readonly string[]): string {
  return steps.slice(0, steps.lastIndexOf(eachItem) + 1).join('.');
}

/** All names that a variable can be renamed to, but for parts of JSON and counts. */
function namesIn(type: PresentType, prefix = ''): readonly string[] {
  if (isList(type)) return namesIn(presentType(type.of), prefix);
  if (!isGroup(type)) return [];
  return Object.entries(type).flatMap(([name, part]) => [
    prefix + name,
    ...namesIn(presentType(part), `${prefix}${name}.`),
  ]);
}
