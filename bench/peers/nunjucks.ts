import nunjucks from 'nunjucks';
import { isoSeconds, writePieces } from '../payloads/piece.ts';
import type { Peer } from './peer.ts';

const environment = new nunjucks.Environment(null, { autoescape: false });
environment.addFilter('iso', isoSeconds);

export const nunjucksPeer: Peer = {
  name: 'nunjucks',
  write: pieces =>
    writePieces(pieces, {
      text: text => text,
      value: name => `{{${name}}}`,
      date: '{{date | iso}}',
      ifError: (then, otherwise) => `{%if isError%}${then}{%else%}${otherwise}{%endif%}`,
    }),
  compile: source => {
    // Compiles now instead of at the first rendering.
    const eager = true;
    const template = new nunjucks.Template(source, environment, 'payload', eager);
    return context => template.render(context);
  },
};
