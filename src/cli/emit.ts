import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { visibleText } from '../diagnostics/frame/visible-cells.ts';
import { type ExitStatus, exitStatus } from './command-error.ts';
import { applySetting, loadContext } from './events/given-event.ts';
import { type ConnectionFlags, callServer, jsonVersion } from './processes.ts';
import type { Terminal } from './terminal.ts';

export interface EmitFlags extends Omit<ConnectionFlags, 'wait'> {
  readonly profile: string;
  /** `name=value`, overriding the context. */
  readonly set: readonly string[];
  /** A JSON file with facts. */
  readonly context?: string;
  readonly id?: string;
  /** The name of a catalogue of the server. */
  readonly catalogue?: string;
}

/**
 * Reports an event to a server, and prints what it was stored as.
 *
 * @throws {CommandError} if it is not accepted, and after Ctrl-C.
 */
export async function emit(event: string, options: EmitFlags, terminal: Terminal): Promise<ExitStatus> {
  const { profile, set, context, catalogue, format } = options;
  const given = context === undefined ? {} : await loadContext(resolve(terminal.directory, context));
  const facts: Record<string, unknown> = structuredClone({ ...given });
  for (const setting of set) applySetting(facts, setting, readValue);
  // With an id, the call can be repeated where its answer is lost.
  const { id: eventId = randomUUID() } = options;
  const report = { event, profile, facts, id: eventId, ...(catalogue !== undefined && { catalogue }) };
  const [accepted] = await callServer(options, terminal, (client, signal) =>
    client.report([report], { signal }),
  );
  if (format === 'json') {
    terminal.stdout.write(`${JSON.stringify({ version: jsonVersion, ...accepted })}\n`);
    return exitStatus.fine;
  }
  const { id = '', repeated = false } = accepted ?? {};
  const lines = [`id: ${id}`, ...(repeated ? ['repeated: it was accepted before'] : [])];
  terminal.stdout.write(lines.map(line => `${visibleText(line)}\n`).join(''));
  return exitStatus.fine;
}

/** The types of a catalogue elsewhere are not known; a server takes a number as text, too. */
function readValue(written: string): unknown {
  if (!/^(?:true$|false$|null$|["[{])/.test(written)) return written;
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}
