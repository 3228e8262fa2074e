import ejs from 'ejs';
import { writePieces } from '../payloads/piece.ts';
import type { Peer } from './peer.ts';

export const ejsPeer: Peer = {
  name: 'ejs',
  write: pieces =>
    writePieces(pieces, {
      text: text => text,
      value: name => `<%- it.${name} %>`,
      date: '<%- it.date.toISOString().slice(0, 19) %>',
      ifError: (then, otherwise) => `<% if (it.isError) { %>${then}<% } else { %>${otherwise}<% } %>`,
    }),
  // Strict mode forgoes `with`, and without debug information nothing counts lines.
  compile: source => ejs.compile(source, { strict: true, localsName: 'it', compileDebug: false }),
};
