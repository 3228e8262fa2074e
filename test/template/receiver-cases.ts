import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { OutputName } from '../../src/output/output.ts';
import { outputs } from '../../src/output/outputs.ts';
import { listOf, processVariables } from '../../src/template/resolve/variables.ts';

/** A template for a well-known receiver, and a change to it that must be refused. */
export interface ReceiverCase {
  readonly name: string;
  readonly output: OutputName;
  readonly source: string;
  readonly mutated: string;
  /** The code that the mutated template is refused with. */
  readonly refused: string;
}

/** The variables available to the templates of receivers. */
export const receiverVariables = {
  ...processVariables,
  alerts: listOf({
    name: 'string',
    state: ['firing', 'resolved'],
    level: 'number',
    since: 'date',
    notes: listOf('string'),
  }),
} as const;

const folder = new URL('../../grammar/cases/', import.meta.url);

/** Each case is a file: lines of `name: text`, a line `---`, and the template to the end of the file. */
export const receiverCases: readonly ReceiverCase[] = readdirSync(folder, {
  recursive: true,
  encoding: 'utf8',
})
  .filter(file => file.endsWith('.template'))
  .map(file => readCase(basename(file, '.template'), readFileSync(new URL(file, folder), 'utf8')));

function readCase(name: string, file: string): ReceiverCase {
  const [head = '', source = ''] = file.trimEnd().split(/\n---\n/);
  const fields = new Map(
    head.split('\n').map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  const output = fields.get('output') ?? '';
  if (!isOutput(output)) throw new Error(`${name}: there is no output \`${output}\``);
  const pieces = source.split(fields.get('replace') ?? '');
  if (pieces.length !== 2)
    throw new Error(`${name}: what is to be replaced stands there ${pieces.length - 1} times`);
  const mutated = pieces.join(fields.get('with') ?? '');
  return { name, output, source, mutated, refused: fields.get('refused') ?? '' };
}

function isOutput(name: string): name is OutputName {
  return Object.hasOwn(outputs, name);
}
