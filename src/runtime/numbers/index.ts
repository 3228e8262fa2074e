/* For numbers with a pattern. */
export { formatNumber } from '../../numbers/format-number.ts';
