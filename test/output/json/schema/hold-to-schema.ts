import { type Diagnostic, hasErrors } from '../../../../src/diagnostics/diagnostic.ts';
import { findMistakes } from '../../../../src/template/check.ts';
import { RenderError } from '../../../../src/template/render/render-error.ts';
import { compileTemplate } from '../../../../src/template/template.ts';
import type { FittingPair } from './fitting-pairs.ts';
import { type Judge, judgeBy } from './judge.ts';
import { typedContext, variables } from './typed-contexts.ts';

/**
 * What the check says of a pair: nothing, a schema warning, a schema error, an error that is about no schema, or that nobody can
 * read the schema.
 */
export type Opinion = 'accepted' | 'warned' | 'refused' | 'no template' | 'no schema';

export const noOpinions: Readonly<Record<Opinion, number>> = {
  ...{ accepted: 0, warned: 0, refused: 0 },
  ...{ 'no template': 0, 'no schema': 0 },
};

export interface Held {
  readonly opinion: Opinion;
  readonly found: readonly Diagnostic[];
  readonly rendered: number;
}

const contextsEach = 12;
let contexts: { readonly seed: number; readonly made: readonly object[] } | undefined;

/** Many pairs are rendered with the same ones, one after the other. */
function contextsFrom(seed: number): readonly object[] {
  if (contexts?.seed !== seed)
    contexts = { seed, made: Array.from({ length: contextsEach }, (_, index) => typedContext(seed + index)) };
  return contexts.made;
}

/**
 * Asks the check about a pair, and where it has nothing against it, ajv about what the template writes.
 *
 * @throws {Error} where they disagree.
 */
export function holdToSchema(pair: FittingPair, seed: number): Held {
  const options = { output: pair.output, variables, schema: pair.schema };
  const found = mistakesIn(pair.source, options);
  if (found === undefined) return { opinion: 'no schema', found: [], rendered: 0 };
  const opinion = opinionOf(found);
  if (opinion !== 'accepted') return { opinion, found, rendered: 0 };
  const judge = judgeBy(pair.schema, pair.draft);
  const { render } = compileTemplate(pair.source, options);
  let rendered = 0;
  for (const [index, context] of contextsFrom(seed).entries()) {
    const text = rendering(render, context);
    if (text === undefined) continue;
    rendered++;
    const lines = pair.output === 'json-lines' ? text.split('\n').filter(line => line !== '') : [text];
    for (const line of lines) insistOn(judge, line, seed + index);
  }
  return { opinion, found, rendered };
}

/** Nothing where a mutation cut a reference off, or led it back to itself. */
function mistakesIn(
  source: string,
  options: Parameters<typeof findMistakes>[1],
): readonly Diagnostic[] | undefined {
  try {
    return findMistakes(source, options);
  } catch (error) {
    if (error instanceof TypeError && error.message.startsWith('options.schema')) return undefined;
    throw error;
  }
}

function isAboutSchema({ code }: Diagnostic): boolean {
  return code.startsWith('schema-');
}

function opinionOf(found: readonly Diagnostic[]): Opinion {
  const ofSchema = found.filter(isAboutSchema);
  if (hasErrors(found)) return hasErrors(ofSchema) ? 'refused' : 'no template';
  return ofSchema.length > 0 ? 'warned' : 'accepted';
}

/** Nothing where a value is a reason to refuse: under a schema, a number that no double is near. */
function rendering(render: (context: object) => string, context: object): string | undefined {
  try {
    return render(context);
  } catch (error) {
    if (error instanceof RenderError && error.code !== 'output-too-long') return undefined;
    throw error;
  }
}

function insistOn(judge: Judge, text: string, seed: number): void {
  const refused = judge(text);
  if (refused !== undefined)
    throw new Error(`ajv refuses what context ${seed} makes: ${refused}\n${text.slice(0, 2000)}`);
}
