import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { type Connection, createConnection } from 'vscode-languageserver';
import { createProtocolConnection } from 'vscode-languageserver/node';
import { type ExitStatus, exitStatus } from '../command-error.ts';
import type { Terminal } from '../terminal.ts';

/** How often it is looked whether the editor is still there. */
const parentCheckMs = 3_000;

/** A connection with an editor over stdin and stdout. */
export interface EditorConnection {
  readonly connection: Connection;
  /** Resolves when the editor ends the server, closes its stdin or dies: 0 where it said before that it would, otherwise 1. */
  readonly ended: Promise<ExitStatus>;
}

export function connect({ stdin, stdout, stderr }: Terminal): EditorConnection {
  const messages = leaveToMessages({ stdout, stderr });
  let resolve: (status: ExitStatus) => void = () => {};
  const ended = new Promise<ExitStatus>(resolveEnded => {
    resolve = resolveEnded;
  });
  const watchDog = {
    shutdownReceived: false,
    initialize: ({ processId }: { readonly processId: number | null }) => {
      if (processId !== null) whenGone(processId, end);
    },
    exit: end,
  };
  for (const event of ['end', 'close', 'error']) stdin.on(event, end);
  const connection = createConnection(logger => createProtocolConnection(stdin, messages, logger), watchDog);
  return { connection, ended };

  function end(): void {
    resolve(watchDog.shutdownReceived ? exitStatus.fine : exitStatus.findings);
  }
}

/** What the module of a catalogue prints would stand between messages: it goes to stderr, and these alone to stdout. */
function leaveToMessages({ stdout, stderr }: Pick<Terminal, 'stdout' | 'stderr'>): Writable {
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  globalThis.console = new Console(stderr, stderr);
  return new Writable({ write: (chunk: Buffer, encoding, done) => void write(chunk, encoding, done) });
}

function whenGone(processId: number, act: () => void): void {
  const timer = setInterval(() => {
    try {
      process.kill(processId, 0);
    } catch (error) {
      // One that may not be asked is there.
      if (error instanceof Error && 'code' in error && error.code === 'EPERM') return;
      clearInterval(timer);
      act();
    }
  }, parentCheckMs);
  timer.unref();
}
