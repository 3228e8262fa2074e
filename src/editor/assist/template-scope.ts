import { Facet } from '@codemirror/state';
import type { OutputName } from '../../output/output.ts';
import { processVariables, type VariableSchema } from '../../template/resolve/variables.ts';
import type { AnyEvent } from '../../webhook/events/event-catalogue.ts';

/** What the template of an editor is about. */
export interface TemplateScope {
  readonly output: OutputName;
  readonly variables: VariableSchema;
  /** Events whose values are shown as examples. */
  readonly samples: readonly AnyEvent[];
  /** The IANA time zone of dates without one of their own. */
  readonly timeZone: string;
  /** What a variable means, by its path with dots. */
  readonly describe: (path: string) => string | undefined;
}

const nothingKnown: TemplateScope = {
  output: 'text',
  variables: processVariables,
  samples: [],
  timeZone: 'UTC',
  describe: () => undefined,
};

export const templateScope: Facet<TemplateScope, TemplateScope> = Facet.define({
  combine: given => given[0] ?? nothingKnown,
});
