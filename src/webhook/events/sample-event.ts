import { createProcessEvent, type EventName, type ProcessEvent } from './process-event.ts';

/** What a made-up event counts: nothing when a process starts, and some errors when it fails. */
export const sampleCounts = {
  Started: { errorCount: 0, recordsProcessed: 0 },
  Completed: { errorCount: 0, recordsProcessed: 1250 },
  Errored: { errorCount: 3, recordsProcessed: 1180 },
} as const satisfies Record<EventName, Pick<ProcessEvent, 'errorCount' | 'recordsProcessed'>>;

/** An event for previews and for Test Connection. */
export function sampleEvent(event: EventName, profile: string, date: Date): ProcessEvent {
  return createProcessEvent({ event, profile, date, ...sampleCounts[event] });
}
