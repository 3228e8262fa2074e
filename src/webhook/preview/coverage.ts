import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { CheckedTemplate } from '../../template/check.ts';
import { traceRendering } from '../../template/render/compiled-template.ts';
import type { ConditionalStep, ListStep, Program } from '../../template/resolve/program.ts';
import type { AnyEvent } from '../events/event-catalogue.ts';
import type { ProcessEvent } from '../events/process-events.ts';
import { listTemplates, type WebhookTemplates } from '../webhook-templates.ts';

/** One way through a conditional or list of a template. */
export interface Branch {
  /** The template: `url`, `headers[0].value`, `payload`. */
  readonly field: string;
  /** `none` is the way past all branches of a conditional without `$else$`; the last three are ways through a list. */
  readonly kind: 'if' | 'elseif' | 'else' | 'none' | 'no-item' | 'one-item' | 'several-items';
  /** The tag that opens the branch; for `none` the `$endif$`, for `no-item` the `$else$` or `$endfor$`. */
  readonly range: SourceRange;
}

/** A small set of events that together visit every branch that any candidate visits; none of them is superfluous. */
export interface Coverage<Event extends AnyEvent = ProcessEvent> {
  /** At least one if there are candidates, so that each template is seen. */
  readonly contexts: readonly {
    readonly event: Event;
    readonly branches: readonly Branch[];
    /** Set for an event that is switched off, for which nothing was proved. */
    readonly isOff?: true;
  }[];
  /**
   * Branches that no candidate visits: those that no event can visit, such as that of `$if(isError && !isError)$`, and
   * those that need other values.
   */
  readonly unvisited: readonly Branch[];
}

/** An event, and the templates as checked for it. */
export interface Candidate {
  readonly event: AnyEvent;
  readonly templates: WebhookTemplates<CheckedTemplate>;
  readonly isOff?: boolean;
}

/** The branches that a candidate visits, by index; the indexes are the same for all candidates. */
interface Context {
  readonly event: AnyEvent;
  readonly isOff: boolean;
  readonly branches: readonly number[];
}

/**
 * Repeatedly takes the candidate that visits the most new branches, then drops candidates made superfluous by others;
 * of two equally good ones it prefers the earlier. Once all branches are visited, later candidates are not evaluated.
 * The templates must be free of errors, and have the same sources.
 */
export function coverBranches(candidates: readonly Candidate[]): Coverage<AnyEvent> {
  const indexes = new Map<WebhookTemplates<CheckedTemplate>, Indexed>();
  for (const { templates } of candidates)
    if (!indexes.has(templates)) indexes.set(templates, new Indexed(templates));
  const [all = []] = Array.from(indexes.values(), ({ branches }) => branches);
  const contexts: Context[] = [];
  const visited = new Set<number>();
  for (const { event, templates, isOff = false } of candidates) {
    const branches = indexes.get(templates)?.visitedBy(event) ?? [];
    contexts.push({ event, branches, isOff });
    for (const branch of branches) visited.add(branch);
    if (visited.size === all.length) break;
  }
  const chosen = new Set(withoutSuperfluous(takeMostNew(contexts, all.length)));
  return {
    contexts: contexts
      .filter(context => chosen.has(context))
      .map(({ event, branches, isOff }) => ({
        event,
        branches: inOrder(branches, all),
        ...(isOff && { isOff }),
      })),
    unvisited: all.filter((_, index) => !visited.has(index)),
  };
}

/** The branches of templates that an event visits, in the order of the request and its sources. */
export function branchesVisited(
  event: AnyEvent,
  templates: WebhookTemplates<CheckedTemplate>,
): readonly Branch[] {
  const indexed = new Indexed(templates);
  return inOrder([...new Set(indexed.visitedBy(event))], indexed.branches);
}

function inOrder(indexes: readonly number[], all: readonly Branch[]): readonly Branch[] {
  return indexes.toSorted((a, b) => a - b).flatMap(index => all[index] ?? []);
}

/**
 * Contexts that together visit everything, each with more new branches than any after it; one if there are no branches.
 */
function takeMostNew(contexts: readonly Context[], count: number): readonly Context[] {
  const visitors: number[][] = Array.from({ length: count }, () => []);
  for (const [index, { branches }] of contexts.entries())
    for (const branch of branches) visitors[branch]?.push(index);
  const news = contexts.map(({ branches }) => branches.length);
  const taken: Context[] = [];
  do {
    const most = news.reduce((best, many, index) => (many > (news[best] ?? 0) ? index : best), 0);
    const context = contexts[most];
    if (!context) break;
    taken.push(context);
    for (const branch of context.branches) {
      // This branch is no longer new to anybody.
      for (const visitor of visitors[branch]?.splice(0) ?? []) news[visitor] = (news[visitor] ?? 0) - 1;
    }
  } while (news.some(many => many > 0));
  return taken;
}

/** Drops contexts whose branches others visit too, beginning with later ones. */
function withoutSuperfluous(contexts: readonly Context[]): readonly Context[] {
  const visits = new Map<number, number>();
  const count = ({ branches }: Context, change: number): void => {
    for (const branch of branches) visits.set(branch, (visits.get(branch) ?? 0) + change);
  };
  for (const context of contexts) count(context, 1);
  return contexts.toReversed().filter(context => {
    const isNeeded = contexts.length === 1 || context.branches.some(branch => visits.get(branch) === 1);
    if (!isNeeded) count(context, -1);
    return isNeeded;
  });
}

/** The branches of templates, in the order of the request and its sources. */
class Indexed {
  readonly branches: Branch[] = [];
  readonly #templates: readonly CheckedTemplate[];
  /** Indexes of the ways through each step. */
  readonly #indexes = new Map<ConditionalStep | ListStep, number[]>();

  constructor(templates: WebhookTemplates<CheckedTemplate>) {
    const all = listTemplates(templates);
    this.#templates = all.map(([, checked]) => checked);
    for (const [field, { program }] of all) this.#add(program, field);
  }

  visitedBy(event: AnyEvent): readonly number[] {
    return this.#templates.flatMap(({ program, asked }) =>
      Array.from(traceRendering(program, asked, event)).flatMap(([step, ways]) =>
        Array.from(ways, way => this.#indexes.get(step)?.[way] ?? []).flat(),
      ),
    );
  }

  #add(program: Program, field: string): void {
    for (const step of program) {
      if (step.kind !== 'conditional' && step.kind !== 'list') continue;
      const indexes: number[] = [];
      this.#indexes.set(step, indexes);
      for (const { kind, range, steps } of step.kind === 'list' ? waysThroughList(step) : waysThrough(step)) {
        indexes.push(this.branches.push({ field, kind, range }) - 1);
        this.#add(steps, field);
      }
    }
  }
}

/** Ways by the number of items; the branches inside the list come after the last of them. */
function waysThroughList({ node, max, steps, separator, otherwise }: ListStep): readonly Way[] {
  const none: Way = { kind: 'no-item', range: node.otherwise?.tag ?? node.endTag, steps: otherwise };
  if (max === 1) return [none, { kind: 'one-item', range: node.tag, steps }];
  return [
    none,
    { kind: 'one-item', range: node.tag, steps: [] },
    { kind: 'several-items', range: node.tag, steps: [...steps, ...separator] },
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
