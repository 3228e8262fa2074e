import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { json } from '../../../src/output/json/output.ts';
import type { Output } from '../../../src/output/output.ts';
import { checkTemplate } from '../../../src/template/check.ts';
import { leastBudget } from '../../../src/template/check-budget.ts';
import { maxNested } from '../../../src/template/proof/decision-diagram.ts';
import { describePathCondition, maxNamed } from '../../../src/template/proof/path-condition.ts';
import { maxStates, prove } from '../../../src/template/proof/prove.ts';

const page = readFileSync(new URL('../../../src/template/proof/README.md', import.meta.url), 'utf8');
const variables = { isError: 'boolean', dryRun: 'boolean' } as const;
type State = ReturnType<typeof json.start>;

/** The rows of the table with this heading. */
function table(heading: string): readonly (readonly string[])[] {
  const [, rest = ''] = page.split(`| ${heading} |`);
  const [rows = ''] = rest.split('\n\n');
  return rows
    .split('\n')
    .slice(2)
    .map(row =>
      row
        .split('|')
        .map(cell => cell.trim())
        .slice(1, -1),
    );
}

function code(cell: string | undefined): string {
  return cell?.replace(/^`|`$/g, '') ?? '';
}

/** The states that can be reached after a source, each with the condition under which it is. */
function reached(source: string): readonly (readonly [key: string, when: string])[] {
  const keys: string[] = [];
  const asking: Output<State> = {
    ...json,
    end: (state, offset) => {
      keys.push(json.key(state));
      return { code: 'json-unfinished', start: offset, end: offset, expected: '', found: '' };
    },
  };
  const { broken } = prove(checkTemplate(source, { variables }).program, asking, source.length);
  return broken.map(({ condition }, index) => [
    keys[index] ?? '',
    describePathCondition(condition) ?? 'always',
  ]);
}

describe('the page about the proof', () => {
  it('has an example that is accepted, and refused without its last conditional', () => {
    const [, source = ''] = /```template\n(.*)\n/.exec(page) ?? [];
    const messages = (source: string) =>
      checkTemplate(source, { output: 'json', variables }).diagnostics.map(({ message }) => message);
    expect(
      table('After')
        .map(([piece]) => code(piece))
        .join(''),
    ).toBe(source);
    expect(messages(source)).toEqual([]);
    const without = messages(source.replace('$if(isError)$]$endif$', ''));
    expect(without).toEqual([expect.stringContaining('when `isError` is true')]);
  });

  it('says which states can be reached in its example, and when', () => {
    const rows = table('After');
    let source = '';
    rows.forEach(([piece, output, when], index) => {
      if (!piece) return;
      source += code(piece);
      const end = rows.findIndex(([next], at) => at > index && next);
      const states = [[piece, output, when], ...rows.slice(index + 1, end < 0 ? undefined : end)];
      expect(reached(source), source).toEqual(
        states.map(([, text, condition]) => [reached(code(text))[0]?.[0], condition]),
      );
    });
    expect(source).not.toBe('');
  });

  it('names the limits as they are', () => {
    const limits = [maxStates, leastBudget, maxNested, maxNamed];
    expect(table('Limit').map(([limit]) => limit)).toEqual(limits.map(limit => limit.toLocaleString('en')));
  });
});
