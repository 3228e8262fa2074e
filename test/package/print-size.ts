import { browserBundle } from './browser-bundle.ts';

const { minifiedBytes, gzippedBytes } = await browserBundle();
console.log(`engine for a browser: ${minifiedBytes} bytes minified, ${gzippedBytes} gzipped`);
