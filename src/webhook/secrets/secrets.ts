import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { JsonValue } from '../../output/json/json-value.ts';
import { asText, isArray, isSettings } from '../config/given-config.ts';
import { secretMark } from '../config/settings.ts';
import type { WebhookRequest } from '../webhook-request.ts';
import { type ConfigPlace, type SecretLevel, secretKinds, secretLevels } from './secret-kinds.ts';

/** Replaces a secret. */
export const hidden = '***';

/** Replaces a secret that is stored but not shown; saved again, it keeps the secret. */
export const keptPlaceholder = { set: true } as const;
/** Replaces a secret that was not kept and has to be entered again. */
export const lostPlaceholder = { set: false } as const;
export type UnshownSecret = typeof keptPlaceholder | typeof lostPlaceholder;

/** A secret and its location. */
export interface Secret<Node = unknown> {
  /** The name of one of `secretKinds`. */
  readonly kind: string;
  readonly level: SecretLevel;
  /** The field of its value: `url`, `headers[0].value`, `authentication.password`. */
  readonly field: string;
  /** Identifies the value within the configuration; for a header by its name, wherever it stands in the list. */
  readonly slot: string;
  /** Lower-case name of the header whose value contains the secret. */
  readonly header?: string;
  /** The value that contains the secret; `keys` is the path to it. */
  readonly node: Node;
  readonly keys: readonly string[];
  /** Range in the text of the value; undefined if the value as a whole is secret. */
  readonly range?: SourceRange;
}

export interface SecretOptions {
  /** The least sure level to include, together with all surer ones. */
  readonly level: SecretLevel;
  /** Lower-case names of headers that are marked as secret elsewhere. Default: none. */
  readonly secretHeaders?: readonly string[];
  /** Finds tags, which are not secret: they only refer to values. Default: no tags are looked for. */
  readonly tagsIn?: (text: string) => readonly SourceRange[];
}

/** Gives access to a configuration in another form than plain values, such as the nodes of a file. */
export interface Tree<Node> {
  /** The entries of an object, including repeated keys, or the items of a list by index. */
  readonly entriesOf: (node: Node) => readonly (readonly [key: string, node: Node])[];
  readonly textOf: (node: Node) => string | undefined;
  /** Booleans and null are never secret. */
  readonly isBooleanOrNull: (node: Node) => boolean;
  readonly isTrue: (node: Node) => boolean;
}

/** No configuration has settings nested more deeply. */
const deepest = 8;

/** Plain values, as returned by `JSON.parse`. */
const valueTree: Tree<unknown> = {
  entriesOf: value => {
    if (isArray(value)) return value.map((item, index) => [String(index), item]);
    return isSettings(value) ? Object.entries(value) : [];
  },
  textOf: asText,
  isBooleanOrNull: value => typeof value === 'boolean' || value === null,
  isTrue: value => value === true,
};

/**
 * All secrets of a configuration in any form, even incomplete, of a request, and of settings next to the configuration,
 * such as `signingSecret`. In the order of the settings. A value that is secret as a whole is listed once, by its
 * surest sign, without its parts; any other value may contain several secrets.
 */
export function secretsOf(config: unknown, options: SecretOptions): readonly Secret[] {
  return secretsIn(config, valueTree, options);
}

/** Like `secretsOf`, for any tree. */
export function secretsIn<Node>(
  root: Node,
  tree: Tree<Node>,
  { level, secretHeaders = [], tagsIn = () => [] }: SecretOptions,
): readonly Secret<Node>[] {
  const kinds = secretKinds.filter(kind => isAsSure(kind.level, level));
  const found: Secret<Node>[] = [];
  visit(root, []);
  return found;

  function visit(node: Node, keys: readonly string[], parent?: Node): void {
    if (tree.isBooleanOrNull(node) || keys.length > deepest) return;
    const text = tree.textOf(node);
    const tags = text === undefined ? [] : tagsIn(text);
    const header = parent === undefined ? undefined : headerOf(parent, keys);
    const place: ConfigPlace = {
      keys,
      text: text && replaceRanges(text, tags, tag => '\0'.repeat(tag.length)),
      header,
    };
    const field = fieldOf(keys);
    const name = header?.name.toLowerCase();
    const where = {
      field,
      slot: name === undefined ? field : fieldOf([...keys.slice(0, -2), name, 'value']),
      ...(name !== undefined && { header: name }),
      node,
      keys,
    };
    const parts: Secret<Node>[] = [];
    for (const kind of kinds) {
      const part = kind.find(place);
      const secret = { kind: kind.name, level: kind.level, ...where };
      if (part === 'whole') {
        found.push(secret);
        return;
      }
      const ranges = part.flatMap(range => subtractRanges(range, tags));
      for (const range of ranges) parts.push({ ...secret, range });
    }
    for (const part of parts) found.push(part);
    for (const [key, child] of tree.entriesOf(node)) visit(child, [...keys, key], node);
  }

  function headerOf(parent: Node, keys: readonly string[]): ConfigPlace['header'] {
    if (keys.at(-1) !== 'value') return undefined;
    const beside = new Map(tree.entriesOf(parent));
    const [named, mark] = [beside.get('name'), beside.get(secretMark)];
    const name = (named !== undefined && tree.textOf(named)) || '';
    const isMarked = mark !== undefined && tree.isTrue(mark);
    return { name, isMarked: isMarked || secretHeaders.includes(name.toLowerCase()) };
  }
}

/** Whether a setting is secret whatever its value, because of its place or its name. */
export function isSecretField(field: string): boolean {
  const keys = field.split(/[.[\]]+/).filter(key => key !== '');
  return secretKinds.some(kind => kind.find({ keys, text: '', header: undefined }) === 'whole');
}

function isAsSure(level: SecretLevel, wanted: SecretLevel): boolean {
  return secretLevels.indexOf(level) <= secretLevels.indexOf(wanted);
}

function fieldOf(keys: readonly string[]): string {
  return keys.map((key, index) => (/^\d+$/.test(key) ? `[${key}]` : index === 0 ? key : `.${key}`)).join('');
}

/**
 * Copies a configuration, replacing each value that contains secrets.
 *
 * @param instead Returns the replacement for a value and its secrets.
 */
export function mapSecrets(
  config: unknown,
  options: SecretOptions,
  instead: (value: unknown, secrets: readonly [Secret, ...Secret[]]) => unknown,
): unknown {
  const byField = new Map<string, [Secret, ...Secret[]]>();
  for (const secret of secretsOf(config, options)) {
    const others = byField.get(secret.field);
    if (others) others.push(secret);
    else byField.set(secret.field, [secret]);
  }
  return byField.size === 0 ? config : copy(config, []);

  function copy(value: unknown, keys: readonly string[]): unknown {
    const secrets = byField.get(fieldOf(keys));
    if (secrets) return instead(value, secrets);
    if (keys.length > deepest) return value;
    if (isArray(value)) return value.map((item, index) => copy(item, [...keys, String(index)]));
    if (!isSettings(value)) return value;
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([key, item]) => [key, copy(item, [...keys, key])]));
  }
}

/** Copies a configuration with `***` for each secret; a text that is only partly secret keeps the rest. */
export function maskSecrets<Config>(config: Config, options: SecretOptions): Config {
  // Known settings that are text stay text; unknown settings have no type to rely on.
  return mapSecrets(config, options, hide) as Config;
}

/** One value with `***` for its secrets. */
function hide(value: unknown, secrets: readonly Secret[]): unknown {
  const ranges = secrets.flatMap(({ range }) => range ?? []);
  if (typeof value !== 'string' || ranges.length < secrets.length) return hidden;
  return replaceRanges(value, ranges, () => hidden);
}

/**
 * A copy of JSON from elsewhere with `***` for the values whose keys say that they are credentials, and for credentials in
 * URLs. Takes time in proportion to its size. Nested more deeply than `deepest` levels, it is hidden as a whole.
 */
export function maskSecretsInJson(json: JsonValue, deepest: number): JsonValue {
  const kinds = secretKinds.filter(kind => isAsSure(kind.level, 'named'));
  return copy(json, 0);

  function copy(value: JsonValue, depth: number): JsonValue {
    if (typeof value !== 'object' || value === null) return value;
    if (depth > deepest) return hidden;
    if (isArray(value)) return value.map(item => copy(item, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, copyMember(key, member, depth + 1)]),
    );
  }

  function copyMember(key: string, value: JsonValue, depth: number): JsonValue {
    if (typeof value === 'boolean' || value === null) return value;
    const text = typeof value === 'string' ? value : undefined;
    const found = kinds.map(kind => kind.find({ keys: [key], text, header: undefined }));
    if (found.includes('whole')) return hidden;
    const ranges = found.flatMap(parts => (parts === 'whole' ? [] : parts));
    return text === undefined ? copy(value, depth) : replaceRanges(text, ranges, () => hidden);
  }
}

/** Removes the marks of secret headers, which servers keep beside the configuration. */
export function withoutMarks(config: unknown): unknown {
  if (!isSettings(config)) return config;
  const { headers } = config;
  if (!isArray(headers)) return config;
  return {
    ...config,
    headers: headers.map(header => {
      if (!isSettings(header)) return header;
      const { [secretMark]: _, ...rest } = header;
      return rest;
    }),
  };
}

/**
 * A request with `***` for named credentials: those before a host, and the values of headers and parameters whose names
 * say that they are credentials. Secrets in a path or a body cannot be told from the rest, and stay.
 */
export function maskNamedSecrets(request: WebhookRequest): WebhookRequest {
  const { url, headers, body } = request;
  const given = { url, headers: headers.map(([name, value]) => ({ name, value })), body };
  const shown = maskSecrets(given, { level: 'named' });
  return {
    ...request,
    url: shown.url,
    headers: shown.headers.map(({ name, value }) => [name, value] as const),
    ...(shown.body !== undefined && { body: shown.body }),
  };
}

/** Replaces ranges of a text; they may overlap and be in any order. */
export function replaceRanges(
  text: string,
  ranges: readonly SourceRange[],
  replace: (piece: string) => string,
): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of merged(ranges)) {
    pieces.push(text.slice(at, start), replace(text.slice(start, end)));
    at = end;
  }
  return pieces.join('') + text.slice(at);
}

/** Sorted, with overlapping ranges merged. */
function merged(ranges: readonly SourceRange[]): readonly SourceRange[] {
  const found: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else if (start < end) found.push({ start, end });
  }
  return found;
}

/** The rest of a range without others, which are sorted and do not overlap. */
function subtractRanges({ start, end }: SourceRange, others: readonly SourceRange[]): readonly SourceRange[] {
  const left: SourceRange[] = [];
  let at = start;
  for (const other of others) {
    if (other.end <= at || other.start >= end) continue;
    if (other.start > at) left.push({ start: at, end: other.start });
    at = other.end;
  }
  if (at < end) left.push({ start: at, end });
  return left;
}

/** Whether a value is missing or the placeholder for a stored secret. */
export function isUnsaid(value: unknown): boolean {
  if (!isSettings(value)) return value === undefined;
  const { set } = value;
  return set === true;
}
