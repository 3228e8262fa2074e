import { describe, expect, it } from 'vitest';
import { hasErrors } from '../../../src/diagnostics/diagnostic.ts';
import { findMistakes } from '../../../src/template/check.ts';
import { RenderError } from '../../../src/template/render/render-error.ts';
import { compileTemplate } from '../../../src/template/template.ts';
import { assertPromise } from './assert-promise.ts';
import type { ProvedOutput } from './template-sources.ts';

const variables = { one: 'string', other: 'string', isOn: 'boolean' } as const;
const tags = ['$one$', '$other$', '$if(isOn)$$one$$endif$'];

/** Pieces of an output that mean something together alone, and values that might join them. */
const places: readonly {
  readonly output: ProvedOutput;
  readonly around: readonly [before: string, after: string];
  readonly pieces: readonly string[];
  readonly values: readonly unknown[];
}[] = [
  {
    output: 'xml',
    around: ['<a><![CDATA[', ']]></a>'],
    pieces: [']', ']]', '>', ']]><![CDATA['],
    values: ['', ']', ']]', '>', ']>', ']]>', ']]>]', 'x', undefined, 1, true],
  },
  {
    output: 'xml',
    around: ['<a><![CDATA[', '</a>'],
    pieces: [']', ']]', '>', ']]>'],
    values: ['', ']', '>', ']]>', 'x'],
  },
  {
    output: 'xml',
    around: ['<a>', '</a>'],
    pieces: [']]', '>', '&amp', ';', '<b/>'],
    values: ['', ']]', '>', ']]>', ';', '&', '<'],
  },
  {
    output: 'xml',
    around: ['<a b="', '"/>'],
    pieces: ["'", '&amp', ';', '>'],
    values: ['', '"', '&', '<', '\n'],
  },
  {
    output: 'json',
    around: ['["', '"]'],
    pieces: ['\\\\', '\\n', '\\u0041', '","'],
    values: ['', '\\', '"', 'n', '\n', '\ud83d', '\ude00', 1],
  },
  {
    output: 'json',
    around: ['[', ']'],
    pieces: ['1', ',', '"', ' '],
    values: ['', '"', ',', 1, -0, true, undefined, Number.NaN],
  },
  {
    output: 'json-lines',
    around: ['', ''],
    pieces: ['\n', '\r\n', '1', ' '],
    values: ['', '\n', '\r', 1, undefined],
  },
  {
    output: 'url',
    around: ['https://h.example/a/', ''],
    pieces: ['.', '%2e', '/', '?q=', '%', '41'],
    values: ['', '.', '..', '2e', '%2e', '/', '?', '#', '&', '='],
  },
  {
    output: 'form',
    around: ['a=', ''],
    pieces: ['&', '=', '&b=', '%', '41'],
    values: ['', '&', '=', '2', '%26', '+'],
  },
  {
    output: 'header',
    around: ['a', ''],
    pieces: [' ', '\t', 'b'],
    values: ['', '\n', '\r', ' ', 'é', '\u007f'],
  },
];

/** Every text of up to three parts. */
function textsOf(parts: readonly string[], most: number): readonly string[] {
  if (most === 0) return [''];
  return ['', ...parts.flatMap(part => textsOf(parts, most - 1).map(rest => part + rest))].filter(isFirst);
}

function isFirst<T>(each: T, index: number, all: readonly T[]): boolean {
  return all.indexOf(each) === index;
}

describe('values between small pieces', () => {
  it.each(places)(
    'keep the promise, whatever they are: $output between $around',
    ({ output, around: [before, after], pieces, values }) => {
      let accepted = 0;
      let rendered = 0;
      for (const text of textsOf([...pieces, ...tags], 3)) {
        const source = before + text + after;
        if (!text.includes('$') || hasErrors(findMistakes(source, { output, variables }))) continue;
        accepted++;
        const { render } = compileTemplate(source, { output, variables });
        for (const one of values)
          for (const other of values)
            for (const isOn of text.includes('isOn') ? [true, false] : [true]) {
              // Values of other types than declared are part of the promise.
              const context = { one, other, isOn } as { one: string; other: string; isOn: boolean };
              const written = renderedBy(() => render(context));
              if (written === undefined) continue;
              rendered++;
              assertPromise[output]({
                text: written,
                benign: () => [
                  render({ one: 'one', other: 'one', isOn }),
                  render({ one: 'two', other: 'two', isOn }),
                ],
              });
            }
      }
      expect(accepted).toBeGreaterThan(20);
      expect(rendered).toBeGreaterThan(500);
    },
  );
});

/** Nothing where a value is a reason to refuse. */
function renderedBy(render: () => string): string | undefined {
  try {
    return render();
  } catch (error) {
    if (error instanceof RenderError && error.code === 'refused-value') return undefined;
    throw error;
  }
}
