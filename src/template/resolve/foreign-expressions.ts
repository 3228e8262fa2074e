import { meantByLength } from '../../../grammar/recovery/explain-comparison.ts';
import { fromStrftime } from '../../dates/pattern/validate.ts';
import type { OutputName } from '../../output/output.ts';
import { isMax } from './tag-options.ts';
import { compileTextFormat, isEncoder, textFormatNames } from './text-format.ts';
import { isGroup, isList, type PresentType, presentType } from './variables.ts';

/*
 * Values and conditions of other languages, written in this one: paths, filters, functions, operators. Of what is not
 * understood for certain, nothing is said.
 */

/** What the names of another language stand for. */
export interface ForeignScope {
  readonly output: OutputName;
  /** The path of a variable or an item, and its type if it is known; undefined if there is no such name. */
  readonly find: (
    names: readonly string[],
  ) => { readonly path: readonly string[]; readonly type?: PresentType } | undefined;
}

/** What shells do with a variable: `${title:-none}`, `${title^^}`. */
const expansion = /^([A-Za-z_]\w*)(?::?-([^{}"$]*)|(\^\^)|(,,))$/;

/** `a?.b` of JavaScript, which reads the same here as `a.b`. */
const optionalChain = /\?\.(?=[A-Za-z_[])/g;

/** The tags that write a value of another language; undefined if that is not known. */
export function meantByValue(written: string, scope: ForeignScope): string | undefined {
  const expression = written.replace(optionalChain, '.');
  const [, expanded, text, isUpper, isLower] = expansion.exec(expression.trim()) ?? [];
  if (expanded !== undefined) {
    const formats = isUpper ? ['upper'] : isLower ? ['lower'] : [];
    return writtenAs({ names: [expanded], formats, options: text ? { default: text } : {} }, scope);
  }
  const choice = choiceIn(expression);
  if (choice) {
    const [condition, then, otherwise] = choice;
    const asked = meantByCondition(condition, scope);
    const [one, other] = [then, otherwise].map(each => partOf(each, scope));
    return asked === undefined || one === undefined || other === undefined
      ? undefined
      : `$if(${asked})$${one}$else$${other}$endif$`;
  }
  const reader = readerOf(expression);
  const value = reader && readValue(reader, scope);
  return value && reader.isAtEnd() ? writtenAs(value, scope) : undefined;
}

/** The condition of this language that is meant by one of another; undefined if that is not known. */
export function meantByCondition(expression: string, scope: ForeignScope): string | undefined {
  const reader = readerOf(expression.replace(optionalChain, '.'));
  const condition = reader && eitherOf(reader, scope);
  return condition && reader.isAtEnd() ? condition.text : undefined;
}

/** What the first name in an expression that stands for something stands for. */
export function namedIn(
  expression: string,
  { find }: Pick<ForeignScope, 'find'>,
): ReturnType<ForeignScope['find']> {
  const plain = expression.replace(optionalChain, '.').replace(/"[^"]*"|'[^']*'/g, ' ');
  for (const { 0: written, index } of plain.matchAll(writtenNames)) {
    const names = namesOf(written);
    // With arguments, the last name may be that of a method: `.date.Format "2006"`.
    const hasArguments = plain !== expression || plain[index + written.length] === '(';
    const isCalled = (hasArguments || lengthNames.has(names.at(-1) ?? '')) && names.length > 1;
    const found = find(names) ?? (isCalled ? find(names.slice(0, -1)) : undefined);
    if (found) return found;
  }
  return undefined;
}

const beginsWithName = /^[.@(]?\s*(?!(?:true|false|null)\b)[A-Za-z_][\w.]*(?!\w|\s*:)/;
const writtenNames = /(?<![\w.@])[.@]?[A-Za-z_]\w*(?:\.\w+)*/g;
const words: ReadonlySet<string> = new Set(['and', 'or', 'not', 'if', 'else']);

/** The name of the value in an expression of which no name is known; undefined where that is rather something else, as JSON. */
export function unknownIn(expression: string): string | undefined {
  if (!beginsWithName.test(expression)) return undefined;
  const written = expression.replace(/"[^"]*"|'[^']*'/g, ' ').match(writtenNames) ?? [];
  const isFunction = (name: string) =>
    words.has(name) || comparisons.has(name.toLowerCase()) || effectOf(name) !== undefined;
  const name = written.find(each => each.startsWith('.') || !isFunction(each)) ?? written[0];
  return name === undefined ? undefined : namesOf(name).join('.');
}

/** What other languages know about the item of a loop, and what all of a template begins with. */
export function namesLoop(expression: string): boolean {
  return /(?<![\w.@"'])(?:(?:for)?loop\.[a-z]|@(?:index|key|first|last|root)\b)/.test(expression);
}

/** Whether a condition of another language looks for a part of a text: none of this one does. */
export function searches(condition: string): boolean {
  return searching.test(condition.replace(/"[^"]*"|'[^']*'/g, ' '));
}

const searching =
  /(?<!\w)(?:is_?match|contains?|includes|in|(?:starts|ends)_?with|has_?(?:prefix|suffix)|match(?:es)?)(?!\w)|=~/i;

/** `a ? b : c`, and `b if a else c`, as condition and values. */
function choiceIn(expression: string): readonly [string, string, string] | undefined {
  const [, condition, then, otherwise] = /^([^?]+?)\s*\?\s*([^?:]+?)\s*:\s*([^?:]+)$/.exec(expression) ?? [];
  if (condition && then && otherwise) return [condition, then, otherwise];
  const [, one, asked, other] = /^(.+?)\s+if\s+(.+?)\s+else\s+(.+)$/.exec(expression) ?? [];
  return one && asked && other ? [asked, one, other] : undefined;
}

/** A text as it stands, or the tag of a value. */
function partOf(expression: string, scope: ForeignScope): string | undefined {
  const [, double, single] = /^(?:"([^"$\\]*)"|'([^'"$\\]*)')$/.exec(expression.trim()) ?? [];
  return double ?? single ?? meantByValue(expression, scope);
}

/* Tokens */

interface Token {
  readonly kind: 'name' | 'text' | 'number' | 'sign';
  readonly text: string;
}

const tokens =
  /\s*(?:\\?"([^"\\]*)\\?"|'([^'\\]*)'|(-?\d+(?:\.\d+)?)|([.@]?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\.\d+)*|\.(?=\s|$))|(\.?\[|\|\||&&|\?\?|[=!]==?|[<>]=?|[|()\],:!^]))/y;
/** No expression that is longer is translated. */
const maxTokens = 40;

interface Reader {
  readonly next: () => Token | undefined;
  readonly peek: (by?: number) => Token | undefined;
  /** Takes a sign or a word if it comes next. */
  readonly takes: (...texts: readonly string[]) => boolean;
  readonly isAtEnd: () => boolean;
}

function readerOf(expression: string): Reader | undefined {
  const all: Token[] = [];
  const source = expression.trim();
  tokens.lastIndex = 0;
  while (tokens.lastIndex < source.length) {
    const found = tokens.exec(source);
    if (!found || all.length > maxTokens) return undefined;
    const [, double, single, number, name, sign] = found;
    const text = double ?? single;
    if (text !== undefined) all.push({ kind: 'text', text });
    else if (number !== undefined) all.push({ kind: 'number', text: number });
    else if (name !== undefined) all.push({ kind: 'name', text: name });
    else all.push({ kind: 'sign', text: sign ?? '' });
  }
  let at = 0;
  const peek = (by = 0) => all[at + by];
  return {
    next: () => all[at++],
    peek,
    takes: (...texts) => {
      const token = peek();
      const isTaken = token !== undefined && token.kind !== 'text' && texts.includes(token.text);
      if (isTaken) at++;
      return isTaken;
    },
    isAtEnd: () => at >= all.length,
  };
}

/** `this.a` and `.a` as the names that they stand for; none for the innermost item itself. */
export function namesOf(written: string): readonly string[] {
  return written
    .replace(/^\.|^this(?=\.|$)/g, '')
    .split('.')
    .filter(each => each !== '');
}

/* Values */

interface Value {
  readonly names: readonly string[];
  readonly formats: readonly string[];
  readonly options: Readonly<Record<string, string>>;
  /** The text between the items of a list. */
  readonly joint?: string | undefined;
  /** Whether an encoder has acted: here, all others act before that. */
  readonly isEncoded?: boolean;
}

type Argument = Token | Value;

/** What a filter, a function or a method makes of a value. */
type Effect = (value: Value, args: readonly string[], scope: ForeignScope) => Value | undefined;

const plain: Effect = value => value;
const format =
  (name: string): Effect =>
  value =>
    value.isEncoded ? undefined : formatted(value, name);
const encoder =
  (name: string): Effect =>
  value => ({ ...formatted(value, name), isEncoded: true });
const option =
  (name: string): Effect =>
  (value, [text]) =>
    text === undefined || /["$]/.test(text)
      ? undefined
      : { ...value, options: { ...value.options, [name]: text } };
const cut: Effect = (value, args, scope) =>
  value.isEncoded || !isMax(args[0] ?? '') ? undefined : option('max')(value, args, scope);
/** For what counts as false in other languages, too, unless 0 is written for 0: `default` is for what is missing or empty. */
const orElse: Effect = (value, args, scope) => {
  const type = targetOf(value, scope)?.type;
  const isReplaced = type === 'boolean' || (type === 'number' && args[0] !== '0');
  return isReplaced ? undefined : option('default')(value, args, scope);
};
/** A shorter beginning is a code or an initial, which an ellipsis would spoil. */
const leastExcerpt = 10;
const excerpt: Effect = (value, [from, to, ...others], scope) =>
  from === '0' && Number(to) >= leastExcerpt && others.length === 0
    ? cut(value, [to ?? ''], scope)
    : undefined;
const part: Effect = (value, [name]) =>
  name === undefined || !/^\w+$/.test(name) ? undefined : { ...value, names: [...value.names, name] };
const isJson = ({ output }: ForeignScope) => output === 'json' || output === 'json-lines';
const isEncoded = ({ output }: ForeignScope) => output === 'url' || output === 'form';

/** With one more format; of items that are joined already, it acts on the text between them, too. */
function formatted(value: Value, name: string): Value {
  const joint = value.joint && compileTextFormat(name, undefined)?.(value.joint);
  return { ...value, formats: [...value.formats, name], joint };
}

/** The patterns of Moment.js, Day.js and Java, but not those of PHP and Go, whose letters mean something else. */
const momentPattern =
  /^(?=.*[A-Za-z])(?:[Yy]{4}|[Yy]{2}|M{1,4}|[Dd]{1,2}|[Hh]{1,2}|m{1,2}|s{1,2}|[^A-Za-z0-9])+$/;

const dated: Effect = (value, [pattern]) => {
  if (pattern === undefined || /["$]/.test(pattern)) return undefined;
  const isOfMoment = momentPattern.test(pattern) && (!/m/.test(pattern) || /h/i.test(pattern));
  const moment = isOfMoment ? pattern.replaceAll('Y', 'y').replaceAll('D', 'd') : undefined;
  const java = pattern.includes('%') ? fromStrftime(pattern) : moment;
  return java === undefined ? undefined : { ...value, formats: [...value.formats, java] };
};

/** By their names in small letters and without `_`. */
const effects: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ...named(format('upper'), 'upper', 'upcase', 'uppercase', 'toupper', 'touppercase', 'strtoupper'),
  ...named(format('lower'), 'lower', 'downcase', 'lowercase', 'tolower', 'tolowercase', 'strtolower'),
  ...named(format('cap'), 'capitalize', 'capitalizefirst', 'capfirst', 'ucfirst', 'upperfirst'),
  ...named(format('trim'), 'trim', 'strip', 'trimspace'),
  ...named(plain, 'safe', 'raw', 'string', 'str', 'tostring', 'print', 'text'),
  // Dates are written so without a format.
  ...named(plain, 'toisostring', 'isoformat'),
  ...named(
    (value, _, scope) => (isJson(scope) ? value : undefined),
    ...['json', 'tojson', 'jsonencode', 'jsonify', 'tojsonstring', 'stringify', 'dump', 'dumps', 'quote'],
    ...['escapejs', 'escapejson', 'jsonescape'],
  ),
  ...named(
    (value, args, scope) => (scope.output === 'xml' ? value : encoder('html-escape')(value, args, scope)),
    ...['escape', 'e', 'h', 'html', 'escapehtml', 'htmlescape', 'xmlescape', 'escapexml'],
  ),
  ...named(
    (value, args, scope) => (isEncoded(scope) ? value : encoder('url-encode')(value, args, scope)),
    ...['urlencode', 'urlquery', 'urlescape', 'queryescape', 'encodeuricomponent', 'cgiescape'],
  ),
  ...named(orElse, 'default'),
  ...named(cut, 'truncate', 'trunc', 'limit', 'ellipsis'),
  ...named(excerpt, 'slice', 'substring', 'substr'),
  ...named(dated, 'date', 'strftime', 'format', 'formatdate', 'dateformat'),
  ...named(value => ({ ...value, names: [...value.names, 'length'] }), 'length', 'size', 'count', 'len'),
  ...named(value => ({ ...value, names: [...value.names, '0'] }), 'first'),
  ...named(part, 'get', 'index', 'lookup'),
  ...named((value, [joint]) => (joint === undefined ? undefined : { ...value, joint }), 'join'),
  ...named((value, [pattern = '']) => (/^%[qsvd]$/.test(pattern) ? value : undefined), 'printf', 'sprintf'),
]);

function named(effect: Effect, ...names: readonly string[]): readonly (readonly [string, Effect])[] {
  return names.map(name => [name, effect]);
}

function effectOf(name: string): Effect | undefined {
  return effects.get(name.toLowerCase().replaceAll('_', ''));
}

function readValue(reader: Reader, scope: ForeignScope): Value | undefined {
  let value = operandOf(reader, scope);
  while (value && !reader.isAtEnd()) {
    if (reader.takes('|')) value = filtered(value, reader, scope);
    else if (reader.takes('||')) value = orElse(value, textArguments(argumentsOf(reader, scope)), scope);
    else if (reader.takes('??'))
      value = option('null')(value, textArguments(argumentsOf(reader, scope)), scope);
    else return value;
  }
  return value;
}

/** `| default: "x"` of Liquid, `| default("x")` of Jinja, `| default "x"` of Go. */
function filtered(value: Value, reader: Reader, scope: ForeignScope): Value | undefined {
  const name = reader.next();
  const [isCall, hasColon] = ['(', ':'].map(sign => reader.peek()?.text === sign);
  const given = argumentsOf(reader, scope);
  const isDefault = name?.text === 'default';
  // Jinja's `default` is for what is missing; its second argument makes it one for an empty text, too. Liquid's leaves a 0 alone.
  const isOfMissing = isDefault && isCall && given.length === 1;
  const isOfLiquid = isDefault && hasColon && targetOf(value, scope)?.type === 'number';
  const ofDefault = isOfMissing ? option('null') : isOfLiquid ? option('default') : undefined;
  const effect = ofDefault ?? effectOf(name?.text ?? '');
  return name?.kind === 'name' ? effect?.(value, textArguments(given), scope) : undefined;
}

function argumentsOf(reader: Reader, scope: ForeignScope): readonly Argument[] {
  const args: Argument[] = [];
  const isCall = reader.takes('(');
  if (!isCall) reader.takes(':');
  for (;;) {
    const token = reader.peek();
    const isOver = token === undefined || (token.kind === 'sign' && token.text !== '(');
    if (isOver) break;
    if (token.kind === 'text' || token.kind === 'number') {
      reader.next();
      args.push(token);
    } else {
      const value = operandOf(reader, scope);
      if (!value) break;
      args.push(value);
    }
    reader.takes(',');
  }
  if (isCall) reader.takes(')');
  return args;
}

function textArguments(args: readonly Argument[]): readonly string[] {
  return args.flatMap(each => ('kind' in each ? [each.text] : []));
}

/** A path with what is called on it, a function with its arguments, or either in parentheses. */
function operandOf(reader: Reader, scope: ForeignScope): Value | undefined {
  if (reader.takes('(')) {
    const value = readValue(reader, scope);
    return reader.takes(')') ? value : undefined;
  }
  const token = reader.next();
  if (token?.kind !== 'name') return undefined;
  const written = namesOf(token.text);
  const last = written.at(-1) ?? '';
  const follower = reader.peek();
  const isCall = follower?.text === '(' && follower.kind === 'sign';
  const isBeforeOperand = follower !== undefined && follower.kind !== 'sign';
  // A variable is no function, whatever its name is.
  const isFunction = isCall || (isBeforeOperand && /^\w/.test(token.text) && !scope.find(written));
  // Ruby calls a method without parentheses: `title.upcase`.
  const isMethod = written.length > 1 && !scope.find(written) && scope.find(written.slice(0, -1));
  const effect = isFunction || isMethod ? effectOf(last) : undefined;
  let value: Value | undefined = { names: written, formats: [], options: {} };
  if (effect) {
    const args = argumentsOf(reader, scope);
    const subject = args.find((each): each is Value => !('kind' in each));
    const of = subject ?? (written.length > 1 ? { ...value, names: written.slice(0, -1) } : undefined);
    value = of && effect(of, textArguments(args), scope);
  }
  while (value && reader.takes('[', '.[')) {
    const key = reader.next();
    value = key && reader.takes(']') ? part(value, [key.text], scope) : undefined;
    // What follows the bracket is read as a name with a dot before it.
    const more = reader.peek();
    if (value && more?.kind === 'name' && more.text.startsWith('.')) {
      reader.next();
      value = { ...value, names: [...value.names, ...namesOf(more.text)] };
    }
  }
  return value;
}

const lengthNames: ReadonlySet<string> = new Set(['length', 'size', 'count']);

/** What the names of a value stand for, and of a list its count. */
function targetOf({ names }: Value, scope: ForeignScope): ReturnType<ForeignScope['find']> {
  const list = lengthNames.has(names.at(-1) ?? '') ? scope.find(names.slice(0, -1)) : undefined;
  if (
    list &&
    names.length > 1 &&
    (list.type === undefined || (typeof list.type !== 'string' && isList(list.type)))
  )
    return { path: [...list.path, 'count'], type: 'number' };
  return scope.find(names);
}

function writtenAs(value: Value, scope: ForeignScope): string | undefined {
  const target = targetOf(value, scope);
  const { formats, options, joint } = value;
  if (!target || (target.type !== undefined && !isTaken(value, target.type, scope))) return undefined;
  // Of a whole text, no item knows where it ends, or whether it is empty.
  if (joint !== undefined && !(formats.every(isOfLetters) && Object.keys(options).length === 0))
    return undefined;
  const path = target.path.join('.');
  const given = Object.entries({ ...(formats.length > 0 && { format: formats.join(' ') }), ...options });
  const written =
    given.length === 0 ? '' : `; ${given.map(([name, text]) => `${name}="${text}"`).join(', ')}`;
  if (joint !== undefined) return `$for(item in ${path})$$item${written}$$sep$${joint}$endfor$`;
  return `$${path}${written}$`;
}

/** Whether a format acts on each letter by itself. */
function isOfLetters(name: string): boolean {
  return name === 'upper' || name === 'lower' || isEncoder(name);
}

/** Whether the tag of a value of this type, or of its items where they are joined, takes the formats and `max`. */
function isTaken({ formats, options, joint }: Value, type: PresentType, scope: ForeignScope): boolean {
  if (joint !== undefined && !isList(type)) return false;
  const single = joint !== undefined && isList(type) ? presentType(type.of) : type;
  const isCut = Object.hasOwn(options, 'max');
  const isOfText = (name: string) => textFormatNames.includes(name);
  // Only JSON takes a list or a group as a value.
  if (isList(single) || isGroup(single)) return isJson(scope) && formats.length === 0 && !isCut;
  if (single === 'number') return formats.length === 0 && !isCut;
  if (single === 'date') return !formats.some(isOfText) && !isCut;
  return formats.every(isOfText) && !(isCut && single === 'boolean');
}

/* Conditions */

interface Condition {
  readonly text: string;
  /** How closely its operator binds: `||`, `&&`, anything else. */
  readonly level: 0 | 1 | 2;
}

const comparisons: ReadonlyMap<string, string> = new Map([
  ...['==', '===', '=', 'eq', 'equals', 'ifequals', 'ifeq', 'is', 'is_exact_match'].map(
    each => [each, '=='] as const,
  ),
  ...['!=', '!==', 'ne', 'neq', 'ifnotequals', 'isnt'].map(each => [each, '!='] as const),
  ...['<', 'lt'].map(each => [each, '<'] as const),
  ...['<=', 'le', 'lte'].map(each => [each, '<='] as const),
  ...['>', 'gt'].map(each => [each, '>'] as const),
  ...['>=', 'ge', 'gte'].map(each => [each, '>='] as const),
]);

function eitherOf(reader: Reader, scope: ForeignScope): Condition | undefined {
  let left = bothOf(reader, scope);
  while (left && reader.takes('||', 'or')) left = joined(left, '||', bothOf(reader, scope));
  return left;
}

function bothOf(reader: Reader, scope: ForeignScope): Condition | undefined {
  let left = termOf(reader, scope);
  while (left && reader.takes('&&', 'and')) left = joined(left, '&&', termOf(reader, scope));
  return left;
}

function joined(left: Condition, operator: '||' | '&&', right: Condition | undefined): Condition | undefined {
  if (!right) return undefined;
  const level = operator === '||' ? 0 : 1;
  return { text: `${within(left, level)} ${operator} ${within(right, level)}`, level };
}

function within({ text, level }: Condition, outer: number): string {
  return level < outer ? `(${text})` : text;
}

function termOf(reader: Reader, scope: ForeignScope): Condition | undefined {
  if (reader.takes('!', 'not')) return negated(termOf(reader, scope));
  const [word, first] = [reader.peek(), reader.peek(1)];
  const isPrefix =
    word?.kind === 'name' && first !== undefined && (first.kind !== 'sign' || first.text === '(');
  if (isPrefix && ['and', 'or'].includes(word.text)) {
    reader.next();
    let all = termOf(reader, scope);
    while (all && !reader.isAtEnd() && reader.peek()?.text !== ')')
      all = joined(all, word.text === 'or' ? '||' : '&&', termOf(reader, scope));
    return all;
  }
  const operator = isPrefix ? comparisons.get(word.text.toLowerCase()) : undefined;
  if (operator !== undefined) {
    reader.next();
    const isCall = reader.takes('(');
    const compared = operandOf(reader, scope);
    reader.takes(',');
    const condition = compared && comparison(compared, operator, reader.next(), scope);
    return isCall && !reader.takes(')') ? undefined : condition;
  }
  if (word?.text === '(' && word.kind === 'sign') {
    reader.next();
    const inner = eitherOf(reader, scope);
    return reader.takes(')') ? inner : undefined;
  }
  const value = operandOf(reader, scope);
  if (!value) return undefined;
  let asked: Value | undefined = value;
  while (asked && reader.takes('|')) asked = filtered(asked, reader, scope);
  const sign = reader.peek();
  const infix = sign && sign.kind !== 'text' ? comparisons.get(sign.text) : undefined;
  if (!asked || infix === undefined) return asked && truth(asked, scope);
  reader.next();
  return comparison(asked, infix, reader.next(), scope);
}

function comparison(
  value: Value,
  operator: string,
  constant: Token | undefined,
  scope: ForeignScope,
): Condition | undefined {
  const path = targetOf(value, scope)?.path.join('.');
  if (path === undefined || value.formats.length > 0 || !constant) return undefined;
  const isNumber = constant.kind === 'number';
  if (/^(?:true|false)$/.test(constant.text) && constant.kind === 'name' && /^[=!]=$/.test(operator)) {
    const isTrue = (constant.text === 'true') === (operator === '==');
    return isTrue ? truth(value, scope) : negated(truth(value, scope));
  }
  if (!isNumber && (constant.kind !== 'text' || /["$]/.test(constant.text))) return undefined;
  const [, list] = /^(.+)\.count$/.exec(path) ?? [];
  // The operators of `comparisons` are those of the grammar.
  const some = list && isNumber && meantByLength(list, operator as '==', Number(constant.text));
  return { text: some || `${path} ${operator} ${isNumber ? constant.text : `"${constant.text}"`}`, level: 2 };
}

/** The name alone: other languages take a number for true unless it is 0. */
function truth(value: Value, scope: ForeignScope): Condition | undefined {
  const target = targetOf(value, scope);
  if (!target || value.formats.length > 0) return undefined;
  const path = target.path.join('.');
  const [, list] = /^(.+)\.count$/.exec(path) ?? [];
  if (list !== undefined) return { text: list, level: 2 };
  return { text: target.type === 'number' ? `${path} > 0` : path, level: 2 };
}

function negated(condition: Condition | undefined): Condition | undefined {
  if (!condition) return undefined;
  const { text } = condition;
  return { text: /^[\w.]+$/.test(text) ? `!${text}` : `!(${text})`, level: 2 };
}
