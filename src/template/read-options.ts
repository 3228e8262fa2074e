import type { Locale } from 'date-fns';
import { readLimits } from '../../grammar/parse-template.ts';
import { checkThat, defineOptions, objectWith, optional } from '../http/define-options.ts';
import type { OutputName } from '../output/output.ts';
import { outputs } from '../output/outputs.ts';
import type { TemplateOptions } from './check.ts';
import type { VariableSchema } from './resolve/variables.ts';

const outputName = checkThat(
  `one of ${Object.keys(outputs).join(', ')}`,
  (value): value is OutputName => typeof value === 'string' && Object.hasOwn(outputs, value),
);
const dateLocale = checkThat(
  'a locale of date-fns',
  (value): value is Locale => typeof value === 'object' && value !== null && 'localize' in value,
);

/**
 * Checks the options of a template: with one that is misspelt, it would be proved for something else than it is for.
 *
 * @throws {InvalidArgument} naming the invalid option.
 */
export const readTemplateOptions: (options?: unknown) => TemplateOptions<VariableSchema> = defineOptions<
  TemplateOptions<VariableSchema>
>({
  output: optional(outputName),
  variables: optional(objectWith<VariableSchema>()),
  timeZone: optional(checkThat('text', (value): value is string => typeof value === 'string')),
  locale: optional(dateLocale),
  limits: optional(readLimits),
});
