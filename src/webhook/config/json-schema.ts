import { toJsonSchema } from '@valibot/to-json-schema';
import { strictObject } from 'valibot';
import { defineOptions } from '../../options/define-options.ts';
import type { AnyCatalogue } from '../events/event-catalogue.ts';
import { aCatalogue, type CatalogueOptions } from '../webhook-options.ts';
import { settingSchemas } from './read-config.ts';
import type { SettingName } from './settings.ts';

const readOptions = defineOptions<{ readonly events: AnyCatalogue }>({ events: aCatalogue });

/**
 * Creates the JSON Schema (draft 7) of a configuration for the events of a catalogue, for forms and for editors of
 * files. It describes only the structure; `validateWebhook` checks the rest.
 *
 * @throws {TypeError} for options that are unknown or invalid.
 */
export function createWebhookSchema(
  options?: CatalogueOptions<AnyCatalogue>,
): Readonly<Record<string, unknown>> {
  const { events } = readOptions(options);
  const schema = toJsonSchema(strictObject(settingSchemas(events)), { typeMode: 'input' });
  return {
    $schema: schema.$schema,
    title: 'Configuration of a webhook',
    ...schema,
    // A message has the method of its receiver.
    anyOf: (['method', 'message', 'messages'] as const satisfies readonly SettingName[]).map(name => ({
      required: [name],
    })),
  };
}
