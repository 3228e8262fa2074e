import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const folder = new URL('../../dist/studio/', import.meta.url);

export interface FirstLoad {
  readonly gzippedBytes: number;
  readonly files: number;
}

/** What a browser loads before the first page of the studio is there: its document, and all that is imported from there. */
export async function firstLoad(): Promise<FirstLoad> {
  const html = await readFile(new URL('index.html', folder), 'utf8');
  const paths = new Set([...html.matchAll(/(?:src|href)="assets\/([^"]+)"/g)].map(([, path = '']) => path));
  let gzippedBytes = gzipSync(html).byteLength;
  for (const path of paths) {
    const code = await readFile(new URL(path, folder));
    gzippedBytes += gzipSync(code).byteLength;
    for (const [, name = ''] of code.toString().matchAll(/(?:from|import)"\.\/([\w.-]+)"/g)) {
      paths.add(path.replace(/[^/]*$/, name));
    }
  }
  return { gzippedBytes, files: paths.size + 1 };
}
