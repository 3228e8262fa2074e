import { formatWebhookProperties } from '../../../src/webhook/config/properties.ts';

/** A template of JSON in each form that a file may have, by the name of the file. */
export function templateFiles(payload: string): Readonly<Record<string, string>> {
  const config = {
    profile: 'Nächtlich 🌙',
    events: { Errored: true },
    method: 'POST',
    url: 'https://example.com/',
    contentType: 'application/json',
    payload,
  } as const;
  const { payload: _, ...rest } = config;
  const json = JSON.stringify(config, null, 2);
  const block = payload.replaceAll(/^/gm, '    ');
  const properties = Object.entries(formatWebhookProperties(config))
    .map(([key, value]) => `${key} = ${value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n\\\n    ')}`)
    .join('\n');
  return {
    'chat.json.hookplate': payload,
    'chat.json': json,
    'chat.jsonc': `// 🌙\n${json}`,
    'windows.json': `\ufeff${json.replaceAll('\n', '\r\n')}`,
    'chat.yaml': `${yamlOf(rest)}payload: |\n${block}\n`,
    'quoted.yml': `${yamlOf(rest)}payload: ${JSON.stringify(payload)}\n`,
    'chat.properties': `# 🌙\n${properties}\n`,
  };
}

function yamlOf(settings: Readonly<Record<string, unknown>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('');
}
