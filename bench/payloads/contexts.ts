/** The facts of a process event, in the form that engines read. */
export interface EventContext {
  readonly event: 'Started' | 'Completed' | 'Errored';
  readonly isError: boolean;
  readonly errorCount: number;
  readonly recordsProcessed: number;
  readonly profile: string;
  readonly date: Date;
}

const events = ['Started', 'Completed', 'Errored', 'Completed'] as const;
const profiles = ['Nightly full copy', 'CRM to warehouse', 'orders_eu-west', 'Payroll 2026', 'crm.contacts'];
const start = Date.UTC(2026, 10, 21, 8, 30);

/** How many contexts a benchmark rotates through: a power of two, so that turning costs one mask. */
export const contextCount = 64;

/** Benign data, each context with values and an instant of its own: nothing in it needs escaping in JSON. */
export const contexts: readonly EventContext[] = Array.from({ length: contextCount }, (_, index) => {
  const event = events[index % events.length] ?? 'Started';
  return {
    event,
    isError: event === 'Errored',
    errorCount: event === 'Errored' ? (index * 7) % 100 : 0,
    recordsProcessed: (index * 104_729) % 1_000_000,
    profile: `${profiles[index % profiles.length]} ${index}`,
    date: new Date(start + index * 37_123),
  };
});

/** As many dates, each on a day of its own, over two years. */
export const daysApart: readonly Date[] = contexts.map(
  ({ date }, index) => new Date(date.getTime() + index * 11 * 86_400_000),
);

/** Hands out the contexts one after the other. */
export function rotation(): () => EventContext {
  const [first] = contexts;
  if (!first) throw new Error('There are no contexts.');
  let turn = 0;
  return () => {
    turn = (turn + 1) & (contextCount - 1);
    return contexts[turn] ?? first;
  };
}
