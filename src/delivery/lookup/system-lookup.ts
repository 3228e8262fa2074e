import { Resolver } from 'node:dns/promises';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { within } from '../../timing/deadline.ts';

/** Returns all addresses of a name as text; rejects, or returns none, if the name does not resolve. */
export type Lookup = (hostname: string) => readonly string[] | Promise<readonly string[]>;

export interface SystemLookupOptions {
  /** Default: those of the system. */
  readonly servers?: readonly string[];
  readonly hosts?: HostsFile;
  /** The number of names that are looked up at the same time. */
  readonly atATime?: number;
  /** Time limit for one name. */
  readonly timeoutMs?: number;
  /** The time for which a failure is cached, in milliseconds. */
  readonly failureMs?: number;
}

interface Failure {
  readonly error: unknown;
  /** By the clock of `performance`. */
  readonly until: number;
}

const maxFailures = 10_000;

/** The time after which the system's list of name servers is read again. */
const resolverMs = 60_000;

/**
 * Asks the hosts file, then the name servers over sockets (c-ares): the system's own resolver uses the few threads of
 * this process, so that a handful of names that never answer would block all others. Lookups of one name share an
 * answer, and a name that has just failed is not looked up again.
 */
export function createSystemLookup({
  servers,
  hosts = createHostsFile(),
  atATime = 256,
  timeoutMs = 5000,
  failureMs = 5000,
}: SystemLookupOptions = {}): Lookup {
  const asked = new Map<string, Promise<readonly string[]>>();
  const failures = new Map<string, Failure>();
  const slots = new LookupSlots(atATime);
  const currentResolver = resolverSource(servers);

  async function ask(name: string): Promise<readonly string[]> {
    await slots.enter();
    try {
      return await resolveWithin(currentResolver(), name, timeoutMs);
    } catch (error) {
      if (failures.size >= maxFailures) failures.clear();
      failures.set(name, { error, until: performance.now() + failureMs });
      throw error;
    } finally {
      slots.leave();
      asked.delete(name);
    }
  }

  return hostname => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const own = hosts(name);
    if (own.length > 0) return own;
    // RFC 6761, 6.3: regardless of name servers.
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
    const failure = failures.get(name);
    if (failure && failure.until > performance.now()) return Promise.reject(failure.error);
    failures.delete(name);
    const answer = asked.get(name) ?? ask(name);
    if (!asked.has(name)) asked.set(name, answer);
    return answer;
  };
}

function resolverSource(servers: readonly string[] | undefined): () => Resolver {
  let resolver: Resolver | undefined;
  let madeAt = 0;
  return () => {
    if (resolver && performance.now() - madeAt < resolverMs) return resolver;
    madeAt = performance.now();
    resolver = new Resolver({ timeout: 1500, tries: 3 });
    if (servers) resolver.setServers(servers);
    return resolver;
  };
}

async function resolveWithin(
  resolver: Resolver,
  name: string,
  timeoutMs: number,
): Promise<readonly string[]> {
  return within(timeoutMs, resolveBoth(resolver, name), () => {
    throw Object.assign(new Error('no name server has answered'), { code: 'ETIMEOUT' });
  });
}

/** A name with addresses of only one family does not fail because of the other. */
async function resolveBoth(resolver: Resolver, name: string): Promise<readonly string[]> {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  if (v4.status === 'fulfilled') return [...v4.value, ...(v6.status === 'fulfilled' ? v6.value : [])];
  if (v6.status === 'fulfilled') return v6.value;
  throw v4.reason;
}

/** Returns the addresses in the hosts file for a lower-case name; empty for an unknown name. */
type HostsFile = (name: string) => readonly string[];

const { SystemRoot: windows = 'C:\\Windows' } = process.env;
const systemPath = process.platform === 'win32' ? `${windows}\\System32\\drivers\\etc\\hosts` : '/etc/hosts';

/** Reads the file at the first lookup, and again after it has changed. An unreadable file knows no names. */
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
      // The previous contents still apply.
    }
    return addresses.get(name) ?? [];
  };
}

/** Each line has an address and its names, up to a `#` (hosts(5)). */
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

/** Limits the number of lookups at a time; others wait in order. */
class LookupSlots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  async enter(): Promise<void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>(resolve => this.#waiting.add(resolve));
  }

  leave(): void {
    const [next] = this.#waiting;
    if (!next) this.#free++;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}
