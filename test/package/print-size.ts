import { firstLoad, firstLoadOfNotifications } from '../studio/first-load.ts';
import { browserBundle } from './browser-bundle.ts';

for (const entry of ['hookplate', 'hookplate/runtime']) {
  const { minifiedBytes, gzippedBytes } = await browserBundle(entry);
  console.log(`${entry} for a browser: ${minifiedBytes} bytes minified, ${gzippedBytes} gzipped`);
}
const pages = { 'first page': await firstLoad(), Notifications: await firstLoadOfNotifications() };
for (const [page, { gzippedBytes, files }] of Object.entries(pages)) {
  console.log(`${page} of the studio: ${gzippedBytes} bytes gzipped, in ${files} files`);
}
