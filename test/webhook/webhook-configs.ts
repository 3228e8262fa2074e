import fc from 'fast-check';
import type { WebhookConfig } from '../../src/webhook/config/settings.ts';

export const getConfig = {
  profile: 'Nightly copy',
  events: { Started: true, Completed: true, Errored: true },
  method: 'GET',
  url: 'https://example.com/hook?event=$event$',
} as const satisfies WebhookConfig;

export const postConfig = {
  profile: 'Nightly copy',
  events: { Started: true, Errored: true },
  method: 'POST',
  url: 'https://example.com/hook?profile=$profile$',
  headers: [
    { name: 'X-Event', value: '$event$' },
    { name: 'Authorization', value: 'Bearer s3cret' },
  ],
  contentType: 'application/json',
  payload: '{"text": "$profile$ $event$", "errors": $errorCount$}',
} as const satisfies WebhookConfig;

/** The example of the vendor's manual, with its line break and typographic quotes. */
export const vendorUrl =
  'https://backupreport.example.com/api.php?computername=CTCSRV20&datetime=$date;\n' +
  '  format =”yyyy-MM-dd’T’hh:mm:ss”$&profile=$profile$' +
  '&errorCount=$if(isError)$$errorCount$$else$0$endif$&recordProcessed=$recordsProcessed$';

const piece = fc.constantFrom('a', ' ', "'", 'ü', '%41', '$profile$', '$event$', '$errorCount$', '$date$');
const conditional = fc
  .tuple(fc.constantFrom('isError', '!isError', 'isError || !isError'), piece, piece)
  .map(([condition, yes, no]) => `$if(${condition})$${yes}$else$${no}$endif$`);
const pieces = fc.array(fc.oneof(piece, conditional), { maxLength: 4 }).map(all => all.join(''));

const url = fc
  .tuple(fc.constantFrom('HTTP://h', 'https://user:pw@Example.com:443', 'https://ü.example'), pieces, pieces)
  .map(([origin, path, query]) => `${origin}/p${path}/./q?x=${query}`);

const payload = fc.oneof(
  fc.tuple(pieces, pieces).map(([key, value]) => ['application/json', `{"k${key}": "${value}"}`]),
  pieces.map(text => ['application/xml', `<a b="${text}">${text}</a>`]),
  pieces.map(text => ['application/x-www-form-urlencoded', `a=${text.replace(/[ ü']/g, '')}`]),
  fc
    .tuple(pieces, fc.string({ unit: 'binary' }))
    .map(([text, more]) => ['text/plain', text + more.replace(/[$\\]/g, '')]),
);

const events = fc.record({ Started: fc.boolean(), Completed: fc.boolean(), Errored: fc.constant(true) });

/** Configurations without errors, of both methods and every format. */
export const validConfig: fc.Arbitrary<WebhookConfig> = fc.oneof(
  fc.record({ profile: fc.string(), events, method: fc.constant('GET' as const), url }),
  fc
    .record({ profile: fc.string(), events, url, payload, header: pieces })
    .map(({ profile, events, url, payload: [contentType, payload], header }) => ({
      profile,
      events,
      method: 'POST' as const,
      url,
      headers: [{ name: 'X-A', value: header.replaceAll('ü', '') }],
      ...(contentType !== undefined && { contentType }),
      ...(payload !== undefined && { payload }),
    })),
);
