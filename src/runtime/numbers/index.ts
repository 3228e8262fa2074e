/* For numbers that have a pattern or a scale, or on which a schema relies. */
export { formatNumber } from '../../numbers/format-number.ts';
export { formatScaled, formatScaledText } from '../../numbers/scaled-number.ts';
export { boundedNumber } from '../../template/render/bounded-number.ts';
