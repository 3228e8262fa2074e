let made: { readonly id: string; readonly secret: string } | undefined;

/** Hands a secret that the server has just made over to the page of its source. It is in memory alone. */
export function rememberMade(id: string, secret: string | undefined): void {
  made = secret === undefined ? undefined : { id, secret };
}

/** The secret that was just made for a source, once. */
export function takeMade(id: string): string | undefined {
  const taken = made?.id === id ? made.secret : undefined;
  made = undefined;
  return taken;
}
