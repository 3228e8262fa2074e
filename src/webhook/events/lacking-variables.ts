import type { PathNode } from '../../../grammar/tree.ts';
import { visit } from '../../../grammar/visit.ts';
import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.ts';
import type { Program } from '../../template/resolve/program.ts';
import { variableNames } from '../../template/resolve/variables.ts';
import type { EventGroup } from './event-groups.ts';

/** A diagnostic, and the events that it holds for. */
export interface FoundFor<D extends Diagnostic = Diagnostic> {
  readonly names: readonly string[];
  readonly diagnostics: readonly D[];
}

/**
 * What was found in a template that was checked for a group, and where it names a variable that some events of the group
 * lack. Whatever else was found at such a name is about the other events.
 */
export function findLacking(
  program: Program,
  diagnostics: readonly Diagnostic[],
  { names, variables, lacking }: EventGroup,
): readonly FoundFor[] {
  if (lacking.size === 0) return [{ names, diagnostics }];
  const all = Object.entries(variables).filter(([name]) => !lacking.has(name));
  const known = variableNames(Object.fromEntries(all));
  const found: FoundFor[] = [];
  const owners = new Map<string, readonly string[]>();
  for (const { names: path, range } of pathsIn(program)) {
    const lackers = lacking.get(path[0] ?? '');
    if (!lackers) continue;
    const diagnostic = diagnose('unknown-variable', range, { name: path.join('.'), known });
    found.push({ names: lackers, diagnostics: [diagnostic] });
    owners.set(placeOf(diagnostic), without(names, lackers));
  }
  const others = diagnostics.map(each => ({
    names: owners.get(placeOf(each)) ?? names,
    diagnostics: [each],
  }));
  return [...others, ...found];
}

function pathsIn(program: Program): readonly PathNode[] {
  const paths: PathNode[] = [];
  for (const step of program) {
    if (step.kind === 'literal') continue;
    visit(step.node, node => {
      if (node.kind === 'path') paths.push(node);
    });
  }
  return paths;
}

function placeOf({ range }: Diagnostic): string {
  return `${range.start} ${range.end}`;
}

function without(names: readonly string[], left: readonly string[]): readonly string[] {
  const out = new Set(left);
  return names.filter(name => !out.has(name));
}
