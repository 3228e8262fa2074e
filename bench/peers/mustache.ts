import Mustache from 'mustache';
import { isoSeconds, writePieces } from '../payloads/piece.ts';
import type { Peer } from './peer.ts';

export const mustache: Peer = {
  name: 'mustache',
  write: pieces =>
    writePieces(pieces, {
      text: text => text,
      value: name => `{{{${name}}}}`,
      // Mustache calls functions that it finds in a context. Contexts stay unchanged, so this one is in their parent.
      date: '{{{iso}}}',
      ifError: (then, otherwise) => `{{#isError}}${then}{{/isError}}{{^isError}}${otherwise}{{/isError}}`,
    }),
  compile: source => {
    const writer = new Mustache.Writer();
    const tokens = writer.parse(source);
    return context => writer.renderTokens(tokens, new Mustache.Context(context, shared));
  },
};

const shared = new Mustache.Context({
  iso(this: { readonly date: Date }): string {
    return isoSeconds(this.date);
  },
});
