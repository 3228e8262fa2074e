import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { CheckedTemplate } from '../../template/check.ts';
import { holds } from '../../template/render/holds.ts';
import type { Holding } from '../../template/resolve/boolean-variables.ts';
import type { ConditionalStep, Program } from '../../template/resolve/program.ts';
import type { AnyEvent } from '../events/event-catalogue.ts';
import type { ProcessEvent } from '../events/process-events.ts';
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

/** A few events that together visit every branch that any event visits; without one of them, some would not be. */
export interface Coverage<Event extends AnyEvent = ProcessEvent> {
  /** At least one where there are candidates, so that each template is seen. */
  readonly contexts: readonly { readonly event: Event; readonly branches: readonly Branch[] }[];
  /** Branches that no event visits, such as that of `$if(isError && !isError)$`. */
  readonly unreachable: readonly Branch[];
}

/**
 * Takes the candidate that visits most that is new, again and again, and leaves out those that others made superfluous;
 * of two that are equally good it takes the earlier one. The templates must be without errors.
 */
export function coverBranches(
  templates: WebhookTemplates<CheckedTemplate>,
  candidates: readonly AnyEvent[],
): Coverage<AnyEvent> {
  const programs = listTemplates(templates);
  const all = programs.flatMap(([field, { program }]) => branchesIn(program, field, () => true));
  const contexts = candidates.map(event => ({
    event,
    branches: programs.flatMap(([field, { program, booleans }]) =>
      branchesIn(program, field, takenBy(booleans.read(event))),
    ),
  }));
  const visited = new Set(contexts.flatMap(({ branches }) => branches.map(keyOf)));
  const chosen = new Set(withoutSuperfluous(takeMostNew(contexts)));
  return {
    contexts: contexts.filter(context => chosen.has(context)),
    unreachable: all.filter(branch => !visited.has(keyOf(branch))),
  };
}

interface Context {
  readonly event: AnyEvent;
  readonly branches: readonly Branch[];
}

/** Contexts that visit all there is to visit, each more that is new than any after it; one where there is nothing. */
function takeMostNew(contexts: readonly Context[]): readonly Context[] {
  const taken: Context[] = [];
  let rest = contexts.map(context => ({ context, keys: context.branches.map(keyOf) }));
  do {
    const [first, ...others] = rest;
    if (!first) break;
    const most = others.reduce((best, other) => (other.keys.length > best.keys.length ? other : best), first);
    taken.push(most.context);
    const known = new Set(most.keys);
    rest = rest.map(({ context, keys }) => ({ context, keys: keys.filter(key => !known.has(key)) }));
  } while (rest.some(({ keys }) => keys.length > 0));
  return taken;
}

/** Without those whose branches others visit too, later ones first. */
function withoutSuperfluous(contexts: readonly Context[]): readonly Context[] {
  const visits = new Map<string, number>();
  const count = ({ branches }: Context, change: number): void => {
    for (const branch of branches) visits.set(keyOf(branch), (visits.get(keyOf(branch)) ?? 0) + change);
  };
  for (const context of contexts) count(context, 1);
  return contexts.toReversed().filter(context => {
    const isNeeded =
      contexts.length === 1 || context.branches.some(branch => visits.get(keyOf(branch)) === 1);
    if (!isNeeded) count(context, -1);
    return isNeeded;
  });
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
