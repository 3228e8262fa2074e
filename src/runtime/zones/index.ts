/* For zones whose clocks change; the library that knows them takes longer to load than everything else. */
export type { TimeZone } from '../../dates/zone/fixed-zone.ts';
export { namedZone } from '../../dates/zone/named-zone.ts';
