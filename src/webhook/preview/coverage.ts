import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { CheckedTemplate } from '../../template/check.ts';
import { holds } from '../../template/render/holds.ts';
import type { Holding } from '../../template/resolve/asked-variables.ts';
import type { ConditionalStep, Program } from '../../template/resolve/program.ts';
import type { ProcessEvent } from '../events/process-event.ts';
import { listTemplates, type WebhookTemplates } from '../request-parts.ts';

/** One way through a conditional of one template. */
export interface Branch {
  /** The template: `url`, `headers[0].value`, `payload`. */
  readonly field: string;
  /** `none` is the way past all branches of a conditional without `$else$`. */
  readonly kind: 'if' | 'elseif' | 'else' | 'none';
  /** The tag that opens the branch; for `none` the `$endif$`. */
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
    branches: programs.flatMap(([field, { program, asked }]) =>
      branchesIn(program, field, takenBy(asked.read(event))),
    ),
  }));
  const visited = keysOf(contexts);
  const choice = choices(contexts).find(chosen => keysOf(chosen).size === visited.size);
  return { contexts: choice ?? [], unreachable: all.filter(branch => !visited.has(keyOf(branch))) };
}

type Taken = (step: ConditionalStep, index: number) => boolean;

/** The branch that is taken is the first that holds; one past the last means `$else$`. */
function takenBy(holding: Holding): Taken {
  const found = new Map<ConditionalStep, number>();
  return (step, index) => {
    let taken = found.get(step);
    if (taken === undefined) {
      taken = step.branches.findIndex(({ condition }) => holds(condition, holding));
      if (taken === -1) taken = step.branches.length;
      found.set(step, taken);
    }
    return taken === index;
  };
}

function branchesIn(program: Program, field: string, isTaken: Taken): readonly Branch[] {
  return program.flatMap(step => {
    if (step.kind !== 'conditional') return [];
    const { node, branches, otherwise } = step;
    const ways = branches.map(({ steps }, index) => ({
      kind: index === 0 ? ('if' as const) : ('elseif' as const),
      range: node.branches[index]?.tag ?? node.range,
      steps,
    }));
    const last = node.otherwise
      ? { kind: 'else' as const, range: node.otherwise.tag, steps: otherwise }
      : { kind: 'none' as const, range: node.endTag, steps: otherwise };
    return [...ways, last].flatMap(({ kind, range, steps }, index) =>
      isTaken(step, index) ? [{ field, kind, range }, ...branchesIn(steps, field, isTaken)] : [],
    );
  });
}

function keyOf({ field, range }: Branch): string {
  return `${field} ${range.start}`;
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
