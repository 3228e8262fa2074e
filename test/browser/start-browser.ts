import sparticuz from '@sparticuz/chromium';
import { chromium } from 'playwright-core';

/** A Chromium that several processes use. */
export interface RunningBrowser {
  /** The address for `chromium.connect`. */
  readonly endpoint: string;
  readonly close: () => Promise<void>;
}

/** Web security stays on; nothing is looked up or fetched that no page asked for. */
const settings = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  // Names of several sites.
  '--host-resolver-rules=MAP shop.test 127.0.0.1, MAP other.test 127.0.0.1, MAP hooks.example 127.0.0.1',
  // A process for each page takes a tenth of the time of the tests.
  '--process-per-site',
];

export async function startBrowser(): Promise<RunningBrowser> {
  const executablePath = await sparticuz.executablePath();
  const server = await chromium.launchServer({ executablePath, args: settings }).catch((error: unknown) => {
    if (!String(error).includes('shared libraries')) throw error;
    throw new Error('Chromium needs libraries: apt-get install libnss3 libnspr4 libexpat1', { cause: error });
  });
  return { endpoint: server.wsEndpoint(), close: () => server.close() };
}
