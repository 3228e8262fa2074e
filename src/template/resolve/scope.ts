import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { AskedVariables } from './asked-variables.ts';
import type { KnownNames } from './known-names.ts';
import type { VariableSchema } from './variables.ts';

/** What names and options are resolved against, and where what is wrong with them goes. */
export interface Scope {
  readonly source: string;
  readonly variables: VariableSchema;
  readonly known: KnownNames;
  /** The zone of dates that name none. */
  readonly timeZone: string;
  /** Collects the variables of conditions. */
  readonly asked: AskedVariables;
  readonly report: (diagnostic: Diagnostic) => void;
}
