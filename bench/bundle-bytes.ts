import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

export interface BundleBytes {
  readonly minified: number;
  readonly gzipped: number;
}

/** The size of a script with all that it imports, for a browser. What is there only for Node is left out. */
export async function bundleBytes(script: string, folder: string): Promise<BundleBytes> {
  const { outputFiles } = await build({
    stdin: { contents: `${script}\nconsole.log(output);`, resolveDir: folder },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    external: nodeModules,
    logLevel: 'silent',
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  return { minified: code.length, gzipped: gzipSync(code).length };
}

/** What some engines ask for where there are files; a bundler for browsers would put nothing in its place. */
const nodeModules = ['node:*', 'fs', 'path', 'os', 'url', 'util', 'events', 'stream', 'process', 'buffer'];
