import type { Locale } from 'date-fns';
import { assertNever } from '../../diagnostics/assert-never.ts';
import type { Place } from '../../output/output.ts';
import { siteOf } from '../render/compiled-template.ts';
import type { Site } from '../render/render-error.ts';
import type { AskedOfItem } from '../resolve/classes/holding.ts';
import type { ConditionalStep, ListStep, LiteralStep, Program, Step, ValueStep } from '../resolve/program.ts';
import type { Origin } from '../resolve/variables.ts';
import type { ModuleWriter } from './module-writer.ts';
import { sourceOf, sourceOfText } from './source-text.ts';
import { type Answer, answerTo, writeAnswer, writeCondition } from './write-condition.ts';
import { writeBetween, writeWriter } from './write-writing.ts';

/** Any step but text. */
type TagStep = Exclude<Step, LiteralStep>;

interface TagAndText {
  readonly step: TagStep | undefined;
  after: string;
}

/** How many characters of text a step may have once for each of its outcomes, so that it is one with what stands beside it. */
const mostRepeated = 512;

/** The expression of the value at a path. */
type WriteRead = (path: readonly string[]) => string;

/**
 * Writes the statements that render a program, in the order in which a compiled template does the same: `out` is the output so
 * far, and `at` what an error would be about.
 */
export class ProgramWriter {
  readonly #module: ModuleWriter;
  readonly #places: ReadonlyMap<ValueStep, Place>;
  readonly #locale: Locale;
  readonly #maxOutputBytes: number;
  readonly #lines: string[] = [];
  readonly #answers = new Map<object, Answer>();
  /** The constants that hold the items of the lists around, the outermost first. */
  readonly #items: string[] = [];
  /** Text that has yet to be written. */
  #text = '';
  #indent = '    ';
  #firstSite: string | undefined;

  constructor(
    module: ModuleWriter,
    places: ReadonlyMap<ValueStep, Place>,
    locale: Locale,
    maxOutputBytes: number,
  ) {
    this.#module = module;
    this.#places = places;
    this.#locale = locale;
    this.#maxOutputBytes = maxOutputBytes;
  }

  /** What was written; where nothing can fail there are no sites, and the text is all that there is. */
  finish(): {
    readonly lines: readonly string[];
    readonly firstSite: string | undefined;
    readonly text: string;
  } {
    const text = this.#text;
    this.#flush();
    return { lines: this.#lines, firstSite: this.#firstSite, text };
  }

  /** Reads what conditions ask, before anything else. */
  read({ toRead }: Pick<AskedOfItem, 'toRead'>, readFrom: WriteRead): void {
    for (const variable of toRead) {
      this.#at(this.#site({ variable: variable.path.join('.'), range: variable.range }));
      const isList = variable.question === 'emptiness';
      const name = this.#module.nameFor(isList ? 'list' : 'asked');
      const written = writeAnswer(variable, readFrom(variable.origin), this.#module);
      // To TypeScript, an answer of any other type is what the last condition left of it, and some conditions never hold.
      const declared = isList ? 'const' : '/** @type {any} */ const';
      this.#line(`${declared} ${name} = ${written};`);
      this.#answers.set(variable, { name, isTrue: isList ? `${name}.length > 0` : name });
    }
  }

  readContext(path: readonly string[]): string {
    const readOwn = this.#module.use('readOwn');
    return path.reduce((value, name) => `${readOwn}(${value}, ${sourceOfText(name)})`, 'context');
  }

  write(program: Program): void {
    for (const { step, after } of withTextAfter(program)) {
      // The step takes the text before it.
      const rest = step ? this.#step(step, after) : after;
      this.#text += rest;
    }
  }

  /** Returns the text after a step, or nothing where that is written with it. */
  #step(step: TagStep, after: string): string {
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

  /** A value that no context reaches has no place. */
  #value(step: ValueStep, after: string): string {
    const place = this.#places.get(step);
    if (!place) return after;
    const writer = writeWriter(step, place, this.#locale, this.#module);
    this.#at(writer.name);
    this.#line(`value = ${this.#readFrom(step.variable.origin)};`);
    const { size } = writer.known;
    const isRepeated = size > 0 && this.#mayRepeat(after, size);
    if (size > 0 && !isRepeated) this.#flush();
    this.#line(`out += ${writeBetween(writer, this.#text, isRepeated ? after : '')};`);
    this.#text = '';
    return isRepeated ? '' : after;
  }

  /** Whether the text before a step and the one after it are so short that each of its outcomes may have its own. */
  #mayRepeat(after: string, outcomes: number): boolean {
    return (this.#text.length + after.length) * outcomes <= mostRepeated;
  }

  #readFrom({ level, path }: Origin): string {
    return level === 0 ? this.readContext(path) : this.#readItem(this.#items[level - 1] ?? '', path);
  }

  #readItem(item: string, path: readonly string[]): string {
    // The item itself is not kept by its path.
    const written = path.length === 0 ? '[]' : this.#module.constant('path', sourceOf(path));
    return `${item}.read(${written})`;
  }

  /** In one statement however many branches there are: nested ones would exhaust the stack of who reads the module. */
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
    const { list, filter, level, asked, range, steps, separator, otherwise } = step;
    this.#flush();
    const name = answerTo(list, this.#answers).name;
    const isEmpty = this.#module.nameFor('isEmpty');
    const start = this.#module.nameFor('start');
    const index = this.#module.nameFor('index');
    const item = this.#module.nameFor('item');
    this.#line(`let ${isEmpty} = true;`);
    this.#line(`const ${start} = out.length;`);
    this.#block(`for (let ${index} = 0; ${index} < ${name}.length; ${index}++) {`, () => {
      this.#at(this.#site({ variable: list.path.join('.'), range }));
      this.#line(`const ${item} = new ${this.#module.use('ItemSource')}(${name}.at(${index}));`);
      this.#items[level - 1] = item;
      this.read(asked, path => this.#readItem(item, path));
      if (filter) this.#line(`if (!(${writeCondition(filter, this.#answers)})) continue;`);
      this.#when(`!${isEmpty}`, separator);
      this.#line(`${isEmpty} = false;`);
      this.write(steps);
      this.#flush();
      const bound = this.#maxOutputBytes;
      const assert = `${this.#module.use('assertWithin')}(${bound}, out.slice(${start}), ${this.#site(siteOf(step))})`;
      this.#line(`if (out.length - ${start} > ${bound}) ${assert};`);
    });
    this.#line('}');
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
    this.#lines.push(this.#indent + line);
  }
}

/** Each tag with the text after it; the first text has none before it. */
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
