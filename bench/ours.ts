import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { precompileTemplate } from '../src/template/precompile/precompile-template.ts';
import { compileTemplate } from '../src/template/template.ts';
import type { TemplateOptions } from '../src/template/template-options.ts';
import type { Payload } from './payloads/payload.ts';
import { writePieces } from './payloads/piece.ts';
import type { Render } from './peers/peer.ts';

export const ours = 'hookplate';
export const precompiled = 'hookplate, precompiled';

/** The payload as a template of this package. */
export function writeOurs({ pieces }: Pick<Payload, 'pieces'>): string {
  return writePieces(pieces, {
    text: text => text,
    value: name => `$${name}$`,
    date: `$date; format="yyyy-MM-dd'T'HH:mm:ss"$`,
    plainDate: '$date$',
    ifError: (then, otherwise) => `$if(isError)$${then}$else$${otherwise}$endif$`,
  });
}

/** From source to a template that is proved and ready. */
export function compileOurs(source: string, options: TemplateOptions): Render {
  return compileTemplate(source, options).render;
}

/** The same by way of a module, which imports the sources of the runtime. */
export async function precompileOurs(source: string, options: TemplateOptions): Promise<Render> {
  const runtime = new URL('../src/runtime/', import.meta.url).href;
  const code = precompileTemplate(source, options)
    .code.replaceAll('"hookplate/runtime"', `"${runtime}index.ts"`)
    .replaceAll(/"hookplate\/runtime\/(\w+)"/g, `"${runtime}$1/index.ts"`);
  const folder = mkdtempSync(join(tmpdir(), 'hookplate-bench-'));
  try {
    const file = join(folder, 'template.mjs');
    writeFileSync(file, code);
    const module: { readonly render: Render } = await import(pathToFileURL(file).href);
    return module.render;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
