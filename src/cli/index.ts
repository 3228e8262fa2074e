export type { WebhookSeed } from '../server/seed-webhooks.ts';
export {
  type ConfiguredCommand,
  type ConfiguredProject,
  type ConfiguredSource,
  type ConfiguredUser,
  defineConfig,
  type SecretLocation,
  type ServerConfig,
} from './serve/server-config.ts';
