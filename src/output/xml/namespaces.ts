import { excerpt, quote } from '../../diagnostics/catalogue/excerpt.ts';
import type { Problem } from '../output.ts';
import { isNameStart } from './characters.ts';
import { xmlMarkupProblem } from './problem.ts';
import type { XmlRun } from './state.ts';

/*
 * Namespaces in XML 1.0, section 5: each prefix of an element or attribute must be declared by the element itself or one
 * around it. What an element declares is part of its label among the open elements, and so of the key: which prefixes
 * are bound is then known exactly on every path. Not checked are the names of namespaces, and so neither whether two
 * attributes have one name in two prefixes of the same.
 */

/** `xml` is bound by definition, and `xmlns` never. */
export const boundAtFirst: ReadonlySet<string> = new Set(['xml']);
/** Bound by definition (section 3); a declaration of its own would say nothing new. */
const reserved: readonly string[] = ['xml', 'xmlns'];
/** Each element that declares some copies those around it. */
const mostPrefixes = 64;

/** Ends a start tag at `end` of the source: binds what it declares, and refuses prefixes that are not bound. */
export function bindPrefixes(run: XmlRun, end: number): Problem | undefined {
  const { opened, elements, attributes } = run;
  if (!opened) return undefined;
  const names = attributes.prefixed;
  const declared = names.filter(declaresPrefix).map(name => name.slice('xmlns:'.length));
  const bound = declared.length > 0 ? new Set([...opened.prefixes, ...declared]) : opened.prefixes;
  const used = [elements.label, ...names.filter(name => !declaresPrefix(name))];
  const since = opened.start;
  const own = declared.find(prefix => reserved.includes(prefix));
  if (own !== undefined) {
    const facts = { expected: 'another prefix, as this one is reserved', found: `\`xmlns:${own}\`` };
    return xmlMarkupProblem('xml-unbound-prefix', { ...run, since }, end, facts);
  }
  if (bound.size > mostPrefixes) {
    const facts = { expected: `at most ${mostPrefixes} prefixes at once`, found: 'more' };
    return xmlMarkupProblem('xml-unbound-prefix', { ...run, since }, end, facts);
  }
  const unbound = used.find(name => name.indexOf(':') > 0 && !bound.has(prefixOf(name)));
  if (unbound !== undefined) {
    const expected = `\`xmlns:${excerpt(prefixOf(unbound))}="…"\` in this tag or in one around it`;
    return xmlMarkupProblem('xml-unbound-prefix', { ...run, since }, end, {
      expected,
      found: quote(unbound),
    });
  }
  if (declared.length > 0) {
    run.elements = elements.below?.push([elements.label, ...declared.sort()].join(' ')) ?? elements;
    run.opened = { ...opened, prefixes: bound };
  }
  return undefined;
}

/** Refuses a name of an element or attribute whose colon does not stand between a prefix and a name (section 4). */
export function checkColon(run: XmlRun, end: number): Problem | undefined {
  const [prefix, name, ...more] = run.name.split(':');
  if (name === undefined || (prefix !== '' && isNameStart(name, 0) && more.length === 0)) return undefined;
  const facts = { expected: 'a prefix, one colon and a name', found: quote(run.name) };
  return xmlMarkupProblem('xml-unbound-prefix', run, end, facts);
}

/** Refuses a name of a processing instruction that has a colon (section 7). */
export function refuseColon(run: XmlRun, end: number): Problem | undefined {
  if (!run.name.includes(':')) return undefined;
  const facts = { expected: 'the name of an instruction, without a colon,', found: quote(run.name) };
  return xmlMarkupProblem('xml-unbound-prefix', run, end, facts);
}

export function declaresPrefix(attribute: string): boolean {
  return attribute.startsWith('xmlns:');
}

/** Whether an attribute names a namespace, which no value may choose. */
export function isDeclaration(attribute: string): boolean {
  return attribute === 'xmlns' || declaresPrefix(attribute);
}

function prefixOf(name: string): string {
  return name.slice(0, name.indexOf(':'));
}
