import { preview } from 'vite';
import { build } from 'vitepress';

/*
 * Builds the site into `site/dist`, or where `--outDir` says. With `--open` it is then served on this machine and opened in the
 * browser, until Ctrl-C: browsers load no modules from files.
 */

const args = process.argv.slice(2);
const outDir = args.includes('--outDir') ? args[args.indexOf('--outDir') + 1] : undefined;
await build('site', { ...(outDir !== undefined && { outDir }) });
if (args.includes('--open')) {
  const { resolvedUrls } = await preview({
    ...{ configFile: false, root: 'site', appType: 'mpa', logLevel: 'warn' },
    preview: { host: '127.0.0.1', open: true },
  });
  console.log(`The site is open at ${resolvedUrls?.local[0]}, until Ctrl-C.`);
} else {
  console.log(
    `The site is in ${outDir ?? 'site/dist'}, for any server of static files. To build it and see it: npm run site -- --open`,
  );
}
