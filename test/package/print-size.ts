import { browserBundle } from './browser-bundle.ts';

for (const entry of ['hookplate', 'hookplate/runtime']) {
  const { minifiedBytes, gzippedBytes } = await browserBundle(entry);
  console.log(`${entry} for a browser: ${minifiedBytes} bytes minified, ${gzippedBytes} gzipped`);
}
