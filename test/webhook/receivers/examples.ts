/** Messages in the shapes that receivers document, with invented content. */
export const examples: readonly {
  readonly title: string;
  readonly catalogue: 'process' | 'sales' | 'tickets' | 'monitor';
  readonly json: string;
  /** By what, the text that is replaced, and the tag in its place. */
  readonly expected: readonly string[];
}[] = [
  {
    title: 'Slack, a text',
    catalogue: 'process',
    json: '{"text": "Deployment finished, it cost $5 :tada:"}',
    expected: ['type: Deployment finished, it cost \\$5 :tada: → $profile$'],
  },
  {
    title: 'Slack, blocks',
    catalogue: 'process',
    json: `{
  "blocks": [
    { "type": "header", "text": { "type": "plain_text", "text": "Nightly copy has ended", "emoji": true } },
    {
      "type": "section",
      "fields": [
        { "type": "mrkdwn", "text": "*Errors:*\\n3" },
        { "type": "mrkdwn", "text": "*Where:*\\non the big machine" }
      ]
    }
  ]
}`,
    expected: ['sample: Nightly copy → $profile$'],
  },
  {
    title: 'Discord, an embed',
    catalogue: 'process',
    json: `{
  "username": "Reports",
  "embeds": [
    {
      "title": "Run finished",
      "color": 5814783,
      "timestamp": "2026-01-02T03:04:05.678Z",
      "fields": [
        { "name": "Error count", "value": "3", "inline": true },
        { "name": "Records processed", "value": "1,180", "inline": true }
      ]
    }
  ]
}`,
    expected: [
      'type: Run finished → $profile$',
      'type: 2026-01-02T03:04:05.678Z → $date; format="yyyy-MM-dd\'T\'HH:mm:ss.SSSXXX"$',
      'sample: 3 → $errorCount$',
      'sample: 1,180 → $recordsProcessed; format="#,##0"$',
    ],
  },
  {
    title: 'Microsoft Teams, an Adaptive Card',
    catalogue: 'sales',
    json: `{
  "type": "message",
  "attachments": [
    {
      "contentType": "application/vnd.microsoft.card.adaptive",
      "content": {
        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "type": "AdaptiveCard",
        "version": "1.4",
        "body": [
          { "type": "TextBlock", "size": "medium", "weight": "bolder", "text": "Order A-1042 was paid" },
          {
            "type": "FactSet",
            "facts": [
              { "title": "Customer name", "value": "Jane Doe" },
              { "title": "Total", "value": "99.00" },
              { "title": "Placed at", "value": "2026-01-31 18:05" }
            ]
          }
        ]
      }
    }
  ]
}`,
    expected: [
      'sample: A-1042 → $order.number$',
      'key: Jane Doe → $order.customer.name$',
      'key: 99.00 → $order.total; format="0.00"$',
      'key: 2026-01-31 18:05 → $order.placedAt; format="yyyy-MM-dd HH:mm"$',
    ],
  },
  {
    title: 'PagerDuty, an event',
    catalogue: 'process',
    json: `{
  "routing_key": "0123456789abcdef0123456789abcdef",
  "event_action": "trigger",
  "dedup_key": "backup/web-3",
  "payload": {
    "summary": "The backup of web-3.example.com has stopped",
    "source": "web-3.example.com",
    "severity": "critical",
    "timestamp": "2026-05-19T21:14:03.250+0000",
    "custom_details": { "error count": 12, "started_at": "2026-05-19T21:10:00Z" }
  }
}`,
    expected: [
      'type: backup/web-3 → $pid$',
      'type: The backup of web-3.example.com has stopped → $profile$',
      'type: 2026-05-19T21:14:03.250+0000 → $date; format="yyyy-MM-dd\'T\'HH:mm:ss.SSSZ"$',
      'key: 12 → $errorCount$',
      'key: "2026-05-19T21:10:00Z" → $startedAt$',
    ],
  },
  {
    title: 'Opsgenie, an alert',
    catalogue: 'tickets',
    json: `{
  "message": "Somebody has to look at this",
  "alias": "look-at-this-17",
  "description": "It has been like that since noon",
  "tags": ["night", "printer"],
  "details": { "requester": { "name": "Mina", "email": "mina@example.com" } },
  "priority": "high",
  "entity": "printer-2"
}`,
    expected: [
      'type: Somebody has to look at this → $ticket.subject$',
      'key: ["night", "printer"] → $ticket.tags$',
      'key: Mina → $ticket.requester.name$',
      'key: mina@example.com → $ticket.requester.email$',
      'key: high → $ticket.priority$',
    ],
  },
  {
    title: 'Splunk, the event collector',
    catalogue: 'process',
    json: `{"time": 1779225243.250, "host": "web-3", "source": "backups", "index": "operations", "event": { "profile": "Nightly copy", "errors": 3, "failed": true, "duration": 95 } }`,
    expected: [
      'type: 1779225243.250 → $date; format="epoch-seconds.SSS"$',
      'sample: Nightly copy → $profile$',
      'sample: 3 → $errorCount$',
      'sample: 95 → $durationSeconds$',
    ],
  },
  {
    title: 'Datadog, an event',
    catalogue: 'process',
    json: '{"title": "Weekly report", "text": "Here is what **Nightly copy** did", "date_happened": 1779225243, "alert_type": "info", "tags": ["team:storage"]}',
    expected: ['sample: Nightly copy → $profile$', 'type: 1779225243 → $date; format="epoch-seconds"$'],
  },
  {
    title: 'Alertmanager, a list of alerts',
    catalogue: 'monitor',
    json: `[
  {
    "labels": [
      { "name": "rule", "value": "DiskFull" },
      { "name": "instance", "value": "web-1" }
    ],
    "startsAt": "2026-05-01T12:00:00.000Z",
    "generatorURL": "https://monitor.example/disk",
    "service": { "name": "checkout", "environment": "staging" }
  }
]`,
    expected: [
      'key: \n      { "name": "rule", "value": "DiskFull" },\n      { "name": "instance", "value": "web-1" } → $for(label in labels)$\n      { "name": "$label.name$", "value": "$label.value$" }$sep$,$endfor$',
      'type: 2026-05-01T12:00:00.000Z → $date; format="yyyy-MM-dd\'T\'HH:mm:ss.SSSXXX"$',
      'key: checkout → $service.name$',
      'key: staging → $service.environment$',
    ],
  },
  {
    title: 'ServiceNow, an event',
    catalogue: 'process',
    json: '{"source": "backups", "event_class": "nightly", "resource": "disk 2", "node": "web-3", "severity": "1", "message_key": "web-3/disk-2", "description": "No room is left on disk 2", "time_of_event": "2026-05-19 21:14:03", "additional_info": "{\\"profile\\": \\"Nightly copy\\"}"}',
    expected: [
      'type: No room is left on disk 2 → $profile$',
      'type: 2026-05-19 21:14:03 → $date; format="yyyy-MM-dd HH:mm:ss"$',
    ],
  },
  {
    title: 'GitHub, a repository dispatch',
    catalogue: 'sales',
    json: `{"event_type": "sale", "client_payload": {"order": {"number": "A-1042", "total": 129.5, "placed_at": "2026-03-01T10:00:00Z", "due_at": "2026-04-01T10:00:00Z"}, "status": "open", "tags": ["new","vip"]}}`,
    expected: [
      'sample: A-1042 → $order.number$',
      'sample: 129.5 → $order.total$',
      'sample: 2026-03-01T10:00:00Z → $order.placedAt$',
      'key: "2026-04-01T10:00:00Z" → $order.dueAt$',
      'key: open → $status$',
      'sample: ["new","vip"] → $tags$',
    ],
  },
  {
    title: 'CloudEvents, with a list of items',
    catalogue: 'sales',
    json: `{
  "specversion": "1.0",
  "type": "com.example.sale",
  "source": "/shop",
  "id": "sale-9000",
  "time": "2026-05-19T21:14:03Z",
  "datacontenttype": "application/json",
  "data": {
    "customer": { "name": "Ada Lovelace", "email": "ada@example.com" },
    "items": [
      { "sku": "MUG-1", "quantity": 2, "price": 12.5 },
      { "sku": "CUP-7", "quantity": 1, "price": 104.5 }
    ]
  }
}`,
    expected: [
      'type: 2026-05-19T21:14:03Z → $date$',
      'sample: Ada Lovelace → $order.customer.name$',
      'sample: "ada@example.com" → $order.customer.email$',
      'sample: \n      { "sku": "MUG-1", "quantity": 2, "price": 12.5 },\n      { "sku": "CUP-7", "quantity": 1, "price": 104.5 } → $for(item in items)$\n      { "sku": "$item.sku$", "quantity": $item.quantity$, "price": $item.price$ }$sep$,$endfor$',
    ],
  },
];
