import type { WebhookConfig } from '../src/index.ts';

const events = { Started: true, Completed: true, Errored: true };

/** A GET with many values, as people paste it: with a line break, typographic quotes and hours from 1 to 12. */
export function backupReport(origin: string): WebhookConfig {
  return {
    id: 'backup-report',
    profile: 'CTCSRV20 full copy',
    events,
    method: 'GET',
    url: `${origin}/api.php?computername=CTCSRV20&datetime=$date;
  format =”yyyy-MM-dd’T’hh:mm:ss”$&profile=$profile$&errorCount=$if(isError)$$errorCount$$else$0$endif$&recordProcessed=$recordsProcessed$`,
  };
}

/** A message for a team chat, with a name that would break most templates. */
export function teamChat(origin: string): WebhookConfig {
  return {
    id: 'team-chat',
    profile: 'The "big" one \\ nightly',
    events,
    method: 'POST',
    url: `${origin}/hooks/42`,
    headers: [{ name: 'X-Profile', value: '$profile$' }],
    contentType: 'application/json',
    payload: `{
  "text": "$profile$ $event$ at $date; format="yyyy-MM-dd'T'HH:mm:ss"$",
  "records": $recordsProcessed$,
  $if(isError)$
  "errors": $errorCount$,
  $endif$
  "ok": $if(isError)$false$else$true$endif$
}`,
  };
}

/** Three mistakes: a misspelt variable, a quote escaped inside a tag, a comma too many when \`isError\` is false. */
export const threeMistakes =
  '{"text":"$profle$ at $date; format=\\"HH:mm\\"$",\n "ok":true,$if(isError)$"errors":$errorCount$$endif$}';
