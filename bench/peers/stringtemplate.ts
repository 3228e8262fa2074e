import { ST } from 'stringtemplate4ts';
import { isoSeconds, writePieces } from '../payloads/piece.ts';
import type { Peer } from './peer.ts';

const names = ['event', 'isError', 'errorCount', 'recordsProcessed', 'profile'] as const;

export const stringtemplate: Peer = {
  name: 'stringtemplate4ts',
  write: pieces =>
    writePieces(pieces, {
      text: text => text,
      value: name => `$${name}$`,
      date: '$date$',
      ifError: (then, otherwise) => `$if(isError)$${then}$else$${otherwise}$endif$`,
    }),
  compile: source => {
    const prototype = new ST(source, '$', '$');
    return context => {
      const template = new ST(prototype);
      for (const name of names) template.add(name, context[name]);
      return template.add('date', isoSeconds(context.date)).render();
    };
  },
};
