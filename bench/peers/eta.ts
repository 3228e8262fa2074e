import { Eta } from 'eta';
import { writePieces } from '../payloads/piece.ts';
import type { Peer } from './peer.ts';

const engine = new Eta({ autoEscape: false, autoTrim: false });

export const eta: Peer = {
  name: 'eta',
  write: pieces =>
    writePieces(pieces, {
      text: text => text,
      value: name => `<%= it.${name} %>`,
      date: '<%= it.date.toISOString().slice(0, 19) %>',
      ifError: (then, otherwise) => `<% if (it.isError) { %>${then}<% } else { %>${otherwise}<% } %>`,
    }),
  compile: source => {
    const template = engine.compile(source);
    return context => template.call(engine, context);
  },
};
