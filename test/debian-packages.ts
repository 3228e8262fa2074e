/** What to say where a program is missing that is no package of npm. */
export function needsPackages(...names: readonly string[]): string {
  return `This test needs packages of Debian: apt-get install --no-install-recommends ${names.join(' ')}`;
}
