/** How `serveNode` listens if nothing else is said; apart from it, so that tools need not load it. */
export const serveDefaults = {
  host: '127.0.0.1',
  port: 8080,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 10_000,
  stallTimeoutMs: 60_000,
  maxConnections: 10_000,
} as const;
