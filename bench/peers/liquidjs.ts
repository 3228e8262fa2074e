import { Liquid } from 'liquidjs';
import { isoSeconds, writePieces } from '../payloads/piece.ts';
import type { Peer } from './peer.ts';

const engine = new Liquid();
engine.registerFilter('iso', isoSeconds);

export const liquidjs: Peer = {
  name: 'liquidjs',
  write: pieces =>
    writePieces(pieces, {
      text: text => text,
      value: name => `{{${name}}}`,
      date: '{{date | iso}}',
      ifError: (then, otherwise) => `{%if isError%}${then}{%else%}${otherwise}{%endif%}`,
    }),
  compile: source => {
    const template = engine.parse(source);
    return context => String(engine.renderSync(template, context));
  },
};
