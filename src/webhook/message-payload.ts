import { parseTemplate } from '../../grammar/parse-template.ts';
import type { TemplateNode } from '../../grammar/tree.ts';
import { Budget } from '../diagnostics/budget.ts';
import { type Edit, hasErrors, type SourceRange } from '../diagnostics/diagnostic.ts';
import { applyEdits } from '../diagnostics/fixes/apply-fix.ts';
import type { JsonSchema } from '../output/json/schema/schema.ts';
import type { Place as OutputPlace } from '../output/output.ts';
import type { CheckedTemplate } from '../template/check.ts';
import { DecisionDiagram } from '../template/proof/decision-diagram.ts';
import { cutList, fitText, whatIsWritten } from '../template/proof/written.ts';
import type { Span, Trace } from '../template/render/compiled-template.ts';
import type { Program, Step, ValueStep } from '../template/resolve/program.ts';
import { checkEach } from './check-templates.ts';
import { fieldIn, type GivenConfig, readGiven } from './config/given-config.ts';
import { bodySettings } from './config/settings.ts';
import { diagnoseField, inField, type WebhookDiagnostic, wholeRange } from './diagnostic.ts';
import type { AnyCatalogue } from './events/event-catalogue.ts';
import { EventSummary } from './receivers/event-summary.ts';
import { receiverOf, schemaFor } from './receivers/named-receiver.ts';
import type {
  KnownReceiver,
  Markup,
  MessagePart,
  MessageText,
  ReceiverMessage,
} from './receivers/receiver.ts';
import { plain, writings } from './receivers/writing.ts';

/*
 * A message is a payload that nobody has to write: its words stand where its receiver's JSON has room for them. So it is proved,
 * compiled and previewed as that payload, and what is found there is said of the words.
 */

/** A stretch of the payload, and where it comes from. */
interface Stretch {
  readonly text: string;
  /** The field whose text it is. */
  readonly field?: string;
  /** Its range in that text. A stretch of another length was escaped, and is one character there. */
  readonly source?: SourceRange;
}

/** The payload that a message becomes. */
export class MessagePayload {
  readonly template: string;
  readonly schema: JsonSchema | undefined;
  readonly #stretches: readonly (Stretch & { readonly range: SourceRange })[];

  constructor(stretches: readonly Stretch[], schema: JsonSchema | undefined) {
    this.schema = schema;
    let end = 0;
    this.#stretches = stretches.map(each => {
      const range = { start: end, end: end + each.text.length };
      end = range.end;
      return { ...each, range };
    });
    this.template = stretches.map(({ text }) => text).join('');
  }

  /** The field and the range of words that a range of the payload comes from. */
  originOf(range: SourceRange): { readonly field: string; readonly range: SourceRange } | undefined {
    const touched = this.#stretches.filter(
      each => each.range.start < Math.max(range.end, range.start + 1) && range.start < each.range.end,
    );
    if (touched.some(({ field }) => field === fieldOfTo))
      return { field: fieldOfTo, range: { start: 0, end: 0 } };
    const words = touched.filter(({ source }) => source);
    const [first, last] = [words[0], words.at(-1)];
    if (!first?.source || !last?.source || first.field === undefined || first.field !== last.field)
      return undefined;
    const start = Math.min(
      first.source.start + Math.max(0, range.start - first.range.start),
      first.source.end,
    );
    const end = Math.min(last.source.start + Math.max(0, range.end - last.range.start), last.source.end);
    return { field: first.field, range: { start: Math.min(start, end), end } };
  }

  /** The template with another text in place of who gets it. */
  templateFor(to: string): string {
    const instead = plain.literal(to);
    return this.#stretches.map(({ text, field }) => (field === fieldOfTo ? instead : text)).join('');
  }

  /** What its words wrote in a rendering, by field, as people read it. */
  wordsOf(trace: Trace): readonly (Trace & { readonly field: string })[] {
    const written = new Map<string, { text: string; spans: Span[] }>();
    for (const { output, source, value, field = fieldOfTo } of this.#divided(trace)) {
      if (field === fieldOfTo) continue;
      const words = written.get(field) ?? { text: '', spans: [] };
      written.set(field, words);
      const start = words.text.length;
      words.text += unescaped(trace.text.slice(output.start, output.end));
      const range = this.originOf(source)?.range ?? { start: 0, end: 0 };
      words.spans.push({ output: { start, end: words.text.length }, source: range, ...(value && { value }) });
    }
    return Array.from(written, ([field, words]) => ({ field, ...words }));
  }

  /** A rendering with another text in place of who gets it. */
  withoutTo(trace: Trace, instead: string): Trace {
    let text = '';
    let isHidden = false;
    const spans = this.#divided(trace).map(({ output, field, ...span }) => {
      const start = text.length;
      if (field !== fieldOfTo) text += trace.text.slice(output.start, output.end);
      else if (!isHidden) text += instead;
      isHidden ||= field === fieldOfTo;
      return { ...span, output: { start, end: text.length } };
    });
    return { text, spans };
  }

  /** The spans of a rendering, of which a literal one is divided where its field changes. */
  #divided({ spans }: Trace): readonly (Span & { readonly field?: string | undefined })[] {
    return spans.flatMap(span => {
      const { source, output } = span;
      const touched = this.#stretches.filter(
        ({ range }) => range.start < source.end && source.start < range.end,
      );
      const isCopied = source.end - source.start === output.end - output.start;
      if (span.value || !isCopied) return [{ ...span, field: touched[0]?.field }];
      return touched.map(({ range, field }) => {
        const part = { start: Math.max(range.start, source.start), end: Math.min(range.end, source.end) };
        return { output: shift(part, output.start - source.start), source: part, field };
      });
    });
  }
}

function shift({ start, end }: SourceRange, by: number): SourceRange {
  return { start: start + by, end: end + by };
}

/** A piece of a JSON string as its reader reads it. */
function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return text;
  }
}

const fieldOfTo = 'message.to';

/** A configuration whose message was replaced by the request that it becomes. */
export interface WithPayload {
  /** Without a body where its message cannot become a payload yet. */
  readonly given: GivenConfig;
  readonly payload: MessagePayload | undefined;
  readonly diagnostics: readonly WebhookDiagnostic[];
}

/** Undefined if a configuration has no message. */
export function withPayload(
  given: GivenConfig,
  catalogue: AnyCatalogue,
  receivers: readonly KnownReceiver[],
  names: readonly string[],
): WithPayload | undefined {
  const { message, messages, ...others } = given.settings;
  if (message === undefined && messages === undefined) return undefined;
  const receiver = receiverOf(given, receivers);
  const kept = Object.entries(others).filter(([name]) => name !== 'method' && !bodySettings.includes(name));
  const asGiven = (more: object): GivenConfig => readGiven({ ...Object.fromEntries(kept), ...more });
  const accepts = receiver?.message;
  const words = fieldsOf(given, names).map(each => readWords(each, given, catalogue));
  const diagnostics = [
    ...findBeside(given, receiver),
    ...findMissing(given, receiver, names),
    ...words.flatMap(each => [
      ...each.diagnostics,
      ...findUnclosed(each, accepts?.[each.part]?.markup ?? 'plain'),
    ]),
  ];
  if (!receiver || !accepts || hasErrors(diagnostics))
    return { given: asGiven({ method: 'GET' }), payload: undefined, diagnostics };
  const tooLong: WebhookDiagnostic[] = [];
  const stretches = new Map(
    words.map(each => {
      const room = accepts[each.part] ?? accepts.text;
      const { edits, most } = fittingEdits(each.checked, room);
      if (most > room.max) tooLong.push(sayTooLong(each, receiver, room.max, most));
      return [each.field, translated(each, room, edits)];
    }),
  );
  const stretchesOfField = (field: string): readonly Stretch[] => stretches.get(field) ?? [];
  const place = { given, catalogue, names, accepts, stretchesOfField };
  const payload = new MessagePayload(
    accepts.payload.flatMap(part => stretchesOf(part, place)),
    schemaFor(receiver),
  );
  const { method = 'POST', contentType = 'application/json' } = receiver;
  return {
    given: asGiven({ method, contentType, payload: payload.template }),
    payload,
    diagnostics: [...diagnostics, ...tooLong],
  };
}

/** Says that words may be longer than their receiver takes, however short their values are cut. */
function sayTooLong(
  { field, text }: Field,
  { name }: KnownReceiver,
  max: number,
  most: number,
): WebhookDiagnostic {
  const facts = {
    who: name,
    expected: `at most ${max} characters`,
    found: `a text of up to ${most} characters`,
  };
  return diagnoseField(field, 'schema-unproved', facts, { range: wholeRange(text) });
}

/** Says of the words what was found in the payload; undefined for what was said of them already. */
export function saidOfWords(
  diagnostic: WebhookDiagnostic,
  payload: MessagePayload,
  said: readonly WebhookDiagnostic[],
): WebhookDiagnostic | undefined {
  const { field = 'message.text', range = { start: 0, end: 0 } } = payload.originOf(diagnostic.range) ?? {};
  const isSaid = said.some(
    each => each.field === field && each.code === diagnostic.code && each.range.start === range.start,
  );
  if (isSaid || !(diagnostic.code.startsWith('schema-') || diagnostic.severity === 'error')) return undefined;
  // A fix of the payload may be none of the words.
  const ofWords = { ...diagnostic, related: [], fixes: [], field, range };
  if (field !== fieldOfTo) return ofWords;
  // Who gets it is as secret as a password, and not quoted.
  const { code, facts, events } = diagnostic;
  return {
    ...diagnoseField(field, code, { ...facts, found: '' } as typeof facts),
    ...(events && { events }),
  };
}

/** What only its receiver says, and what the receiver has no room for. */
function findBeside(given: GivenConfig, receiver: KnownReceiver | undefined): readonly WebhookDiagnostic[] {
  const { settings } = given;
  const beside = ['method', ...bodySettings].filter(name => settings[name] !== undefined);
  const accepts = receiver?.message;
  const found = beside.map(name => {
    const text = settings[name];
    return diagnoseField(
      name,
      'beside-message',
      { name },
      { range: wholeRange(typeof text === 'string' ? text : '') },
    );
  });
  if (!receiver || !accepts)
    return [
      ...found,
      diagnoseField('receiver', 'no-receiver-of-messages', { name: receiver?.name ?? given.receiver }),
    ];
  const names = [given.message, ...Object.values(given.messages ?? {})];
  const lacks = (part: 'title' | 'to') =>
    !accepts.payload.some(each => typeof each === 'object' && each.part === part);
  const fields = fieldsOfMessages(given);
  return [
    ...found,
    ...(lacks('title') && names.some(each => each?.title !== undefined)
      ? fields
          .filter(({ part }) => part === 'title')
          .map(({ field, text }) =>
            diagnoseField(
              field,
              'not-in-message',
              { name: receiver.name, part: 'title' },
              { range: wholeRange(text) },
            ),
          )
      : []),
    ...(lacks('to') && given.message?.to !== undefined
      ? [diagnoseField(fieldOfTo, 'not-in-message', { name: receiver.name, part: 'to' })]
      : []),
  ];
}

/** What its receiver asks for, and events that no words are for. */
function findMissing(
  given: GivenConfig,
  receiver: KnownReceiver | undefined,
  names: readonly string[],
): readonly WebhookDiagnostic[] {
  const { message, messages } = given;
  const found: WebhookDiagnostic[] = [];
  const isText = (text: unknown) => typeof text === 'string' && text.trim() !== '';
  const to = receiver?.message?.to;
  if (to && !isText(message?.to)) {
    found.push(diagnoseField(fieldOfTo, 'no-recipient', { label: to.label, example: to.example }));
  }
  if (message?.text === undefined) {
    const without = names.filter(name => !Object.hasOwn(messages, name));
    if (without.length > 0) found.push(diagnoseField('message.text', 'no-words', { events: without }));
  }
  for (const { field, part, text } of fieldsOfMessages(given))
    if (part === 'text' && !isText(text)) found.push(diagnoseField(field, 'empty-message', {}));
  return found;
}

type Words = 'title' | 'text';

interface Field {
  readonly field: string;
  readonly part: Words;
  readonly text: string;
}

/** The templates of all messages, used or not. */
function fieldsOfMessages(given: GivenConfig): readonly Field[] {
  const all = [
    ['message', given.message] as const,
    ...Object.entries(given.messages ?? {}).map(([name, each]) => [fieldIn('messages', name), each] as const),
  ];
  return all.flatMap(([name, each]) =>
    (['title', 'text'] as const).flatMap(part => {
      const text = each?.[part];
      return text === undefined ? [] : [{ field: fieldIn(name, part), part, text }];
    }),
  );
}

/** The same with the events that each is for. */
function fieldsOf(
  given: GivenConfig,
  names: readonly string[],
): readonly (Field & { readonly events: readonly string[] })[] {
  const own = (name: string) => Object.hasOwn(given.messages ?? {}, name);
  return fieldsOfMessages(given).map(each => {
    const [, name] = /^messages\.(.*)\.\w+$/s.exec(each.field) ?? [];
    const rest = names.filter(
      event => !own(event) || (each.part === 'title' && given.messages[event]?.title === undefined),
    );
    return { ...each, events: name === undefined ? (rest.length > 0 ? rest : names) : [name] };
  });
}

interface ReadWords extends Field {
  readonly diagnostics: readonly WebhookDiagnostic[];
  /** For each group of its events. */
  readonly checked: readonly CheckedTemplate[];
}

/** Words with what is wrong with them, whatever they stand in. */
function readWords(
  { events, ...words }: Field & { readonly events: readonly string[] },
  given: GivenConfig,
  catalogue: AnyCatalogue,
): ReadWords {
  const known = events.filter(name => catalogue.names.includes(name));
  const { checked, diagnostics } = checkEach({ source: words.text, output: 'text' }, catalogue, known, given);
  const found = diagnostics.filter(({ code }) => code !== 'influx-unescaped');
  return { ...words, checked, diagnostics: inField(words.field, found) };
}

interface Place {
  readonly given: GivenConfig;
  readonly catalogue: AnyCatalogue;
  readonly names: readonly string[];
  readonly accepts: ReceiverMessage;
  readonly stretchesOfField: (field: string) => readonly Stretch[];
}

function stretchesOf(part: MessagePart, place: Place): readonly Stretch[] {
  if (typeof part === 'string') return [{ text: part }];
  const message = new EventSummary({ names: place.names, events: place.catalogue.events });
  switch (part.part) {
    case 'to':
      return [{ text: plain.literal(place.given.message?.to ?? ''), field: fieldOfTo }];
    case 'level':
      return [{ text: message.level(part.texts) }];
    case 'key':
      return [{ text: message.key(plain, part.max) }];
    case 'subject':
      return [{ text: message.subject(plain, part.max) }];
    case 'title': {
      const { markup = 'plain', max = 200 } = place.accepts.title ?? {};
      return wordsFor('title', place, message.title(writings[markup], max));
    }
    case 'text':
      return wordsFor('text', place, '');
  }
}

/** The words of each event under its condition, where they differ. */
function wordsFor(
  part: Words,
  { given: { message, messages = {} }, names, stretchesOfField }: Place,
  instead: string,
): readonly Stretch[] {
  const field = fieldIn('message', part);
  const ofOthers = message?.[part] === undefined ? [{ text: instead, field }] : stretchesOfField(field);
  const own = names.filter(name => messages[name]?.[part] !== undefined);
  const cases = own.map(name => ({
    condition: `event == "${name}"`,
    words: stretchesOfField(fieldIn(fieldIn('messages', name), part)),
  }));
  // Those of the last event need no condition, where nothing else is left.
  const last = own.length < names.length ? ofOthers : (cases.pop()?.words ?? ofOthers);
  if (cases.length === 0) return last;
  const branches = cases.flatMap(({ condition, words }, index) => [
    { text: `$${index === 0 ? 'if' : 'elseif'}(${condition})$` },
    ...words,
  ]);
  return [...branches, { text: '$else$' }, ...last, { text: '$endif$' }];
}

/** As many items as a list without a `max` may write into a message. */
const maxItems = 10;

/** How much of a text is written whatever its values are, and how many of those may be of any length. */
interface Length {
  readonly fixed: number;
  readonly endless: number;
}

/** What makes values of words fit: escapes for the markup, shares of the room, and limits of lists. */
function fittingEdits(checked: readonly CheckedTemplate[], room: MessageText): Fitting {
  const { markup, max } = room;
  const diagram = new DecisionDiagram(new Budget(unitsToMeasure));
  const values = new Map<
    number,
    { readonly step: ValueStep; readonly place: OutputPlace; readonly isEndless: boolean }
  >();
  const edits = new Map<number, readonly Edit[]>();
  const { growth } = writings[markup];
  let share = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const { program, places } of checked) {
    const measure = (steps: Program): Length => sum(steps.map(lengthOf));
    const lengthOf = (step: Step): Length => {
      switch (step.kind) {
        case 'literal':
          return { fixed: lengthIn(room, step.text), endless: 0 };
        case 'value':
          return lengthOfValue(step);
        case 'conditional':
          return longest([...step.branches.map(({ steps }) => measure(steps)), measure(step.otherwise)]);
        case 'list': {
          const cut = step.max === undefined ? cutList(step, maxItems) : undefined;
          if (cut) edits.set(step.range.start, cut.edits);
          const items = step.max ?? maxItems;
          const each = sum([measure(step.steps), measure(step.separator)]);
          return longest([
            { fixed: each.fixed * items, endless: each.endless * items },
            measure(step.otherwise),
          ]);
        }
      }
    };
    const lengthOfValue = (step: ValueStep): Length => {
      const place = places.get(step);
      if (!place) return { fixed: 0, endless: 0 };
      // What is too much to look at may be of any length.
      const most = Budget.attempt(
        () => Math.max(0, ...whatIsWritten(step, place, diagram).map(each => each.most)),
        () => Number.POSITIVE_INFINITY,
      );
      const isEndless = most === Number.POSITIVE_INFINITY;
      // A text of any length for some events may be one of a few for others.
      if (isText(step) && !values.get(step.range.start)?.isEndless)
        values.set(step.range.start, { step, place, isEndless });
      const { null: absent = '', default: empty = '' } = step.options;
      if (isEndless) return { fixed: Math.max(absent.length, empty.length), endless: 1 };
      const isEscaped = isText(step) && fitText(step, place, markup) !== undefined;
      return { fixed: isEscaped ? most * growth : most, endless: 0 };
    };
    const { fixed, endless } = measure(program);
    if (endless > 0) share = Math.min(share, Math.floor((max - fixed) / endless));
    most = Math.max(most, fixed + endless * growth);
  }
  for (const [start, { step, place, isEndless }] of values) {
    const fix = fitText(step, place, markup, isEndless ? Math.max(share, 1) : undefined);
    if (fix) edits.set(start, fix.edits);
  }
  return { edits: [...edits.values()].flat(), most };
}

interface Fitting {
  readonly edits: readonly Edit[];
  /** How long the text is at most, where each value of any length has one character. */
  readonly most: number;
}

const unitsToMeasure = 2 ** 20;

/** How long a text is once its characters are escaped. */
function lengthIn(room: MessageText, text: string): number {
  return escapedPieces(text, wholeRange(text), room).reduce(
    (length, { text }) => length + unescaped(text).length,
    0,
  );
}

function sum(lengths: readonly Length[]): Length {
  return lengths.reduce(
    (all, { fixed, endless }) => ({ fixed: all.fixed + fixed, endless: all.endless + endless }),
    {
      fixed: 0,
      endless: 0,
    },
  );
}

function longest(lengths: readonly Length[]): Length {
  return {
    fixed: Math.max(0, ...lengths.map(({ fixed }) => fixed)),
    endless: Math.max(0, ...lengths.map(({ endless }) => endless)),
  };
}

/** Whether a value is text, in which markup could stand. */
function isText({ variable: { type }, counted, isItemNumber, whole }: ValueStep): boolean {
  if (counted || isItemNumber || whole) return false;
  return type === 'string' || type === 'json' || Array.isArray(type);
}

/** Words as they stand in a string of JSON: tags stay but for some edits, and the text between them is escaped. */
function translated(
  { text: source, field }: Field,
  room: MessageText,
  edits: readonly Edit[],
): readonly Stretch[] {
  const stretches: Stretch[] = [];
  const tag = ({ start, end }: SourceRange): void => {
    const own = edits
      .filter(({ range }) => start <= range.start && range.end <= end)
      .map(({ range, text }) => ({ range: shift(range, -start), text }));
    if (start < end)
      stretches.push({ text: applyEdits(source.slice(start, end), own), field, source: { start, end } });
  };
  const walk = (nodes: readonly TemplateNode[]): void => {
    for (const node of nodes) {
      switch (node.kind) {
        case 'text':
          for (const piece of escapedPieces(source, node.written, room)) stretches.push({ ...piece, field });
          break;
        case 'comment':
          break;
        case 'conditional':
          for (const branch of node.branches) walkAfter(branch);
          walkAfter(node.otherwise);
          tag(node.endTag);
          break;
        case 'list':
          walkAfter(node);
          walkAfter(node.separator);
          walkAfter(node.otherwise);
          tag(node.endTag);
          break;
        default:
          tag(node.range);
      }
    }
  };
  const walkAfter = (
    part: { readonly tag: SourceRange; readonly nodes: readonly TemplateNode[] } | undefined,
  ) => {
    if (!part) return;
    tag(part.tag);
    walk(part.nodes);
  };
  walk(parseTemplate(source).tree.nodes);
  return stretches;
}

/** Runs of characters that are written as they are, and each other one by itself. */
function escapedPieces(
  source: string,
  { start, end }: SourceRange,
  { markup, lineBreak = '\n' }: MessageText,
): readonly Stretch[] {
  const pieces = source.slice(start, end).matchAll(/[^"\\<&\p{Cc}\p{Cs}]+|./gsu);
  return Array.from(pieces, ({ 0: piece, index }) => {
    const at = start + index;
    const isWritten = isMarkup(source.slice(at, end), markup);
    const literal = piece === '\n' ? lineBreak : isWritten ? piece : (references[piece] ?? piece);
    return { text: JSON.stringify(literal).slice(1, -1), source: { start: at, end: at + piece.length } };
  });
}

const references: Readonly<Record<string, string>> = { '<': '&lt;', '&': '&amp;' };

/** Whether a text begins with markup where it begins with `<` or `&`; a tag that follows may be the address of a link. */
function isMarkup(text: string, markup: Markup): boolean {
  return markupAtStart[markup]?.test(text) ?? true;
}

/**
 * What `<` and `&` may begin: "Formatting message text" of Slack, "HTML style" of the Bot API of Telegram, and "Card text
 * formatting" of Google Chat. Anywhere else they are characters that people wrote.
 */
const markupAtStart: Readonly<Partial<Record<Markup, RegExp>>> = {
  'slack-mrkdwn': /^(?:[^<&]|<(?:$|[@#!]|https?:|mailto:|tel:)|&(?:amp|lt|gt);)/,
  'telegram-html':
    /^(?:[^<&]|<\/?(?:b|strong|i|em|u|ins|s|strike|del|a|code|pre|blockquote|tg-spoiler|tg-emoji|span)[\s>]|<a href="?$|&(?:amp|lt|gt|quot|#\d+|#x[\da-f]+);)/i,
  html: /^(?:[^<&]|<\/?(?:b|i|u|s|strike|font|a|br|time)[\s>/]|&(?:amp|lt|gt|quot|apos|nbsp|#\d+|#x[\da-f]+);)/i,
};

/** Elements that are opened and not closed, or closed and not opened, in a text that is read as HTML. */
function findUnclosed({ field, text: source }: Field, markup: Markup): readonly WebhookDiagnostic[] {
  if (markup !== 'telegram-html' && markup !== 'html') return [];
  const found: WebhookDiagnostic[] = [];
  const report = (name: string, range: SourceRange, isOpen: boolean) =>
    found.push(diagnoseField(field, 'unclosed-markup', { name, isOpen }, { range }));
  // Each branch by itself, so that it holds for each way through the words.
  const walk = (nodes: readonly TemplateNode[]): void => {
    const open: { readonly name: string; readonly range: SourceRange }[] = [];
    for (const node of nodes) {
      if (node.kind === 'conditional')
        for (const branch of [...node.branches, node.otherwise]) walk(branch?.nodes ?? []);
      if (node.kind === 'list')
        for (const part of [node, node.separator, node.otherwise]) walk(part?.nodes ?? []);
      if (node.kind !== 'text') continue;
      const { start, end } = node.written;
      for (const { 0: tag, 1: slash, 2: name = '', index } of source
        .slice(start, end)
        .matchAll(/<(\/?)([a-z][\w-]*)/gi)) {
        const at = start + index;
        const element = name.toLowerCase();
        if (element === 'br' || !isMarkup(source.slice(at, end), markup)) continue;
        const range = { start: at, end: at + tag.length };
        if (slash === '') open.push({ name: element, range });
        else if (open.at(-1)?.name === element) open.pop();
        else report(element, range, false);
      }
    }
    for (const { name, range } of open) report(name, range, true);
  };
  walk(parseTemplate(source).tree.nodes);
  return found;
}
