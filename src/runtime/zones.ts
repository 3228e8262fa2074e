/* Apart from the rest, because the library that knows the zones takes longer to load than everything else. */
export { namedZone } from '../dates/zone/named-zone.ts';
