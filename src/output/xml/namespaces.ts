import type { Problem } from '../output.ts';
import { xmlMarkupProblem } from './problem.ts';
import type { XmlRun } from './state.ts';

/*
 * Namespaces in XML 1.0, section 5: each prefix of an element or attribute must be declared by the element itself or one
 * around it. What an element declares is part of its label among the open elements, and so of the key: which prefixes
 * are bound is then known exactly on every path. Not checked are the names of namespaces.
 */

/** `xml` is bound by definition, and `xmlns` never. */
export const boundAtFirst: ReadonlySet<string> = new Set(['xml']);
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
  if (bound.size > mostPrefixes) {
    const facts = { expected: `at most ${mostPrefixes} prefixes at once`, found: 'more' };
    return xmlMarkupProblem('xml-unbound-prefix', { ...run, since }, end, facts);
  }
  const unbound = used.find(name => name.indexOf(':') > 0 && !bound.has(prefixOf(name)));
  if (unbound !== undefined) {
    const expected = `\`xmlns:${prefixOf(unbound)}="…"\` in this tag or in one around it`;
    return xmlMarkupProblem('xml-unbound-prefix', { ...run, since }, end, {
      expected,
      found: `\`${unbound}\``,
    });
  }
  if (declared.length > 0) {
    run.elements = elements.below?.push([elements.label, ...declared.sort()].join(' ')) ?? elements;
    run.opened = { ...opened, prefixes: bound };
  }
  return undefined;
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
