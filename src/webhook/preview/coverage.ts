import type { Budget } from '../../diagnostics/budget.ts';
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

/** An event, the templates as checked for it, and what pays for following it through them. */
export interface Candidate {
  readonly event: AnyEvent;
  readonly templates: WebhookTemplates<CheckedTemplate>;
  readonly isOff: boolean;
  readonly budget: Budget;
}

/** The branches that a candidate visits, by number. */
interface Context {
  readonly event: AnyEvent;
  readonly isOff: boolean;
  readonly branches: readonly number[];
}

/**
 * Repeatedly takes the candidate that visits the most new branches, then drops candidates made superfluous by others;
 * of two equally good ones it prefers the earlier. Once all branches are visited, later candidates are not evaluated.
 */
export function coverBranches(
  numbered: NumberedBranches,
  candidates: Iterable<Candidate>,
): Coverage<AnyEvent> {
  const contexts: Context[] = [];
  const visited = new Set<number>();
  for (const { event, templates, isOff, budget } of candidates) {
    const branches = numbered.visitedBy(event, templates, budget);
    contexts.push({ event, branches, isOff });
    for (const branch of branches) visited.add(branch);
    if (visited.size === numbered.all.length) break;
  }
  const chosen = new Set(withoutSuperfluous(takeMostNew(contexts)));
  return {
    contexts: contexts
      .filter(context => chosen.has(context))
      .map(({ event, branches, isOff }) => ({
        event,
        branches: numbered.inOrder(branches),
        ...(isOff && { isOff }),
      })),
    unvisited: numbered.all.filter((_, number) => !visited.has(number)),
  };
}

/**
 * Contexts that together visit everything, each with at least as many new branches as any after it; one if there are
 * no branches.
 */
function takeMostNew(contexts: readonly Context[]): readonly Context[] {
  const visitors = new Map<number, number[]>();
  const byNews = new Map<number, number[]>();
  for (const [index, { branches }] of contexts.entries()) {
    for (const branch of branches) addTo(visitors, branch, index);
    addTo(byNews, branches.length, index);
  }
  const news = contexts.map(({ branches }) => branches.length);
  const taken: Context[] = [];
  // The number of new branches never grows, so each context moves down from list to list until it is taken.
  for (let most = Math.max(0, ...byNews.keys()); most > 0; most--) {
    for (const index of byNews.get(most)?.sort((a, b) => a - b) ?? []) {
      const left = news[index] ?? 0;
      const context = contexts[index];
      if (left < most) addTo(byNews, left, index);
      else if (context) {
        taken.push(context);
        for (const branch of context.branches) {
          // The branch is taken, and new for no other context.
          for (const visitor of visitors.get(branch) ?? []) news[visitor] = (news[visitor] ?? 0) - 1;
          visitors.delete(branch);
        }
      }
    }
  }
  return taken.length > 0 ? taken : contexts.slice(0, 1);
}

function addTo(lists: Map<number, number[]>, key: number, index: number): void {
  const known = lists.get(key);
  if (known) known.push(index);
  else lists.set(key, [index]);
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

/**
 * The branches of templates that were checked for several groups of events, in the order of the request and its sources.
 * A branch has the same number in all of them; where a name has other types, a program may lack some of its branches.
 * The templates must be free of errors, and have the same sources.
 */
export class NumberedBranches {
  readonly all: Branch[] = [];
  readonly #numbers = new Map<string, number>();
  /** Numbers of the ways through each step. */
  readonly #ways = new Map<ConditionalStep | ListStep, number[]>();

  constructor(groups: readonly { readonly templates: WebhookTemplates<CheckedTemplate> }[]) {
    for (const { templates } of groups)
      for (const [field, { program }] of listTemplates(templates)) this.#add(program, field);
  }

  /** The branches that an event visits, until the budget is spent. */
  visitedBy(
    event: AnyEvent,
    templates: WebhookTemplates<CheckedTemplate>,
    budget: Budget,
  ): readonly number[] {
    const visited = new Set<number>();
    for (const [, { program, asked }] of listTemplates(templates))
      for (const [step, ways] of traceRendering(program, asked, event, budget))
        for (const way of ways) {
          const number = this.#ways.get(step)?.[way];
          if (number !== undefined) visited.add(number);
        }
    return [...visited];
  }

  inOrder(numbers: readonly number[]): readonly Branch[] {
    return numbers.toSorted((a, b) => a - b).flatMap(number => this.all[number] ?? []);
  }

  #add(program: Program, field: string): void {
    for (const step of program) {
      if (step.kind !== 'conditional' && step.kind !== 'list') continue;
      const numbers: number[] = [];
      this.#ways.set(step, numbers);
      for (const { kind, range, steps } of step.kind === 'list' ? waysThroughList(step) : waysThrough(step)) {
        numbers.push(this.#numberOf({ field, kind, range }));
        this.#add(steps, field);
      }
    }
  }

  #numberOf(branch: Branch): number {
    const { field, kind, range } = branch;
    const key = `${field} ${kind} ${range.start} ${range.end}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.all.push(branch) - 1;
    this.#numbers.set(key, number);
    return number;
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
