/* For numbers that have a pattern. */
export { formatNumber } from '../../numbers/format-number.ts';
