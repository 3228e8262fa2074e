import type { WebhookSeed } from 'hookplate/cli';

/** Whose alerts these are. It is the end of the address that Alertmanager calls. */
export const profile = 'on-call';

/**
 * What the three have in common. `catalogue` says whose events they report, and `receiver` who takes them: the server proves
 * for each template that the receiver accepts whatever it can write.
 */
function webhookFor(receiver: string): Omit<WebhookSeed, 'url'> {
  return {
    ...{ id: receiver, receiver, profile, catalogue: 'alertmanager' },
    events: { 'alerts.firing': true, 'alerts.resolved': true },
    ...{ method: 'POST', contentType: 'application/json' },
  };
}

/** A heading, a section for each alert, and a link. Slack takes a heading of at most 150 characters, and 50 blocks. */
export function slackMessage(origin: string): WebhookSeed {
  return {
    ...webhookFor('slack'),
    name: 'Slack',
    url: `${origin}/services/T0/B0/XXX`,
    payload: `{
  "text": "$if(event == "alerts.firing")$Firing$else$Resolved$endif$: $name; format="one-line slack-escape", max="300"$",
  "blocks": [
    {
      "type": "header",
      "text": {
        "type": "plain_text",
        "text": "$if(event == "alerts.firing")$🔥 Firing$else$✅ Resolved$endif$: $name; format="one-line", max="120", default="alerts"$"
      }
    },
    $for(alert in alerts; max="10")$
    {
      "type": "section",
      "text": {
        "type": "mrkdwn",
        "text": "$if(alert.status == "firing")$🔴$else$🟢$endif$ *$alert.name; format="one-line slack-escape", max="100"$*$if(alert.severity)$, $alert.severity; format="one-line slack-escape", max="30"$$endif$$if(alert.instance)$\\n$alert.instance; format="one-line slack-escape", max="100"$$endif$$if(alert.summary)$\\n$alert.summary; format="one-line slack-escape", max="300"$$endif$"
      }
    },
    $endfor$
    {
      "type": "section",
      "text": {
        "type": "mrkdwn",
        "text": "$firingCount$ firing, $resolvedCount$ resolved$if(truncatedCount)$, $truncatedCount$ more$endif$ · <$externalUrl; format="slack-escape", max="300"$|Alertmanager>"
      }
    }
  ]
}`,
  };
}

/** An Adaptive Card, whose texts are Markdown: `markdown-escape` keeps `*` and `_` of a name what they are. */
export function teamsMessage(origin: string): WebhookSeed {
  return {
    ...webhookFor('teams'),
    name: 'Microsoft Teams',
    url: `${origin}/workflows/XXX/triggers/manual/paths/invoke`,
    payload: `{
  "type": "message",
  "attachments": [
    {
      "contentType": "application/vnd.microsoft.card.adaptive",
      "content": {
        "\\$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "type": "AdaptiveCard",
        "version": "1.4",
        "body": [
          {
            "type": "TextBlock",
            "size": "large",
            "weight": "bolder",
            "wrap": true,
            "color": "$if(event == "alerts.resolved")$good$elseif(severity == "warning")$warning$else$attention$endif$",
            "text": "$if(event == "alerts.firing")$Firing$else$Resolved$endif$: $name; format="one-line markdown-escape", max="300"$"
          },
          $for(alert in alerts; max="10")$
          {
            "type": "FactSet",
            "facts": [
              { "title": "$if(alert.status == "firing")$Firing$else$Resolved$endif$", "value": "$alert.name; format="one-line markdown-escape", max="100"$" }
              $if(alert.severity)$, { "title": "Severity", "value": "$alert.severity; format="one-line markdown-escape", max="30"$" }$endif$
              $if(alert.instance)$, { "title": "Instance", "value": "$alert.instance; format="one-line markdown-escape", max="100"$" }$endif$
              $if(alert.summary)$, { "title": "Summary", "value": "$alert.summary; format="one-line markdown-escape", max="300"$" }$endif$
              $if(alert.startsAt)$, { "title": "Since", "value": "$alert.startsAt; format="yyyy-MM-dd HH:mm XXX"$" }$endif$
            ]
          },
          $endfor$
          { "type": "TextBlock", "wrap": true, "text": "$firingCount$ firing, $resolvedCount$ resolved$if(truncatedCount)$, $truncatedCount$ more$endif$" }
        ],
        "actions": [{ "type": "Action.OpenUrl", "title": "Open Alertmanager", "url": "$externalUrl; max="300"$" }]
      }
    }
  ]
}`,
  };
}

/**
 * A plain text, as WeCom documents no escapes for its Markdown. It takes at most 2,048 bytes, and a character takes up to three: so
 * much shorter is each part.
 */
export function wecomMessage(origin: string): WebhookSeed {
  const content = [
    '$if(event == "alerts.firing")$🔥 Firing$else$✅ Resolved$endif$: $name; format="one-line", max="80"$',
    '$for(alert in alerts; max="4")$',
    '\\n$if(alert.status == "firing")$🔴$else$🟢$endif$ $alert.name; format="one-line", max="50"$',
    '$if(alert.severity)$, $alert.severity; format="one-line", max="20"$$endif$',
    '$if(alert.instance)$, $alert.instance; format="one-line", max="40"$$endif$',
    '$endfor$',
    '\\n$firingCount$ firing, $resolvedCount$ resolved$if(truncatedCount)$, $truncatedCount$ more$endif$',
    '\\n$externalUrl; format="one-line", max="60"$',
  ].join('');
  return {
    ...webhookFor('wecom'),
    name: 'WeCom',
    url: `${origin}/cgi-bin/webhook/send?key=XXX`,
    payload: `{
  "msgtype": "text",
  "text": {
    "content": "${content}"
  }
}`,
  };
}
