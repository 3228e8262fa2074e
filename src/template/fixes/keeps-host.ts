import type { Fix } from '../../diagnostics/diagnostic.ts';
import { applyFix } from '../../diagnostics/fixes/apply-fix.ts';

/** A slip of the hand may not lead a request elsewhere, so what stands before the path stays as it is. */
export function keepsOrigin(source: string, fix: Fix): boolean {
  const [origin] = originWritten.exec(source) ?? [];
  return origin === undefined || originWritten.exec(applyFix(source, fix))?.[0] === origin;
}

const originWritten = /^[^:/?#]*:\/\/[^/?#]+/;

/** No fix may lead a request elsewhere: what is written of a host before any tag stays the same host. */
export function keepsHost(source: string, fix: Fix): boolean {
  const host = hostIn(source);
  return host === undefined || hostIn(applyFix(source, fix)) === host;
}

/** A URL drops its line breaks and tabs, and a backslash may be that of a dollar. */
function hostIn(url: string): string | undefined {
  return /^[^:/?#$]*:\/\/([^/?#$\\]+)/.exec(url.replaceAll(/[\t\r\n]/g, ''))?.[1];
}
