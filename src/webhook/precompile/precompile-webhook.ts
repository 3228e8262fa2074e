import { ModuleWriter } from '../../template/precompile/module-writer.ts';
import type { PrecompiledModule } from '../../template/precompile/precompile-template.ts';
import { checkWebhook } from '../check.ts';
import { type CompileOptions, readCompileOptions } from '../compile.ts';
import type { WebhookConfig } from '../config/webhook-config.ts';
import type { WebhookDiagnostic } from '../diagnostic.ts';
import { WebhookError } from '../error.ts';
import type { AnyCatalogue } from '../events/event-catalogue.ts';
import type { ProcessEvents } from '../events/process-events.ts';
import { writeEventType } from './write-event-type.ts';
import { writeRequestFor } from './write-request-for.ts';

/**
 * Writes a module whose function `requestFor` gives what that of `compileWebhook` with the same options gives, and throws the
 * same errors. Credentials of the configuration stand in the module as they are sent: it is as secret as they are.
 *
 * @throws {WebhookError} where `validateWebhook` would report an error.
 * @throws {TypeError} for options that are unknown or invalid.
 */
export function precompileWebhook<Catalogue extends AnyCatalogue = ProcessEvents>(
  config: WebhookConfig<NoInfer<Catalogue>>,
  options?: CompileOptions<Catalogue>,
): PrecompiledModule<WebhookDiagnostic> {
  const { events: catalogue, missing, maxOutputBytes } = readCompileOptions(options);
  const { sound, diagnostics } = checkWebhook(config, catalogue);
  if (sound === undefined) throw new WebhookError(diagnostics);
  const module = new ModuleWriter();
  const functions = writeRequestFor(sound, { catalogue, missing, maxOutputBytes }, module);
  return {
    code: module.finish([...functions, 'export { requestFor };']),
    types: [
      'import type { WebhookRequest } from "hookplate/runtime/webhooks";\n',
      `export type Event = ${writeEventType(catalogue, missing)};`,
      '/** Undefined for an event that is switched off. @throws {RenderError} where a value cannot be written. */',
      'export declare function requestFor(event: Event): WebhookRequest | undefined;\n',
    ].join('\n'),
    diagnostics,
  };
}
