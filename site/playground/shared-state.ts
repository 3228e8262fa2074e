/** All that one sees: whoever opens an address with it sees the same. */
export interface SharedState {
  /** The name of a choice, or the JSON of a catalogue of one's own. */
  readonly catalogue: string;
  readonly config: object;
}

/** The state as the fragment of an address, which browsers send to no server. */
export async function formatState(state: SharedState): Promise<string> {
  const packed = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const text = Array.from(bytes, byte => String.fromCharCode(byte)).join('');
  return `#${btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** Undefined where the fragment is none that `formatState` made, such as one that was cut off. */
export async function parseState(fragment: string): Promise<SharedState | undefined> {
  try {
    const text = atob(fragment.slice(1).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, char => char.charCodeAt(0));
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const state: unknown = JSON.parse(await new Response(unpacked).text());
    return isState(state) ? state : undefined;
  } catch {
    return undefined;
  }
}

function isState(value: unknown): value is SharedState {
  if (typeof value !== 'object' || value === null || !('catalogue' in value && 'config' in value))
    return false;
  return typeof value.catalogue === 'string' && typeof value.config === 'object' && value.config !== null;
}
