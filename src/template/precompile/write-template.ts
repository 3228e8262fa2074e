import type { Locale } from 'date-fns';
import { datePartsOf } from '../../dates/format/compile-pattern.ts';
import { epochFormat } from '../../dates/format/epoch.ts';
import { isoPattern } from '../../dates/pattern/java-pattern.ts';
import { resolveTimeZone } from '../../dates/zone/time-zone.ts';
import { assertNever } from '../../diagnostics/assert-never.ts';
import { isMistake, parseDecimalPattern } from '../../numbers/decimal-pattern.ts';
import type { Place } from '../../output/output.ts';
import { type PlaceImport, places } from '../../output/places.ts';
import type { CheckedTemplate } from '../check.ts';
import {
  compileWriting,
  escapeDateParts,
  missingWhole,
  planWriting,
  type WritingPlan,
} from '../render/compile-writing.ts';
import { siteOf } from '../render/compiled-template.ts';
import { assertWithin, compactFrom } from '../render/output-bound.ts';
import type { Site } from '../render/render-error.ts';
import { ValueWriter } from '../render/value-writer.ts';
import type {
  ClassCondition,
  Condition,
  ConditionalStep,
  ConditionVariable,
  ListStep,
  LiteralStep,
  Program,
  Step,
  ValueStep,
} from '../resolve/program.ts';
import type { AskedOfItem, AskedReading, Question } from '../resolve/value-classes.ts';
import type { Origin, ScalarType, VariableSchema } from '../resolve/variables.ts';
import { type ModuleWriter, sourceOf, sourceOfText } from './module-writer.ts';

interface FunctionSettings {
  /** Name of the function. */
  readonly name: string;
  readonly locale: Locale;
  readonly maxOutputBytes: number;
  /** Variables that a context must have before anything is rendered. */
  readonly required?: VariableSchema | undefined;
  /** Variables that are read from a second argument, if it has them. */
  readonly known?: ReadonlySet<string> | undefined;
}

/** A function of a module, as a declaration. */
export interface WrittenFunction {
  readonly code: string;
  /** For each line of the code, the offset in the template of what it is for; undefined if it is for all of it. */
  readonly origins: readonly (number | undefined)[];
}

/** Writes the function of a module that renders a template. */
export function writeTemplate(
  { program, asked, places }: Pick<CheckedTemplate, 'program' | 'asked' | 'places'>,
  { name, locale, maxOutputBytes, required, known }: FunctionSettings,
  module: ModuleWriter,
): WrittenFunction {
  const writer = new ProgramWriter(module, places, { locale, maxOutputBytes, known });
  writer.read(asked, ({ origin }) => writer.readContext(origin));
  writer.write(program);
  const { lines, firstSite, text, hasLists } = writer.finish();
  const out = hasLists ? 'done + out' : 'out';
  const head = [
    `/** @param {unknown} context${known ? ' @param {object} known' : ''} */`,
    `function ${name}(context${known ? ', known' : ''}) {`,
    ...(required ? [`  ${writeCompleteness(required, 'context', module)}`] : []),
  ];
  if (firstSite === undefined)
    return { code: [...head, ...constantLines(text, maxOutputBytes, module), '}'].join('\n'), origins: [] };
  const before = [
    ...head,
    ...(hasLists ? ['  let done = "";'] : []),
    '  let out = "";',
    '  /** @type {unknown} */',
    '  let value;',
    '  /** @type {import("hookplate/runtime").Site} */',
    `  let at = ${firstSite};`,
    '  try {',
  ];
  const after = [
    '  } catch (error) {',
    `    throw ${module.use('renderErrorAt')}(error, at);`,
    '  }',
    `  ${module.use('assertWithin')}(${maxOutputBytes}, ${out});`,
    `  return ${out};`,
    '}',
  ];
  return {
    code: [...before, ...lines.map(line => line.code), ...after].join('\n'),
    origins: [...before.map(() => undefined), ...lines.map(line => line.origin)],
  };
}

/** The statement that asserts that a context has all of these variables. */
export function writeCompleteness(variables: VariableSchema, context: string, module: ModuleWriter): string {
  // Unless declared as a schema, `constructor` would have the type that objects inherit.
  const schema = module.constant('variables', `/** @type {const} */ (${sourceOf(variables)})`);
  return `${module.use('assertComplete')}(${schema}, ${context});`;
}

/** The body of a template that is all text. */
function constantLines(text: string, maxOutputBytes: number, module: ModuleWriter): readonly string[] {
  const written = `  return ${sourceOfText(text)};`;
  try {
    assertWithin(maxOutputBytes, text);
    return [written];
  } catch {
    return [`  ${module.use('assertWithin')}(${maxOutputBytes}, ${sourceOfText(text)});`, written];
  }
}

type TagStep = Exclude<Step, LiteralStep>;

interface TagAndText {
  readonly step: TagStep | undefined;
  after: string;
}

/**
 * Up to so many characters of text may be repeated for each outcome of a step, so that they form one literal with it.
 */
const maxRepeated = 512;

interface WrittenLine {
  readonly code: string;
  readonly origin: number | undefined;
}

/** Writes the expression for a value that conditions ask about. */
type WriteRead = (asked: AskedReading) => string;

/**
 * Writes the statements that render a program, in the same order as a compiled template: `out` is the output so far, of
 * which lists move the beginning to `done`, and `at` is the site that an error would name.
 */
class ProgramWriter {
  readonly #module: ModuleWriter;
  readonly #places: ReadonlyMap<ValueStep, Place>;
  readonly #locale: Locale;
  readonly #maxOutputBytes: number;
  readonly #known: ReadonlySet<string> | undefined;
  readonly #lines: WrittenLine[] = [];
  /** The offset in the template of what is being written. */
  #origin: number | undefined;
  readonly #answers = new Map<object, Answer>();
  /** Constants with the items of the surrounding lists, outermost first. */
  readonly #items: string[] = [];
  /** Variables with the numbers of these items, where they are used. */
  readonly #numbers: string[] = [];
  /** Text that is still to be written. */
  #text = '';
  #indent = '    ';
  #firstSite: string | undefined;
  /** Whether there has been a list, which may have moved output to `done`. */
  #hasLists = false;
  /** The constant with the tag of the outermost surrounding list. */
  #outerList: string | undefined;

  constructor(
    module: ModuleWriter,
    places: ReadonlyMap<ValueStep, Place>,
    { locale, maxOutputBytes, known }: Omit<FunctionSettings, 'name' | 'required'>,
  ) {
    this.#module = module;
    this.#places = places;
    this.#locale = locale;
    this.#maxOutputBytes = maxOutputBytes;
    this.#known = known;
  }

  /** The statements. Without a first site nothing can fail, and `text` is the whole output. */
  finish(): {
    readonly lines: readonly WrittenLine[];
    readonly firstSite: string | undefined;
    readonly text: string;
    readonly hasLists: boolean;
  } {
    const text = this.#text;
    this.#flush();
    return { lines: this.#lines, firstSite: this.#firstSite, text, hasLists: this.#hasLists };
  }

  /** Reads the variables that conditions ask about, before anything else. */
  read({ toRead }: Pick<AskedOfItem, 'toRead'>, readFrom: WriteRead): void {
    for (const variable of toRead) {
      this.#at(this.#site({ variable: variable.path.join('.'), range: variable.range }));
      const isList = variable.question === 'emptiness';
      const name = this.#module.nameFor(isList ? 'list' : 'asked');
      const written = writeAnswer(variable, this.#part(readFrom(variable), variable), this.#module);
      // TypeScript would give an answer of another type what the last condition left of it, and some conditions never
      // hold.
      const declared = isList ? 'const' : '/** @type {any} */ const';
      this.#line(`${declared} ${name} = ${written};`);
      this.#answers.set(variable, answerIn(name, variable.question, this.#module));
    }
  }

  readContext(path: readonly string[]): string {
    const readOwn = this.#module.use('readOwn');
    const first = path[0] ?? '';
    const source = this.#known?.has(first)
      ? `Object.hasOwn(known, ${sourceOfText(first)}) ? known : context`
      : 'context';
    return path.reduce((value, name) => `${readOwn}(${value}, ${sourceOfText(name)})`, source);
  }

  write(program: Program): void {
    for (const { step, after } of withTextAfter(program)) {
      // The step takes the text before it.
      const rest = step ? this.#step(step, after) : after;
      this.#text += rest;
    }
  }

  /** Returns the text after a step, or nothing if that was written along with it. */
  #step(step: TagStep, after: string): string {
    this.#origin = step.range.start;
    switch (step.kind) {
      case 'value':
        return this.#value(step, after);
      case 'conditional':
        return this.#conditional(step, after);
      case 'list':
        this.#list(step);
        return after;
      default:
        return assertNever(step);
    }
  }

  /** A value that no path reaches has no place. */
  #value(step: ValueStep, after: string): string {
    const place = this.#places.get(step);
    if (!place) return after;
    const writer = step.whole
      ? writeWhole(step, place, { locale: this.#locale, maxOutputBytes: this.#maxOutputBytes }, this.#module)
      : writeWriter(step, place, this.#locale, this.#module);
    this.#at(writer.name);
    this.#line(`value = ${this.#read(step)};`);
    const { size } = writer.known;
    const isRepeated = size > 0 && this.#mayRepeat(after, size);
    if (size > 0 && !isRepeated) this.#flush();
    this.#line(`out += ${writeBetween(writer, this.#text, isRepeated ? after : '')};`);
    this.#text = '';
    this.#assertWithin(isRepeated ? after.length : 0);
    return isRepeated ? '' : after;
  }

  /** Checked early, before the output uses up all memory: text beyond the bound may have been added along the way. */
  #assertWithin(beyond = 0): void {
    const bound = this.#maxOutputBytes;
    const list = this.#outerList === undefined ? '' : `, ${this.#outerList}`;
    const [length, whole] = this.#hasLists
      ? ['done.length + out.length', 'done + out']
      : ['out.length', 'out'];
    const assert = `${this.#module.use('assertWithin')}(${bound}, ${whole}${list})`;
    this.#line(`if (${length} > ${bound + beyond}) ${assert};`);
  }

  /** Whether the text around a step is short enough to be repeated for each of its outcomes. */
  #mayRepeat(after: string, outcomes: number): boolean {
    return (this.#text.length + after.length) * outcomes <= maxRepeated;
  }

  #read({ counted, isItemNumber, variable: { origin } }: ValueStep): string {
    if (counted) return answerTo(counted, this.#answers).number;
    return isItemNumber ? (this.#numbers[origin.level - 1] ?? '') : this.#readFrom(origin);
  }

  #readFrom({ level, path, parts }: Origin): string {
    const value = level === 0 ? this.readContext(path) : this.#readItem(this.#items[level - 1] ?? '', path);
    return this.#part(value, { parts });
  }

  #part(value: string, { parts }: Pick<Origin, 'parts'>): string {
    if (!parts) return value;
    return `${this.#module.use('readParts')}(${value}, ${this.#module.constant('path', sourceOf(parts))})`;
  }

  #readItem(item: string, path: readonly string[]): string {
    // An item itself is not kept by its path.
    const written = path.length === 0 ? '[]' : this.#module.constant('path', sourceOf(path));
    return `${item}.read(${written})`;
  }

  /** One statement for any number of branches: nested ones would exhaust the stack of the module's parser. */
  #conditional({ branches, otherwise }: ConditionalStep, after: string): string {
    const isRepeated = this.#mayRepeat(after, branches.length);
    if (!isRepeated) this.#flush();
    const [before, behind] = [this.#text, isRepeated ? after : ''];
    const write = (steps: Program) => {
      this.#text = before;
      this.write(steps);
      this.#text += behind;
    };
    const [first, ...more] = branches;
    if (first && more.length === 0) {
      this.#block(`if (${writeCondition(first.condition, this.#answers)}) {`, () => write(first.steps));
      if (otherwise.length > 0 || before + behind !== '') this.#block('} else {', () => write(otherwise));
    } else {
      this.#line('switch (true) {');
      for (const { condition, steps } of branches)
        this.#case(`case ${writeCondition(condition, this.#answers)}`, () => write(steps));
      this.#case('default', () => write(otherwise));
    }
    this.#line('}');
    return isRepeated ? '' : after;
  }

  #case(label: string, write: () => void): void {
    this.#block(`${label}: {`, () => {
      write();
      this.#flush();
      this.#line('break;');
    });
    this.#line('}');
  }

  #list(step: ListStep): void {
    const { list, filter, max, level, isNumbered, asked, range, steps, separator, otherwise } = step;
    this.#flush();
    this.#hasLists = true;
    const name = answerTo(list, this.#answers).name;
    const isEmpty = this.#module.nameFor('isEmpty');
    const index = this.#module.nameFor('index');
    const item = this.#module.nameFor('item');
    const number = isNumbered || max !== undefined ? this.#module.nameFor('number') : undefined;
    this.#line(`let ${isEmpty} = true;`);
    if (number !== undefined) this.#line(`let ${number} = 1;`);
    const outer = this.#outerList;
    this.#outerList ??= this.#site(siteOf(step));
    const bound = max === undefined ? '' : ` && ${number} <= ${max}`;
    this.#block(`for (let ${index} = 0; ${index} < ${name}.length${bound}; ${index}++) {`, () => {
      this.#at(this.#site({ variable: list.path.join('.'), range }));
      this.#line(`const ${item} = new ${this.#module.use('ItemSource')}(${name}.at(${index}));`);
      this.#items[level - 1] = item;
      if (number !== undefined) this.#numbers[level - 1] = number;
      this.read(asked, ({ question, origin }) =>
        question === 'item-number' ? (number ?? '') : this.#readItem(item, origin),
      );
      if (filter) this.#line(`if (!(${writeCondition(filter, this.#answers)})) continue;`);
      this.#when(`!${isEmpty}`, separator);
      this.#line(`${isEmpty} = false;`);
      this.write(steps);
      this.#flush();
      if (number !== undefined) this.#line(`${number}++;`);
      this.#assertWithin();
      this.#block(`if (out.length >= ${compactFrom}) {`, () => {
        this.#line(`done += ${this.#module.use('compact')}(out);`);
        this.#line('out = "";');
      });
      this.#line('}');
    });
    this.#line('}');
    this.#outerList = outer;
    this.#when(isEmpty, otherwise);
  }

  #when(condition: string, steps: Program): void {
    if (steps.length === 0) return;
    this.#block(`if (${condition}) {`, () => this.write(steps));
    this.#line('}');
  }

  #site({ variable, range: { start, end } }: Site): string {
    return this.#module.constant('site', sourceOf({ variable, range: { start, end } }));
  }

  #at(site: string): void {
    if (this.#firstSite === undefined) this.#firstSite = site;
    else this.#line(`at = ${site};`);
  }

  #flush(): void {
    if (this.#text === '') return;
    const text = this.#text;
    this.#text = '';
    this.#line(`out += ${sourceOfText(text)};`);
  }

  #block(opening: string, write: () => void): void {
    this.#line(opening);
    const outside = this.#indent;
    this.#indent += '  ';
    write();
    this.#flush();
    this.#indent = outside;
  }

  #line(line: string): void {
    this.#lines.push({ code: this.#indent + line, origin: this.#origin });
  }
}

/** Pairs each tag with the text after it; the first text has no tag before it. */
function withTextAfter(program: Program): readonly TagAndText[] {
  let last: TagAndText = { step: undefined, after: '' };
  const all = [last];
  for (const step of program) {
    if (step.kind === 'literal') last.after += step.text;
    else {
      last = { step, after: '' };
      all.push(last);
    }
  }
  return all;
}

/** An expression for a variable that conditions ask about. */
interface Answer {
  /** Name of the constant. */
  readonly name: string;
  /** Expression for a condition that is the name of the variable alone. */
  readonly isNamed: string;
  /** Expressions to compare. */
  readonly text: string;
  readonly number: string;
}

/** Answers by variable. */
type Answers = ReadonlyMap<object, Answer>;

/** The expressions for a constant that holds the answer to a question. */
function answerIn(name: string, question: Question, module: ModuleWriter): Answer {
  const answer = { name, isNamed: name, text: name, number: name };
  switch (question) {
    case 'emptiness':
      return { ...answer, isNamed: `${name}.length > 0`, number: `${name}.length` };
    case 'text':
      return { ...answer, isNamed: `${name} !== ""` };
    case 'number':
      return { ...answer, isNamed: `!Number.isNaN(${name})` };
    case 'json':
      return {
        name,
        isNamed: `(${name} !== false && ${module.use('isPresent')}(${name}))`,
        text: `${module.use('comparedText')}(${name})`,
        number: `${module.use('comparedNumber')}(${name})`,
      };
    default:
      return answer;
  }
}

/** The initializer of a variable's constant; `value` is the expression that reads it. */
function writeAnswer({ question, walks }: AskedReading, value: string, module: ModuleWriter): string {
  switch (question) {
    case 'truth':
      return `${value} === true`;
    case 'text':
      return `${module.use('comparedText')}(${value})`;
    case 'presence':
      return `${module.use('isPresent')}(${value})`;
    case 'event':
    case 'json':
    case 'item-number':
      return value;
    case 'number':
      return `${module.use('declaredNumber')}(${value})`;
    case 'emptiness':
      return `new ${module.use('ListItems')}(${value}, ${walks > 1 ? '"again"' : '"once"'})`;
    case 'taken':
      throw new RangeError('What a filter takes is not read');
    default:
      return assertNever(question);
  }
}

/** The answer for a variable; every variable is read before a condition asks about it. */
function answerTo(variable: ConditionVariable, answers: Answers): Answer {
  const answer = answers.get(variable);
  if (!answer) throw new RangeError(`\`${variable.name}\` is asked for before it is read`);
  return answer;
}

/** The expression for a condition; nested no deeper than the condition itself. */
function writeCondition(condition: Condition, answers: Answers): string {
  switch (condition.kind) {
    case 'variable':
      return writeVariable(condition, answers);
    case 'not':
      return `!(${writeCondition(condition.operand, answers)})`;
    case 'and':
      return `(${condition.operands.map(operand => writeCondition(operand, answers)).join(' && ')})`;
    case 'or':
      return `(${condition.operands.map(operand => writeCondition(operand, answers)).join(' || ')})`;
    default:
      return assertNever(condition);
  }
}

function writeVariable({ variable, comparison, events }: ClassCondition, answers: Answers): string {
  const answer = answerTo(variable, answers);
  if (events) return writeEvents(answer.name, events, variable.classes.length);
  if (!comparison) return answer.isNamed;
  const { operator, constant } = comparison;
  if (typeof constant === 'string') return `${answer.text} === ${sourceOf(constant)}`;
  // A number may be a bigint, which is strictly equal to no number.
  return `${answer.number} ${operator} ${sourceOf(constant)}`;
}

function writeEvents(name: string, events: readonly string[], most: number): string {
  if (events.length === 0 || events.length === most) return String(events.length > 0);
  return `(${events.map(event => `${name} === ${sourceOfText(event)}`).join(' || ')})`;
}

/** The parts of a module that write the value of one tag. */
interface WrittenWriter {
  /** Name of the constant with the `ValueWriter`. */
  readonly name: string;
  /** Output for values that are known beforehand. */
  readonly known: ReadonlyMap<string, string>;
  /** The expression that writes any other `value`; for most values it only checks the type. */
  readonly written: string;
}

const placeNames: ReadonlyMap<Place, PlaceImport> = new Map(
  Object.entries(places).map(([name, place]) => [place, name as PlaceImport]),
);

/** Writes the constants for a tag. */
function writeWriter(step: ValueStep, place: Place, locale: Locale, module: ModuleWriter): WrittenWriter {
  const placeName = placeNames.get(place);
  if (placeName === undefined) throw new RangeError(`The place \`${place.name}\` has no name in a module`);
  const plan = planWriting(step);
  const here = module.use(placeName);
  const { start, end } = step.range;
  const site = { variable: step.variable.path.join('.'), range: { start, end } };
  const writing = writeWriting(plan, place, locale, module);
  const name = module.constant(
    'tag',
    `new ${module.use('ValueWriter')}(${sourceOf(site)}, ${here}, ${writing})`,
  );
  const otherwise = `${name}.write(value)`;
  const { type } = step.variable;
  if (typeof type === 'object') {
    const writer = new ValueWriter(site, place, compileWriting(plan, locale, place));
    return { name, known: knownTexts(type, writer), written: otherwise };
  }
  const usual = usualOf(type, plan, place);
  if (usual === undefined) return { name, known: new Map(), written: otherwise };
  const method = usual === 'string' ? 'text' : usual;
  const written = `(typeof value === "${usual}" ? ${here}.${method}(value) : ${otherwise})`;
  return { name, known: new Map(), written };
}

/** Writes the constants for a list or group that is written whole. */
function writeWhole(
  step: ValueStep,
  place: Place,
  { locale, maxOutputBytes }: Pick<FunctionSettings, 'locale' | 'maxOutputBytes'>,
  module: ModuleWriter,
): WrittenWriter {
  const { start, end } = step.range;
  const site = { variable: step.variable.path.join('.'), range: { start, end } };
  const plan = planWriting(step);
  const missing = missingWhole(step, new ValueWriter(site, place, compileWriting(plan, locale, place)));
  // Unless declared as a type, `constructor` would have the type that objects inherit.
  const type = module.constant('type', `/** @type {const} */ (${sourceOf(step.whole?.type)})`);
  const parts = [
    `type: ${type}`,
    `missing: ${sourceOfText(missing)}`,
    `maxOutputBytes: ${maxOutputBytes}`,
    ...(step.isUnderSchema ? ['isBounded: true'] : []),
    ...writeDateFormat(plan, place, locale, module),
  ];
  const name = module.constant(
    'tag',
    `new ${module.use('WholeWriter')}(${sourceOf(site)}, { ${parts.join(', ')} })`,
  );
  return { name, known: new Map(), written: `${name}.write(value)` };
}

/** The output for each text of a closed set; in a large set, looking it up would take longer than writing it. */
function knownTexts(texts: readonly string[], writer: ValueWriter): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  if (texts.length > maxKnown) return known;
  for (const text of texts) {
    try {
      known.set(text, writer.write(text));
    } catch {
      // The place refuses this text.
    }
  }
  return known;
}

const maxKnown = 8;

/** The expression that writes a value between two texts, which are merged with known output. */
function writeBetween({ known, written }: WrittenWriter, before: string, after: string): string {
  const folded = Array.from(
    known,
    ([text, output]) => `value === ${sourceOfText(text)} ? ${sourceOfText(before + output + after)} : `,
  );
  const around = (text: string) => (text === '' ? [] : [sourceOfText(text)]);
  return folded.join('') + [...around(before), written, ...around(after)].join(' + ');
}

/** The type of most values, which can be written directly. */
function usualOf(type: ScalarType, plan: WritingPlan, place: Place): 'string' | 'number' | undefined {
  if (type === 'number') {
    // Numbers that are not finite are missing values in JSON.
    const mayBeMissing = place.numeral && (plan.null !== undefined || plan.default !== undefined);
    const isFormatted = plan.numberPattern !== undefined || plan.scale !== undefined || plan.isBounded;
    return isFormatted || mayBeMissing ? undefined : type;
  }
  const isPlain = plan.textFormat === undefined && plan.max === undefined && plan.default === undefined;
  return type === 'string' && isPlain ? type : undefined;
}

function writeWriting(plan: WritingPlan, place: Place, locale: Locale, module: ModuleWriter): string {
  const {
    textFormat,
    max,
    numberPattern,
    scale,
    needsNumber,
    isBounded: _isBounded,
    datePattern: _pattern,
    timeZone: _zone,
    ...written
  } = plan;
  const parts = Object.entries(written).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${sourceOf(value)}`,
  );
  if (textFormat !== undefined || max !== undefined)
    parts.push(`formatText: ${module.use('compileTextFormat')}(${argument(textFormat)}, ${argument(max)})`);
  if (needsNumber) parts.push(...writeNumberFormat(plan, module));
  parts.push(...writeDateFormat(plan, place, locale, module));
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

function argument(value: string | number | undefined): string {
  return value === undefined ? 'undefined' : sourceOf(value);
}

function writeNumberFormat(
  { numberPattern, scale, isBounded }: WritingPlan,
  module: ModuleWriter,
): readonly string[] {
  const bounded = (value: string, text: string) =>
    isBounded ? `${module.use('boundedNumber')}(${value}, ${text})` : text;
  if (numberPattern === undefined && scale === undefined) {
    const numeral = module.use('numeralIn');
    if (!isBounded) return [`formatNumeral: ${numeral}`];
    return [
      `formatNumber: value => ${bounded('value', 'String(value)')}`,
      `formatNumeral: text => ${bounded('text', `${numeral}(text)`)}`,
    ];
  }
  const parsed = numberPattern === undefined ? undefined : parseDecimalPattern(numberPattern);
  if (parsed && isMistake(parsed)) throw new RangeError(`\`${numberPattern}\` is not a number pattern`);
  const pattern = parsed ? `, ${module.constant('pattern', sourceOf(parsed))}` : '';
  const number =
    scale === undefined
      ? `${module.use('formatNumber')}(value${pattern})`
      : `${module.use('formatScaled')}(value, ${scale}${pattern})`;
  const numeral = `${module.use('formatScaledText')}(text, ${scale ?? 0}${pattern})`;
  return [
    `formatNumber: value => ${bounded('value', number)}`,
    `formatNumeral: text => ${bounded('text', numeral)}`,
  ];
}

/**
 * A value declared as a date has no other format, so its pattern can be escaped in advance. One that is only found to be a
 * date is written in ISO 8601 as it is.
 */
function writeDateFormat(
  { type, datePattern, timeZone }: WritingPlan,
  place: Place,
  locale: Locale,
  module: ModuleWriter,
): readonly string[] {
  if (epochFormat(datePattern))
    return [`formatDate: ${module.use('epochFormats')}[${sourceOfText(datePattern)}]`];
  if (type !== 'date' && datePattern === isoPattern && resolveTimeZone(timeZone)?.id === 'UTC') return [];
  const parts = datePartsOf(datePattern, locale);
  const escaped = type === 'date' ? escapeDateParts(parts, place) : undefined;
  const create = module.use('createDateFormatter');
  const zone = writeZone(timeZone, module);
  const format = module.constant('formatDate', `${create}(${sourceOf(escaped ?? parts)}, ${zone})`);
  return [`formatDate: ${format}`, ...(escaped ? ['isEscaped: true'] : [])];
}

function writeZone(name: string, module: ModuleWriter): string {
  const zone = resolveTimeZone(name);
  if (zone === undefined) throw new RangeError(`\`${name}\` is not a known time zone`);
  const { id, fixedOffsetMs } = zone;
  if (id === 'UTC') return module.use('utc');
  const source =
    fixedOffsetMs === undefined
      ? `${module.use('namedZone')}(${sourceOfText(id)})`
      : `${module.use('fixedZone')}(${sourceOfText(id)}, ${fixedOffsetMs})`;
  return module.constant('zone', source);
}
