import { describe, expect, it } from 'vitest';
import { listOf } from '../../../src/template/resolve/variables.ts';
import { compileTemplate } from '../../../src/template/template.ts';

const variables = {
  alerts: listOf({ name: 'string', level: 'number', firing: 'boolean', notes: listOf('string') }),
} as const;

interface Work {
  /** How often anything of the context was looked at. */
  readonly reads: number;
  readonly characters: number;
}

type Render = (context: { readonly alerts: readonly object[] }) => string;

/** Renders so many items, with so many notes each, and counts. */
function workOf(render: Render, length: number, notes = 0): Work {
  let reads = 0;
  const watched = <T extends object>(target: T): T =>
    new Proxy(target, {
      getOwnPropertyDescriptor: (object, key) => {
        reads++;
        return Reflect.getOwnPropertyDescriptor(object, key);
      },
    });
  const alerts = Array.from({ length }, (_, index) =>
    watched({
      name: `a${index % 10}`,
      level: index % 10,
      firing: index % 2 === 0,
      notes: watched(Array.from({ length: notes }, () => 'note')),
    }),
  );
  return { characters: render(watched({ alerts: watched(alerts) })).length, reads };
}

const flat =
  '[$for(alert in alerts if alert.level < 20)$ {"name":"$alert.name$","also":"$alert.name$","level":$alert.level; format="0.0"$$if(alert.firing)$,"fires":true$endif$}$sep$,$endfor$]';
const nested = '[$for(alert in alerts)$[$for(note in alert.notes)$"$note$"$sep$,$endfor$]$sep$,$endfor$]';

describe('the work of a list', () => {
  it.each(['render', 'trace'] as const)('grows with its items alone when it is a %s', way => {
    const template = compileTemplate(flat, { variables, output: 'json' });
    const render: Render = context =>
      way === 'render' ? template.render(context) : template.trace(context).text;
    const [few, many] = [workOf(render, 1000), workOf(render, 10_000)];
    // The list and its length, and of each item itself, its name, its level and whether it is firing.
    expect(few.reads).toBe(2 + 4 * 1000);
    expect(many.reads).toBe(2 + 4 * 10_000);
    expect(many.characters).toBeLessThan(10.01 * few.characters);
  });

  it('grows with the items of nested lists together', () => {
    const { render } = compileTemplate(nested, { variables, output: 'json' });
    // For each alert: the item, its list and the length of that list; for each note: the note.
    expect(workOf(render, 100, 100).reads).toBe(2 + 100 * (3 + 100));
    expect(workOf(render, 10_000, 1).reads).toBe(2 + 10_000 * (3 + 1));
  });

  it('does not count what a filter leaves out twice', () => {
    const source = '$for(alert in alerts if alert.level > 8)$$alert.name$$sep$,$endfor$';
    const { render } = compileTemplate(source, { variables });
    expect(workOf(render, 10_000).reads).toBe(2 + 2 * 10_000 + 1000);
  });
});
