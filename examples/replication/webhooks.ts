import type { WebhookSeed } from 'hookplate/cli';

export const profile = 'Nightly replication';

/** Everybody knows this one: make your own, as `docs/deliver.md` shows, and keep it where the webhooks are not. */
export const signingSecret = `whsec_${Buffer.from('an example of a signing secret').toString('base64')}`;

const events = { Started: true, Completed: true, Errored: true };

/** A GET, whose URL says everything. */
export function statusPage(inbox: string): WebhookSeed {
  return {
    id: 'status-page',
    name: 'Status page',
    profile,
    events,
    signingSecret,
    method: 'GET',
    url: `${inbox}/status?process=$pid$&profile=$profile$&event=$event$&at=$date; format="yyyy-MM-dd'T'HH:mm:ss"$&records=$recordsProcessed$&errors=$if(isError)$$errorCount$$else$0$endif$`,
  };
}

/** A message for a team chat. */
export function teamChat(inbox: string): WebhookSeed {
  return {
    id: 'team-chat',
    name: 'Team chat',
    profile,
    events,
    signingSecret,
    method: 'POST',
    url: `${inbox}/hooks/42`,
    headers: [{ name: 'X-Profile', value: '$profile$' }],
    contentType: 'application/json',
    payload: `{
  "text": "$profile$: $event$",
  "process": $pid$,
  "records": $recordsProcessed$,
  $if(isError)$
  "errors": $errorCount$,
  $endif$
  "ok": $if(isError)$false$else$true$endif$
}`,
  };
}
