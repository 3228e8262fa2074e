import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const palette = readFileSync('src/editor/element/colors.ts', 'utf8');
const ofPages = readFileSync('src/studio/looks.ts', 'utf8');
const ofStaticPages = readFileSync('src/server/static-page.ts', 'utf8');

type Theme = 'light' | 'dark';

/** The colours of a file by their names, without `--hookplate-`. */
function colorsOf(code: string, theme: Theme): ReadonlyMap<string, string> {
  const found = code.matchAll(/--(?:hookplate-)?([a-z-]+): light-dark\((#\w{6}), (#\w{6})\);/g);
  return new Map(
    [...found].map(([, name = '', light = '', dark = '']) => [name, theme === 'light' ? light : dark]),
  );
}

/** WCAG 2.2, "relative luminance". */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, "contrast ratio". */
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const texts = ['text', 'quiet', 'accent', 'error', 'warning', 'safe'];
const ofCode = ['text', 'keyword', 'key', 'string', 'number', 'accent'];

/** What is written on what, and the least contrast of the success criteria 1.4.3 and 1.4.11. */
const pairs: readonly (readonly [over: string, under: string, least: number])[] = [
  ...['ground', 'raised', 'page'].flatMap(under => texts.map(text => [text, under, 4.5] as const)),
  ...ofCode.flatMap(text => [[text, 'ground', 4.5] as const, [text, 'selection', 4.5] as const]),
  ...['text', 'keyword', 'accent', 'number', 'string', 'key'].map(text => [text, 'tag-ground', 4.5] as const),
  ['text', 'linked-ground', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'error', 4.5],
  ['border', 'ground', 3],
];

it.each(['light', 'dark'] as const)('what is written can be read on its ground, in %s', theme => {
  const colors = new Map([...colorsOf(palette, theme), ...colorsOf(ofPages, theme)]);
  expect(colors.size).toBe(19);
  const weak = pairs.filter(
    ([over, under, least]) => contrast(colors.get(over) ?? '', colors.get(under) ?? '') < least,
  );
  expect(
    weak.map(
      ([over, under]) =>
        `${over} on ${under}: ${contrast(colors.get(over) ?? '', colors.get(under) ?? '').toFixed(2)}`,
    ),
  ).toEqual([]);
  const ofServer = colorsOf(ofStaticPages, theme);
  expect(ofServer.size).toBe(9);
  for (const [name, color] of ofServer) expect([name, color]).toEqual([name, colors.get(name)]);
});

it('the styles of pages and editor name no color beside those', () => {
  const styles = globSync('src/{studio,editor}/**/*.ts').flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/\bcss`([^`]*)`/g)].map(([, code = '']) => ({ file, code })),
  );
  expect(styles.length).toBeGreaterThan(25);
  for (const { file, code: styled } of styles) {
    const code = styled.replaceAll(/light-dark\([^)]*\)/g, '');
    // Black that lets through is a shadow, or lies behind a question.
    const named = code.match(/#[\da-f]{3,8}\b(?=[;,\s)])|\brgba?\((?!0 0 0 \/)|\bhsla?\(/g);
    expect([file, named]).toEqual([file, null]);
  }
});
