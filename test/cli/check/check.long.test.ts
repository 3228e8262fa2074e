import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runProcess } from '../hookplate-process.ts';
import { directoryWith } from '../run-hookplate.ts';
import { configText } from './check-files.ts';

it('hookplate check checks ten thousand files', async () => {
  const directory = directoryWith();
  for (let index = 0; index < 10_000; index++)
    writeFileSync(join(directory, `${index}.json`), configText(index === 4321 ? { method: 'get' } : {}));
  const { status, stdout, stderr } = await runProcess(['check', '.', '--format', 'concise'], { directory });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'Found 1 error and 0 warnings in 10000 files.\n',
  });
  expect(stdout).toMatch(/^4321\.json:6:14: error\[unknown-method\]: .*\n$/);
});
