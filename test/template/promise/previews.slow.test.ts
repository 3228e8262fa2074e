import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  isGroup,
  isList,
  isOptional,
  listOf,
  optional,
  presentType,
  type VariableSchema,
  type VariableType,
} from '../../../src/template/resolve/variables.ts';
import { propertySeed, runs } from '../../properties.ts';
import type { PreviewAnswer, PreviewJob } from './preview-thread.ts';

const memoryMb = 256;
const { HOOKPLATE_SEED: seed } = process.env;
/** Something that has not answered by then hangs, on whatever machine, and is ended before its test. */
const deadlineMs = seed === undefined ? 50_000 : 600_000;

/** Previews in a thread of limited memory, which is ended where it hangs. */
class PreviewThread {
  #worker: Worker | undefined;

  async preview(job: PreviewJob): Promise<PreviewAnswer> {
    this.#worker ??= new Worker(new URL('./preview-thread.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const worker = this.#worker;
    let timer: NodeJS.Timeout | undefined;
    const answer = new Promise<PreviewAnswer>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('It hangs.')), deadlineMs);
      worker.once('message', resolve).once('error', reject);
    });
    try {
      worker.postMessage(job);
      const given = await answer;
      if (given.broken !== undefined) throw new Error(given.broken);
      return given;
    } catch (error) {
      await this.end();
      throw error;
    } finally {
      clearTimeout(timer);
      worker.removeAllListeners('message').removeAllListeners('error');
    }
  }

  async end(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }
}

const thread = new PreviewThread();
afterAll(() => thread.end());

/** Names that several events have, each with a type of its own. */
const names = ['a', 'b', 'c', 'd'] as const;
const members = ['m', 'n', 'o'] as const;

type Types = fc.Arbitrary<VariableType>;
const simpleType: Types = fc.constantFrom<VariableType>('string', 'number', 'boolean', 'json', [
  'p',
  'q',
  'r',
]);

function schemaOf(keys: readonly string[], type: Types): fc.Arbitrary<VariableSchema> {
  return fc
    .tuple(...keys.map(() => fc.option(type, { nil: undefined })))
    .map(types =>
      Object.fromEntries(keys.flatMap((key, index) => (types[index] ? [[key, types[index]]] : []))),
    );
}

const { type } = fc.letrec<{ type: VariableType }>(tie => ({
  type: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { arbitrary: simpleType, weight: 5 },
    { arbitrary: tie('type').map(of => listOf(of)), weight: 4 },
    { arbitrary: schemaOf(members, tie('type')), weight: 2 },
    { arbitrary: tie('type').map(of => optional(presentType(of))), weight: 2 },
  ),
}));

/** How one output writes values and lists. */
interface Writing {
  readonly contentType: string;
  readonly whole: (parts: readonly string[]) => string;
  readonly value: (tag: string) => string;
  readonly all: (parts: readonly string[]) => string;
  readonly list: (open: string, inside: string) => string;
}

const writings: readonly Writing[] = [
  {
    contentType: 'application/json',
    whole: parts => `[${parts.join(',')}]`,
    value: tag => `"${tag}"`,
    all: parts => `[${parts.join(',')}]`,
    list: (open, inside) => `[${open}${inside}$sep$,$endfor$]`,
  },
  {
    contentType: 'application/xml',
    whole: parts => `<r>${parts.join('')}</r>`,
    value: tag => `<v w="${tag}">${tag}</v>`,
    all: parts => `<s>${parts.join('')}</s>`,
    list: (open, inside) => `<l>${open}${inside}$endfor$</l>`,
  },
  {
    contentType: 'application/x-www-form-urlencoded',
    whole: parts => `e=1${parts.join('')}`,
    value: tag => `&v=${tag}`,
    all: parts => parts.join(''),
    list: (open, inside) => `${open}${inside}$endfor$`,
  },
  {
    contentType: 'text/plain',
    whole: parts => parts.join('\n'),
    value: tag => `${tag} `,
    all: parts => parts.join(' '),
    list: (open, inside) => `${open}${inside}$sep$; $endfor$`,
  },
];

/** Draws numbers below a bound. */
type Draw = (below: number) => number;

/** What a template may name in one place, with its type. */
type Scope = readonly (readonly [path: string, type: VariableType])[];

function scopeOf(schema: VariableSchema, before = ''): Scope {
  return Object.entries(schema).flatMap(([name, type]) => entriesOf(`${before}${name}`, type));
}

function entriesOf(path: string, type: VariableType): Scope {
  const present = presentType(type);
  return isGroup(present) ? scopeOf(present, `${path}.`) : [[path, type]];
}

function conditionOn(draw: Draw, [path, declared]: Scope[number]): string {
  const type = presentType(declared);
  if (isOptional(declared) && draw(3) === 0) return type === 'boolean' ? `${path} == true` : path;
  if (isList(type)) return [path, `!${path}`, `${path}.count > ${draw(5)}`][draw(3)] ?? path;
  if (type === 'number') return `${path} ${['==', '>', '<='][draw(3)]} ${draw(4) * 7}`;
  if (type === 'boolean') return draw(2) === 0 ? path : `!${path}`;
  if (type === 'json') return `${path}.part == "${'xy'[draw(2)]}"`;
  if (Array.isArray(type)) return `${path} == "${type[draw(type.length)]}"`;
  return draw(2) === 0 ? path : `${path} == "x"`;
}

/** A part of a payload: values, branches and lists of one event. */
function partOf(draw: Draw, scope: Scope, writing: Writing, depth: number): string {
  const named = scope[draw(Math.max(1, scope.length))];
  if (named === undefined || (depth <= 0 && draw(4) === 0)) return writing.value('-');
  const [path, declared] = named;
  const type = presentType(declared);
  const inside = (more: Scope = scope) => partOf(draw, more, writing, depth - 1);
  if (depth > 0 && draw(3) === 0) {
    const other = scope[draw(scope.length)] ?? named;
    const yes = inside();
    const or = draw(3) === 0 ? `$elseif(${conditionOn(draw, other)})$${inside()}` : '';
    return `$if(${conditionOn(draw, named)})$${yes}${or}$else$${inside()}$endif$`;
  }
  if (depth > 0 && draw(4) === 0) return writing.all([inside(), inside()]);
  if (isList(type)) {
    if (depth <= 0) return writing.value(`$${path}.count$`);
    const item = `i${scope.length}`;
    const items = entriesOf(item, type.of);
    const asked = items[draw(Math.max(1, items.length))];
    const filter = asked && draw(3) === 0 ? ` if ${conditionOn(draw, asked)}` : '';
    return writing.list(`$for(${item} in ${path}${filter})$`, inside([...scope, ...items, ...items]));
  }
  return writing.value(`$${path}$`);
}

/** Numbers that follow from a seed. */
function drawing(seed: number): Draw {
  let state = seed >>> 0;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A payload with a branch for each event, as the names of one are of other types in the next. */
function payloadFor(schemas: readonly VariableSchema[], draw: Draw, writing: Writing): string {
  const branches = schemas.map((schema, index) => {
    const parts = Array.from({ length: 1 + draw(3) }, () => partOf(draw, scopeOf(schema), writing, 4));
    return `$${index === 0 ? 'if' : 'elseif'}(event == "e${index}")$${writing.all(parts)}`;
  });
  return writing.whole([
    `${branches.join('')}$else$${writing.value('none')}$endif$`,
    writing.value('$event$'),
  ]);
}

const job = fc
  .tuple(
    fc.array(schemaOf(names, type), { minLength: 2, maxLength: 5 }),
    fc.constantFrom(...writings),
    fc.nat(),
    fc.nat(),
  )
  .map(([schemas, writing, seed, drawn]): PreviewJob => {
    const on = 1 + (drawn % (2 ** schemas.length - 1));
    const payload = payloadFor(schemas, drawing(seed), writing);
    const events = schemas.map((variables, index) => [`e${index}`, { title: 'E', variables }]);
    return {
      catalogue: { events: Object.fromEntries(events) },
      config: {
        events: Object.fromEntries(schemas.map((_, index) => [`e${index}`, ((on >> index) & 1) === 1])),
        method: 'POST',
        url: 'https://h.example/$event$?q=$if(event == "e1")$1$else$0$endif$',
        headers: [{ name: 'x-event', value: '$event$' }],
        contentType: writing.contentType,
        payload,
      },
      isCompared: true,
    };
  });

function repeat(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join('');
}

/** A webhook whose preview would take for ever, or all memory, if nothing bounded that. */
interface Hostile {
  readonly variables: VariableSchema;
  readonly sample?: object;
  readonly payload: string;
  readonly events?: number;
}

function nested(levels: number): VariableType {
  return levels === 0 ? 'string' : listOf(nested(levels - 1));
}

const words = { words: listOf('string') };
const hostile: Readonly<Record<string, Hostile>> = {
  'lists in lists of the same items': {
    variables: words,
    payload: repeat(60, index => `$for(w${index} in words)$`) + repeat(60, () => '$endfor$'),
  },
  'lists in lists of the same items, each with an end that nothing reaches': {
    variables: words,
    payload: `${repeat(30, index => `$for(w${index} in words)$$if(w${index} == "y")$a$endif$`)}${repeat(30, () => '$endfor$')}$if(words.count == 31 && !words)$x$endif$`,
  },
  'types of lists in lists, compared with numbers of items': {
    variables: { words: nested(20) },
    payload: `$if(words.count == 30)$a$elseif(words.count == 29)$b$endif$$for(w in words)$$if(w.count == 32)$c$endif$$endfor$`,
  },
  'a list of many items for each event': {
    variables: words,
    sample: { words: Array.from({ length: 20_000 }, (_, index) => `word ${index}`) },
    payload: '$for(w in words)$$if(w == "none")$a$endif$$w$ $for(v in words)$$v$$endfor$$endfor$',
    events: 50,
  },
  'a condition of many operands': {
    variables: { text: 'string', flag: 'boolean', optional: optional('string'), words: listOf('string') },
    payload: `$if(text == "a" && (${repeat(50_000, () => 'flag || ')}text == "b"))$a$endif$`,
  },
  'many parts of JSON': {
    variables: { data: listOf('json') },
    payload: `$for(d in data)$${repeat(2000, index => `$if(d.p${index} == "x")$a$endif$`)}$endfor$`,
  },
  'more branches than are visited, for many events': {
    variables: { text: 'string', count: 'number', words: listOf({ a: 'boolean', b: optional('number') }) },
    payload: repeat(
      300,
      index =>
        `$if(event == "e${index}" && text == "t${index}" && count > ${index})$a$elseif(words)$b$endif$`,
    ),
    events: 300,
  },
  'a long text for each event': {
    variables: { text: 'string' },
    sample: { text: 'x'.repeat(1_000_000) },
    payload: repeat(7, () => '$text$'),
    events: 100,
  },
};

describe(`a preview (HOOKPLATE_SEED=${propertySeed})`, () => {
  it('answers and shows what would be sent, where names are of other types from event to event', async () => {
    const count = runs(150, 30);
    const tally = { accepted: 0, requests: 0, visited: 0, unvisited: 0 };
    await fc.assert(
      fc.asyncProperty(job, async each => {
        const answer = await thread.preview(each);
        if (!answer.isAccepted) return;
        tally.accepted++;
        tally.requests += answer.requests;
        tally.visited += answer.visited;
        tally.unvisited += answer.unvisited;
      }),
      { numRuns: count },
    );
    console.info(`previews: ${count}, ${JSON.stringify(tally)}`);
    expect(tally.accepted).toBeGreaterThan(count / 2);
    expect(tally.requests).toBeGreaterThan(tally.accepted);
  });

  it.each(Object.entries(hostile))(
    'answers for %s',
    async (_, { variables, sample, payload, events = 1 }) => {
      const names = Array.from({ length: events }, (_, index) => `e${index}`);
      const definition = { title: 'E', ...(sample && { sample }) };
      const answer = await thread.preview({
        catalogue: { variables, events: Object.fromEntries(names.map(name => [name, definition])) },
        config: {
          events: Object.fromEntries(names.map(name => [name, true])),
          method: 'POST',
          url: 'https://h.example/',
          contentType: 'text/plain',
          payload,
        },
        isCompared: false,
      });
      expect(answer.isAccepted).toBe(true);
      expect(answer.requests + answer.failures).toBe(events);
    },
  );
});
