import { ours, precompiled } from './ours.ts';
import { contexts } from './payloads/contexts.ts';
import type { Payload } from './payloads/payload.ts';
import type { Render } from './peers/peer.ts';

export const escapedLiteral = 'literal by hand, escaping';

const escapes = new Set([ours, precompiled, escapedLiteral]);

/** Everybody writes the same. What escapes for a URL is compared with what does not once it is decoded. */
export function assertSameOutput(payload: Payload, all: readonly (readonly [string, Render])[]): void {
  for (const context of contexts) {
    const expected = payload.escapedLiteral(context);
    for (const [name, render] of all) {
      const output = render(context);
      const isSame =
        output === expected ||
        (payload.output === 'url' && !escapes.has(name) && output === decodeURIComponent(expected));
      if (!isSame) throw new Error(`${name} renders ${payload.name} as\n${output}\ninstead of\n${expected}`);
    }
  }
}
