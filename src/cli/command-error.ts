/** The exit statuses of commands. */
export const exitStatus = {
  fine: 0,
  /** Findings, a failed send, or a process that ended in error. */
  findings: 1,
  /** Wrong usage or configuration. */
  usage: 2,
  internal: 3,
  /** After Ctrl-C. */
  interrupted: 130,
} as const;

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];

/** A command that was not carried out; the message is for its user. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** `failed`: the usage was right, but the command did not succeed. */
  readonly code: 'usage' | 'failed' | 'interrupted';

  constructor(code: CommandError['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** The code of a system error, such as ` (ENOENT)`; empty for any other error. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
}
