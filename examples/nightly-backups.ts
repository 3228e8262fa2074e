import { defineEvents, listOf, type WebhookConfig } from '../src/index.ts';

/** Events of a program that makes backups. */
export const backupEvents = defineEvents({
  variables: { database: 'string', files: listOf({ path: 'string', bytes: 'number', isBroken: 'boolean' }) },
  events: {
    'backup.failed': {
      title: 'A backup failed',
      variables: { reason: 'string' },
      sample: {
        database: 'crm',
        files: [
          { path: 'C:\\backups\\crm.1', bytes: 52_428_800, isBroken: false },
          { path: 'C:\\backups\\crm.2', bytes: 0, isBroken: true },
        ],
        reason: 'No space left on device',
      },
    },
    'backup.finished': {
      title: 'A backup finished',
      sample: {
        database: 'crm',
        files: [{ path: 'C:\\backups\\crm.1', bytes: 52_428_800, isBroken: false }],
      },
    },
  },
});

/** An incident that begins and ends, as PagerDuty's Events API v2 takes it, with the files that are broken. */
export function backupIncident(origin: string): WebhookConfig<typeof backupEvents> {
  return {
    id: 'incidents',
    events: { 'backup.failed': true, 'backup.finished': true },
    method: 'POST',
    url: `${origin}/v2/enqueue`,
    contentType: 'application/json',
    payload: `{
  "routing_key": "R0",
  "event_action": "$if(event == "backup.failed")$trigger$else$resolve$endif$",
  "dedup_key": "backup/$database$",
  "payload": {
    "summary": "Backup of $database$: $event$",
    "source": $database$,
    "severity": "critical",
    "timestamp": $date$,
    "custom_details": {
      "broken": [$for(file in files if file.isBroken)$$file.path$$sep$, $endfor$],
      "sizes": "$for(file in files)$$file.bytes; format="#,##0"$$sep$ + $else$none$endfor$"
    }
  }
}`,
  };
}
