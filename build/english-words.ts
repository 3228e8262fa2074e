import { enUS } from 'date-fns/locale/en-US';

const { localize } = enUS;
const widths = ['abbreviated', 'wide'] as const;

/** In each of the widths that a date pattern asks for, the words that date-fns has. */
function words<T extends string | number>(
  values: readonly T[],
  wordFor: (value: T, options: { readonly width: (typeof widths)[number] }) => string,
): string {
  const entries = widths.map(width => [
    width,
    Object.fromEntries(values.map(value => [value, wordFor(value, { width })])),
  ]);
  return JSON.stringify(Object.fromEntries(entries));
}

/** What stands for date-fns' module of English words: those that Java's patterns print, looked up here, once. */
export const englishWords = `
  const named = words => (value, { width }) => words[width][value];
  export const localize = {
    era: named(${words([0, 1] as const, localize.era)}),
    month: named(${words([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const, localize.month)}),
    day: named(${words([0, 1, 2, 3, 4, 5, 6] as const, localize.day)}),
    dayPeriod: named(${words(['am', 'pm'] as const, localize.dayPeriod)}),
  };`;
