import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { problemBodySchema, runBodySchema, statusBodySchema } from './bodies.ts';
import { maxBodyBytes } from './json-body.ts';
import { type Documented, openApiPaths } from './openapi-paths.ts';

/**
 * The API in OpenAPI 3.1, its schemas made from those that type its answers. `serverUrl` is the address that the API
 * is found under.
 */
export function openApiDocument(serverUrl: string): Documented {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Workflow API',
      version: '2',
      description: `Run a task, read the status of its process, interrupt it. Bodies may have at most ${maxBodyBytes} bytes.`,
    },
    servers: [{ url: serverUrl }],
    security: [{ basic: [] }],
    paths: openApiPaths(),
    components: {
      securitySchemes: { basic: { type: 'http', scheme: 'basic', description: 'In UTF-8 (RFC 7617).' } },
      schemas: {
        Run: schemaOf(runBodySchema),
        Status: schemaOf(statusBodySchema),
        Problem: schemaOf(problemBodySchema),
      },
    },
  };
}

/** Without `$schema`: the dialect of OpenAPI 3.1 is a superset of draft 2020-12. */
function schemaOf(schema: GenericSchema): Documented {
  const { $schema: _, ...documented } = toJsonSchema(schema, { target: 'draft-2020-12' });
  return documented;
}
