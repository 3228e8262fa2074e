import { parseTemplate } from '../../grammar/parse-template.ts';
import { listOf, processVariables } from '../../src/template/resolve/variables.ts';
import { compileTemplate, validateTemplate } from '../../src/template/template.ts';
import { measureTurns, median, smoke } from '../measure.ts';
import { writeOurs } from '../ours.ts';
import { chat } from '../payloads/chat.ts';
import { contexts } from '../payloads/contexts.ts';
import { retainedBytes } from '../retained-bytes.ts';
import { runSuite } from '../run-suite.ts';
import type { Table, Target } from '../suite-result.ts';

/** One in which conditions hold, so that what is nested is also written. */
const context = contexts.find(({ isError }) => isError);
const message = writeOurs(chat);
const json = { output: 'json' } as const;

/** A work whose time is divided by how much of something it goes through. */
interface Growing {
  readonly name: string;
  readonly run: () => unknown;
  readonly per: number;
}

/** A JSON array of chat messages, of as many whole messages as fit into the length. */
function ofLength(length: number): string {
  const copies = Math.max(1, Math.floor((length - 1) / (message.length + 1)));
  return `[${Array.from({ length: copies }, () => message).join(',')}]`;
}

/** Conditionals in one another, with the same text around each at every depth; chained until the source is long. */
function nested(depth: number): string {
  const open = '$if(isError)$"e $profile$",$endif$$if(isError)$'.repeat(depth);
  const tower = `${open}"deepest",${'$else$"none",$endif$'.repeat(depth)}`;
  const towers = Math.ceil(200 / depth);
  return `[${tower.repeat(towers)}0]`;
}

function conditionals(count: number): string {
  return `[${'$if(isError)$"$profile$",$else$"fine",$endif$'.repeat(count)}0]`;
}

function works(
  source: string,
): { readonly name: string; readonly run: () => unknown; readonly bytes: number }[] {
  if (!context) throw new Error('There is no context with an error.');
  const options = { ...json, variables: { ...processVariables, words: listOf('string') } };
  const { render } = compileTemplate(source, options);
  const event = { ...context, words: ['one'] };
  return [
    { name: 'parse', run: () => parseTemplate(source), bytes: source.length },
    { name: 'validate with proof', run: () => validateTemplate(source, options), bytes: source.length },
    {
      name: 'render',
      run: () => Buffer.byteLength(render(event)),
      bytes: Buffer.byteLength(render(event)),
    },
  ];
}

interface Column {
  readonly name: string;
  readonly source: string;
  /** The divisor of the time. Default: the bytes of the source, or of the output for `render`. */
  readonly count?: number;
}

async function grow(
  title: string,
  unit: string,
  columns: readonly Column[],
  options: { readonly rounds: number; readonly turnMs: number },
): Promise<Table> {
  const growing = columns.flatMap(({ name, source, count }) =>
    works(source).map(
      (work): Growing => ({ name: `${work.name} ${name}`, run: work.run, per: count ?? work.bytes }),
    ),
  );
  const timings = await measureTurns(growing, options);
  const values = timings.map(({ roundsNs }, index) => median(roundsNs) / (growing[index]?.per ?? Number.NaN));
  const names = works(columns[0]?.source ?? '').map(({ name }) => name);
  const rows = names.map((name, row) => ({
    name,
    values: columns.map((_, column) => values[column * names.length + row]),
  }));
  return { title, unit, columns: columns.map(({ name }) => name), rows };
}

/** The number of lists in each source of nested lists. */
const lists = 64;

/** Lists in one another, as many in all at every depth; each list has one item. */
function nestedLists(depth: number): string {
  const open = Array.from({ length: depth }, (_, level) => `[$for(x${level} in words)$`).join('');
  const nest = `${open}"$profile$"${'$sep$,$endfor$]'.repeat(depth)},`;
  return `[${nest.repeat(lists / depth)}0]`;
}

/** Cost per item of a list, which should not depend on how many there are. */
async function growLists(
  lengths: readonly number[],
  options: { readonly rounds: number; readonly turnMs: number },
): Promise<Table> {
  const { render } = compileTemplate(
    '[$for(alert in alerts if alert.level > 1)$"$alert.name$$if(alert.firing)$ fires$endif$"$sep$,$endfor$]',
    { ...json, variables: { alerts: listOf({ name: 'string', level: 'number', firing: 'boolean' }) } },
  );
  const growing = lengths.map((length): Growing => {
    const alerts = Array.from({ length }, (_, level) => ({
      name: `a${level}`,
      level,
      firing: level % 2 === 0,
    }));
    return { name: `${length}`, run: () => Buffer.byteLength(render({ alerts })), per: length };
  });
  const timings = await measureTurns(growing, options);
  const values = timings.map(({ roundsNs }, index) => median(roundsNs) / (growing[index]?.per ?? Number.NaN));
  const columns = growing.map(({ name }) => name);
  return { title: 'per item by their number', unit: 'ns', columns, rows: [{ name: 'render', values }] };
}

/** The largest over the smallest of each row: what should stay flat. */
function spreads(table: Table): Target[] {
  return table.rows.map(({ name, values }) => {
    const numbers = values.map(Number);
    const reached = Math.max(...numbers) / Math.min(...numbers);
    return { what: `growth, ${name}: ${table.title}`, wanted: 2, atMost: true, reached };
  });
}

function memory(count: number): Table {
  const sources: readonly Column[] = [
    { name: 'chat', source: message },
    { name: '32 KiB', source: ofLength(32 * 1024) },
  ];
  const retained = (use: (template: ReturnType<typeof compileTemplate>) => unknown) =>
    sources.map(({ source }) => {
      const few = Math.ceil((count * message.length) / source.length);
      return retainedBytes(() => {
        const template = compileTemplate(`${source} `, json);
        use(template);
        return template;
      }, few);
    });
  return {
    title: 'Retained per compiled template',
    unit: 'bytes',
    columns: sources.map(({ name }) => name),
    rows: [
      { name: 'hookplate', values: retained(() => undefined) },
      { name: 'hookplate, rendered once', values: retained(({ render }) => render({ ...context })) },
      { name: 'source', values: sources.map(({ source }) => source.length) },
    ],
  };
}

/** Milliseconds to validate a payload of 64 KiB with 500 tags, such as a large card. */
async function validatingMs(options: { readonly rounds: number; readonly turnMs: number }): Promise<number> {
  const pieces = [
    '"$profile$"',
    '"at $date; format="yyyy-MM-dd"$"',
    '$errorCount$',
    '$if(isError)$1$else$0$endif$',
  ];
  const members = Array.from(
    { length: 500 },
    (_, index) => `"member ${index}, ${'x'.repeat(80)}": ${pieces[index % pieces.length]}`,
  );
  const source = `{${members.join(',\n')}}`.padEnd(64 * 1024);
  const [timing] = await measureTurns(
    [{ name: 'validate', run: () => validateTemplate(source, json).length }],
    options,
  );
  return median(timing?.roundsNs ?? []) / 1e6;
}

/** What a receiver might ask of the chat message. */
const chatSchema = {
  type: 'object',
  required: ['text', 'at', 'records', 'color'],
  properties: {
    text: { type: 'string', minLength: 1 },
    at: { type: 'string', minLength: 1 },
    records: { type: 'number' },
    color: { enum: ['good', 'warning', 'danger'] },
    errors: { type: 'number' },
    source: { const: 'CTCSRV20' },
  },
  additionalProperties: false,
};

/** The time to validate the chat message with its schema over that without. */
async function schemaRatio(options: { readonly rounds: number; readonly turnMs: number }): Promise<number> {
  const withSchema = { ...json, schema: chatSchema };
  const found = validateTemplate(message, withSchema);
  if (found.length > 0) throw new Error(`The chat message has mistakes: ${found[0]?.message}`);
  const [one, other] = await measureTurns(
    [
      { name: 'with', run: () => validateTemplate(message, withSchema).length },
      { name: 'without', run: () => validateTemplate(message, json).length },
    ],
    options,
  );
  return median((one?.roundsNs ?? []).map((ns, round) => ns / (other?.roundsNs[round] ?? Number.NaN)));
}

await runSuite(async ({ quick }) => {
  const options = quick ? smoke : { rounds: 7, turnMs: 100 };
  // Before there is other garbage.
  const retained = memory(quick ? 10 : 10_000);
  const lengths = (quick ? [1, 4] : [1, 32, 1024]).map(kib => ({
    name: `${kib} KiB`,
    source: ofLength(kib * 1024),
  }));
  const depths = (quick ? [1, 10] : [1, 10, 100]).map(depth => ({
    name: `${depth} deep`,
    source: nested(depth),
  }));
  const counts = (quick ? [10, 100] : [10, 100, 1000, 10_000]).map(count => ({
    name: `${count}`,
    source: conditionals(count),
    count,
  }));
  const nests = (quick ? [1, 4] : [1, 4, 16]).map(depth => ({
    name: `${depth} deep`,
    source: nestedLists(depth),
    count: lists,
  }));
  const growing = [
    await grow('per byte by length', 'ns/byte', lengths, options),
    await grow('per byte by nesting', 'ns/byte', depths, options),
    await grow('per conditional by their number', 'ns', counts, options),
    await growLists(quick ? [10, 100] : [10, 100, 1000, 10_000], options),
    await grow('per list by nesting', 'ns', nests, options),
  ];
  const large: Target = {
    what: 'validate 64 KiB with 500 tags, ms',
    wanted: 50,
    atMost: true,
    reached: await validatingMs(options),
  };
  const withSchema: Target = {
    what: 'validate chat with its schema over without',
    wanted: 2,
    atMost: true,
    reached: await schemaRatio(options),
  };
  const targets = [...growing.flatMap(spreads), large, withSchema];
  return { suite: 'growth', tables: [...growing, retained], targets };
});
