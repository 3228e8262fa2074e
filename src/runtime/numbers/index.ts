/* For numbers that have a pattern or a scale. */
export { formatNumber } from '../../numbers/format-number.ts';
export { formatScaled, formatScaledText } from '../../numbers/scaled-number.ts';
