/** The statuses that a command can end with. */
export const exitStatus = {
  fine: 0,
  /** Findings, a failed send, a process that ended in error. */
  findings: 1,
  /** Usage or configuration. */
  usage: 2,
  internal: 3,
  /** After Ctrl-C. */
  interrupted: 130,
} as const;

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];

/** Why a command was not carried out; the message is for the person who gave it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** `failed`: it was asked for rightly, but did not succeed. */
  readonly code: 'usage' | 'failed' | 'interrupted';

  constructor(code: CommandError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** The code of an error of the system, such as ` (ENOENT)`; empty for another error. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
}
