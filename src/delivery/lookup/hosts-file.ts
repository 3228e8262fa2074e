import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';

/** Gives the addresses that this machine has for a name in lower case; none for a name that it does not know. */
export type HostsFile = (name: string) => readonly string[];

const { SystemRoot: windows = 'C:\\Windows' } = process.env;
const systemPath = process.platform === 'win32' ? `${windows}\\System32\\drivers\\etc\\hosts` : '/etc/hosts';

/** Reads the file on the first lookup, and again after it has changed. An unreadable file knows no names. */
export function createHostsFile(path: string = systemPath): HostsFile {
  let version = '';
  let addresses = new Map<string, readonly string[]>();
  return name => {
    try {
      const { mtimeMs, size, ino } = statSync(path);
      const found = `${mtimeMs} ${size} ${ino}`;
      if (found !== version) addresses = parseHosts(readFileSync(path, 'utf8'));
      version = found;
    } catch {
      // What was read before still counts.
    }
    return addresses.get(name) ?? [];
  };
}

/** An address and its names on each line, up to a `#` (hosts(5)). */
function parseHosts(text: string): Map<string, readonly string[]> {
  const addresses = new Map<string, readonly string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/s, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names.map(written => written.toLowerCase())) {
      addresses.set(name, [...(addresses.get(name) ?? []), address]);
    }
  }
  return addresses;
}
