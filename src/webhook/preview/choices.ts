/** Which value each kind of variable has in a variant, as an index to be taken modulo the number of its values. */
export interface Choice {
  readonly truth: number;
  /** Of a closed set of texts. */
  readonly member: number;
  readonly number: number;
  readonly text: number;
}

/** How many values there are of each kind. */
export type Counts = Choice;

/** More are not tried, neither one value after another nor together. */
const mostChoices = 24;

/** Each value at least once, and then all of them together, both up to a bound; none where no kind has two values. */
export function choicesOf(counts: Counts): readonly Choice[] {
  const { truth, member, number, text } = counts;
  const most = Math.max(truth, member, number, text);
  if (most < 2) return [];
  const each = upTo(most).map(index => ({ truth: index, member: index, number: index, text: index }));
  const together = upTo(most === truth * member * number * text ? 0 : truth * member * number * text);
  return [
    ...each,
    ...together.map(index => ({
      truth: index % truth,
      number: Math.floor(index / truth) % number,
      member: Math.floor(index / truth / number) % member,
      text: Math.floor(index / truth / number / member),
    })),
  ];
}

function upTo(count: number): readonly number[] {
  return Array.from({ length: Math.min(count, mostChoices) }, (_, index) => index);
}
