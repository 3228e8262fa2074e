export type { Answered, Attempt, AttemptError, AttemptOutcome, Failed } from './attempt.ts';
export { createDispatcher, type Dispatcher, type SendOptions } from './dispatcher.ts';
export type { DispatcherOptions } from './dispatcher-options.ts';
