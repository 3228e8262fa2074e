import { cp } from 'node:fs/promises';
import { defineConfig } from 'tsup';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    delivery: 'src/delivery/index.ts',
    // A file of its own, evaluated before what needs a newer Node.
    'node-version': 'src/delivery/node-version.ts',
    outbox: 'src/outbox/index.ts',
    workflow: 'src/workflow/index.ts',
    client: 'src/client/index.ts',
  },
  format: 'esm',
  target: 'es2023',
  platform: 'neutral',
  dts: true,
  clean: true,
  sourcemap: true,
  onSuccess: () => cp('src/outbox/database/migrations', 'dist/migrations', { recursive: true }),
});
