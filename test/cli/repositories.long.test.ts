import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findingsOf } from '../../src/cli/check/check-contents.ts';
import { ConfigFiles } from '../../src/cli/config/config-files.ts';
import { readContents, readTemplate } from '../../src/cli/contents/read-contents.ts';
import { runCheck } from '../../src/editor/check/check-job.ts';
import { parseWebhookProperties } from '../../src/webhook/config/properties.ts';
import { startEditorOfProcess } from './language-server/editor.ts';
import { directoryWith, runHookplate } from './run-hookplate.ts';

const library = fileURLToPath(import.meta.resolve('../../src/index.ts'));

const catalogue = `import { defineEvents, listOf } from '${library}';
import { title } from './title.ts';
export const orders = defineEvents({
  variables: { order: { id: 'number', customer: 'string' } },
  events: {
    'order.paid': { title: title('paid'), variables: { total: 'number' } },
    'order.sent': { title: title('sent'), variables: { parcels: listOf({ code: 'string' }) } },
  },
});
`;
const title = "export const title = (what: string): string => ['An order was', what].join(' ');\n";

const yaml = `base: &base
  events: &both { order.paid: true, order.sent: true }
  method: POST
  contentType: application/json
---
<<: &chat { method: POST, contentType: application/json, events: { order.paid: true } }
url: https://chat.example.com/hooks/1
payload: &text |
  {"text": "$order.custmer$ paid $total$"}
---
events: { order.sent: true }
method: POST
contentType: application/json
url: "https://chat.example.com/$order.id$"
payload: '{"codes": [$for(p in parcels; separator=",")$"$p.cod$"$endfor$]}'
`;
const merged = `- &chat
  events: { order.paid: true }
  method: POST
  contentType: application/json
  url: https://chat.example.com/hooks/1
  payload: '{"text": "$order.customer$"}'
- <<: *chat
  url: https://chat.example.com/hooks/2
  payload: '{"text": "$order.costumer$"}'
`;
const jsonc = `{
  // Paid orders.
  "events": { "order.paid": true, "order.payed": true },
  "method": "PSOT",
  "contentType": "application/json",
  "url": "https://chat.example.com/hooks/3",
  "payload": "{\\"a\\": \\"\\u0024order.id\\u0024\\", \\"b\\": $total$$total$}", /* twice */
}
`;
const properties = `# Of another program
db.url=jdbc:postgresql://db.example.com/shop
db.password=geheim
notification.webhook.event.order.paid=true
notification.webhook.method=GET
notification.webhook.url=https://chat.example.com/?id=$order.id$&c=$order.custmer$
`;
const files = {
  'hooks/alerts.yaml': yaml,
  'hooks/merged.yml': merged,
  'hooks/chat.jsonc': jsonc,
  'hooks/shop.properties': properties,
  'templates/note.json.hookplate': '{"id": $order.id$, "who": "$order.custmer$"}',
  'templates/sent.hookplate': '{"codes": [$for(p in parcels)$"$p.code$"$endfor$]}',
  'texts/line.txt': 'paid=$totl$',
};
const rules = `{
    'templates/sent.hookplate': { output: 'json', events: ['order.sent'] },
    'texts/*.txt': { output: 'text', events: ['order.paid'] },
  }`;

function below(folder: string, of: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(of).map(([name, text]) => [`${folder}/${name}`, text]));
}

const inModule = {
  ...files,
  'package.json': '{"type": "module"}',
  'hookplate.config.ts': `import { orders } from './orders.ts';\nexport default { catalogue: orders, files: ${rules} };\n`,
  'orders.ts': catalogue,
  'title.ts': title,
};
const inCommonJs = {
  ...files,
  'package.json': '{"type": "commonjs"}',
  'hookplate.config.ts': `export default { catalogue: './orders.ts' as string, files: ${rules} };\n`,
  'orders.ts': catalogue,
  'title.ts': title,
};
const repositories: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['with a catalogue in TypeScript, as ES modules', inModule],
  ['with a catalogue in TypeScript, in a CommonJS package', inCommonJs],
  [
    'of several packages, each with a configuration of its own',
    {
      ...below('packages/a', inModule),
      ...below('packages/b', {
        'package.json': '{}',
        'hookplate.config.json': '{"catalogue": "shop.yaml"}',
        'shop.yaml':
          'events:\n  bought: { title: Bought, schema: { properties: { id: { type: integer } } } }\n',
        'hook.json': JSON.stringify({
          ...{ events: { bought: true, 'order.paid': true }, method: 'GET' },
          url: 'https://shop.example.com/$idd$',
        }),
      }),
      'hooks/own.json': JSON.stringify({
        ...{ profile: 'Nightly', events: { Errored: true }, method: 'GET' },
        url: 'https://shop.example.com/$profil$',
      }),
    },
  ],
];

interface Finding {
  readonly code: string;
  readonly message: string;
  readonly webhook?: number;
  readonly start: Place;
  readonly end: Place;
}

interface Place {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** What is said of each file by `hookplate check`. */
async function saidByCheck(directory: string) {
  const { stdout } = await runHookplate(['check', '--format', 'json'], { directory });
  const { files } = JSON.parse(stdout) as {
    readonly files: readonly { readonly path: string; readonly findings: readonly Finding[] }[];
  };
  return files;
}

describe.each(repositories)('a repository %s', (_, repository) => {
  it('is judged alike by hookplate check and by the language server', async () => {
    const directory = directoryWith({ '.git/HEAD': '', ...repository });
    const checked = await saidByCheck(directory);
    expect(checked.length).toBeGreaterThan(6);
    const editor = await startEditorOfProcess({ directory, configuration: { check: 'open' } });
    for (const { path, findings } of checked) {
      const file = await editor.open(path, readFileSync(join(directory, path), 'utf8'));
      const shown = (await file.diagnostics()).map(({ code, message, range: { start, end } }) => ({
        ...{ code, message },
        start: { line: start.line + 1, column: start.character + 1 },
        end: { line: end.line + 1, column: end.character + 1 },
      }));
      const said = findings.map(({ code, message, start, end }) => ({
        ...{ code, message },
        start: { line: start.line, column: start.column },
        end: { line: end.line, column: end.column },
      }));
      expect({ path, shown }).toEqual({ path, shown: said });
      expect(findings.length, path).toBeGreaterThan(0);
    }
    expect(editor.shown).toEqual([]);
    await editor.quit();
  });

  it("is judged alike by hookplate check and by the editor's element", async () => {
    const directory = directoryWith({ '.git/HEAD': '', ...repository });
    const configs = new ConfigFiles({ directory });
    let compared = 0;
    for (const { path, findings } of await saidByCheck(directory)) {
      const location = join(directory, path);
      const { catalogue: own, receivers, events, output } = await configs.settingsFor(location);
      const isTemplate = output !== undefined || path.endsWith('.hookplate');
      const text = readFileSync(location, 'utf8');
      const contents = isTemplate ? readTemplate(text) : await readContents(text, path);
      const { kind } = contents;
      const samples = own.names.map(name => own.sample(name));
      for (const [webhook, entry] of contents.entries.entries()) {
        const configOf = {
          json: () => entry.value,
          yaml: () => entry.value,
          properties: () =>
            parseWebhookProperties(entry.value as Record<string, string>, { events: own }).config,
          template: () => payloadOf(text, events.length > 0 ? events : own.names, output ?? 'json'),
        }[kind];
        const { diagnostics } = runCheck({ config: configOf(), events: own.events, samples, receivers });
        const shown =
          kind === 'template' || kind === 'properties'
            ? diagnostics
            : findingsOf(entry, diagnostics, { kind, webhook });
        const said = findings
          .filter(finding => finding.webhook === webhook)
          .map(({ start, end, ...rest }) => ({ ...rest, range: { start: start.offset, end: end.offset } }));
        const told = ({ code, message, range }: Told) => ({
          ...{ code, message },
          // Settings have other names in properties, and values without their escapes.
          ...(kind !== 'properties' && { range: { start: range.start, end: range.end } }),
        });
        expect(shown.map(told).toSorted(byMessage), path).toEqual(said.map(told).toSorted(byMessage));
        compared += said.length;
      }
    }
    expect(compared).toBeGreaterThan(8);
  });
});

interface Told {
  readonly code: string;
  readonly message: string;
  readonly range: { readonly start: number; readonly end: number };
}

/** The element edits webhooks: a bare template is the payload of one without a mistake of its own. */
function payloadOf(payload: string, events: readonly string[], output: string) {
  return {
    events: Object.fromEntries(events.map(name => [name, true])),
    method: 'POST',
    url: 'https://example.com/',
    contentType: output === 'json' ? 'application/json' : 'text/plain',
    payload,
  };
}

function byMessage(a: { readonly message: string }, b: { readonly message: string }): number {
  return a.message.localeCompare(b.message);
}
