import * as runtime from '../../../src/runtime/index.ts';
import * as numbers from '../../../src/runtime/numbers/index.ts';
import * as required from '../../../src/runtime/required/index.ts';
import * as texts from '../../../src/runtime/texts/index.ts';
import * as webhooks from '../../../src/runtime/webhooks/index.ts';
import * as wholes from '../../../src/runtime/wholes/index.ts';
import * as zones from '../../../src/runtime/zones/index.ts';
import { RenderError } from '../../../src/template/render/render-error.ts';

interface Exports {
  readonly render: (context: unknown) => unknown;
  readonly requestFor: (event: unknown) => unknown;
}

/** The exports of a precompiled module on this process's own runtime: importing thousands of files would take too long. */
export function evaluateModule(code: string): Exports {
  const body = code
    .replace(/^import \{ (.*) \} from "hookplate\/runtime(?:\/\w+)?";$/gm, 'const { $1 } = runtime;')
    .replace(/^export \{ (.*) \};$/m, 'return { $1 };');
  return new Function('runtime', `'use strict'; ${body}`)({
    ...runtime,
    ...numbers,
    ...required,
    ...texts,
    ...webhooks,
    ...wholes,
    ...zones,
  });
}

/** The outcome of a call: its return value, or everything that its error says. */
export function outcomeOf(call: () => unknown): unknown {
  try {
    return { returned: call() };
  } catch (error) {
    if (!(error instanceof RenderError)) return { thrown: error };
    const { code, variable, range, message } = error;
    return { code, variable, range, message };
  }
}
