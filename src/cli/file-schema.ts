import { createWebhookSchema } from '../webhook/config/json-schema.ts';
import type { AnyCatalogue } from '../webhook/events/event-catalogue.ts';

/**
 * The JSON Schema (draft 7) of a file: a configuration, which may name its schema for editors, or a list of
 * configurations. For YAML with several documents, it applies to each of them.
 */
export function fileSchema(events: AnyCatalogue): Readonly<Record<string, unknown>> {
  const { $schema, title, properties, ...webhook } = createWebhookSchema({ events });
  const named = {
    $schema: { type: 'string', description: 'Where editors find this schema; nothing else reads it.' },
    ...Object(properties),
  };
  return {
    $schema,
    title,
    anyOf: [{ $ref: '#/definitions/webhook' }, { type: 'array', items: { $ref: '#/definitions/webhook' } }],
    definitions: { webhook: { ...webhook, properties: named } },
  };
}
