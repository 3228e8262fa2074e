import type { HookplateConfig } from './config/config-schema.ts';

export type { WebhookSeed } from '../server/seed-webhooks.ts';
export type {
  ConfiguredCommand,
  ConfiguredDatabase,
  ConfiguredProject,
  ConfiguredSource,
  ConfiguredUser,
  FileRule,
  HookplateConfig,
} from './config/config-schema.ts';
export type { SecretLocation } from './config/read-secret.ts';

/** Returns the configuration unchanged; gives it its type. */
export function defineConfig(config: HookplateConfig): HookplateConfig {
  return config;
}
