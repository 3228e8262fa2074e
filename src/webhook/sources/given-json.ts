import { readInstant } from '../../dates/format/instant.ts';
import { isObject } from '../../options/define-options.ts';
import { isDeeperThan } from '../../output/json/json-value.ts';
import type { Reading, Source, SourceRequest } from './source.ts';

/** Nested more deeply, nothing is read. Every sender stays far below, and whatever writes JSON again is not stopped by it. */
const maxDepth = 100;

/** Longer texts are no identity. */
const maxIdentityLength = 200;

/**
 * Makes the `read` of a source of a function that reads the JSON object in a body. What that finds missing, or of another type,
 * makes the reading `unreadable`.
 */
/* @__NO_SIDE_EFFECTS__ */
export function readerOf(
  read: (body: GivenObject, headers: SourceRequest['headers'], json: unknown) => Reading,
): Source['read'] {
  return ({ headers, body }) => {
    try {
      if (isDeeperThan(maxDepth, body))
        return { unreadable: `The body is nested more than ${maxDepth} deep.` };
      return read(objectOf(body, ''), headers, body);
    } catch (error) {
      if (error instanceof UnreadableError) return { unreadable: error.message };
      throw error;
    }
  };
}

/** What a commit message begins with. */
export function firstLine(text: string): string {
  const [line = ''] = text.split('\n', 1);
  return line;
}

/** The facts that are read of a body: the sample of an event. */
export function sampleOf<Facts>(
  body: object,
  factsOf: (body: GivenObject, payload: unknown) => Facts,
): Facts {
  return factsOf(new GivenObject(body, ''), body);
}

/** Says that nothing can be made of what arrived. */
class UnreadableError extends Error {}

/** A text that is short enough to tell whether something arrived before. */
export function identityOf(text: string | undefined): { readonly identity?: string } {
  return text !== undefined && text !== '' && text.length <= maxIdentityLength ? { identity: text } : {};
}

/**
 * An object in JSON from elsewhere. A member under the plain name of a type must be there and have it; with `If`, it is undefined
 * where it does not, and where it is an empty text.
 */
export class GivenObject {
  readonly #members: object;
  readonly #path: string;

  constructor(members: object, path: string) {
    this.#members = members;
    this.#path = path;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#members, name);
  }

  /** All members but these, as they are. */
  members(without: readonly string[] = []): Readonly<Record<string, unknown>> {
    return Object.fromEntries(Object.entries(this.#members).filter(([name]) => !without.includes(name)));
  }

  /** Whatever it is; undefined if there is none. Only own members count. */
  json(name: string): unknown {
    return Object.getOwnPropertyDescriptor(this.#members, name)?.value;
  }

  text(name: string): string {
    const value = this.json(name);
    return typeof value === 'string' ? value : this.#fail(name, 'a text');
  }

  textIf(name: string): string | undefined {
    const value = this.json(name);
    return typeof value === 'string' && value.trim() !== '' ? value : undefined;
  }

  number(name: string): number {
    return this.numberIf(name) ?? this.#fail(name, 'a number');
  }

  /** A text, or a whole number as text, as identifiers are. */
  idIf(name: string): string | undefined {
    const value = this.json(name);
    return Number.isSafeInteger(value) ? String(value) : this.textIf(name);
  }

  id(name: string): string {
    return this.idIf(name) ?? this.#fail(name, 'a text or a whole number');
  }

  numberIf(name: string): number | undefined {
    const value = this.json(name);
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  }

  booleanIf(name: string): boolean | undefined {
    const value = this.json(name);
    return typeof value === 'boolean' ? value : undefined;
  }

  /** Of ISO 8601 with an offset, or as Ruby writes it: `2026-05-19 21:14:03 UTC`. */
  dateIf(name: string): Date | undefined {
    const value = this.json(name);
    if (typeof value !== 'string') return undefined;
    const [, day, time, offset = ''] = /^(\S{10}) (\S{8}) (UTC|[+-]\d{4})$/.exec(value) ?? [];
    const iso = day === undefined ? value : `${day}T${time}${offset.replace('UTC', 'Z')}`;
    return dateAt(readInstant(iso));
  }

  /** Seconds since 1970. */
  epochSecondsIf(name: string): Date | undefined {
    const seconds = this.numberIf(name);
    return seconds === undefined ? undefined : dateAt(readInstant(seconds * 1000));
  }

  object(name: string): GivenObject {
    return objectOf(this.json(name), this.#pathTo(name));
  }

  /** One without members if it is none. */
  objectIf(name: string): GivenObject {
    const value = this.json(name);
    return new GivenObject(isObject(value) ? value : {}, this.#pathTo(name));
  }

  objects(name: string): readonly GivenObject[] {
    const value = this.json(name);
    if (!Array.isArray(value)) return this.#fail(name, 'a list');
    return value.map((item: unknown, index) => objectOf(item, `${this.#pathTo(name)}[${index}]`));
  }

  /** Those items of a list that are objects; none if it is no list. */
  objectsIf(name: string): readonly GivenObject[] {
    const value = this.json(name);
    if (!Array.isArray(value)) return [];
    return value.flatMap((item: unknown, index) =>
      isObject(item) ? [new GivenObject(item, `${this.#pathTo(name)}[${index}]`)] : [],
    );
  }

  /** One of these texts. */
  oneOf<const Text extends string>(name: string, texts: readonly Text[]): Text {
    const value = this.text(name);
    return (
      texts.find(text => text === value) ??
      this.#fail(name, `one of ${texts.map(text => `\`${text}\``).join(', ')}`)
    );
  }

  /** Says that a member is not what it should be. */
  #fail(name: string, wanted: string): never {
    return fail(this.json(name), this.#pathTo(name), wanted);
  }

  #pathTo(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`;
  }
}

function objectOf(value: unknown, path: string): GivenObject {
  return isObject(value) ? new GivenObject(value, path) : fail(value, path, 'an object');
}

function fail(value: unknown, path: string, wanted: string): never {
  const what = path === '' ? 'The body' : `\`${path}\``;
  throw new UnreadableError(`${what} is ${value === undefined ? 'missing' : `not ${wanted}`}.`);
}

/** Go writes a time that is not set as the first day of the year 1. */
const zeroTimeMs = -62_135_596_800_000;

function dateAt(epochMs: number | undefined): Date | undefined {
  return epochMs === undefined || Number.isNaN(epochMs) || epochMs === zeroTimeMs
    ? undefined
    : new Date(epochMs);
}
