import { isList } from '../../template/resolve/variables.ts';
import { EventSummary } from './event-summary.ts';
import type { Receiver } from './receiver.ts';
import { type Fact, itemFacts } from './reported-facts.ts';

/** Whoever takes XML: an element for every variable, with those of a list inside one for each item. */
export const plainXml: Receiver = {
  id: 'plain-xml',
  name: 'XML of every variable',
  category: 'generic',
  about: 'Call a URL with XML',
  hosts: [],
  method: 'POST',
  url: 'https://YOUR_HOST/YOUR_PATH',
  contentType: 'application/xml',
  documentation: [],
  checked: '2026-11',
  payload: catalogue => {
    const message = new EventSummary(catalogue);
    return `<event>
${message.each(fact => element(fact, fact.path, message.itemName()))}</event>
`;
  },
};

/** `name` is the name of the element; the items of a list inside a list have names of their own. */
function element({ path, type }: Fact, name: string, item: string): string {
  if (!isList(type)) return `<${name}>$${path}$</${name}>\n`;
  const parts = itemFacts(type, item).map(part => {
    const own = part.path === item ? 'value' : part.path.slice(item.length + 1);
    return element(part, own, `${item}_`);
  });
  return `<${name}>$for(${item} in ${path})$<item>${parts.join('').trimEnd()}</item>$endfor$</${name}>\n`;
}
