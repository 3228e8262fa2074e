import { parseTemplate } from '../../grammar/parse-template.ts';
import type { OutputName } from '../../src/output/output.ts';
import { processVariables, type VariableSchema } from '../../src/template/resolve/variables.ts';
import { validateTemplate } from '../../src/template/template.ts';
import { validateWebhook } from '../../src/webhook/check.ts';
import { parseWebhookProperties } from '../../src/webhook/config/properties.ts';

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

/** The codes that the grammar reports; `length` and `depth` are limits. */
export function grammarCodesOf(example: Example): string[] {
  const limits = Object.entries(settings(example)).map(([name, value]) => [name, Number(value)]);
  return parseTemplate(example.text, Object.fromEntries(limits)).diagnostics.map(({ code }) => code);
}

const moreVariables: Readonly<Record<string, VariableSchema>> = {
  order: { order: { customer: 'string' } },
  flags: Object.fromEntries(['dryRun', 'isFullCopy', ...'abcdefghi'].map(name => [name, 'boolean'] as const)),
};

/**
 * The codes of a template that is checked in full; `variables=order` adds a group to the usual ones and
 * `variables=flags` some booleans, and `␁` stands for U+0001, which nobody could see on a page.
 */
export function templateCodesOf(example: Example): string[] {
  const { output = 'text', timeZone = 'UTC', variables = 'none' } = settings(example);
  const text = example.text.replaceAll('␁', '\u0001');
  const diagnostics = validateTemplate(text, {
    // A word of the reference that is not an output format would throw, which fails the test.
    output: output as OutputName,
    timeZone,
    variables: { ...processVariables, ...moreVariables[variables] },
  });
  return diagnostics.map(({ code }) => code);
}

/** The codes of a configuration in JSON, or of its properties; `headers=…` adds so many headers to it. */
export function webhookCodesOf(example: Example): string[] {
  if (example.info === 'js') return codesOfCode(example);
  const config: unknown = JSON.parse(example.text);
  if (example.info.includes('properties')) {
    // The reference writes properties as an object of texts.
    const { diagnostics } = parseWebhookProperties(config as Record<string, string>);
    return diagnostics.map(({ code }) => code);
  }
  const { headers } = settings(example);
  const more = Array.from({ length: Number(headers ?? 0) }, (_, index) => ({
    name: `X-${index}`,
    value: '',
  }));
  const input = headers ? { ...Object(config), headers: more } : config;
  return validateWebhook(input).map(({ code }) => code);
}

/** Code is not run from a page: what it shows is done here. */
function codesOfCode({ text }: Example): string[] {
  const broken = {
    get url(): string {
      throw new Error('not now');
    },
  };
  const shown = /^validateWebhook\(([\s\S]*)\);$/.exec(text)?.[1] ?? '';
  const input: unknown = shown.includes('get url() { throw') ? broken : JSON.parse(shown);
  return validateWebhook(input).map(({ code }) => code);
}
