import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const folder = new URL('../../dist/studio/', import.meta.url);
const imported = /(?:from|import)"\.\/([\w.-]+)"/g;
const importedLater = /import\("\.\/([\w.-]+)"\)/g;

export interface FirstLoad {
  readonly gzippedBytes: number;
  readonly files: number;
}

/** The document and all its imports, along with those later imports whose file names begin with one of the names given. */
async function firstLoad(...later: readonly string[]): Promise<FirstLoad> {
  const html = await readFile(new URL('index.html', folder), 'utf8');
  const paths = new Set([...html.matchAll(/(?:src|href)="assets\/([^"]+)"/g)].map(([, path = '']) => path));
  let gzippedBytes = gzipSync(html).byteLength;
  for (const path of paths) {
    const code = await readFile(new URL(path, folder));
    gzippedBytes += gzipSync(code).byteLength;
    const text = code.toString();
    const wanted = [...text.matchAll(importedLater)].filter(([, name = '']) =>
      later.some(each => name.startsWith(each)),
    );
    for (const [, name = ''] of [...text.matchAll(imported), ...wanted])
      paths.add(path.replace(/[^/]*$/, name));
  }
  return { gzippedBytes, files: paths.size + 1 };
}

/** Everything that a browser loads before it shows the overview. */
export function firstLoadOfOverview(): Promise<FirstLoad> {
  return firstLoad('start-screen');
}

/** The same for the webhooks of a profile, with the editor. Its thread is not waited for: it checks what can be typed in already. */
export function firstLoadOfWebhooks(): Promise<FirstLoad> {
  return firstLoad('webhook-screen', 'webhook-editor');
}
