import { createRequire } from 'node:module';

/**
 * Hono is an optional peer: only who serves the API installs it. Loaded when the API is made, so that the service
 * and the client work without it.
 *
 * @throws {Error} naming the command that installs it.
 */
export function loadHono(): typeof import('hono') {
  try {
    // What `require` returns has no type; this is the module that the name stands for.
    return createRequire(import.meta.url)('hono') as typeof import('hono');
  } catch (error) {
    throw new Error('workflowApi needs Hono 4, which is not installed: npm install hono@4', { cause: error });
  }
}
