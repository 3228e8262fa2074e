import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import type { Documented } from '../../workflow/http/openapi-paths.ts';

/** Without `$schema`: the dialect of OpenAPI 3.1 is a superset of draft 2020-12. */
export function jsonSchemaOf(schema: GenericSchema): Documented {
  const { $schema: _, ...described } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    // What only code can check, such as that a URL can be parsed, is said in words.
    ignoreActions: ['check'],
  });
  return described;
}
