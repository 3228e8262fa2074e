import { expect, it } from 'vitest';
import { checkTemplate, reachOf } from '../../../src/template/check.ts';
import { listOf, optional } from '../../../src/template/resolve/variables.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';
import { groupEvents } from '../../../src/webhook/events/event-groups.ts';
import { unmark } from '../../marked-source.ts';

const events = defineEvents({
  variables: {
    isLate: 'boolean',
    items: listOf({ name: 'string', isGift: 'boolean' }),
    note: optional('string'),
  },
  events: {
    paid: { title: 'Paid', constants: { isLate: false } },
    sent: { title: 'Sent', constants: { isLate: false } },
    lost: { title: 'Lost', constants: { isLate: true } },
  },
});

/** The events that come to the marked place, in their order. */
function comingTo(marked: string): string {
  const { source, range } = unmark(marked);
  const [group] = groupEvents(events, events.names, [source]);
  if (!group) throw new Error('There are no events.');
  const checked = checkTemplate(source, { output: 'text', variables: group.variables }, group);
  return reachOf(checked).eventsAt(range).join(' ');
}

it.each([
  ['«a»', 'paid sent lost'],
  ['$if(isLate)$«a»$endif$', 'lost'],
  ['$if(isLate)$a$endif$ «b»', 'paid sent lost'],
  ['$if(!isLate)$«a»$endif$', 'paid sent'],
  ['$if(isLate)$a$else$«b»$endif$', 'paid sent'],
  ['$if(isLate)$a$elseif(event == "paid")$«b»$else$c$endif$', 'paid'],
  ['$if(isLate)$a$elseif(«event == "paid"»)$b$endif$', 'paid sent'],
  ['$if(!(«isLate»))$a$endif$', 'paid sent lost'],
  // What stands right of an operator is asked only where the left side does not decide.
  ['$if(isLate && «note»)$a$endif$', 'lost'],
  ['$if(isLate || «note»)$a$endif$', 'paid sent'],
  ['$if(event == "paid" || isLate || «note»)$a$endif$', 'sent'],
  ['$if(!(isLate && «note»))$a$endif$', 'lost'],
  ['$if(isLate && event == "paid")$«a»$endif$', ''],
  // A list says nothing of the event; its filter may.
  ['$for(i in items)$«a»$endfor$', 'paid sent lost'],
  ['$if(isLate)$$for(i in items)$«a»$sep$, $else$b$endfor$$endif$', 'lost'],
  ['$if(isLate)$$for(i in items)$a$sep$«, »$else$b$endfor$$endif$', 'lost'],
  ['$if(isLate)$$for(i in items)$a$sep$, $else$«b»$endfor$$endif$', 'lost'],
  ['$for(i in items if isLate)$«a»$endfor$', 'lost'],
  ['$for(i in items if isLate)$a$sep$«, »$endfor$', 'lost'],
  ['$for(i in items if isLate && «i.isGift»)$a$endfor$', 'lost'],
  ['$for(i in items if isLate)$$if(event == "paid")$«a»$endif$$endfor$', ''],
  ['$for(i in items if i.isGift)$$if(isLate)$«a»$endif$$endfor$', 'lost'],
  ['$for(i in items; max="1")$a$sep$«, »$endfor$', ''],
  ['$for(i in items; max="2")$a$sep$«, »$endfor$', 'paid sent lost'],
  ['$for(i in items if i.isGift)$a$sep$$if(!i.isGift)$«, »$endif$$endfor$', 'paid sent lost'],
  ['$for(i in items)$a$endfor$ «b»', 'paid sent lost'],
  ['$if(items)$$for(i in items)$a$else$«b»$endfor$$endif$', ''],
  ['$if(!items)$$for(i in items)$«a»$endfor$$endif$', ''],
  // A place that reaches over another one is that around it.
  ['$if(isLate)$«a$if(note)$b$endif$»$endif$', 'lost'],
  ['«$if(isLate)$a$endif$»', 'paid sent lost'],
])('comes to the place in %s: %s', (marked, names) => {
  expect(comingTo(marked)).toBe(names);
});
