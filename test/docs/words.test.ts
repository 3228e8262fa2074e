import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { pages } from './pages.ts';

/*
 * One word per thing: the owner of webhooks is a profile, and what is sent a message. A delivery is what `hookplate/delivery` makes of a
 * request in one process; its pages, and what watches it, may say so.
 */

const aboutDeliveries = [
  'docs/deliver.md',
  'docs/watch-deliveries.md',
  'docs/errors.md',
  'docs/command-line.md',
];
const texts = [...pages, ...globSync('src/**/*.ts'), ...globSync('grammar/**/*.md')].map(file =>
  file.replaceAll('\\', '/'),
);

function found(files: readonly string[], word: RegExp): readonly string[] {
  return files.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(word)].map(([text]) => `${file}: ${text.slice(0, 60)}`),
  );
}

it('nobody who has webhooks is a tenant', () => {
  expect(texts.length).toBeGreaterThan(500);
  expect(found(texts, /\b\w*tenants?\b(?!er)/gi)).toEqual([]);
});

it('no page calls a message a delivery', () => {
  const ofPages = globSync('src/{studio,editor}/**/*.ts');
  expect(found(ofPages, /\bdeliver(?:y|ies)\b/gi)).toEqual([]);
  const others = pages.filter(page => !aboutDeliveries.includes(page));
  const counted = /\b(?:an?|each|every|failed|retried|waiting|all) deliver(?:y|ies)\b(?! is a message)/gi;
  expect(found(others, counted)).toEqual([]);
});

it('no public name is another word for a profile or a message', async () => {
  const elsewhere: Readonly<Record<string, string>> = {
    './receivers': 'webhook/receivers/index.ts',
    './sources': 'webhook/sources/index.ts',
    './workflow': 'workflow.ts',
  };
  const entries = Object.keys(packageJson.exports).filter(
    entry => !/\.json$|^\.\/(?:delivery|editor)$/.test(entry),
  );
  const names = await Promise.all(
    entries.map(async entry => {
      const source = elsewhere[entry] ?? `${entry}/index.ts`;
      return Object.keys(await import(new URL(`../../src/${source}`, import.meta.url).href));
    }),
  );
  expect(names.flat().length).toBeGreaterThan(50);
  expect(names.flat().filter(name => /tenant|customer|delivery|deliveries|subscriber/i.test(name))).toEqual(
    [],
  );
});
