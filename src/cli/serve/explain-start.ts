import { InvalidArgument } from '../../http/define-options.ts';
import { OutboxError } from '../../outbox/outbox-error.ts';
import { CommandError } from '../command-error.ts';
import type { ReadConfig } from '../config/read-config.ts';

/**
 * Why a server did not start, in words for whoever starts it: what is wrong with its configuration, its database or its
 * address. Anything else is given back as it is.
 */
export function explainStart(error: unknown, file: string, config: ReadConfig): unknown {
  if (error instanceof OutboxError) return new CommandError('usage', error.message);
  if (error instanceof InvalidArgument) {
    // The server calls its options so; here they are keys of the configuration.
    const message = error.message.replace(/^options\b/, 'config');
    return new CommandError('usage', `${file}: ${message}`);
  }
  const reason = addressReason(error, config);
  return reason === undefined ? error : new CommandError('usage', reason);
}

function addressReason(error: unknown, { host, port }: ReadConfig): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is used by another program: end that one, or choose another port with --port, 0 for any that is free.`;
    case 'EACCES':
      return `Port ${port} of ${host} may not be used by this user: choose one from 1024 on, with --port 8080.`;
    case 'EADDRNOTAVAIL':
      return `This machine does not have the address ${host}: choose another one with --host.`;
    case 'ENOTFOUND':
      return `The host ${host} is not known: give --host an address of this machine.`;
    default:
      return undefined;
  }
}
