import type { JsonSchema } from '../output/json/schema/schema.ts';
import type { OutputName } from '../output/output.ts';
import {
  type ProcessVariables,
  processVariables,
  type VariableSchema,
} from '../template/resolve/variables.ts';
import type { AnyCatalogue, AnyEvent } from '../webhook/events/event-catalogue.ts';

/** The context in which a template is written: its output, its variables, examples. */
export interface TemplateScope {
  readonly output: OutputName;
  readonly variables: VariableSchema;
  /** What the output has to fulfil. */
  readonly schema?: JsonSchema | undefined;
  /** Events whose values are shown as examples. */
  readonly samples: readonly AnyEvent[];
  /** The IANA time zone of dates without one of their own. */
  readonly timeZone: string;
  /** Returns the meaning of a variable, by its dotted path. */
  readonly describe: (path: string) => string | undefined;
}

/**
 * The scope of a template for these events: all their variables; the first event with a variable decides about its
 * type.
 */
export function catalogueScope(
  catalogue: AnyCatalogue,
  names: readonly string[],
  samples: readonly AnyEvent[],
  { output, timeZone, schema }: Pick<TemplateScope, 'output' | 'timeZone' | 'schema'>,
): TemplateScope {
  const declared = new Map<string, VariableSchema[string]>();
  for (const name of names) {
    for (const [variable, type] of Object.entries(catalogue.events[name]?.variables ?? {}))
      if (!declared.has(variable)) declared.set(variable, type);
  }
  const variables = Object.fromEntries(declared);
  return { output, timeZone, schema, variables, samples, describe: meaningIn(variables) };
}

/** The meanings of variables, which are known only for those of processes. */
export function meaningIn(variables: VariableSchema): TemplateScope['describe'] {
  const meanings: Readonly<Record<string, string>> = processMeanings;
  const isProcess = describesProcess(variables);
  return path => (isProcess && Object.hasOwn(meanings, path) ? meanings[path] : undefined);
}

/** Whether these are exactly the variables of processes, in any order. */
function describesProcess(variables: VariableSchema): boolean {
  const known = Object.keys(processVariables);
  return (
    Object.keys(variables).length === known.length && known.every(name => Object.hasOwn(variables, name))
  );
}

/** The meanings of the variables of a process event, as in the language reference. */
export const processMeanings: Readonly<Record<keyof ProcessVariables, string>> = {
  event: 'what happened',
  isError: 'whether the event is `Errored`',
  errorCount: 'the number of objects with errors',
  recordsProcessed: 'inserted plus updated records, over all objects',
  profile: 'the name of the profile',
  date: 'when it happened; the same in every attempt to deliver it',
  pid: 'identifies the process: receivers group its events by it',
  sequence: 'the number of the event within its process, from 1: receivers sort by it',
  startedAt: 'when the process started',
  durationSeconds: 'how long it ran; known at its end',
  errorMessage:
    'why it failed: at most 1,000 characters where the workflow API reports it, otherwise the whole text of the event',
};
