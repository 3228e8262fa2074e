import { describe, expect, it } from 'vitest';
import type { OutputName } from '../../../src/output/output.ts';
import { listOf } from '../../../src/template/resolve/variables.ts';
import { validateTemplate } from '../../../src/template/template.ts';
import { compileBothWays } from '../precompile/both-ways.ts';

const variables = {
  alerts: listOf({
    name: 'string',
    level: 'number',
    at: 'date',
    state: ['firing', 'resolved'],
    data: 'json',
    tags: listOf('string'),
  }),
  days: listOf('date'),
  total: 'number',
} as const;

const at = '2024-05-06T07:08:09Z';
const alerts = [
  { name: ' Disk\n"full" ', level: 12345.678, at, state: 'firing', data: { a: [1] }, tags: ['x', 'y'] },
  { name: '', state: 'resolved' },
];

function render(source: string, output: OutputName = 'text'): string {
  const template = compileBothWays(source, { variables, output });
  expect(template.diagnostics).toEqual([]);
  return template.render({ alerts, days: [0, new Date(1e12), at], total: 2 } as object);
}

/** The value of each alert, written with these options. */
function each(value: string, output?: OutputName): string {
  return render(`$for(alert in alerts)$$alert.${value}$$sep$|$endfor$`, output);
}

describe('the options of a value in a list', () => {
  it.each([
    ['name; format="trim one-line upper"', 'DISK "FULL"|'],
    ['name; default="none"', ' Disk\n"full" |none'],
    ['name; format="trim one-line", max="6", default="none"', 'Disk …|none'],
    ['state; format="cap"', 'Firing|Resolved'],
    ['level; format="#,##0.0"', '12,345.7|'],
    ['level; format="0.00E0", null="unknown"', '1.23E4|unknown'],
    ['at; format="epoch-seconds", default="never"', '1714979289|never'],
    ['at; format="epoch-nanoseconds"', '1714979289000000000|'],
    ['at; format="yyyy-MM-dd HH:mm", timezone="Europe/Berlin", null="?"', '2024-05-06 09:08|?'],
    ['data; format="json-encode"', '{\\"a\\":[1]}|'],
  ])('are those of any other: %s', (value, text) => {
    expect(each(value)).toBe(text);
  });

  it('hold for items that have no parts', () => {
    expect(render('$for(day in days)$$day; format="epoch-milliseconds"$$sep$ $endfor$')).toBe(
      '0 1000000000000 1714979289000',
    );
    expect(
      render('$for(alert in alerts)$$for(tag in alert.tags)$$tag; format="upper", max="1"$$endfor$;$endfor$'),
    ).toBe('XY;;');
  });

  it('write a number of the epoch bare where JSON wants a value, and what is missing as null', () => {
    const source =
      '[$for(alert in alerts)$ {"t":$alert.at; format="epoch-seconds"$,"l":$alert.level; format="0.0"$}$sep$,$endfor$]';
    expect(JSON.parse(render(source, 'json'))).toEqual([
      { t: 1714979289, l: 12345.7 },
      { t: null, l: null },
    ]);
  });

  it('are checked as those of any other', () => {
    const codes = (value: string) =>
      validateTemplate(`$for(alert in alerts)$$alert.${value}$$endfor$`, { variables }).map(
        ({ code }) => code,
      );
    expect(codes('level; format="0,0.#0#"')).toEqual(['invalid-number-pattern']);
    expect(codes('at; format="yyyy-MM-ddTHH"')).toEqual(['illegal-date-letter']);
    expect(codes('level; max="3"')).toEqual(['max-without-text']);
    expect(codes('name; format="uper"')).toEqual(['unknown-format']);
  });
});

describe('lines of JSON', () => {
  const line =
    '{"name": "$alert.name$", "tags": [$for(tag in alert.tags)$"$tag$"$sep$, $endfor$]$if(alert.level > 9)$, "high": true$endif$}';

  it('may be written one for each item', () => {
    const text = render(`$for(alert in alerts)$\n${line}\n$endfor$\n`, 'json-lines');
    expect(text.split('\n')).toEqual([
      '{"name": " Disk\\n\\"full\\" ", "tags": ["x", "y"], "high": true}',
      '{"name": "", "tags": []}',
      '',
    ]);
    expect(render(`$for(alert in alerts if alert.level > 99999)$\n${line}\n$endfor$\n`, 'json-lines')).toBe(
      '',
    );
  });

  it('may be several of an item, or end between two', () => {
    const bulk = `$for(alert in alerts)$\n{"index": {}}\n${line}\n$endfor$\n`;
    expect(render(bulk, 'json-lines').split('\n')).toHaveLength(5);
    expect(render(`$for(alert in alerts)$${line}$sep$\n$endfor$`, 'json-lines').split('\n')).toHaveLength(2);
  });

  it.each([
    [`$for(alert in alerts)$${line}$endfor$`, 'json-unexpected'],
    [`$for(alert in alerts)$${line}$sep$,$endfor$`, 'json-unexpected'],
    [`$for(alert in alerts)$[$endfor$`, 'list-unbalanced'],
  ])('do not run together: %s', (source, code) => {
    const found = validateTemplate(source, { variables, output: 'json-lines' });
    expect(found.map(diagnostic => diagnostic.code)).toContain(code);
  });
});
