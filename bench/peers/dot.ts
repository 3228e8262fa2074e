import dot from 'dot';
import { writePieces } from '../payloads/piece.ts';
import type { Peer } from './peer.ts';

const settings = { ...dot.templateSettings, strip: false };

export const dotPeer: Peer = {
  name: 'dot',
  write: pieces =>
    writePieces(pieces, {
      text: text => text,
      value: name => `{{=it.${name}}}`,
      date: '{{=it.date.toISOString().slice(0, 19)}}',
      ifError: (then, otherwise) => `{{?it.isError}}${then}{{??}}${otherwise}{{?}}`,
    }),
  compile: source => dot.template(source, settings),
};
