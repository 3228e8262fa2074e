import type { OutputName } from '../output/output.ts';
import { processVariables, type VariableSchema } from '../template/resolve/variables.ts';
import type { AnyCatalogue, AnyEvent } from '../webhook/events/event-catalogue.ts';
import { processMeanings } from './process-meanings.ts';
import type { TemplateScope } from './template-scope.ts';

/** What a template may name for these events: what any of them has, as the first one declares it. */
export function catalogueScope(
  catalogue: AnyCatalogue,
  names: readonly string[],
  samples: readonly AnyEvent[],
  { output, timeZone }: { readonly output: OutputName; readonly timeZone: string },
): TemplateScope {
  const declared = new Map<string, VariableSchema[string]>();
  for (const name of names) {
    for (const [variable, type] of Object.entries(catalogue.events[name]?.variables ?? {}))
      if (!declared.has(variable)) declared.set(variable, type);
  }
  const variables = Object.fromEntries(declared);
  return { output, timeZone, variables, samples, describe: meaningIn(variables) };
}

/** What the variables of processes mean, where these are the variables. */
export function meaningIn(variables: VariableSchema): TemplateScope['describe'] {
  const meanings: Readonly<Record<string, string>> = processMeanings;
  const isProcess = describesProcess(variables);
  return path => (isProcess && Object.hasOwn(meanings, path) ? meanings[path] : undefined);
}

/** Whether these are exactly the variables of processes, in whatever order. */
function describesProcess(variables: VariableSchema): boolean {
  const known = Object.keys(processVariables);
  return (
    Object.keys(variables).length === known.length && known.every(name => Object.hasOwn(variables, name))
  );
}
