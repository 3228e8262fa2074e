export type { WebhookSeed } from '../server/seed-webhooks.ts';
export {
  type ConfiguredCommand,
  type ConfiguredDatabase,
  type ConfiguredProject,
  type ConfiguredSource,
  type ConfiguredUser,
  defineConfig,
  type FileRule,
  type HookplateConfig,
  type SecretLocation,
} from './config/hookplate-config.ts';
