import { Facet } from '@codemirror/state';
import type { TemplateScope } from '../assist/template-scope.ts';
import { processVariables } from '../template/resolve/variables.ts';

const nothingKnown: TemplateScope = {
  output: 'text',
  variables: processVariables,
  samples: [],
  timeZone: 'UTC',
  describe: () => undefined,
};

/** The scope of the template in an editor. */
export const templateScope: Facet<TemplateScope, TemplateScope> = Facet.define({
  combine: given => given[0] ?? nothingKnown,
});
