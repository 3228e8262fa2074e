import { globSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { load } from '../browser/pages.ts';
import { startBrowser } from '../browser/start-browser.ts';
import { buildSite } from './built-site.ts';

/* What each page of the site loads, and when it is first seen here, with nothing in the cache: `npm run site:size`. */

const site = await buildSite();
const { endpoint, close } = await startBrowser();
const browser = await chromium.connect(endpoint);
console.log('| Page | Requests | KB gzipped | First paint, ms |\n|---|---:|---:|---:|');
for (const path of globSync('**/*.html', { cwd: site.directory }).toSorted()) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const bodies: Promise<Buffer>[] = [];
  page.on('response', response => bodies.push(response.body()));
  await load(page, site.url + path, 'networkidle');
  const bytes = (await Promise.all(bodies)).map(body => gzipSync(body).byteLength);
  const paintMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
  const kilobytes = Math.round(bytes.reduce((sum, each) => sum + each, 0) / 1000);
  console.log(`| ${path} | ${bytes.length} | ${kilobytes} | ${Math.round(paintMs)} |`);
  await context.close();
}
await browser.close();
await close();
await site.remove();
