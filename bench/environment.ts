import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

const measured = [
  'eta',
  'dot',
  'ejs',
  'handlebars',
  'mustache',
  'nunjucks',
  'liquidjs',
  'stringtemplate4ts',
  'date-fns',
  '@date-fns/tz',
  '@js-joda/core',
  '@js-joda/timezone',
  'undici',
  'hono',
  'pg',
  'pg-boss',
  '@electric-sql/pglite',
  'esbuild',
  'mitata',
];

/** The processor, how many of its cores there are, and the memory. */
export function describeMachine(): string {
  const all = cpus();
  const memoryGib = Math.round(totalmem() / 2 ** 30);
  return `${all[0]?.model.trim() ?? 'unknown processor'}, ${all.length} cores, ${memoryGib} GiB, ${process.platform}`;
}

/** Node and everything that is measured, with the version that is installed. */
export function listVersions(): Readonly<Record<string, string>> {
  const versions: Record<string, string> = { node: process.versions.node };
  for (const name of measured) {
    const page = new URL(`../node_modules/${name}/package.json`, import.meta.url);
    const { version }: { version: string } = JSON.parse(readFileSync(page, 'utf8'));
    versions[name] = version;
  }
  return versions;
}
