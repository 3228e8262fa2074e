import { describe, expect, it } from 'vitest';
import { hasErrors } from '../../src/diagnostics/diagnostic.ts';
import { json } from '../../src/output/json/output.ts';
import type { Output } from '../../src/output/output.ts';
import { checkTemplate } from '../../src/template/check.ts';
import { diagramFor, prove } from '../../src/template/proof/prove.ts';

const variables = {
  profile: 'string',
  ...Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`v${index}`, 'boolean'] as const)),
} as const;

function repeat(times: number, piece: (index: number) => string): string {
  return Array.from({ length: times }, (_, index) => piece(index)).join('');
}

interface Work {
  /** How often the walk asks the output for anything, and how much text it shows it. */
  readonly calls: number;
  readonly characters: number;
  /** Steps of the decision diagram. */
  readonly steps: number;
  readonly codes: readonly string[];
}

function work(source: string): Work {
  const { program } = checkTemplate(source, { output: 'text', variables });
  let calls = 0;
  let characters = 0;
  const counting: Output<ReturnType<typeof json.start>> = {
    ...json,
    advance: (state, text, offset) => {
      calls++;
      characters += text.length;
      return json.advance(state, text, offset);
    },
    place: (state, following) => {
      calls++;
      return json.place(state, following);
    },
    key: state => {
      calls++;
      return json.key(state);
    },
  };
  const diagram = diagramFor(source.length);
  const { diagnostics } = prove(program, counting, source.length, diagram);
  const steps = diagram.stepsTaken;
  expect(steps).toBeLessThanOrEqual(maxSteps + source.length);
  return { calls, characters, steps, codes: diagnostics.map(({ code }) => code) };
}

const maxSteps = 250_000;
const ten = 10_000;
/** Optional members that ask about so many variables, again and again. */
const members = (count: number) => `[0${repeat(ten, i => `$if(v${i % count})$, 1$endif$`)}`;
const chain = (count: number) => `["$if(v0)$${repeat(ten, i => `a$elseif(v${i % count})$`)}$endif$"]`;

const shapes = {
  'conditionals in a row': `["${repeat(ten, i => `$if(v${i % 2000})$a$else$$profile$$endif$`)}"]`,
  'optional members in a row': `${members(200)}]`,
  'optional members of as many variables': `[0${repeat(2000, i => `$if(v${i})$, 1$endif$`)}]`,
  'branches of one chain': chain(200),
  'branches of one chain of as many variables': `["$if(v0)$${repeat(1999, i => `a$elseif(v${i + 1})$`)}$endif$"]`,
  'conditions of two variables': `["${repeat(ten, i => `$if(v${i % 2000} || !v${(i * 7) % 2000})$a$endif$`)}"]`,
  'a hundred levels': `["${repeat(100, i => `$if(v${i})$a$else$`)}b${'$endif$'.repeat(100)}"]`,
};

describe('the cost of the walk', () => {
  it.each(Object.entries(shapes))('stays proportional to the template: %s', (_, source) => {
    const { calls, characters, codes } = work(source);
    expect(codes).toEqual([]);
    const tags =
      source.split('$if(').length + source.split('$elseif(').length + source.split('$else$').length;
    expect(calls).toBeLessThan(8 * tags);
    expect(characters).toBeLessThan(2 * source.length);
  });

  it('doubles when the template doubles', () => {
    const row = (count: number) =>
      `["${repeat(count, i => `$if(v${i % 2000})$a$elseif(v${(i * 3) % 2000})$b$endif$`)}"]`;
    const [half, whole] = [work(row(2000)), work(row(4000))];
    expect(whole.calls).toBeLessThan(2.1 * half.calls);
    expect(whole.steps).toBeLessThan(2.1 * half.steps);
  });

  it('is bounded where brackets of many conditions stay open', () => {
    const brackets = (count: number) =>
      work(
        `${repeat(count, i => `$if(v${i})$[$endif$`)}1${repeat(count, i => `$if(v${count - 1 - i})$]$endif$`)}`,
      );
    expect(brackets(60).codes).toEqual([]);
    expect(brackets(50).codes).toEqual([]);
    expect(brackets(50).calls).toBeLessThan(256 * 6 * 100);
    expect(brackets(400).codes).toEqual(['too-many-paths']);
    expect(brackets(400).calls).toBeLessThan(256 * 6 * 800);
  });

  it('is bounded, and never guesses, where conditions depend on one another in too many ways', () => {
    const opened =
      repeat(40, i => `$if(v${i})$$endif$`) + repeat(20, i => `$if(v${i} && v${20 + i})$[$endif$`);
    const closed = repeat(20, i => `$if(v${i} && v${20 + i})$]$endif$`);
    expect(work(`${opened}1${closed}`).codes).toEqual(['too-many-paths']);
    expect(work(`${opened}1${closed}`).calls).toBeLessThan(256 * 6 * 80);
  });

  it('blames nothing in a branch that perhaps no path leads into', () => {
    const names = Array.from({ length: 22 }, (_, i) => [`v${i}`, `v${100 + i}`]);
    const mentioned = names.map(([a]) => `$if(${a})$$endif$`).join('');
    const condition = names.map(pair => `(${pair.join(' && ')})`).join(' || ');
    const source = `${mentioned}[$if(${condition})$$else$$if(${condition})$x$endif$$endif$1]`;
    expect(work(source).codes).toEqual(['too-many-paths']);
    const [diagnostic] = prove(checkTemplate(source, { variables }).program, json, source.length).diagnostics;
    expect(diagnostic?.message).toContain('depend on one another in too many ways');
  });

  it('ends in an error where more than 256 states could be reached', () => {
    const source = `${repeat(10, i => `$if(v${i})$[$else$ {"a": $endif$`)}1`;
    expect(work(source).codes).toEqual(['too-many-paths']);
    expect(work(`${repeat(8, i => `$if(v${i})$[$else$ {"a": $endif$`)}1`).codes).not.toContain(
      'too-many-paths',
    );
  });

  it('finds what is wrong on every path, however many there are', () => {
    expect(work(members(200)).codes).toEqual(['json-unfinished']);
    expect(work(`${members(200)}}`).codes).toEqual(['json-unexpected']);
  });

  it('is bounded where every one of thousands of branches is wrong', () => {
    expect(work(`${repeat(ten, i => `$if(w${i})$x$endif$`)}1`).codes).toHaveLength(ten);
  });

  it('is bounded where conditions of two thousand variables have much in common', () => {
    const either = (index: (i: number) => number) =>
      Array.from({ length: 2000 }, (_, i) => `v${index(i)}`).join(' || ');
    const opened = `$if(${either(i => i)})$[$endif$1$if(${either(i => 1999 - i)})$]$endif$`;
    expect(work(opened).codes).toEqual(['too-many-paths']);
    const items = (count: number) =>
      `[${repeat(count, i => `$if(v${i} && !v${(i * 7) % count} || v${(i * 13) % count})$1,$endif$`)}1]`;
    expect(work(items(100)).codes).toEqual([]);
    expect(work(items(2000)).codes).toEqual(['too-many-paths']);
  });

  it('is bounded, and never guesses, where two thousand variables are asked about again and again', () => {
    expect(work(`${members(2000)}]`).codes).toEqual(['too-many-paths']);
    expect(work(chain(2000)).codes).toEqual(['too-many-paths']);
  });

  it('is bounded for conditions that nest a hundred deep', () => {
    const condition = `${'v1 || (v2 && ('.repeat(40)}v3${'))'.repeat(40)}`;
    const source = `$if(v1)$1$elseif(v2)$$if(${condition})$2$else$3$endif$$else$4$endif$`;
    expect(hasErrors(checkTemplate(source, { output: 'json', variables }).diagnostics)).toBe(false);
  });
});
