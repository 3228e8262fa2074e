import { defineConfig } from 'tsup';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    delivery: 'src/delivery/index.ts',
    // A file of its own, evaluated before what needs a newer Node.
    'node-version': 'src/delivery/node-version.ts',
    workflow: 'src/workflow/index.ts',
    client: 'src/client/index.ts',
  },
  format: 'esm',
  target: 'es2023',
  platform: 'neutral',
  dts: true,
  clean: true,
  sourcemap: true,
});
