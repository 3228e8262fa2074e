import { Pool } from 'undici';

export interface Asked {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly times: number;
}

const inFlight = 16;

/** Sends requests when it is told to, in a process of its own, so that it takes no time from who answers. */
process.on('message', async ({ url, headers, times }: Asked) => {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: inFlight });
  let left = times;
  const ask = async (): Promise<void> => {
    while (left-- > 0) {
      const { statusCode, body } = await pool.request({ method: 'GET', path: pathname, headers });
      if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}.`);
      await body.dump();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, ask));
  await pool.close();
  process.send?.('done');
});

process.on('disconnect', () => process.exit());
