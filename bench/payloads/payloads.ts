import { chat, chatWithoutDate, chatWithPlainDate } from './chat.ts';
import { get } from './get.ts';
import { large, largeWithoutDate } from './large.ts';
import type { Payload } from './payload.ts';

/** With a date that has a format, and the same message without one: the difference is what a format costs. */
export const payloads: readonly Payload[] = [chat, chatWithPlainDate, get, large];

/** Without dates, whose formatting would be most of the work. */
export const payloadsWithoutDate: readonly Payload[] = [chatWithoutDate, largeWithoutDate];

/** For a smoke test: one of each output. */
export const smallPayloads: readonly Payload[] = [chat, get];
