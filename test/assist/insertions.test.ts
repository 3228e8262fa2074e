import { expect, it } from 'vitest';
import { insertionsAt } from '../../src/assist/insertions.ts';
import { catalogueScope } from '../../src/assist/template-scope.ts';
import { listOf, optional } from '../../src/template/resolve/variables.ts';
import { validateTemplate } from '../../src/template/template.ts';
import { defineEvents } from '../../src/webhook/events/define-events.ts';
import { unmark } from '../marked-source.ts';

const alerts = defineEvents({
  variables: {
    title: 'string',
    isUrgent: 'boolean',
    owner: optional('string'),
    alerts: listOf({ name: 'string', state: ['firing', 'resolved'] }),
    words: listOf('string'),
  },
  events: {
    Alert: {
      title: 'Alert',
      sample: { title: 'T', isUrgent: true, alerts: [{ name: 'Disk', state: 'firing' }], words: ['a'] },
    },
  },
});
const sample = alerts.sample('Alert', { now: () => 0 });
const scope = catalogueScope(alerts, alerts.names, [sample], { output: 'json', timeZone: 'UTC' });
const { variables } = scope;

type Kind = 'variables' | 'conditions' | 'lists';

/** The template after each of these was inserted at the mark. */
function inserted(marked: string, kind: Kind): readonly string[] {
  const { source, range } = unmark(marked);
  const found = insertionsAt(source, range.start, scope);
  return found[kind].map(({ text }) => source.slice(0, found.offset) + text + source.slice(found.offset));
}

it('offers each variable, also those of an item in its list, with its type and a value', () => {
  const { source, range } = unmark('[$for(alert in alerts)$"«»"$sep$,$endfor$]');
  const { variables: found } = insertionsAt(source, range.start, scope);
  expect(found.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['alert.name', 'alert.number', 'title', 'isUrgent', 'alerts.count']),
  );
  const title = found.find(({ label }) => label === 'title');
  expect(title?.explanation).toMatchObject({ type: 'text', samples: [{ text: 'T' }] });
});

it('offers what can be asked of a variable: whether it holds, which text it is, whether it is there', () => {
  expect(inserted('{"a":"«»"}', 'conditions')).toEqual(
    expect.arrayContaining([
      '{"a":"$if(isUrgent)$$endif$"}',
      '{"a":"$if(owner)$$endif$"}',
      '{"a":"$if(alerts)$$endif$"}',
    ]),
  );
  expect(inserted('[$for(alert in alerts)$"«»"$sep$,$endfor$]', 'conditions')).toContain(
    '[$for(alert in alerts)$"$if(alert.state == "firing")$$endif$"$sep$,$endfor$]',
  );
});

it.each(['{"a": «»}', '{"a": "«»"}', '[«»]', '["«»"]'] as const)(
  'whatever is inserted into `%s` is right at once',
  marked => {
    const kinds: readonly Kind[] = marked.includes('[«')
      ? ['variables', 'lists']
      : ['variables', 'conditions', 'lists'];
    for (const source of kinds.flatMap(kind => inserted(marked, kind)))
      expect(
        validateTemplate(source, { output: 'json', variables }).filter(
          ({ severity }) => severity === 'error',
        ),
        source,
      ).toEqual([]);
  },
);

it('inserts after the tag in which the cursor is, and not into it', () => {
  expect(inserted('{"a":"$ti«»tle$"}', 'variables')).toContain('{"a":"$title$$title$"}');
});
