import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { CheckedTemplate } from '../../template/check.ts';
import { waysTaken } from '../../template/render/ways-taken.ts';
import type { ConditionalStep, ListStep, Program } from '../../template/resolve/program.ts';
import type { AnyEvent } from '../events/event-catalogue.ts';
import type { ProcessEvent } from '../events/process-events.ts';
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
    branches: programs.flatMap(([field, { program, asked }]) => {
      const taken = waysTaken(program, asked, event);
      return branchesIn(program, field, (step, way) => taken.get(step)?.has(way) ?? false);
    }),
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
