import { quote } from '../../../diagnostics/catalogue/excerpt.ts';
import { list } from '../../../diagnostics/catalogue/list.ts';
import type { SchemaCode } from '../../../diagnostics/catalogue/schema.ts';
import { didYouMean } from '../../../spelling/did-you-mean.ts';
import type { Written } from '../../output.ts';
import type { JsonScalar, JsonType, Schema } from './schema.ts';
import { matchesWithin } from './spot.ts';

/** What is wrong with a value under a schema alone, without its subschemas; or what nobody can know before the value comes. */
export interface Issue {
  /** Whether the value is surely refused. */
  readonly isSure: boolean;
  readonly code: SchemaCode;
  readonly expected: string;
  readonly found: string;
  /** Whether another alternative was probably meant. */
  readonly isDecisive?: boolean;
  /** What it may stand for: one of a list of constants, or the bound that it is beyond. */
  readonly meant?: string | number | undefined;
  /** The length that a text may have at most, where that would mend it. */
  readonly most?: number | undefined;
  /** Whether it may be too short besides. */
  readonly isShort?: boolean | undefined;
  /** Whether only a text is taken, which what may be anything is between quotes. */
  readonly isForText?: boolean | undefined;
  /** Whether only a list is taken, which may have this one item. */
  readonly isForList?: boolean | undefined;
}

/** The first reason why a schema does not surely accept a value that is no object and no array. */
export function assess(schema: Schema, value: Written): Issue | undefined {
  if (schema.refusesAll)
    return { isSure: true, code: 'schema-value', expected: 'no value', found: describe(value) };
  return assessType(schema, value) ?? (value.isUnknown ? undefined : assessKnown(schema, value));
}

function assessKnown(schema: Schema, value: Written): Issue | undefined {
  return (
    assessConstants(schema, value) ??
    (value.kind === 'text' ? assessText(schema, value) : undefined) ??
    (value.kind === 'number' ? assessNumber(schema, value) : undefined) ??
    (value.kind === 'any' ? assessAny(schema, value) : undefined)
  );
}

/** The same for an object or array whose parts are judged one by one. */
export function assessKind(schema: Schema, value: Written): Issue | undefined {
  if (schema.refusesAll)
    return { isSure: true, code: 'schema-value', expected: 'no value', found: describe(value) };
  return assessType(schema, value) ?? assessConstants(schema, value);
}

function assessType({ types, minLength, maxLength }: Schema, value: Written): Issue | undefined {
  if (!types) return undefined;
  const { kind, exact, isUnknown } = value;
  if (kind === 'any' && isUnknown) return undefined;
  if (kind !== 'any' && types.has(kind === 'text' ? 'string' : kind)) return undefined;
  const mayBeInteger = kind === 'number' && types.has('integer');
  if (mayBeInteger && isWhole(value)) return undefined;
  const facts = { code: 'schema-type', expected: typesOf(types), found: describe(value) } as const;
  if (kind === 'any') {
    const isForText = types.size === 1 && types.has('string');
    return { ...facts, isSure: false, isForText, most: maxLength, isShort: (minLength ?? 0) > 0 };
  }
  return mayBeInteger
    ? { ...facts, isSure: typeof exact === 'number' }
    : { ...facts, isSure: true, isDecisive: true, isForList: types.size === 1 && types.has('array') };
}

/** A double without a fraction is an integer, `1.0` too. */
function isWhole({ exact, isInteger }: Written): boolean {
  return typeof exact === 'number' ? Number.isInteger(exact) : isInteger === true;
}

function assessConstants({ constants }: Schema, value: Written): Issue | undefined {
  if (!constants) return undefined;
  const exact = exactOf(value);
  const { all, said: expected } = setOf(constants);
  if (exact !== undefined && all.has(exact)) return undefined;
  const facts = { code: 'schema-value', expected, found: describe(value) } as const;
  if (exact !== undefined) {
    const meant = typeof exact === 'string' ? meantBy(exact, constants) : undefined;
    return { ...facts, isSure: true, isDecisive: true, meant };
  }
  const isPossible = constants.some(constant => mayBe(value, constant));
  return { ...facts, isSure: !isPossible, isDecisive: !isPossible };
}

interface ConstantSet {
  readonly all: ReadonlySet<JsonScalar>;
  readonly said: string;
}

/** There may be a hundred thousand, which many values are compared with. */
const constantSets = new WeakMap<readonly JsonScalar[], ConstantSet>();

function setOf(constants: readonly JsonScalar[]): ConstantSet {
  const known = constantSets.get(constants) ?? { all: new Set(constants), said: constantsOf(constants) };
  constantSets.set(constants, known);
  return known;
}

function meantBy(text: string, constants: readonly JsonScalar[]): string | undefined {
  const [only, another] = constants;
  if (typeof only === 'string' && another === undefined) return only;
  if (constants.length > maxCompared) return undefined;
  const texts = constants.filter(each => typeof each === 'string');
  const [begun, other] = texts.filter(each => isBegun(text, each) || isBegun(each, text));
  return didYouMean(text, texts) ?? (other === undefined ? begun : undefined);
}

const maxCompared = 200;

/** Whether a word is another one cut short: `warn`, `info`. */
function isBegun(word: string, longer: string): boolean {
  return word.length >= leastBegun && longer.startsWith(word);
}

const leastBegun = 3;

/** The value, if it is known; `null` is one. */
function exactOf({ kind, exact }: Written): JsonScalar | undefined {
  return kind === 'null' ? null : exact;
}

function mayBe(value: Written, constant: JsonScalar): boolean {
  if (value.kind === 'text') return typeof constant === 'string' && isWithin(lengthOf(constant), value);
  if (value.kind === 'number') return typeof constant === 'number' && isWithin(constant, value);
  return value.kind === 'any';
}

function isWithin(number: number, { least, most }: Written): boolean {
  return least <= number && number <= most;
}

function assessText(
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern }: Schema,
  value: Written,
): Issue | undefined {
  const { least, most, exact } = value;
  if (least < minLength || most > maxLength) {
    const isSure = most < minLength || least > maxLength;
    const expected = lengths(minLength, maxLength);
    const isTooLong = most > maxLength;
    const isBounded = most !== Number.POSITIVE_INFINITY;
    const isLong = isSure && !isBounded;
    const ofLength = isLong ? `a text of at least ${characters(least)}` : describe(value);
    const found = isBounded && !isSure && !isTooLong ? shortest(least) : ofLength;
    return {
      isSure,
      code: 'schema-length',
      expected,
      found,
      ...(isTooLong && { most: maxLength, isShort: least < minLength }),
    };
  }
  if (!pattern) return undefined;
  const matches = typeof exact === 'string' ? matchesWithin(pattern, exact) : undefined;
  if (matches === true) return undefined;
  const expected = `text that matches ${quote(pattern.source)}`;
  return { isSure: matches === false, code: 'schema-pattern', expected, found: describe(value) };
}

function assessNumber(schema: Schema, value: Written): Issue | undefined {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, multipleOf } = schema;
  const { exclusiveMinimum = Number.NEGATIVE_INFINITY, exclusiveMaximum = Number.POSITIVE_INFINITY } = schema;
  const { least, most, exact } = value;
  const isTooLow =
    least < minimum || (least <= exclusiveMinimum && exclusiveMinimum > Number.NEGATIVE_INFINITY);
  const isTooHigh =
    most > maximum || (most >= exclusiveMaximum && exclusiveMaximum < Number.POSITIVE_INFINITY);
  if (isTooLow || isTooHigh) {
    const isSure = most < minimum || most <= exclusiveMinimum || least > maximum || least >= exclusiveMaximum;
    const meant = exact === undefined ? undefined : isTooLow ? schema.minimum : schema.maximum;
    return { isSure, code: 'schema-range', expected: numericRange(schema), found: describe(value), meant };
  }
  // Parsers make of it what they like: nothing is certain of it, nor of its opposite.
  if (typeof exact === 'number' && !Number.isFinite(exact))
    return {
      isSure: false,
      code: 'schema-range',
      expected: 'a number that a double can hold',
      found: describe(value),
    };
  if (multipleOf === undefined) return undefined;
  const expected = `a multiple of ${multipleOf}`;
  // A validator divides doubles, so that only whole numbers are beyond doubt.
  const isExact = typeof exact === 'number' && Number.isSafeInteger(exact) && Number.isInteger(multipleOf);
  if (isExact && exact % multipleOf === 0) return undefined;
  if (!isExact && multipleOf === 1 && isWhole(value) && least > -maxDivided && most < maxDivided)
    return undefined;
  return { isSure: isExact, code: 'schema-range', expected, found: describe(value) };
}

/** Above it, validators that read the quotient as text misread its exponent. */
const maxDivided = 1e21;

/** A value of JSON may be anything. */
function assessAny(schema: Schema, value: Written): Issue | undefined {
  const asked = Object.keys(schema).find(key => !asksOthers.has(key));
  if (asked === undefined) return undefined;
  return { isSure: false, code: 'schema-type', expected: `what \`${asked}\` asks`, found: describe(value) };
}

/** What a schema asks by others, which are asked themselves, or does not ask at all; and its types, which fit. */
const asksOthers = new Set([
  ...['id', 'pointer', 'title', 'description', 'sample', 'isConstant', 'syntax', 'types'],
  ...['all', 'any', 'one', 'not', 'if', 'then', 'else', 'unknown'],
]);

/** A text's length in code points, as schemas count. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

function describe(value: Written): string {
  const exact = exactOf(value);
  if (exact !== undefined) return typeof exact === 'string' ? quote(JSON.stringify(exact)) : `\`${exact}\``;
  switch (value.kind) {
    case 'text':
      return `a text of ${value.most === Number.POSITIVE_INFINITY ? 'any length' : `up to ${characters(value.most)}`}`;
    case 'number':
      return value.isInteger ? 'a whole number' : 'a number';
    case 'any':
      return 'a value that may be anything';
    case 'array':
      return 'a list';
    default:
      return 'an object';
  }
}

/** What matters of a text that is at most too short. */
function shortest(least: number): string {
  return least === 0 ? 'an empty text' : `a text of only ${characters(least)}`;
}

const typeNames: Readonly<Record<JsonType, string>> = {
  null: '`null`',
  boolean: '`true` or `false`',
  number: 'a number',
  integer: 'a whole number',
  string: 'text in quotes',
  array: 'a list in `[` and `]`',
  object: 'an object in `{` and `}`',
};

export function typesOf(types: ReadonlySet<JsonType>): string {
  return [...types].map(type => typeNames[type]).join(' or ');
}

export function constantsOf(constants: readonly JsonScalar[]): string {
  const said = list(constants.map(constant => JSON.stringify(constant)));
  return constants.length > 1 ? `one of ${said}` : said;
}

export function lengths(least: number, most: number): string {
  if (most === Number.POSITIVE_INFINITY) return `at least ${characters(least)}`;
  if (least === most) return `exactly ${characters(most)}`;
  return least === 0 ? `at most ${characters(most)}` : `${least} to ${characters(most)}`;
}

function characters(count: number): string {
  return count === 1 ? 'one character' : `${count} characters`;
}

export function numericRange({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return `a number from ${minimum} to ${maximum}`;
  const bounds = [
    minimum !== undefined && `of at least ${minimum}`,
    exclusiveMinimum !== undefined && `above ${exclusiveMinimum}`,
    maximum !== undefined && `of at most ${maximum}`,
    exclusiveMaximum !== undefined && `below ${exclusiveMaximum}`,
  ];
  return `a number ${bounds.filter(bound => bound !== false).join(' and ')}`;
}
