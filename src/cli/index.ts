export type { WebhookSeed } from '../server/seed-webhooks.ts';
export type { Secret } from './config/secret.ts';
export {
  type ConfiguredCommand,
  type ConfiguredProject,
  type ConfiguredUser,
  defineConfig,
  type ServerConfig,
} from './config/server-config.ts';
