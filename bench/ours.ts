import { compileTemplate } from '../src/template/template.ts';
import type { TemplateOptions } from '../src/template/template-options.ts';
import type { Payload } from './payloads/payload.ts';
import { writePieces } from './payloads/piece.ts';
import type { Render } from './peers/peer.ts';

export const ours = 'hookplate';

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
