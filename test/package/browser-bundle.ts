import { builtinModules } from 'node:module';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

export interface BrowserBundle {
  readonly minifiedBytes: number;
  readonly gzippedBytes: number;
  readonly code: string;
  /** Imports left unresolved, such as modules of Node.js. */
  readonly imports: readonly string[];
  readonly exports: readonly string[];
  /** The texts of what the bundler warns of. */
  readonly warnings: readonly string[];
  /** The files that were read for it. */
  readonly modules: readonly string[];
  /** Those of them with something in it. */
  readonly written: readonly string[];
}

/**
 * An entry of what was built, the engine unless another is named, as a page would load it: bundled for a browser, minified,
 * gzipped at level 9. `names` are the exports that the page imports. Default: all.
 */
export async function browserBundle(entry = 'hookplate', names = '*'): Promise<BrowserBundle> {
  const { outputFiles, metafile, warnings } = await build({
    stdin: { contents: `export ${names} from '${entry}';`, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    // Modules that cannot be in a page are listed among the imports, instead of failing the build.
    external: ['node:*', ...builtinModules],
    metafile: true,
    write: false,
    logLevel: 'error',
    outdir: 'out',
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  return {
    minifiedBytes: code.byteLength,
    code: new TextDecoder().decode(code),
    gzippedBytes: gzipSync(code, { level: 9 }).byteLength,
    imports: Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path)),
    exports: Object.values(metafile.outputs).flatMap(output => output.exports),
    warnings: warnings.map(warning => warning.text),
    modules: Object.keys(metafile.inputs),
    written: Object.values(metafile.outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
    ),
  };
}
