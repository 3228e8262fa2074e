export type {
  ShownDiagnostic,
  ShownMessageDetails,
  ShownMessagePage,
  ShownWebhook,
  Stats,
  TestBody,
} from '../api/answers.ts';
export type { Caller, Role } from '../api/role.ts';
export type { ApiEnv } from '../api/route.ts';
export type { Notified, Notify, NotifyOptions } from '../events/events.ts';
export type { AuthenticateCaller } from './access/gate.ts';
export type { PortalLinkOptions, PortalTheme, PortalTokenOptions } from './access/portal.ts';
export type { User } from './access/users.ts';
export { hashPassword } from './access/users.ts';
export {
  type Calls,
  HookplateError,
  type ListOptions,
  type MessagesQuery,
  type PageOf,
  type SaveOptions,
  type StatsOptions,
} from './calls.ts';
export {
  createHookplate,
  type ForProfileOptions,
  type Hookplate,
  type ProfileCalls,
  type RevokeOptions,
  type StopHookplateOptions,
} from './create-hookplate.ts';
export type { Erased } from './erase-profile.ts';
export type { HookplateOptions } from './hookplate-options.ts';
export type { NodeHandler } from './node-handler.ts';
export type { ProfileLimits } from './profile-limits.ts';
export type { Refusal, RequestFailure, RequestLogEntry } from './request-log.ts';
export type { WebhookSeed, WebhookToSave } from './seed-webhooks.ts';
export { type Listening, type ServeNodeOptions, serveNode } from './serve-node.ts';
export type { SourceSeed } from './sources/seed-sources.ts';
export type { Misfit } from './webhooks/misfits.ts';
