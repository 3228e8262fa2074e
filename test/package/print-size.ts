import { firstLoad } from '../studio/first-load.ts';
import { browserBundle } from './browser-bundle.ts';

for (const entry of ['hookplate', 'hookplate/runtime']) {
  const { minifiedBytes, gzippedBytes } = await browserBundle(entry);
  console.log(`${entry} for a browser: ${minifiedBytes} bytes minified, ${gzippedBytes} gzipped`);
}
const studio = await firstLoad();
console.log(`first page of the studio: ${studio.gzippedBytes} bytes gzipped, in ${studio.files} files`);
