/*
 * What the element in an application's page and the pages inside it tell each other by `postMessage`. The element sends to the
 * origin of the pages alone.
 */

/** The custom properties that the pages take from the page around them. */
export const themeProperties = [
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

type ThemeProperty = (typeof themeProperties)[number];

/** How the page around looks. */
export interface PortalTheme {
  /** Undefined: as the system prefers. */
  readonly scheme: 'light' | 'dark' | undefined;
  readonly properties: Readonly<Partial<Record<ThemeProperty, string>>>;
}

/** From the pages. */
export type PortalMessage =
  | { readonly hookplate: 'ready' | 'token-wanted' }
  | { readonly hookplate: 'place'; readonly place: string; readonly isMoved: boolean }
  | { readonly hookplate: 'height'; readonly height: number };

/** From the element. */
export type HostMessage =
  | { readonly hookplate: 'token'; readonly token: string }
  | { readonly hookplate: 'theme'; readonly theme: PortalTheme };

/** A message of which nothing is known yet. */
interface AnyMessage {
  readonly hookplate: unknown;
  readonly place?: unknown;
  readonly isMoved?: unknown;
  readonly height?: unknown;
  readonly token?: unknown;
  readonly theme?: unknown;
}

/** Whether a message is one of these; its parts are not checked. */
export function isOurs(data: unknown): data is AnyMessage {
  return typeof data === 'object' && data !== null && 'hookplate' in data;
}

export function isPortalTheme(value: unknown): value is PortalTheme {
  if (typeof value !== 'object' || value === null || !('properties' in value)) return false;
  const { scheme, properties } = value as { readonly scheme?: unknown; readonly properties: unknown };
  const isScheme = scheme === undefined || scheme === 'light' || scheme === 'dark';
  const areTexts = typeof properties === 'object' && properties !== null;
  return isScheme && areTexts && Object.values(properties).every(each => typeof each === 'string');
}
