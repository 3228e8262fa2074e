import { type AllowList, isAddress, refusalOf } from '../http/refused-addresses.ts';
import type { Output, Violation } from '../output/output.ts';
import { url } from '../output/url/output.ts';
import type { UrlState } from '../output/url/state.ts';
import type { CheckedTemplate } from '../template/check.ts';
import { prove } from '../template/proof/prove.ts';
import { diagnoseField, type WebhookDiagnostic } from './diagnostic.ts';

/**
 * Warns of addresses in a URL that are not called unless they are allowed: on every way through the template, since a host is
 * always written out. What a name leads to is known at delivery alone.
 */
export function findRefusedAddresses(
  { program, asked }: CheckedTemplate,
  source: string,
  allow: AllowList,
): readonly WebhookDiagnostic[] {
  const found = new Map<string, WebhookDiagnostic>();
  const untilHost: Output<UrlState> = {
    ...url,
    advance: (state, text, offset) => {
      let before = state;
      for (const { 0: piece, index } of text.matchAll(/[/\\?#]|[^/\\?#]+/g)) {
        const moved = url.advance(before, piece, offset + index);
        if ('violation' in moved) return moved;
        if (moved.state.mode !== 'scheme' && moved.state.mode !== 'authority') {
          judge(before, offset + index);
          return { violation: hostKnown };
        }
        before = moved.state;
      }
      return { state: before };
    },
    end: (state, offset) => {
      if (state.mode === 'authority') judge(state, offset);
      return undefined;
    },
  };
  prove(program, untilHost, source.length, undefined, asked.event);
  return [...found.values()];

  function judge({ origin, since }: UrlState, end: number): void {
    const address = (URL.parse(origin)?.hostname ?? '').replace(/^\[|\]$/g, '');
    if (!isAddress(address) || refusalOf(address, allow) === undefined) return;
    const authority = origin.replace(/^https?:../, '');
    const isOnePiece = authority.length === end - since;
    const start = since + (isOnePiece ? authority.lastIndexOf('@') + 1 : 0);
    found.set(address, diagnoseField('url', 'refused-address', { address }, { range: { start, end } }));
  }
}

/** Ends a path whose host is known. Nobody sees it. */
const hostKnown: Violation = { code: 'url-host', start: 0, end: 0, expected: '', found: '' };
