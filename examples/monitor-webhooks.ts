import type { WebhookConfig } from '../src/index.ts';
import type { monitorEvents } from './monitor-events.ts';

type MonitorWebhook = WebhookConfig<typeof monitorEvents>;

/** A message for a chat with an incoming webhook, as Slack's API takes it. */
export function chatMessage(origin: string): MonitorWebhook {
  return {
    id: 'chat',
    events: { 'monitor.down': true, 'monitor.up': true, 'certificate.expiring': true },
    method: 'POST',
    url: `${origin}/services/T0/B0/XXX`,
    contentType: 'application/json',
    payload: `{
  "text": "$monitor.name$: $if(isDown)$down$else$fine$endif$",
  "attachments": [{
    "color": "$if(isDown)$danger$else$good$endif$", "title_link": "$monitor.url$", "ts": $date; format="epoch-seconds"$,
    "fields": [
      $for(check in checks)$
      { "title": "$check.from$", "value": "$check.milliseconds; format="#,##0 'ms'", null="no answer"$", "short": true }$sep$,
      $endfor$
    ]
  }]
}`,
  };
}

/** An alert that begins and ends, as PagerDuty's Events API v2 takes it. */
export function pagerEvent(origin: string): MonitorWebhook {
  return {
    id: 'pager',
    events: { 'monitor.down': true, 'monitor.up': true },
    method: 'POST',
    url: `${origin}/v2/enqueue`,
    contentType: 'application/json',
    payload: `{
  "routing_key": "R0",
  "event_action": "$if(event == "monitor.down")$trigger$else$resolve$endif$",
  "dedup_key": $outage$,
  "payload": { "summary": "$monitor.name$ ($event$)", "source": $monitor.url$, "severity": "critical", "timestamp": $date$ }
}`,
  };
}

/** A note to a telephone, as ntfy takes it: text in the body, the rest in headers, behind a password. */
export function phoneNote(origin: string): MonitorWebhook {
  return {
    id: 'phone',
    events: { 'monitor.down': true },
    method: 'PUT',
    url: `${origin}/alerts`,
    authentication: { username: 'phil', password: 'mypass' },
    headers: [
      { name: 'Title', value: '$monitor.name$' },
      { name: 'Priority', value: '$if(isDown)$urgent$else$default$endif$' },
      { name: 'Click', value: '$monitor.url$' },
    ],
    payload: '$reason$',
  };
}
