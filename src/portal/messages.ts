/*
 * What the element in an application's page and the pages inside it tell each other by `postMessage`. The element sends to the
 * origin of the pages alone.
 */

/** The custom properties that the pages take from the page around them. */
export const lookProperties = [
  '--hookplate-accent',
  '--hookplate-on-accent',
  '--hookplate-page',
  '--hookplate-ground',
  '--hookplate-raised',
  '--hookplate-text',
  '--hookplate-quiet',
  '--hookplate-line',
  '--hookplate-border',
] as const;

type LookProperty = (typeof lookProperties)[number];

/** How the page around looks. */
export interface PortalLook {
  readonly scheme: 'light' | 'dark';
  readonly properties: Readonly<Partial<Record<LookProperty, string>>>;
  /** The height of its window, in pixels. */
  readonly viewHeight: number;
}

/** From the pages. */
export type PortalMessage =
  | { readonly hookplate: 'ready' | 'token-wanted' }
  | { readonly hookplate: 'place'; readonly place: string; readonly isMoved: boolean }
  | { readonly hookplate: 'height'; readonly height: number };

/** From the element. */
export type HostMessage =
  /** Without a token, the application has given none. */
  | { readonly hookplate: 'token'; readonly token?: string }
  | { readonly hookplate: 'look'; readonly look: PortalLook };

/** A message of which nothing is known yet. */
interface AnyMessage {
  readonly hookplate: unknown;
  readonly place?: unknown;
  readonly isMoved?: unknown;
  readonly height?: unknown;
  readonly token?: unknown;
  readonly look?: unknown;
}

/** Whether a message is one of these; its parts are not checked. */
export function isOurs(data: unknown): data is AnyMessage {
  return typeof data === 'object' && data !== null && 'hookplate' in data;
}

export function isPortalLook(value: unknown): value is PortalLook {
  if (typeof value !== 'object' || value === null) return false;
  const { scheme, properties, viewHeight }: Partial<Record<keyof PortalLook, unknown>> = value;
  if (typeof properties !== 'object' || properties === null || typeof viewHeight !== 'number') return false;
  return (
    (scheme === 'light' || scheme === 'dark') &&
    Object.values(properties).every(each => typeof each === 'string')
  );
}
