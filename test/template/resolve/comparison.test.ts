import { describe, expect, it } from 'vitest';
import type { OutputName } from '../../../src/output/output.ts';
import { validateTemplate } from '../../../src/template/template.ts';
import { unmark } from '../../marked-source.ts';
import { bothOf, compileBothWays } from '../precompile/both-ways.ts';

const variables = {
  event: ['Started', 'Completed', 'Errored'],
  name: 'string',
  count: 'number',
  isError: 'boolean',
  data: 'json',
} as const;

/** Renders with contexts that may lie about their types. */
function holds(condition: string, context: object): boolean {
  return compileBothWays(`$if(${condition})$yes$endif$`, { variables }).render(context) === 'yes';
}

function codesOf(source: string, output: OutputName = 'json'): string[] {
  return validateTemplate(source, { output, variables }).map(({ code }) => code);
}

describe('a comparison', () => {
  it.each<[condition: string, holding: readonly unknown[], others: readonly unknown[]]>([
    ['name == "Ada"', ['Ada'], ['ada', ' Ada', '', undefined, null, 5, ['Ada'], new String('Ada')]],
    ['name != "Ada"', ['ada', '', undefined, null, 5, ['Ada']], ['Ada']],
    ['name == ""', ['', undefined, null], ['x', 0, false, []]],
    ['name != ""', ['x', 0, false, []], ['', undefined, null]],
    ['name == "a\u0024b \\" || name == "5"', ['a$b \\', '5'], ['a', 5]],
    ['event == "Started"', ['Started'], ['Completed', 'started', undefined]],
    ['event != "Started"', ['Completed', 'else', undefined], ['Started']],
    ['count == 3', [3, 3n, 3.0, '3', '30e-1'], [2, '3 ', 'three', Number.NaN, null, undefined, [3], true]],
    ['count != 3', [2, 'x', '2', Number.NaN, null, undefined, true], [3, 3n, '3']],
    ['count == 0', [0, -0, 0n], ['', false, null, undefined]],
    ['count == -0', [0, -0, 0n], ['', false]],
    [
      'count < 3',
      [2.9, -5, 2n, '2', Number.NEGATIVE_INFINITY],
      [3, 4, '3', '', Number.NaN, null, undefined, new Date(0)],
    ],
    ['count <= 3', [3, 3n, 2, '3'], [3.1, 4n, '3.1', Number.NaN, undefined]],
    [
      'count > -2.5',
      [-2.4, 0, 10n ** 400n, '1e400', '0', Number.POSITIVE_INFINITY],
      [-2.5, -3n, 'x', Number.NaN, null],
    ],
    ['count >= 1e3', [1000, 1000n, 1001, '1000'], [999, '01000', Number.NaN, {}]],
    ['!(count < 5)', [5, 6, undefined, 'x', Number.NaN], [4, -1n, '1']],
    ['count > 2 && count < 5', [3, 4n], [2, 5, null]],
    ['count == 9007199254740992', [2 ** 53, 2n ** 53n], [2n ** 53n + 1n]],
  ])('%s holds for some values and not for others', (condition, holding, others) => {
    const name = /event|name|count/.exec(condition)?.[0] ?? '';
    for (const value of holding) expect(holds(condition, { [name]: value }), String(value)).toBe(true);
    for (const value of others) expect(holds(condition, { [name]: value }), String(value)).toBe(false);
  });

  it('is a part of a condition like any other', () => {
    const condition = '!(event == "Started" || isError) && count > 0';
    expect(holds(condition, { event: 'Completed', count: 1 })).toBe(true);
    expect(holds(condition, { event: 'Started', count: 1 })).toBe(false);
  });

  it('sees the same value wherever a rendering asks, though a toJSON changes it on the way', () => {
    const when = (bracket: string) =>
      `$if(event == "Started")$${bracket}$endif$$if(count > 0)$${bracket}$endif$`;
    for (const render of bothOf(`${when('[')}$data$${when(']')}`, { output: 'json', variables })) {
      const change = () => {
        context.event = 'Completed';
        context.count = 0;
        return 1;
      };
      const context = { event: 'Started', count: 1, data: { toJSON: change } };
      expect(render(context)).toBe('[[1]]');
      expect(context.event).toBe('Completed');
    }
  });

  it('is read through no getter and no prototype', () => {
    const context = Object.create({ name: 'Ada' }, { count: { get: () => 3 } });
    expect(holds('name == "Ada" || count == 3', context)).toBe(false);
  });

  it('names its variable', () => {
    expect(compileBothWays('$if(event == "Started")$$name$$endif$', { variables }).variables).toEqual([
      'event',
      'name',
    ]);
  });
});

describe('the proof', () => {
  it.each([
    ['of one text', '$if(event == "Started")$[$endif$1$if(!(event != "Started"))$]$endif$'],
    [
      'of a whole set, which others are outside of',
      '[$if(event == "Started")$1$elseif(event == "Errored")$2$else$3$endif$]',
    ],
    [
      'that exclude one another',
      '$if(event == "Started")$[$endif$1$if(event == "Started" && event != "Errored")$]$endif$',
    ],
    [
      'of two texts in one condition',
      '$if(name == "a" || name == "b")$[$endif$1$if(name == "a")$]$elseif(name == "b")$]$endif$',
    ],
    [
      'of a number and the rest',
      '$if(count > 0)$[$endif$1$if(!(count <= 0) && count != 0 && count > 0)$]$endif$',
    ],
    ['of ranges that meet', '$if(count < 5)$[$endif$$if(count == 5)$[$endif$1$if(count <= 5)$]$endif$'],
    ['of a gap', '$if(count > 1 && count < 2)$[$endif$1$if(count < 2)$$if(count > 1)$]$endif$$endif$'],
    ['of zeros', '$if(count == 0)$[$endif$1$if(count == -0)$]$endif$'],
  ])('follows comparisons %s exactly', (_, source) => {
    expect(codesOf(source)).toEqual([]);
  });

  it('knows which comparisons cannot hold together', () => {
    const source =
      '[1$if(count < 5 && count >= 5)$,,$endif$$if(event == "Errored" && event == "Started")$}$endif$]';
    expect(codesOf(source)).toEqual(['never-holds', 'never-holds']);
  });

  it.each([
    ['$if(count < 5)$[$endif$1$if(!(count >= 5))$]$endif$«»', 'when `count` is not a number.'],
    ['[$if(count > 0)$1«,»$endif$$if(count > 1)$2$endif$]', 'when `count` is more than 0 and at most 1.'],
    ['[$if(count > 0)$1«,»$endif$$if(count >= 1)$2$endif$]', 'when `count` is between 0 and 1.'],
    ['[$if(count <= 100)$1«,»$endif$]', 'when `count` is at most 100.'],
    ['[$if(count >= 100)$1«,»$endif$]', 'when `count` is at least 100.'],
    ['[$if(count >= 5 && count <= 100)$1«,»$endif$]', 'when `count` is at least 5 and at most 100.'],
    ['[$if(count >= 5 && count < 100)$1«,»$endif$]', 'when `count` is at least 5 and less than 100.'],
    ['[$if(count != 100)$1«,»$endif$]', 'when `count` is not 100.'],
    ['[1«,»$if(count > 100)$2$endif$]', 'when `count` is not more than 100.'],
    ['[1«,»$if(count >= 5 && count < 9)$2$endif$]', 'when `count` is not at least 5 and less than 9.'],
    ['[$if(count == 3)$1«,»$endif$]', 'when `count` is 3.'],
    ['[$if(count >= 3 && count != 3)$1«,»$endif$]', 'when `count` is more than 3.'],
    ['[$if(count < -1)$1«,»$endif$]', 'when `count` is less than -1.'],
    ['[$if(event == "Started")$1«,»$endif$]', 'when `event` is `Started`.'],
    ['[1«,»$if(event == "Started")$1$endif$]', 'when `event` is not `Started`.'],
    [
      '[1«,»$if(event == "Started" || event == "Errored")$1$endif$]',
      'when `event` is neither `Errored` nor `Started`.',
    ],
    [
      '[1«,»$if(name == "" || name == "b" || name == "c")$1$endif$]',
      'when `name` is neither empty, `b` nor `c`.',
    ],
    [
      `[1«,»$if(${['a', 'b', 'c', 'd', 'e'].map(text => `name == "${text}"`).join(' || ')})$1$endif$]`,
      'when `name` is none of the texts that it is compared with.',
    ],
    ['[$if(name == "")$1«,»$endif$]', 'when `name` is empty.'],
    ['[1«,»$if(name == "")$2$endif$]', 'when `name` is not empty.'],
    [
      '$if(isError)$[$endif$1$if(event == "Errored")$]$endif$«»',
      'when `isError` is false and `event` is `Errored`.',
    ],
  ])('says of %s when it happens', (marked, when) => {
    const { source, range } = unmark(marked);
    const [first] = validateTemplate(source, { output: 'json', variables });
    expect(first).toMatchObject({ severity: 'error' });
    expect(first?.message).toContain(when);
    if (range.start < range.end) expect(first?.range).toEqual(range);
  });

  it('stays within the budget for a variable of very many constants', () => {
    const branches = (count: number) =>
      Array.from({ length: count }, (_, i) => `$if(name == "n${i}")$, ${i}$endif$`).join('');
    expect(codesOf(`[0${branches(500)}]`)).toEqual([]);
    expect(codesOf(`[0${branches(20_000)}]`)).toEqual(['too-many-paths']);
    const chain = Array.from({ length: 300 }, (_, i) => `${i}$elseif(count < ${i})$`).join('');
    expect(codesOf(`[$if(count < -1)$${chain}2$else$1$endif$]`)).toEqual([]);
  });
});
