import type { Readable } from 'node:stream';

/** What was read of a body, as UTF-8. */
export interface CappedBody {
  readonly text: string;
  /** There was more, and it was not read: the stream has been destroyed, and its socket with it. */
  readonly truncated: boolean;
  /** Why the stream broke before its end, if it did. */
  readonly error?: unknown;
}

/** Reads a body to `maxBytes` and no further. */
export function readCappedBody(body: Readable, maxBytes: number): Promise<CappedBody> {
  return new Promise(resolve => {
    const chunks: Buffer[] = [];
    let size = 0;
    body.on('data', (chunk: Buffer) => {
      if (size > maxBytes) return;
      size += chunk.length;
      chunks.push(chunk);
      if (size <= maxBytes) return;
      resolve({ text: decode(chunks, maxBytes), truncated: true });
      body.destroy();
    });
    body.on('end', () => resolve({ text: decode(chunks, maxBytes), truncated: false }));
    body.on('error', error => resolve({ text: decode(chunks, maxBytes), truncated: true, error }));
  });
}

/** A character that the cap cuts in two is left out. */
function decode(chunks: readonly Buffer[], maxBytes: number): string {
  if (chunks.length === 0) return '';
  const bytes = Buffer.concat(chunks);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, maxBytes), { stream: true });
}
