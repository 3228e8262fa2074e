import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { parseTemplate } from '../../grammar/parse-template.ts';
import { checkContents } from '../../src/cli/check/check-contents.ts';
import { explainConfig, mayBeWebhooks, nearlyWebhook, unreadable } from '../../src/cli/check/check-file.ts';
import { ConfigError, readConfig } from '../../src/cli/config/config-files.ts';
import { decodeFile } from '../../src/cli/contents/read-contents.ts';
import { readJson } from '../../src/cli/contents/read-json.ts';
import { readProperties } from '../../src/cli/contents/read-properties.ts';
import { readYaml } from '../../src/cli/contents/read-yaml.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { listMost } from '../../src/diagnostics/list-most.ts';
import type { OutputName } from '../../src/output/output.ts';
import { listOf, processVariables, type VariableSchema } from '../../src/template/resolve/variables.ts';
import { validateTemplate } from '../../src/template/template.ts';
import { validateWebhook } from '../../src/webhook/check.ts';
import { checkForEvents } from '../../src/webhook/check-templates.ts';
import { parseWebhookProperties } from '../../src/webhook/config/properties.ts';
import { defineEvents } from '../../src/webhook/events/define-events.ts';
import { processEvents } from '../../src/webhook/events/process-events.ts';
import { receivers } from '../../src/webhook/receivers/index.ts';

/** A fenced block of the reference: the words after its fence, such as `template output=json`, and its text. */
export interface Example {
  readonly info: string;
  readonly text: string;
}

/** The words after a fence that have a value. */
function settings({ info }: Example): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from(info.matchAll(/(\w+)=(\S+)/g), ([, name = '', value = '']) => [name, value]),
  );
}

/** The diagnostics of the grammar alone; `length` and `depth` set limits. */
export function checkGrammar(example: Example): readonly Diagnostic[] {
  const given = Object.entries(settings(example)).filter(([name]) => name !== 'events');
  const limits = given.map(([name, value]) => [name, Number(value)]);
  return parseTemplate(example.text, Object.fromEntries(limits)).diagnostics;
}

const moreVariables: Readonly<Record<string, VariableSchema>> = {
  order: { order: { customer: 'string' } },
  alerts: { alerts: listOf({ name: 'string', firing: 'boolean' }) },
  labels: { labels: 'json' },
  tickets: { tickets: listOf({ number: 'number', title: 'string' }) },
  flags: Object.fromEntries(['dryRun', 'isFullCopy', ...'abcdefghi'].map(name => [name, 'boolean'] as const)),
};

const catalogue = defineEvents({
  events: {
    'order.paid': {
      title: 'An order was paid',
      variables: { paidWith: 'string' },
      renamed: { payment: 'paidWith' },
    },
    'order.cancelled': { title: 'An order was cancelled', variables: { reason: 'string' } },
  },
});

/** What the examples with `schema=alert` are checked under. */
const alertSchema = {
  title: 'The receiver',
  type: 'object',
  required: ['severity'],
  additionalProperties: false,
  properties: {
    severity: { enum: ['critical', 'info'], description: 'How bad it is.' },
    text: { type: 'string', maxLength: 80 },
    project: { type: 'string', pattern: '^[A-Z]+$' },
    count: { type: 'integer', maximum: 100 },
    tags: { type: 'array', maxItems: 2 },
    link: { properties: { url: { type: 'string' }, label: { type: 'string' } } },
    to: {
      oneOf: [
        { type: 'string', pattern: '@' },
        { type: 'string', maxLength: 9 },
      ],
    },
    body: { type: 'string', 'x-syntax': 'html' },
  },
};

/**
 * The mistakes in a template that is checked in full. `variables=order` adds a group to the usual variables,
 * `variables=alerts` and `variables=tickets` a list, `variables=labels` some JSON, and `variables=flags` some booleans; `events=order.paid` checks the
 * template for events of a shop, `schema=alert` checks it under a schema, and `listed=0` lists no mistakes. `␁` stands for U+0001, which nobody could see on a page.
 */
export function checkTemplate(example: Example): readonly Diagnostic[] {
  const { output = 'text', timeZone = 'UTC', variables = 'none', events, listed, schema } = settings(example);
  const text = example.text.replaceAll('␁', '\u0001');
  if (events !== undefined)
    return checkForEvents({ source: text, output: output as OutputName }, catalogue, events.split(','));
  const found = validateTemplate(text, {
    // A word of the reference that is not an output format would throw, which fails the test.
    output: output as OutputName,
    timeZone,
    ...(schema && { schema: alertSchema }),
    variables: { ...processVariables, ...moreVariables[variables] },
  });
  return listed === undefined ? found : listMost(found, Number(listed));
}

/**
 * The diagnostics of a configuration in JSON, or of its properties; `headers=…` adds that many headers to it, and
 * `receivers` means those of the gallery.
 */
export function checkConfiguration(example: Example): readonly Diagnostic[] {
  if (example.info === 'js') return checkCode(example);
  const config: unknown = JSON.parse(example.text);
  if (example.info.includes('properties')) {
    // The reference writes properties as an object of texts.
    return parseWebhookProperties(config as Record<string, string>).diagnostics;
  }
  const { headers } = settings(example);
  const more = Array.from({ length: Number(headers ?? 0) }, (_, index) => ({
    name: `X-${index}`,
    value: '',
  }));
  const input = headers ? { ...Object(config), headers: more } : config;
  return validateWebhook(input, example.info.includes('receivers') ? { receivers } : {});
}

/** Code is not run from a page: what it shows is done here. */
function checkCode({ text }: Example): readonly Diagnostic[] {
  const broken = {
    get url(): string {
      throw new Error('not now');
    },
  };
  const shown = /^validateWebhook\(([\s\S]*)\);$/.exec(text)?.[1] ?? '';
  const input: unknown = shown.includes('get url() { throw') ? broken : JSON.parse(shown);
  return validateWebhook(input);
}

/** The problems of a JSON or YAML file as such, in a folder, of the one that a shell makes, of properties, or of the configuration of a project. */
export function checkFile({ info, text }: Example): readonly Diagnostic[] {
  if (info === 'json config') return checkProject(text);
  if (info === 'properties')
    return checkContents(readProperties(text), { catalogue: processEvents, events: [], output: 'text' })
      .findings;
  if (info === 'json folder') {
    const contents = readJson(text, { allowsComments: false });
    const near = mayBeWebhooks(contents, text) ? undefined : nearlyWebhook(contents);
    return near ? [near] : [];
  }
  if (info === 'yaml') return readYaml(text).problems;
  if (info !== 'sh') return readJson(text, { allowsComments: false }).problems;
  const directory = mkdtempSync(join(tmpdir(), 'hookplate-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  execFileSync('sh', ['-c', text], { cwd: directory });
  try {
    const { problem } = decodeFile(readFileSync(join(directory, 'webhook.json')));
    return problem ? [problem] : [];
  } catch (error) {
    return [unreadable(error)];
  }
}

function checkProject(text: string): readonly Diagnostic[] {
  try {
    readConfig('hookplate.config.json', JSON.parse(text));
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [explainConfig(error, text)];
  }
}
