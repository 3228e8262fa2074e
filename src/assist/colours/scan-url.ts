import type { Scanned } from './format-reader.ts';

const divided = /[:/?#&=;+]+|%[0-9A-Fa-f]{2}/g;

/** What divides a URL or a form, and what is encoded in it. */
export function scanUrl(text: string): Scanned<undefined> {
  const pieces = Array.from(text.matchAll(divided), ({ 0: found, index: start }) => {
    const name = found.startsWith('%') ? ('Encoded' as const) : ('Separator' as const);
    return { name, start, end: start + found.length };
  });
  return { pieces, state: undefined };
}
