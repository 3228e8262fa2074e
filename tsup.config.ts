import { defineConfig } from 'tsup';
import { licences } from './build/licences.ts';
import { internal, trim } from './build/trim.ts';

export default defineConfig({
  entry: { index: 'src/index.ts', delivery: 'src/delivery/index.ts', workflow: 'src/workflow/index.ts' },
  format: 'esm',
  target: 'es2023',
  platform: 'neutral',
  dts: true,
  clean: true,
  sourcemap: true,
  splitting: true,
  noExternal: [/^date-fns\//],
  esbuildPlugins: [trim, licences],
  esbuildOptions: options => {
    options.mangleProps = internal;
  },
});
