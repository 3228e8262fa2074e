import type { Span } from '../../tracing/tracing.ts';
import type { WorkflowFailure } from '../workflow-failure.ts';
import { LiveProcess } from './live-process.ts';
import type { ProcessRecord } from './process-record.ts';
import { RecordWriter, type RecordWriterOptions } from './record-writer.ts';
import type { RunSlot } from './run-queue.ts';

/** A process held in memory until it has ended and its end is stored. */
export interface Held {
  readonly process: LiveProcess;
  readonly profile: string;
  readonly slot: RunSlot;
  readonly writer: RecordWriter;
  /** Fires when its task is abandoned. */
  abandonment?: NodeJS.Timeout;
  /** The trace that its events belong to. */
  traceparent: string | undefined;
  /** From its beginning to its end. */
  span?: Span;
}

interface HeldOptions
  extends Pick<Held, 'profile' | 'slot' | 'traceparent'>,
    Omit<RecordWriterOptions, 'onFailure'> {
  readonly onError: (failure: WorkflowFailure) => void;
}

export function createHeld(record: ProcessRecord, options: HeldOptions): Held {
  const { profile, slot, store, lastCall, onError, traceparent } = options;
  const onFailure = (error: unknown): void => onError({ kind: 'store', pid: record.pid, error });
  const writer = new RecordWriter({ store, lastCall, onFailure });
  return { process: new LiveProcess(record), profile, slot, writer, traceparent };
}
