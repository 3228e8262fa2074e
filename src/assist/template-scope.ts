import type { OutputName } from '../output/output.ts';
import type { VariableSchema } from '../template/resolve/variables.ts';
import type { AnyEvent } from '../webhook/events/event-catalogue.ts';

/** What a template is about that somebody writes. */
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
