import { browserBundle, mostGzippedBytes } from './browser-bundle.ts';

const { minifiedBytes, gzippedBytes } = await browserBundle();
const share = ((gzippedBytes / mostGzippedBytes) * 100).toFixed(1);
console.log(`engine for a browser: ${minifiedBytes} bytes minified, ${gzippedBytes} gzipped`);
console.log(`${share} % of the ${mostGzippedBytes} bytes that it may have`);
