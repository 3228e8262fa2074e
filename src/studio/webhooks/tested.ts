const key = 'hookplate-tested';

/** Remembers in this browser that somebody has tested a connection, and that it worked. */
export function rememberTest(): void {
  try {
    localStorage.setItem(key, 'true');
  } catch {
    // A browser without storage forgets it; nothing depends on it but a tick on the first page.
  }
}

export function hasTested(): boolean {
  try {
    return localStorage.getItem(key) === 'true';
  } catch {
    return false;
  }
}
