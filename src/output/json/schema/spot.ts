import { asksNothing, besides, type Schema } from './schema.ts';

/**
 * The schemas that are asked about one value: those that lead to it, and all that these ask about the same value. Two values of
 * which the same is asked have the same spot.
 */
export interface Spot {
  readonly id: number;
  /** Each after those that ask for it. */
  readonly nodes: readonly SpotNode[];
  readonly demanded: ReadonlySet<Schema>;
  /** Whether all that is asked is demanded, and nothing has alternatives: what is wrong is said at once, and nothing noted. */
  readonly isPlain: boolean;
  /** The keys that the schemas know. */
  readonly names: ReadonlySet<string>;
  /** Whether keys may match a pattern. */
  readonly hasPatterns: boolean;
  /** How many items of an array have schemas of their own. */
  readonly places: number;
  /** Whether items are compared with each other. */
  readonly isUnique: boolean;
  /** The syntaxes that a text may be read in. */
  readonly syntaxes: readonly string[];
  /** The shortest of the longest texts that schemas take. */
  readonly maxLength: number;
  /** Whether some schema takes no empty text, but one of any character. */
  readonly isFilled: boolean;
}

export interface SpotNode {
  readonly schema: Schema;
  /** Whether the whole is refused if this schema refuses: then what is wrong can be said at once. */
  readonly isDemanded: boolean;
  /** Whether it asks anything at all. */
  readonly asks: boolean;
}

/** A part of a value and the schemas asked about it. */
export interface SpotPart {
  readonly spot: Spot;
  /** For each node of the whole: the schemas of the part that it depends on. */
  readonly links: ReadonlyMap<SpotNode, readonly Schema[]>;
  /** Nodes that do not say which of their schemas the part falls under. */
  readonly undecided: readonly SpotNode[];
  /** Nodes that know no such key, and take no others. */
  readonly refusing: readonly SpotNode[];
}

/** Makes spots, each once. */
export class Spots {
  static readonly #known = new WeakMap<Schema, Spots>();

  /** The spots of a schema: all walks share them, since they know nothing of what is written. */
  static under(schema: Schema): Spots {
    const known = Spots.#known.get(schema) ?? new Spots();
    Spots.#known.set(schema, known);
    return known;
  }

  readonly #byKey = new Map<string, Spot>();
  readonly #parts = new Map<Spot, Map<string, SpotPart>>();

  /** The spot where one schema is asked. */
  of(schema: Schema, isDemanded: boolean): Spot {
    return this.#spot(new Map([[schema, isDemanded]]));
  }

  /** The member of an object with this key. */
  member(spot: Spot, key: string): SpotPart {
    // All other keys are alike, and there are as many as people write.
    const isKnown = spot.names.has(key);
    if (!isKnown && spot.hasPatterns) return this.#newPart(spot, node => membersOf(node, key));
    return this.#part(spot, isKnown ? `.${key}` : '', node => membersOf(node, key));
  }

  /** The member of an object with a key that a value writes. */
  anyMember(spot: Spot): SpotPart {
    return this.#part(spot, '$', ({ schema }) => {
      const { properties, patternProperties, additionalProperties, propertyNames } = schema;
      if (properties || patternProperties || schema.unevaluatedProperties) return 'undecided';
      if (propertyNames && !asksNothing(propertyNames)) return 'undecided';
      return additionalProperties ? [additionalProperties] : [];
    });
  }

  /** The item of an array with an index in this interval. */
  item(spot: Spot, least: number, most: number): SpotPart {
    const key = `${Math.min(least, spot.places)}-${Math.min(most, spot.places)}`;
    return this.#part(spot, key, ({ schema }) => {
      const { prefixItems = [], items, unevaluatedItems } = schema;
      const candidates = new Set<Schema | undefined>(prefixItems.slice(least, most + 1));
      if (most >= prefixItems.length) candidates.add(items);
      if (candidates.size > 1) return 'undecided';
      const found = [...candidates].filter(each => each !== undefined);
      if (found.length === 0 && unevaluatedItems && !asksNothing(unevaluatedItems)) return 'undecided';
      return schema.contains ? [...found, schema.contains] : found;
    });
  }

  #part(spot: Spot, key: string, find: (node: SpotNode) => Subschemas): SpotPart {
    const parts = this.#parts.get(spot) ?? new Map<string, SpotPart>();
    this.#parts.set(spot, parts);
    const part = parts.get(key) ?? this.#newPart(spot, find);
    parts.set(key, part);
    return part;
  }

  #newPart(spot: Spot, find: (node: SpotNode) => Subschemas): SpotPart {
    const asked = new Map<Schema, boolean>();
    const links = new Map<SpotNode, readonly Schema[]>();
    const undecided: SpotNode[] = [];
    const refusing: SpotNode[] = [];
    for (const node of spot.nodes) {
      const found = find(node);
      if (found === 'undecided') undecided.push(node);
      else if (found === 'refusing') refusing.push(node);
      else {
        for (const schema of found) {
          const isDemanded = node.isDemanded && schema !== node.schema.contains;
          asked.set(schema, (asked.get(schema) ?? false) || isDemanded);
        }
        if (found.length > 0) links.set(node, found);
      }
    }
    return { spot: this.#spot(asked), links, undecided, refusing };
  }

  #spot(asked: ReadonlyMap<Schema, boolean>): Spot {
    const key = [...asked]
      .map(([{ id }, isDemanded]) => `${id}${isDemanded ? '!' : ''}`)
      .sort()
      .join();
    const known = this.#byKey.get(key);
    if (known) return known;
    const nodes = closureOf(asked);
    const names = new Set(nodes.flatMap(({ schema }) => namesIn(schema)));
    const hasPatterns = nodes.some(({ schema }) => schema.patternProperties !== undefined);
    const isUnique = nodes.some(({ schema }) => schema.uniqueItems === true);
    const places = Math.max(0, ...nodes.map(({ schema }) => schema.prefixItems?.length ?? 0));
    const demanded = new Set(nodes.flatMap(({ schema, isDemanded }) => (isDemanded ? [schema] : [])));
    const isPlain = nodes.every(({ schema, isDemanded }) => isDemanded && !hasAlternatives(schema));
    const spot = {
      ...{ id: this.#byKey.size, nodes, demanded, isPlain, names, hasPatterns, places, isUnique },
      syntaxes: [...new Set(nodes.flatMap(({ schema: { syntax } }) => syntax ?? []))],
      maxLength: Math.min(...nodes.map(({ schema }) => schema.maxLength ?? Number.POSITIVE_INFINITY)),
      isFilled: nodes.some(({ schema }) => schema.minLength === 1),
    };
    this.#byKey.set(key, spot);
    return spot;
  }
}

/** The keys that a schema names; one that needs others was meant as it is written. */
function namesIn({
  properties,
  required = [],
  dependentRequired,
  dependentSchemas,
}: Schema): readonly string[] {
  const maps = [properties, dependentRequired, dependentSchemas];
  return [...required, ...maps.flatMap(each => [...(each?.keys() ?? [])])];
}

/** The schemas of a part, if a node says which. */
type Subschemas = readonly Schema[] | 'undecided' | 'refusing';

function membersOf({ schema }: SpotNode, key: string): Subschemas {
  const { properties, patternProperties, additionalProperties } = schema;
  const found: Schema[] = [];
  const declared = properties?.get(key);
  if (declared) found.push(declared);
  for (const [pattern, each] of patternProperties ?? []) {
    const matches = matchesWithin(pattern, key);
    if (matches === undefined) return 'undecided';
    if (matches) found.push(each);
  }
  if (found.length === 0 && additionalProperties) {
    if (additionalProperties.refusesAll) return 'refusing';
    found.push(additionalProperties);
  }
  return unevaluated(schema, found, key);
}

/** Empty groups count: no value is one of their schemas. */
function hasAlternatives({ any, one, not, if: asked, dependentSchemas }: Schema): boolean {
  return [any, one, not, asked, dependentSchemas].some(each => each !== undefined);
}

/** All schemas that are asked about a value, each after those that ask for it; demanded where any of these is. */
function closureOf(asked: ReadonlyMap<Schema, boolean>): readonly SpotNode[] {
  const demanded = new Map<Schema, boolean>();
  const visit = (schema: Schema, isDemanded: boolean): void => {
    const before = demanded.get(schema);
    if (before === true || before === isDemanded) return;
    demanded.set(schema, isDemanded);
    const always = new Set(schema.all);
    for (const each of besides(schema)) visit(each, isDemanded && always.has(each));
  };
  for (const [schema, isDemanded] of asked) visit(schema, isDemanded);
  return [...demanded].map(([schema, isDemanded]) => ({ schema, isDemanded, asks: !asksNothing(schema) }));
}

/** The schemas of a member, where `unevaluatedProperties` has a say as well. */
function unevaluated(schema: Schema, found: readonly Schema[], key: string): readonly Schema[] | 'undecided' {
  const { unevaluatedProperties } = schema;
  if (!unevaluatedProperties || found.length > 0 || asksNothing(unevaluatedProperties)) return found;
  return isKnownBeside(schema, key) ? found : 'undecided';
}

/** Whether a schema that surely applies beside this one has a say about the key. */
function isKnownBeside({ all = [] }: Schema, key: string): boolean {
  return all.some(
    each =>
      !each.isConstant &&
      (each.properties?.has(key) || each.additionalProperties !== undefined || isKnownBeside(each, key)),
  );
}

/** Ways in which a regular expression may be tried on one text. */
const maxWays = 1e6;
const maxPatternLength = 1000;

/**
 * Whether a text matches; undefined where trying might take too long, since patterns backtrack: each repetition may end at any
 * character, each choice may go either way, and a repeated group tries its own again and again.
 */
export function matchesWithin(pattern: RegExp, text: string): boolean | undefined {
  const { choices, repetitions } = effortOf(pattern);
  const ways = 2 ** choices * (text.length + 1) ** repetitions;
  return ways > maxWays ? undefined : pattern.test(text);
}

/** What multiplies the ways in which a pattern may be tried. */
interface Effort {
  readonly choices: number;
  readonly repetitions: number;
}

/** An object may have thousands of keys, and its schema as many patterns for them. */
const efforts = new WeakMap<RegExp, Effort>();

function effortOf(pattern: RegExp): Effort {
  const known = efforts.get(pattern) ?? findEffort(pattern.source);
  efforts.set(pattern, known);
  return known;
}

const boundless: Effort = { choices: Number.POSITIVE_INFINITY, repetitions: 0 };

function findEffort(source: string): Effort {
  if (source.length > maxPatternLength) return boundless;
  // Escapes and sets match one character in one way.
  const plain = source.replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, 'x').replace(/\(\?(?:<?[=!]|:|<\w+>)/g, '(');
  let choices = 0;
  let repetitions = 0;
  const groups: number[] = [];
  for (const { 0: token, index } of plain.matchAll(/[()|?]|[*+]|\{\d+(?:,\d*)?\}/g)) {
    if (token === '(') groups.push(choices + repetitions);
    else if (token === ')') {
      const before = groups.pop() ?? 0;
      if (choices + repetitions > before && /[*+?{]/.test(plain.charAt(index + 1))) return boundless;
    } else if (token === '|' || token === '?') choices++;
    else if (!/^\{\d+\}$/.test(token)) repetitions++;
  }
  return { choices, repetitions };
}
