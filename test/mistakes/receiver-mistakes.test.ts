import { describe, expect, it } from 'vitest';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import { validateTemplate } from '../../src/template/template.ts';
import { receivers } from '../../src/webhook/receivers/index.ts';
import { type ReceiverMistake, receiverMistakes, variables } from './receiver-mistakes.ts';

const mistakes = receiverMistakes();
const named = mistakes.map(each => [`${each.receiver}: ${each.mistake}`, each] as const);

function found(source: string, { receiver }: ReceiverMistake) {
  const schema = receivers.find(({ id }) => id === receiver)?.schema;
  if (schema === undefined) throw new Error(`There is no schema of ${receiver}.`);
  return validateTemplate(source, { output: 'json', variables, schema });
}

/** Whether the first fix makes the template that was meant. */
function isMended(mistake: ReceiverMistake): boolean {
  const [fix] = found(mistake.wrong, mistake).flatMap(({ fixes }) => fixes);
  return fix !== undefined && applyFix(mistake.wrong, fix) === mistake.right;
}

describe('a payload with a mistake that its receiver would refuse', () => {
  it('is one of fifty, for ten receivers', () => {
    expect(mistakes.length).toBeGreaterThanOrEqual(50);
    expect(new Set(mistakes.map(({ receiver }) => receiver)).size).toBeGreaterThanOrEqual(10);
    expect(new Set(named.map(([name]) => name)).size).toBe(mistakes.length);
  });

  it.each(named)('%s: was meant to be one without it', (_, mistake) => {
    expect(found(mistake.right, mistake)).toEqual([]);
  });

  it.each(named)('%s: is found once, and told with the word that matters', (_, mistake) => {
    const all = found(mistake.wrong, mistake);
    expect(all.map(({ code }) => code)).toEqual([mistake.code]);
    expect(all[0]?.message).toContain(mistake.says);
  });

  it('is mended by the first fix in nine cases of ten', () => {
    const others = named.filter(([, mistake]) => !isMended(mistake)).map(([name]) => name);
    const count = named.length - others.length;
    console.info(`${count} of ${named.length} are mended by the first fix; not: ${others.join(', ')}`);
    expect(count).toBeGreaterThanOrEqual(named.length * 0.9);
  });
});
