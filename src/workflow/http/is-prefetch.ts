/** Whether someone loads a page ahead, in case it is wanted: by the Fetch standard's header, or an older one. */
export function isPrefetch(headers: Headers): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some(name =>
    /\b(?:prefetch|prerender|preview)\b/i.test(headers.get(name) ?? ''),
  );
}
