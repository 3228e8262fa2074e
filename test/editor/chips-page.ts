import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { openPage, type PageOptions } from '../browser/pages.ts';
import type { ChipsField } from './chips-field.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; require-trusted-types-for 'script'; trusted-types lit-html";
const page = `<!doctype html><html lang="en"><title>Chips</title><meta name="color-scheme" content="light dark">
<main><h1>Chips</h1><a href="#before">Before</a><chips-field></chips-field><a href="#after">After</a></main>
<script type="module" src="chips-field.js"></script></html>`;

/** Bundled and served once in a process, and ended with it. */
let origin: Promise<string> | undefined;

async function serve(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('chips-field.ts', import.meta.url))],
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2023',
    outdir: 'out',
    write: false,
    logLevel: 'error',
  });
  const files = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
  const server = createServer(({ url }, response) => {
    const script = files.get(basename(url ?? ''));
    response.setHeader('content-security-policy', policy);
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(script ?? page);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  // A server that listens on a port has an address of this kind.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** A page with the fields `title` and `message`, which hold these texts, once their chips are drawn. */
export async function openChips(
  texts: { readonly title?: string; readonly message?: string },
  options: BrowserContextOptions & PageOptions = {},
): Promise<Page> {
  origin ??= serve();
  const opened = await openPage(`${await origin}?${new URLSearchParams(texts)}`, options);
  await opened.locator('[aria-describedby*=chips-]').nth(1).waitFor();
  return opened;
}

/** What the field holds as a template. */
export function templateOf(page: Page, field: 'title' | 'message' = 'message'): Promise<string> {
  // The element of this name has these properties.
  return page.locator('chips-field').evaluate((element, name) => (element as ChipsField)[name], field);
}

/** Where the cursor is in the message, as an offset of the template. */
export function cursorIn(page: Page): Promise<number> {
  // The element of this name has this property.
  return page.locator('chips-field').evaluate(element => (element as ChipsField).cursor);
}

export function fieldOf(page: Page, name: 'title' | 'message' = 'message'): Locator {
  return page.getByRole('textbox', { name, exact: true });
}

/** The chips of a field, or those with this text. */
export function chipsOf(page: Page, text?: string | RegExp): Locator {
  const all = fieldOf(page).locator('.chip');
  return text === undefined ? all : all.filter({ hasText: text });
}
