import { dotPeer } from './dot.ts';
import { ejsPeer } from './ejs.ts';
import { eta } from './eta.ts';
import { handlebars } from './handlebars.ts';
import { liquidjs } from './liquidjs.ts';
import { mustache } from './mustache.ts';
import { nunjucksPeer } from './nunjucks.ts';
import type { Peer } from './peer.ts';
import { stringtemplate } from './stringtemplate.ts';

/** The engines that people would otherwise use. */
export const peers: readonly Peer[] = [
  eta,
  dotPeer,
  ejsPeer,
  handlebars,
  mustache,
  nunjucksPeer,
  liquidjs,
  stringtemplate,
];
