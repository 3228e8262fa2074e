/** Three lines that verify a message, in a language with a library of Standard Webhooks. */
export interface Verification {
  readonly language: string;
  readonly code: string;
}

/** As the libraries document them (github.com/standard-webhooks/standard-webhooks); a test runs that of JavaScript. */
export const verifications: readonly Verification[] = [
  {
    language: 'JavaScript',
    code: `import { Webhook } from 'standardwebhooks';
const webhook = new Webhook(secret);
const message = webhook.verify(body, headers); // throws unless it is genuine`,
  },
  {
    language: 'Python',
    code: `from standardwebhooks.webhooks import Webhook
webhook = Webhook(secret)
message = webhook.verify(body, headers)  # raises unless it is genuine`,
  },
  {
    language: 'Go',
    code: `import standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
webhook, err := standardwebhooks.NewWebhook(secret)
err = webhook.Verify(body, headers)`,
  },
  {
    language: 'Java',
    code: `import com.standardwebhooks.Webhook;
Webhook webhook = new Webhook(secret);
webhook.verify(body, headers);`,
  },
  {
    language: 'C#',
    code: `using StandardWebhooks;
var webhook = new Webhook(secret);
webhook.Verify(body, headers);`,
  },
  {
    language: 'PHP',
    code: `$webhook = new \\StandardWebhooks\\Webhook($secret);
$message = $webhook->verify($body, $headers);`,
  },
  {
    language: 'Ruby',
    code: `require 'standardwebhooks'
webhook = StandardWebhooks::Webhook.new(secret)
message = webhook.verify(body, headers)`,
  },
  {
    language: 'Rust',
    code: `use standardwebhooks::Webhook;
let webhook = Webhook::new(secret)?;
webhook.verify(body, headers)?;`,
  },
];
