import { didYouMean } from '../spelling/did-you-mean.ts';

/**
 * The options of every `create…` function are checked once, where they come in. Each is declared once, with its check
 * and its default:
 *
 *     const readOptions = defineOptions<Settings>({
 *       store: objectWith('add', 'save', 'find'),            // required
 *       dispatcher: required('a dispatcher made by `createDispatcher()`', objectWith('deliver')),
 *       timeoutMs: optional(milliseconds(1), 15_000),        // default 15,000
 *       publicUrl: optional(checkThat('an http or https URL', isHttpUrl)),     // default: undefined
 *       onError: optional(listener(), () => {}),
 *       tls: optional(defineOptions<TlsSettings>({ … })),    // errors name `options.tls.…`
 *     });
 *     const settings = readOptions(options);
 *
 * An option that is `undefined` is absent, and one that is not declared is an error. Errors name the option and what
 * was expected, never what was given: it may be a secret. Their `mistakes` also tell the ones after the first.
 */
export function defineOptions<T extends object>(
  checks: {
    readonly [K in keyof T]-?: Check<T[K]>;
  },
  kind: 'option' | 'variable' | 'variable in `variables`' = 'option',
): (given: unknown, name?: string) => T {
  const declared: readonly (readonly [string, Check<unknown>])[] = Object.entries(checks);
  return (given = {}, name = 'options') => {
    if (!isObject(given)) throw expected(name, 'an object');
    const found = new Mistakes();
    for (const key of Object.keys(given)) {
      if (found.isEnough) break;
      if (!Object.hasOwn(checks, key)) found.add(undeclared(kind, key, name, Object.keys(checks)));
    }
    const read: Record<string, unknown> = {};
    for (const [key, check] of declared) {
      if (found.isEnough) break;
      const value = found.of(() => check(given[key], `${name}.${key}`));
      // An assignment to this one would set the prototype.
      if (key !== '__proto__') read[key] = value;
      else Object.defineProperty(read, key, { value, enumerable: true });
    }
    found.throwAny();
    // There is a check for each key of `T`, which returns a value of that key's type.
    return read as T;
  };
}

/** Returns the value to keep. Throws the error of `expected` with the given name. */
export type Check<T> = (value: unknown, name: string) => T;

interface Expected {
  /** `parameters.region` */
  readonly name: string;
  /** `a whole number from 1` */
  readonly what: string;
}

/** One of the mistakes in an argument. */
export interface Mistake {
  /** `facts.items[2].price` */
  readonly name: string;
  /** Without the name: `expected a number`. */
  readonly fault: string;
}

/** An invalid argument or option. The message never quotes its value, and is about the first mistake. */
export class InvalidArgument extends TypeError {
  readonly code = 'invalid-argument';
  readonly #expected: Expected | undefined;
  readonly #mistakes: readonly Mistake[];

  constructor(message: string, expected?: Expected, mistakes: readonly Mistake[] = [readMistake(message)]) {
    super(message);
    this.#expected = expected;
    this.#mistakes = mistakes;
  }

  /** All mistakes that were found, from the first on; at most 100. */
  get mistakes(): readonly Mistake[] {
    return this.#mistakes;
  }

  /** Which argument it is, and what was expected; undefined if the message says more. */
  get expected(): Expected | undefined {
    return this.#expected;
  }
}

const maxMistakes = 100;

/** Collects the mistakes of the parts of a value. */
class Mistakes {
  #first: InvalidArgument | undefined;
  readonly #all: Mistake[] = [];

  get isEnough(): boolean {
    return this.#all.length >= maxMistakes;
  }

  add(error: InvalidArgument): void {
    this.#first ??= error;
    this.#all.push(...error.mistakes.slice(0, maxMistakes - this.#all.length));
  }

  /** The result of a check; undefined where that finds a mistake. */
  of<T>(check: () => T): T | undefined {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof InvalidArgument)) throw error;
      this.add(error);
      return undefined;
    }
  }

  throwAny(): void {
    if (!this.#first) return;
    const { message, expected } = this.#first;
    throw this.#all.length === 1 ? this.#first : new InvalidArgument(message, expected, this.#all);
  }
}

function readMistake(message: string): Mistake {
  const [name = '', ...fault] = message.split(': ');
  return { name, fault: fault.join(': ') };
}

function invalid(name: string, fault: string, expected?: Expected): InvalidArgument {
  return new InvalidArgument(`${name}: ${fault}`, expected, [{ name, fault }]);
}

export function expected(name: string, what: string): InvalidArgument {
  return invalid(name, `expected ${what}`, { name, what });
}

/** `pass` says what to pass, such as ``what `createDispatcher()` returns``. */
export function missing(name: string, pass: string): InvalidArgument {
  return invalid(name, `is missing; pass ${pass}`);
}

/** A required option; its error says what to pass. */
export function required<T>(pass: string, check: Check<T>): Check<T> {
  return (value, name) => {
    if (value === undefined) throw missing(name, pass);
    return check(value, name);
  };
}

/** An option that may be absent. */
export function optional<T>(check: Check<T>): Check<T | undefined>;
export function optional<T>(check: Check<T>, fallback: T): Check<T>;
export function optional<T>(check: Check<T>, fallback?: T): Check<T | undefined> {
  return (value, name) => (value === undefined ? fallback : check(value, name));
}

/** An option that another room checks under the same name. */
export function unchecked<T>(): Check<T> {
  // The other room refuses values of another type.
  return value => value as T;
}

export function checkThat<T>(what: string, isValid: (value: unknown) => value is T): Check<T> {
  return (value, name) => {
    if (isValid(value)) return value;
    throw expected(name, what);
  };
}

export function wholeNumber(least: number, most: number = Number.MAX_SAFE_INTEGER): Check<number> {
  const end = most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`;
  return checkThat(`a whole number from ${least}${end}`, isWholeNumber(least, most));
}

/** Timers use 31 bits for milliseconds; a longer one fires at once. */
export const maxTimerMs: number = 2 ** 31 - 1;

export function milliseconds(least: number): Check<number> {
  const what = `a whole number of milliseconds from ${least} to ${maxTimerMs}`;
  return checkThat(what, isWholeNumber(least, maxTimerMs));
}

export const aText: Check<string> = checkThat('text', (value): value is string => typeof value === 'string');

export const aBoolean: Check<boolean> = checkThat(
  '`true` or `false`',
  (value): value is boolean => typeof value === 'boolean',
);

export function oneOf<const T extends string>(...choices: readonly T[]): Check<T> {
  const what = choices.map(choice => JSON.stringify(choice)).join(' or ');
  return (value, name) => {
    const chosen = choices.find(choice => choice === value);
    if (chosen !== undefined) return chosen;
    const meant = typeof value === 'string' && choices.length > 1 ? didYouMean(value, choices) : undefined;
    throw expected(name, meant === undefined ? what : `${what}; did you mean ${JSON.stringify(meant)}?`);
  };
}

/** Checks only that it is a function: parameters and result show when it is called. */
export function aFunction<T extends (...given: never[]) => unknown>(): Check<T> {
  return checkThat('a function', (value): value is T => typeof value === 'function');
}

/**
 * A function that is notified of something and cannot change it. Errors that it throws, or rejects with, are dropped,
 * since they may quote anything; `onThrow` is called instead.
 */
export function listener<Told extends readonly unknown[]>(
  onThrow: () => void = () => {},
): Check<(...told: Told) => void> {
  const check = aFunction<(...told: Told) => unknown>();
  return (value, name) => {
    const tell = check(value, name);
    return (...told) => {
      try {
        const answer = tell(...told);
        if (answer !== undefined) Promise.resolve(answer).catch(onThrow);
      } catch {
        onThrow();
      }
    };
  };
}

/** An object with these methods, such as a store. */
export function objectWith<T extends object>(...methods: readonly (keyof T & string)[]): Check<T> {
  const what = methods.length === 0 ? 'an object' : `an object with the functions ${methods.join(', ')}`;
  const isValid = (value: unknown): value is T =>
    isObject(value) && methods.every(method => typeof value[method] === 'function');
  return checkThat(what, isValid);
}

/** A list, kept as a frozen copy: later changes by the caller have no effect. */
export function aListOf<T>(check: Check<T>): Check<readonly T[]> {
  return (value, name) => {
    if (!Array.isArray(value)) throw expected(name, 'a list');
    const found = new Mistakes();
    const entries: T[] = [];
    for (const [index, entry] of value.entries()) {
      if (found.isEnough) break;
      const read = found.of(() => [check(entry, `${name}[${index}]`)] as const);
      if (read) entries.push(read[0]);
    }
    found.throwAny();
    return Object.freeze(entries);
  };
}

/**
 * Renames the options in an error of a function that these options were passed on to: its caller knows them under
 * another name, such as `options.delivery`. Any other error is returned unchanged.
 */
export function underName(error: unknown, handedOn: object, name: string): unknown {
  if (!(error instanceof InvalidArgument)) return error;
  const [, key = ''] = /^options\.(\w+)/.exec(error.message) ?? [];
  if (!Object.hasOwn(handedOn, key)) return error;
  return new InvalidArgument(name + error.message.slice('options'.length));
}

function isWholeNumber(least: number, most: number): (value: unknown) => value is number {
  return (value): value is number =>
    Number.isSafeInteger(value) && least <= Number(value) && Number(value) <= most;
}

/** Whether a value is an object, and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function undeclared(kind: string, key: string, name: string, declared: readonly string[]): InvalidArgument {
  const meant = didYouMean(key, declared) ?? longerName(key, declared);
  const hint = meant === undefined ? '' : `; did you mean \`${meant}\`?`;
  return invalid(`${name}.${key}`, `there is no such ${kind}${hint}`);
}

/** People shorten names: `user` means `username`. */
function longerName(key: string, declared: readonly string[]): string | undefined {
  return key.length < 3 ? undefined : declared.find(option => option.startsWith(key));
}

/** Options once they are read: each has a value, given or by default. */
export type WithDefaults<T> = { readonly [Name in keyof T]-?: Exclude<T[Name], undefined> };
