import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A file of the pages, as it is sent. */
export interface PageFile {
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly gzipped: Uint8Array<ArrayBuffer>;
}

/** The pages as they were built. */
export interface PageFiles {
  /** The document that every address of a page has. */
  readonly index: string;
  /** By their paths below the pages; each path changes whenever a file does. */
  readonly assets: ReadonlyMap<string, PageFile>;
}

const folder = new URL('./studio/', import.meta.url);

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const compress = promisify(gzip);

/**
 * Reads all there is of the pages: what is not among these files is never read for anybody.
 *
 * @throws {Error} where they were not built.
 */
export async function readPageFiles(): Promise<PageFiles> {
  const index = await readFile(new URL('index.html', folder), 'utf8');
  const paths = (await readdir(folder, { recursive: true })).map(path => path.replaceAll('\\', '/'));
  const assets = paths.filter(path => extname(path) in mediaTypes).map(readAsset);
  return { index, assets: new Map(await Promise.all(assets)) };
}

async function readAsset(path: string): Promise<readonly [string, PageFile]> {
  const bytes = new Uint8Array(await readFile(new URL(path, folder)));
  const gzipped = new Uint8Array(await compress(bytes, { level: 9 }));
  return [path, { mediaType: mediaTypes[extname(path)] ?? '', bytes, gzipped }];
}
