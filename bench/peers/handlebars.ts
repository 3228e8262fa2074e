import Handlebars from 'handlebars';
import { isoSeconds, writePieces } from '../payloads/piece.ts';
import type { Peer } from './peer.ts';

const engine = Handlebars.create();
engine.registerHelper('iso', isoSeconds);

/** Helpers that are known ahead are called without a look at what the name could be instead. */
const options = {
  noEscape: true,
  knownHelpersOnly: true,
  knownHelpers: { iso: true },
  assumeObjects: true,
  data: false,
};

export const handlebars: Peer = {
  name: 'handlebars',
  write: pieces =>
    writePieces(pieces, {
      text: text => text,
      value: name => `{{${name}}}`,
      date: '{{iso date}}',
      ifError: (then, otherwise) => `{{#if isError}}${then}{{else}}${otherwise}{{/if}}`,
    }),
  // `Handlebars.compile` waits for the first rendering; precompiling is the documented way to a ready template.
  compile: source => {
    // The specification is the text of an object, which is what `template` takes once it is evaluated.
    const specification = new Function(
      `return ${engine.precompile(source, options)}`,
    )() as TemplateSpecification;
    const template = engine.template(specification);
    return context => template(context);
  },
};
