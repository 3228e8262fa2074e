import { gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';

export interface BundleBytes {
  readonly minified: number;
  readonly gzipped: number;
}

/** The size of a script with all that it imports, for a browser. What is there only for Node is left out. */
export async function bundleBytes(script: string, folder: string): Promise<BundleBytes> {
  const code = await bundle(script, folder, { platform: 'browser', minify: true, external: nodeModules });
  return { minified: code.length, gzipped: gzipSync(code).length };
}

/** A script with all that it imports, as an application for Node that a bundler made; it is a CommonJS module. */
export function bundleApplication(script: string, folder: string): Promise<Uint8Array> {
  return bundle(script, folder, { platform: 'node', format: 'cjs' });
}

async function bundle(script: string, folder: string, options: BuildOptions): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: folder },
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'silent',
    ...options,
  });
  return outputFiles?.[0]?.contents ?? new Uint8Array();
}

/** Modules that some engines import if they find files; a browser bundler would leave them out. */
const nodeModules = ['node:*', 'fs', 'path', 'os', 'url', 'util', 'events', 'stream', 'process', 'buffer'];
