import { RefusedValue } from '../../output/output.ts';

/** Under a schema, no number takes more characters: the proof counts on it. */
export const maxBoundedLength = 40;

/**
 * The text of a number, if a schema may rely on it; undefined stays so.
 *
 * @throws {RefusedValue} for a number that no double can hold, or rounded so that none can, and for a longer text.
 */
export function boundedNumber<Text extends string | undefined>(value: unknown, text: Text): Text {
  if (text === undefined) return text;
  const isWithin = Number.isFinite(Number(value)) && Math.abs(Number(text)) !== Number.POSITIVE_INFINITY;
  if (!isWithin || text.length > maxBoundedLength)
    throw new RefusedValue('is a number that is too large or too long');
  return text;
}
