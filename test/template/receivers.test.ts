import { describe, expect, it } from 'vitest';
import { compileTemplate, validateTemplate } from '../../src/template/template.ts';
import { receiverCases } from './receiver-cases.ts';

const event = {
  event: 'Errored',
  isError: true,
  errorCount: 3,
  recordsProcessed: 12,
  profile: '"<&\\ Ünï\n',
  date: new Date('2024-05-06T07:08:09Z'),
} as const;

/** All that a receiver reads, as one text. */
function textOf(rendered: string, output: string): string {
  if (output === 'json') return JSON.stringify(JSON.parse(rendered));
  const parameters = output === 'url' ? new URL(rendered).searchParams : new URLSearchParams(rendered);
  return JSON.stringify([...parameters]);
}

describe('the payloads of well-known receivers', () => {
  it('are ten', () => {
    expect(receiverCases.map(({ name }) => name)).toEqual([
      'discord',
      'form',
      'google-chat',
      'mattermost',
      'ntfy',
      'opsgenie',
      'pagerduty',
      'slack',
      'teams',
      'telegram',
    ]);
  });

  it.each(receiverCases)('are proved without a remark: $name', ({ source, output }) => {
    expect(validateTemplate(source, { output })).toEqual([]);
  });

  it.each(receiverCases)('bring the values to their receiver: $name', ({ source, output }) => {
    const { render } = compileTemplate(source, { output });
    const profile = JSON.stringify(event.profile).slice(1, -1);
    expect(textOf(render(event), output)).toContain(profile);
    expect(textOf(render({ ...event, event: 'Completed', isError: false }), output)).toContain(profile);
    expect(textOf(render({}), output)).not.toContain(profile);
  });

  it.each(receiverCases)('are refused when a piece is wrong: $name', ({ mutated, output, refused }) => {
    const codes = validateTemplate(mutated, { output }).map(({ code }) => code);
    expect(codes).toContain(refused);
  });
});
