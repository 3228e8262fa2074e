import { expect } from 'vitest';
import { precompileTemplate } from '../../../src/template/precompile/precompile-template.ts';
import type { Missing } from '../../../src/template/render/missing.ts';
import type { ProcessVariables, VariableSchema } from '../../../src/template/resolve/variables.ts';
import { compileTemplate, type Template } from '../../../src/template/template.ts';
import type { TemplateOptions } from '../../../src/template/template-options.ts';
import { evaluateModule, outcomeOf } from './evaluate-module.ts';

type Render = (context: unknown) => unknown;

/** Both ways to render a template: compiled, and by its precompiled module. */
export function bothOf<V extends VariableSchema, M extends Missing>(
  source: string,
  options: TemplateOptions<V, M>,
): readonly [compiled: Render, precompiled: Render] {
  const { render } = compileTemplate(source, options);
  const { code } = precompileTemplate(source, options);
  // A context of a test has any type.
  return [render as Render, evaluateModule(code).render];
}

/**
 * `compileTemplate` for tests: whatever it renders, the precompiled module renders too, and both do the same. A context must
 * stay what it is, as it is read more than once.
 */
export function compileBothWays<
  const V extends VariableSchema = ProcessVariables,
  const M extends Missing = 'accept',
>(source: string, options: TemplateOptions<V, M> = {}): Template<V, M> {
  const { trace, variables, diagnostics, render } = compileTemplate(source, options);
  const precompiled = evaluateModule(precompileTemplate(source, options).code);
  return {
    trace,
    variables,
    diagnostics,
    render: context => {
      const outcome = outcomeOf(() => render(context));
      expect(outcomeOf(() => precompiled.render(context))).toEqual(outcome);
      return render(context);
    },
  };
}
