import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runProcess } from '../hookplate-process.ts';
import { configWith, spawnServe } from './sample-server.ts';

it('an embedded database is beside the configuration, and serves one process at a time', async () => {
  const config = configWith(['true'], { database: undefined });
  const first = await spawnServe({ files: { 'hookplate.config.json': config } });
  const { directory } = first;
  expect(existsSync(join(directory, 'hookplate-data'))).toBe(true);
  const second = await runProcess(['serve'], { directory, env: { ADA_PASSWORD: 'lovelace' } });
  expect(second.status).toBe(2);
  expect(second.stderr).toContain(`is in use by process ${first.child.pid}`);
});
