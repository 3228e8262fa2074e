import { spawnSync } from 'node:child_process';

/** What to say where a program is missing that is no package of npm. */
export function needsPackages(...names: readonly string[]): string {
  return `This test needs packages of Debian: apt-get install --no-install-recommends ${names.join(' ')}`;
}

/** What this machine says against running a command in name spaces of its own; undefined if it allows that. */
export function refusalToUnshare(...command: readonly string[]): string | undefined {
  const { error, status, stderr } = spawnSync('unshare', command);
  if (error) throw new Error(needsPackages('util-linux'), { cause: error });
  return status === 0 ? undefined : String(stderr);
}

/** Mounts a disk in memory, as a trial. */
export const mountingDisk = ['mount', '-t', 'tmpfs', 'tmpfs', '/mnt'] as const;
