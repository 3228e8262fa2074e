import { LanguageSupport } from '@codemirror/language';
import { linter, lintGutter } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { meaningIn } from '../assist/catalogue-scope.ts';
import type { TemplateScope } from '../assist/template-scope.ts';
import type { OutputName } from '../output/output.ts';
import { processVariables, type VariableSchema } from '../template/resolve/variables.ts';
import { validateTemplate } from '../template/template.ts';
import type { AnyEvent } from '../webhook/events/event-catalogue.ts';
import { completion } from './assist/completion.ts';
import { hover } from './assist/hover.ts';
import { templateScope } from './assist/template-scope.ts';
import { highlighting } from './language/highlighting.ts';
import { templateLanguage } from './language/template-language.ts';
import { toMark } from './lint/to-mark.ts';

/** What the templates of an editor are about. */
export interface WebhookLanguageOptions {
  /** What the template writes. Default: `text`. */
  readonly output?: OutputName;
  /** The variables that it may name. Default: those of a process event. */
  readonly variables?: VariableSchema;
  /** Events whose values are shown when the pointer is on a name. Default: none. */
  readonly samples?: readonly AnyEvent[];
  /** The IANA time zone of dates without one of their own. Default: `UTC`. */
  readonly timeZone?: string;
}

/**
 * The template language for an editor of CodeMirror 6: highlighting, completion, an explanation under the pointer, and
 * what is wrong, with its fixes. The template is checked when nothing was typed for a moment.
 */
export function webhookLanguage(options: WebhookLanguageOptions = {}): LanguageSupport {
  const { output = 'text', variables = processVariables, samples = [], timeZone = 'UTC' } = options;
  const scope = { output, variables, samples, timeZone, describe: meaningIn(variables) };
  return new LanguageSupport(templateLanguage(output), [assistance(scope), highlighting, checks(scope)]);
}

/** Completion, and the explanation under the pointer. */
export function assistance(scope: TemplateScope): Extension {
  return [templateScope.of(scope), completion, hover];
}

function checks({ output, variables, timeZone }: TemplateScope): Extension {
  const check = (source: string) => validateTemplate(source, { output, variables, timeZone });
  return [
    linter(({ state: { doc } }) => {
      const source = doc.toString();
      return check(source).map(diagnostic => toMark(diagnostic, source));
    }),
    lintGutter(),
  ];
}
