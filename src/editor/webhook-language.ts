import { LanguageSupport } from '@codemirror/language';
import { linter, lintGutter } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { changeBetween } from '../assist/change-between.ts';
import type { TemplateScope } from '../assist/template-scope.ts';
import { meaningIn } from '../assist/template-scope.ts';
import { applyFixes } from '../diagnostics/fixes/apply-fixes.ts';
import type { JsonSchema } from '../output/json/schema/schema.ts';
import type { OutputName } from '../output/output.ts';
import { processVariables, type VariableSchema } from '../template/resolve/variables.ts';
import { validateTemplate } from '../template/template.ts';
import { aJsonSchema } from '../template/template-options.ts';
import type { AnyEvent } from '../webhook/events/event-catalogue.ts';
import { templateScope } from './scope-facet.ts';
import { assistance, formatKey, toMark } from './template-assistance.ts';
import { highlighting, templateLanguage } from './template-highlighting.ts';
import { indentation } from './template-indentation.ts';

/** The format and the names of the templates in an editor. */
export interface WebhookLanguageOptions {
  /** The output format of the template. Default: `text`. */
  readonly output?: OutputName | undefined;
  /**
   * What JSON has to fulfil: its keys and constants are completed, and explained under the pointer. For `json-lines`, what each
   * line has to.
   */
  readonly schema?: JsonSchema | undefined;
  /** The variables that it may name. Default: those of a process event. */
  readonly variables?: VariableSchema | undefined;
  /** Events whose values are shown when the pointer is on a name. Default: none. */
  readonly samples?: readonly AnyEvent[] | undefined;
  /** The IANA time zone of dates without one of their own. Default: `UTC`. */
  readonly timeZone?: string | undefined;
}

/**
 * The template language for a CodeMirror 6 editor: highlighting, completion, an explanation under the pointer, and
 * diagnostics with their fixes. The template is checked once nothing was typed for a moment.
 *
 * @throws {TypeError} for a schema that cannot be read.
 */
export function webhookLanguage(options: WebhookLanguageOptions = {}): LanguageSupport {
  const { output = 'text', variables = processVariables, samples = [], timeZone = 'UTC' } = options;
  const schema = options.schema === undefined ? undefined : aJsonSchema(options.schema, 'options.schema');
  const scope = { output, schema, variables, samples, timeZone, describe: meaningIn(variables) };
  return new LanguageSupport(templateLanguage(output), [
    assistance(scope),
    highlighting,
    indentation,
    keymap.of([formatKey]),
    checks(scope),
  ]);
}

function checks({ output, schema, variables, timeZone }: TemplateScope): Extension {
  const check = (source: string) => validateTemplate(source, { output, schema, variables, timeZone });
  return [
    linter(({ state: { doc } }) => {
      const source = doc.toString();
      return check(source).map(diagnostic => toMark(diagnostic, source));
    }),
    lintGutter(),
  ];
}

/** A command for CodeMirror: applies all safe fixes as one change. Returns `false` if there are none. */
export function applySafeFixes(view: EditorView): boolean {
  const source = view.state.doc.toString();
  const { output, schema, variables, timeZone } = view.state.facet(templateScope);
  const diagnostics = validateTemplate(source, { output, schema, variables, timeZone });
  const mended = applyFixes(source, diagnostics, { kind: 'safe' });
  if (mended === source) return false;
  view.dispatch({ changes: changeBetween(source, mended), userEvent: 'input.fix' });
  return true;
}
