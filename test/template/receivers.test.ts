import { describe, expect, it } from 'vitest';
import { compileTemplate, validateTemplate } from '../../src/template/template.ts';
import { parseXml } from '../parse-xml.ts';
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
  if (output === 'json-lines')
    return rendered
      .trimEnd()
      .split('\n')
      .map(line => JSON.stringify(JSON.parse(line)))
      .join();
  if (output === 'xml') return JSON.stringify(parseXml(rendered)?.text);
  const parameters = output === 'url' ? new URL(rendered).searchParams : new URLSearchParams(rendered);
  return JSON.stringify([...parameters]);
}

describe('the payloads of well-known receivers', () => {
  it('are more than twenty', () => {
    expect(receiverCases.length).toBeGreaterThan(20);
    expect(new Set(receiverCases.map(({ output }) => output))).toEqual(
      new Set(['json', 'json-lines', 'xml', 'form', 'url']),
    );
  });

  it.each(receiverCases)('are proved without a remark: $name', ({ source, output }) => {
    expect(validateTemplate(source, { output })).toEqual([]);
  });

  it.each(receiverCases)('bring the values to their receiver: $name', ({ source, output }) => {
    const { render } = compileTemplate(source, { output });
    // A format may change the rest of it.
    const isUnchanged = source.includes('$profile$');
    const profile = isUnchanged ? JSON.stringify(event.profile).slice(1, -1) : 'Ünï';
    for (const name of ['Started', 'Completed', 'Errored'] as const) {
      const rendered = render({ ...event, event: name, isError: name === 'Errored' });
      expect(textOf(rendered, output)).toContain(profile);
    }
    expect(textOf(render({}), output)).not.toContain(profile);
  });

  it.each(receiverCases)('are refused when a piece is wrong: $name', ({ mutated, output, refused }) => {
    const codes = validateTemplate(mutated, { output }).map(({ code }) => code);
    expect(codes).toContain(refused);
  });
});
