import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { CheckedTemplate } from '../../template/check.ts';
import { waysTaken } from '../../template/render/ways-taken.ts';
import type { ConditionalStep, ListStep, Program } from '../../template/resolve/program.ts';
import type { ProcessEvent } from '../events/process-event.ts';
import { listTemplates, type WebhookTemplates } from '../request-parts.ts';

/** One way through a conditional or list of one template. */
export interface Branch {
  /** The template: `url`, `headers[0].value`, `payload`. */
  readonly field: string;
  /** `none` is the way past all branches of a conditional without `$else$`; the last three are ways through a list. */
  readonly kind: 'if' | 'elseif' | 'else' | 'none' | 'no-item' | 'one-item' | 'several-items';
  /** The tag that opens the branch; for `none` the `$endif$`, for `no-item` the `$else$` or `$endfor$`. */
  readonly range: SourceRange;
}

/** The fewest events that together visit every branch that any event visits. */
export interface Coverage {
  /** At least one where there are candidates, so that each template is seen. */
  readonly contexts: readonly { readonly event: ProcessEvent; readonly branches: readonly Branch[] }[];
  /** Branches that no event visits, such as that of `$if(isError && !isError)$`. */
  readonly unreachable: readonly Branch[];
}

/**
 * Chooses among a few candidates by trying every choice; of two that are equally good, the one whose events come
 * earlier. The templates must be without errors.
 */
export function coverBranches(
  templates: WebhookTemplates<CheckedTemplate>,
  candidates: readonly ProcessEvent[],
): Coverage {
  const programs = listTemplates(templates);
  const all = programs.flatMap(([field, { program }]) => branchesIn(program, field, () => true));
  const contexts = candidates.map(event => ({
    event,
    branches: programs.flatMap(([field, { program, asked }]) => {
      const taken = waysTaken(program, asked, event);
      return branchesIn(program, field, (step, way) => taken.get(step)?.has(way) ?? false);
    }),
  }));
  const visited = keysOf(contexts);
  const choice = choices(contexts).find(chosen => keysOf(chosen).size === visited.size);
  return { contexts: choice ?? [], unreachable: all.filter(branch => !visited.has(keyOf(branch))) };
}

type Taken = (step: ConditionalStep | ListStep, way: number) => boolean;

function branchesIn(program: Program, field: string, isTaken: Taken): readonly Branch[] {
  return program.flatMap(step => {
    if (step.kind === 'conditional') return branchesThrough(step, field, isTaken);
    return step.kind === 'list' ? branchesThroughList(step, field, isTaken) : [];
  });
}

function branchesThrough(step: ConditionalStep, field: string, isTaken: Taken): readonly Branch[] {
  return waysThrough(step).flatMap(({ kind, range, steps }, way) =>
    isTaken(step, way) ? [{ field, kind, range }, ...branchesIn(steps, field, isTaken)] : [],
  );
}

/** The ways in the order of how many items are taken, and then what is in the items and around them. */
function branchesThroughList(step: ListStep, field: string, isTaken: Taken): readonly Branch[] {
  const { node, steps, separator, otherwise } = step;
  const ways = [
    { field, kind: 'no-item', range: node.otherwise?.tag ?? node.endTag },
    { field, kind: 'one-item', range: node.tag },
    { field, kind: 'several-items', range: node.tag },
  ] as const;
  const [none, one, several] = ways.map((_, way) => isTaken(step, way));
  return [
    ...ways.filter((_, way) => isTaken(step, way)),
    ...(one || several ? branchesIn(steps, field, isTaken) : []),
    ...(several ? branchesIn(separator, field, isTaken) : []),
    ...(none ? branchesIn(otherwise, field, isTaken) : []),
  ];
}

type Way = Omit<Branch, 'field'> & { readonly steps: Program };

function waysThrough({ node, branches, otherwise }: ConditionalStep): readonly Way[] {
  const ways = branches.map(
    ({ steps }, index): Way => ({
      kind: index === 0 ? 'if' : 'elseif',
      range: node.branches[index]?.tag ?? node.range,
      steps,
    }),
  );
  const last: Way = node.otherwise
    ? { kind: 'else', range: node.otherwise.tag, steps: otherwise }
    : { kind: 'none', range: node.endTag, steps: otherwise };
  return [...ways, last];
}

function keyOf({ field, kind, range }: Branch): string {
  return `${field} ${kind} ${range.start}`;
}

function keysOf(contexts: readonly { readonly branches: readonly Branch[] }[]): ReadonlySet<string> {
  return new Set(contexts.flatMap(({ branches }) => branches.map(keyOf)));
}

/** Every choice of one or more, the smallest first, each in the order of the candidates. */
function choices<T>(candidates: readonly T[]): readonly (readonly T[])[] {
  let all: readonly (readonly T[])[] = [[]];
  for (const candidate of candidates) all = [...all, ...all.map(chosen => [...chosen, candidate])];
  const order = (chosen: readonly T[]) => chosen.map(candidate => candidates.indexOf(candidate)).join();
  return all
    .filter(chosen => chosen.length > 0)
    .toSorted((a, b) => a.length - b.length || order(a).localeCompare(order(b)));
}
