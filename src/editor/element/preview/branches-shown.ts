import type { AnyEvent } from '../../../webhook/events/event-catalogue.ts';
import type { Branch, Coverage } from '../../../webhook/preview/coverage.ts';
import type { PreviewedEvent } from '../../check/check-job.ts';

/** Which branches of the templates somebody was shown, since they were written as they are now. */
export class BranchesShown {
  #templates = '';
  readonly #shown = new Set<string>();
  #coverage: Coverage<AnyEvent> | undefined;

  /** Takes what was found when these templates were checked. */
  add(templates: string, events: readonly PreviewedEvent[], coverage: Coverage<AnyEvent>): void {
    if (templates !== this.#templates) this.#shown.clear();
    this.#templates = templates;
    this.#coverage = coverage;
    for (const event of events)
      if (event.kind === 'request') for (const branch of event.branches) this.#shown.add(keyOf(branch));
  }

  get shown(): number {
    return this.#all.filter(branch => this.#shown.has(branch)).length;
  }

  get total(): number {
    return this.#all.length;
  }

  /** A sample that shows most of what is missing; undefined where none of these events shows any of it. */
  next(isOn: (name: string) => boolean): AnyEvent | undefined {
    const news = (this.#coverage?.contexts ?? [])
      .filter(({ event }) => isOn(event.event))
      .map(({ event, branches }) => ({
        event,
        count: branches.filter(branch => !this.#shown.has(keyOf(branch))).length,
      }));
    return news.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)[0]?.event;
  }

  get #all(): readonly string[] {
    const { contexts = [], unvisited = [] } = this.#coverage ?? {};
    const branches = [...contexts.flatMap(context => context.branches), ...unvisited];
    return [...new Set(branches.map(keyOf))];
  }
}

function keyOf({ field, kind, range }: Branch): string {
  return `${field} ${kind} ${range.start}`;
}
