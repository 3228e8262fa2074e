import type { Locale } from 'date-fns';
import { enUS } from 'date-fns/locale/en-US';
import { assertNever } from '../../diagnostics/assert-never.ts';
import { Budget } from '../../diagnostics/budget.ts';
import type { Diagnostic, SourceRange } from '../../diagnostics/diagnostic.ts';
import type { Place } from '../../output/output.ts';
import type { CheckedTemplate } from '../check.ts';
import type { ListItems } from '../list-items.ts';
import { readOwnProperty, readParts } from '../read-own-property.ts';
import type { AskedVariables } from '../resolve/asked-variables.ts';
import type {
  Condition,
  ConditionalStep,
  ListStep,
  LiteralStep,
  Program,
  ReadList,
  ValueStep,
} from '../resolve/program.ts';
import type { Holding } from '../resolve/value-classes.ts';
import type { Origin } from '../resolve/variables.ts';
import { defaultMaxOutputBytes } from '../template-options.ts';
import { ItemSource, type ValueSource } from '../value-source.ts';
import { compileWriting, missingWhole, planWriting } from './compile-writing.ts';
import { assertWithin, compact, compactFrom, outputTooLong } from './output-bound.ts';
import { type RenderError, renderErrorAt, type Site } from './render-error.ts';
import { ValueWriter } from './value-writer.ts';
import { WholeWriter } from './whole-writer.ts';

/** A stretch of output and the part of the template that wrote it. */
export interface Span {
  /** In the output, in UTF-16 code units. */
  readonly output: SourceRange;
  /** The text or the tag in the template. */
  readonly source: SourceRange;
  /** Only for a value: its variable, and the name of the place where it landed. */
  readonly value?: { readonly variable: string; readonly place: string };
}

/** A rendered text, and the origin of each part of it. */
export interface Trace {
  readonly text: string;
  /** In the order of the output, without gaps. */
  readonly spans: readonly Span[];
}

interface RenderSettings {
  readonly locale?: Locale | undefined;
  readonly maxOutputBytes?: number | undefined;
}

/** Renders a checked program by walking over it: conditions are read first, then values as they come. */
export class CompiledTemplate {
  readonly diagnostics: readonly Diagnostic[];
  readonly #asked: AskedVariables;
  readonly #parts: readonly Part[];
  readonly #maxOutputBytes: number;

  constructor({ program, asked, places, diagnostics }: CheckedTemplate, settings: RenderSettings = {}) {
    const { locale = enUS, maxOutputBytes = defaultMaxOutputBytes } = settings;
    this.diagnostics = diagnostics;
    this.#asked = asked;
    this.#parts = partsOf(program, places, { locale, maxOutputBytes });
    this.#maxOutputBytes = maxOutputBytes;
  }

  get variables(): readonly string[] {
    return [...new Set([...this.#asked.names, ...valueNames(this.#parts)])].sort();
  }

  /** @param known Values that are read from here instead of the context, such as the constants of an event. */
  readonly render = (context: unknown, known?: object): string => {
    const rendering = new Rendering(context, this.#asked, this.#maxOutputBytes, known);
    const text = render(this.#parts, rendering);
    assertWithin(this.#maxOutputBytes, text);
    return text;
  };

  /** @param budget Pays for each part and each item; more than it allows is an error that `Budget.attempt` catches. */
  readonly trace = (context: unknown, known?: object, budget?: Budget): Trace => {
    const rendering = new Rendering(context, this.#asked, this.#maxOutputBytes, known, budget);
    const spans: Span[] = [];
    let text = '';
    for (const part of leavesTaken(this.#parts, rendering)) {
      const start = text.length;
      text += part.kind === 'literal' ? part.text : write(part, rendering);
      budget?.spend(partUnits + text.length - start);
      const value = part.kind === 'value' && {
        variable: part.writer.variable,
        place: part.writer.place.name,
      };
      spans.push({ output: { start, end: text.length }, source: part.range, ...(value && { value }) });
      if (text.length > this.#maxOutputBytes) break;
    }
    assertWithin(this.#maxOutputBytes, text);
    return { text, spans };
  };
}

/** Units for tracing one part of a rendering, and for reading one item. */
const partUnits = 50;
const itemUnits = 40;

function render(parts: readonly Part[], rendering: Rendering): string {
  let text = '';
  for (const part of parts) {
    if (part.kind === 'literal') {
      text += part.text;
      rendering.written += part.text.length;
    } else if (part.kind === 'value') {
      const written = write(part, rendering);
      text += written;
      rendering.written += written.length;
      // Checked early, before the output uses up all memory; there are at least as many bytes as UTF-16 units.
      if (rendering.written > rendering.maxOutputBytes) throw rendering.tooLong();
    } else if (part.kind === 'conditional') text += render(partsWhere(part, rendering), rendering);
    else text += renderList(part, rendering);
  }
  return text;
}

function write({ writer, origin, counted, isItemNumber }: ValuePart, rendering: Rendering): string {
  try {
    if (isItemNumber) return writer.write(rendering.numberAt(origin.level));
    if (counted) return writer.write(rendering.listAt(counted.index)?.length);
    return writer.write(rendering.readFrom(origin));
  } catch (error) {
    throw renderErrorAt(error, writer);
  }
}

/** The parts of the first branch whose condition holds, or of `$else$`. */
function partsWhere({ branches, otherwise }: ConditionalPart, rendering: Rendering): readonly Part[] {
  return branchTaken(branches, rendering)?.parts ?? otherwise;
}

function renderList(part: ListPart, rendering: Rendering): string {
  let text = '';
  let latest = '';
  let isFirst = true;
  const outer = rendering.list;
  rendering.list ??= part.step;
  for (const _ of itemsTaken(part.step, rendering)) {
    latest += isFirst ? render(part.parts, rendering) : render(part.separated, rendering);
    isFirst = false;
    if (rendering.written > rendering.maxOutputBytes) throw rendering.tooLong();
    if (latest.length < compactFrom) continue;
    text += compact(latest);
    latest = '';
  }
  rendering.list = outer;
  return isFirst ? render(part.otherwise, rendering) : text + latest;
}

export function siteOf({ list, node }: ListStep): Site {
  return { variable: list.path.join('.'), range: node.tag };
}

/** The parts that are written, in order; conditionals and lists are replaced by their parts. */
function* leavesTaken(parts: readonly Part[], rendering: Rendering): Iterable<LeafPart> {
  for (const part of parts) {
    if (part.kind === 'conditional') {
      rendering.budget?.spend(conditionUnits(part.step));
      yield* leavesTaken(partsWhere(part, rendering), rendering);
    } else if (part.kind === 'list') yield* listLeaves(part, rendering);
    else yield part;
  }
}

function* listLeaves(part: ListPart, rendering: Rendering): Iterable<LeafPart> {
  let isFirst = true;
  for (const _ of itemsTaken(part.step, rendering)) {
    yield* leavesTaken(isFirst ? part.parts : part.separated, rendering);
    isFirst = false;
  }
  if (isFirst) yield* leavesTaken(part.otherwise, rendering);
}

/** A step of the program; values have their writer. */
type Part = LeafPart | ConditionalPart | ListPart;

/** A part that writes output itself. */
type LeafPart = LiteralStep | ValuePart;

interface ValuePart {
  readonly kind: 'value';
  readonly range: SourceRange;
  readonly origin: Origin;
  /** The list that the value counts. */
  readonly counted: ReadList | undefined;
  /** Whether it is the number of the item at the level of its origin. */
  readonly isItemNumber: boolean | undefined;
  readonly writer: ValueWriter | WholeWriter;
}

interface ConditionalPart {
  readonly kind: 'conditional';
  readonly step: ConditionalStep;
  readonly branches: readonly { readonly condition: Condition; readonly parts: readonly Part[] }[];
  readonly otherwise: readonly Part[];
}

interface ListPart {
  readonly kind: 'list';
  readonly step: ListStep;
  /** The parts for the first item; `separated` has those for every later one, which begin with the separator. */
  readonly parts: readonly Part[];
  readonly separated: readonly Part[];
  readonly otherwise: readonly Part[];
}

interface WriteSettings {
  readonly locale: Locale;
  readonly maxOutputBytes: number;
}

/** A value that no path reaches has no place. */
function partsOf(
  program: Program,
  places: ReadonlyMap<ValueStep, Place>,
  settings: WriteSettings,
): readonly Part[] {
  const parts: Part[] = [];
  for (const step of program) {
    if (step.kind === 'literal') parts.push(step);
    else if (step.kind === 'value') {
      const place = places.get(step);
      if (place) parts.push(valuePart(step, place, settings));
    } else {
      const otherwise = partsOf(step.otherwise, places, settings);
      if (step.kind === 'conditional') {
        const branches = step.branches.map(({ condition, steps }) => ({
          condition,
          parts: partsOf(steps, places, settings),
        }));
        parts.push({ kind: 'conditional', step, branches, otherwise });
      } else {
        const body = partsOf(step.steps, places, settings);
        const separator = partsOf(step.separator, places, settings);
        parts.push({ kind: 'list', step, parts: body, separated: separator.concat(body), otherwise });
      }
    }
  }
  return parts;
}

function valuePart(step: ValueStep, place: Place, { locale, maxOutputBytes }: WriteSettings): ValuePart {
  const { range, variable, counted, isItemNumber, whole } = step;
  const site = { variable: variable.path.join('.'), range };
  const writing = compileWriting(planWriting(step), locale, place);
  const valueWriter = new ValueWriter(site, place, writing);
  const writer = whole
    ? new WholeWriter(site, {
        type: whole.type,
        missing: missingWhole(step, valueWriter),
        formatDate: writing.formatDate,
        maxOutputBytes,
        isBounded: step.isUnderSchema,
      })
    : valueWriter;
  return { kind: 'value', range, origin: variable.origin, counted, isItemNumber, writer };
}

/** Names of the context's variables that values use, as dotted paths. */
function valueNames(parts: readonly Part[]): readonly string[] {
  return parts.flatMap(part => {
    if (part.kind === 'literal') return [];
    // A list that is counted is among those that conditions ask about.
    if (part.kind === 'value') return part.origin.level > 0 || part.counted ? [] : part.writer.variable;
    const inside = part.kind === 'list' ? [part.separated] : part.branches.map(({ parts }) => parts);
    return [...inside, part.otherwise].flatMap(valueNames);
  });
}

/**
 * The state of one rendering: the values read so far and their sources, the context and one item of each surrounding
 * list.
 */
class Rendering implements Holding, ValueSource {
  readonly classes: number[];
  /** Undefined until needed: few templates have lists. */
  #lists: ListItems[] | undefined;
  /** Outermost first. */
  #items: ItemSource[] | undefined;
  /** The number of each of these items among those taken, from 1. */
  #numbers: number[] | undefined;
  readonly maxOutputBytes: number;
  /** The number of UTF-16 code units written so far. */
  written = 0;
  /** The outermost list that is being written. */
  list: ListStep | undefined;
  /** Pays for what a preview does; nothing else is counted. */
  readonly budget: Budget | undefined;
  readonly #context: unknown;
  readonly #known: object | undefined;

  /** @throws {RenderError} for a context that cannot be read. */
  constructor(
    context: unknown,
    asked: AskedVariables,
    maxOutputBytes: number,
    known?: object,
    budget?: Budget,
  ) {
    budget?.spend(asked.toRead.length);
    this.budget = budget;
    this.#context = context;
    this.#known = known;
    this.maxOutputBytes = maxOutputBytes;
    this.classes = asked.unread.slice();
    asked.read(this, this);
  }

  tooLong(): RenderError {
    return outputTooLong(this.maxOutputBytes, this.list && siteOf(this.list));
  }

  keepList(index: number, items: ListItems): void {
    this.#lists ??= [];
    this.#lists[index] = items;
  }

  /** The items of a list variable, if it has been read. */
  listAt(index: number): ListItems | undefined {
    return this.#lists?.[index];
  }

  /** Makes this item the source of values of this level. */
  enter(level: number, item: ItemSource, number: number): void {
    this.#items ??= [];
    this.#items[level - 1] = item;
    this.#numbers ??= [];
    this.#numbers[level - 1] = number;
  }

  /** The number of the item of this level. */
  numberAt(level: number): number | undefined {
    return this.#numbers?.[level - 1];
  }

  /** Reads from the context. */
  read(path: readonly string[]): unknown {
    const known = this.#known;
    const isKnown = known !== undefined && Object.hasOwn(known, path[0] ?? '');
    return readOwnProperty(isKnown ? known : this.#context, path);
  }

  /** @throws {UnreadableValue} for an object that throws when it is read. */
  readFrom({ level, path, parts }: Origin): unknown {
    const value = level === 0 ? this.read(path) : this.#items?.[level - 1]?.read(path);
    return readParts(value, parts);
  }
}

/** The first branch of a conditional whose condition holds, if any does. */
function branchTaken<Branch extends { readonly condition: Condition }>(
  branches: readonly Branch[],
  rendering: Rendering,
): Branch | undefined {
  for (const branch of branches) if (holds(branch.condition, rendering)) return branch;
  return undefined;
}

/**
 * Goes through the items of a list that its filter takes, up to its `max`. Each item is read in turn, with the values that conditions
 * ask about, and becomes the source of the values of its level.
 *
 * @throws {RenderError} for an item that cannot be read.
 */
function* itemsTaken(
  { list, filter, max = Number.POSITIVE_INFINITY, level, asked, range, node }: ListStep,
  rendering: Rendering,
): Iterable<void> {
  const items = rendering.listAt(list.index);
  let number = 1;
  for (let index = 0; index < (items?.length ?? 0) && number <= max; index++) {
    rendering.budget?.spend(itemUnits + tagUnits(node));
    const item = new ItemSource(readItem(items, index, list, range));
    rendering.enter(level, item, number);
    asked.read(item, rendering, number);
    if (filter && !holds(filter, rendering)) continue;
    yield;
    number++;
  }
}

function readItem(
  items: ListItems | undefined,
  index: number,
  { path }: ReadList,
  range: SourceRange,
): unknown {
  try {
    return items?.at(index);
  } catch (error) {
    throw renderErrorAt(error, { variable: path.join('.'), range });
  }
}

/** Whether a condition holds, given the classes of its variables. */
function holds(condition: Condition, holding: Pick<Holding, 'classes'>): boolean {
  switch (condition.kind) {
    case 'variable':
      return condition.classes.includes(holding.classes[condition.variable.index] ?? -1);
    case 'not':
      return !holds(condition.operand, holding);
    case 'and':
      return condition.operands.every(operand => holds(operand, holding));
    case 'or':
      return condition.operands.some(operand => holds(operand, holding));
    default:
      return assertNever(condition);
  }
}

/**
 * The ways that a rendering takes. For a conditional: the index of its branch, or the number of branches if none holds.
 * For a list: the number of items written, where 2 stands for any larger number. Steps inside a list can go several
 * ways.
 */
type WaysTaken = ReadonlyMap<ConditionalStep | ListStep, ReadonlySet<number>>;

/**
 * The ways taken until the budget is spent.
 *
 * @throws {RenderError} for a context that cannot be read.
 */
export function traceRendering(
  program: Program,
  asked: AskedVariables,
  context: unknown,
  budget: Budget,
): WaysTaken {
  const taken = new Map<ConditionalStep | ListStep, Set<number>>();
  Budget.attempt(
    () =>
      follow(program, new Rendering(context, asked, 0, undefined, budget), (step, way) => {
        taken.set(step, (taken.get(step) ?? new Set()).add(way));
      }),
    () => {},
  );
  return taken;
}

type Note = (step: ConditionalStep | ListStep, way: number) => void;

function follow(program: Program, rendering: Rendering, note: Note): void {
  rendering.budget?.spend(1 + program.length);
  for (const step of program) {
    if (step.kind === 'list') followList(step, rendering, note);
    if (step.kind !== 'conditional') continue;
    rendering.budget?.spend(conditionUnits(step));
    const branch = branchTaken(step.branches, rendering);
    note(step, branch ? step.branches.indexOf(branch) : step.branches.length);
    follow(branch?.steps ?? step.otherwise, rendering, note);
  }
}

/** Evaluating what a tag asks takes about one unit for so many of its characters. */
const charactersPerUnit = 4;

function tagUnits({ tag }: { readonly tag: SourceRange }): number {
  return Math.ceil((tag.end - tag.start) / charactersPerUnit);
}

function conditionUnits({ node }: ConditionalStep): number {
  return node.branches.reduce((units, branch) => units + tagUnits(branch), 0);
}

function followList(step: ListStep, rendering: Rendering, note: Note): void {
  let count = 0;
  for (const _ of itemsTaken(step, rendering)) {
    if (count === 1) follow(step.separator, rendering, note);
    follow(step.steps, rendering, note);
    count = Math.min(2, count + 1);
  }
  note(step, count);
  if (count === 0) follow(step.otherwise, rendering, note);
}
