export type { Authenticate } from './access/identify.ts';
export { hashPassword } from './access/password.ts';
export type { Caller, Role } from './access/role.ts';
export type { User } from './access/users.ts';
export { createServer, type HookplateServer, type StopServerOptions } from './create-server.ts';
export type { LogEntry } from './request-log.ts';
export { type Listening, type ServeOptions, serveNode } from './serve-node.ts';
export type { ServerOptions } from './server-options.ts';
export type { Notify, NotifyOptions } from './webhooks/notifier.ts';
