import { html, type TemplateResult } from 'lit';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });
const dated = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });

/** `3 min ago`, `in 20 s`; a date if it is more than a week away. */
function relativeTime(time: Date, now: number): string {
  const ahead = (time.getTime() - now) / 1000;
  const isToCome = Math.round(ahead) > 0;
  // What has passed agrees with durations, which are said in full minutes.
  const round = isToCome ? Math.round : Math.floor;
  const amount = round(Math.abs(ahead));
  if (amount < 5) return isToCome ? 'in a moment' : 'just now';
  if (amount > 7 * day) return dated.format(time);
  const said = amountOf(amount, round);
  return isToCome ? `in ${said}` : `${said} ago`;
}

function amountOf(seconds: number, round: (amount: number) => number): string {
  if (seconds < minute) return `${seconds} s`;
  const [minutes, hours] = [round(seconds / minute), round(seconds / hour)];
  if (minutes < 60) return `${minutes} min`;
  if (hours < 24) return `${hours} h`;
  const days = round(seconds / day);
  return days === 1 ? '1 day' : `${days} days`;
}

/** `20 s`, `3 min`, `7 days` */
export function formatSpan(ms: number): string {
  return amountOf(Math.round(ms / 1000), Math.round);
}

function exactTime(time: Date): string {
  return exact.format(time);
}

/** `12:00` */
export function clockTime(time: Date): string {
  return clock.format(time);
}

/** A relative time, with the exact time as a tooltip. It is updated silently, and never announced. */
export function ago(time: string | undefined | null, now: number): TemplateResult | string {
  if (time === undefined || time === null) return '–';
  const date = new Date(time);
  return html`<time datetime=${time} title=${exactTime(date)} aria-live="off">${relativeTime(date, now)}</time>`;
}

/** The same of something that may not have happened: `Never`. */
export function agoOrNever(time: string | undefined, now: number): TemplateResult | string {
  return time === undefined ? 'Never' : ago(time, now);
}

/** `in 20 s`, or `due now`. */
export function until(time: string, now: number): TemplateResult | string {
  return Date.parse(time) <= now ? 'due now' : ago(time, now);
}

/** `3 min ago (26 Nov 2026, 12:00:05 UTC)`, for where somebody compares times with those of other systems. */
export function agoAt(time: string, now: number): TemplateResult {
  return html`${ago(time, now)} <span class="quiet">(${exactTime(new Date(time))})</span>`;
}

const zone = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' });

/** The time zone of the reader's clock at present: `UTC`, `CET`, `GMT+9`. */
export function clockZone(): string {
  return zone.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** `340 ms`, `2.4 s`, `3 min 20 s`, `2 h 5 min` */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < minute) return `${seconds} s`;
  if (seconds < hour) return `${Math.floor(seconds / minute)} min ${seconds % minute} s`;
  return `${Math.floor(seconds / hour)} h ${Math.floor(seconds / minute) % minute} min`;
}
