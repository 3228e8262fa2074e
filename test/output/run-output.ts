import { catalogue } from '../../src/diagnostics/catalogue.ts';
import type { Output, Place, Violation } from '../../src/output/output.ts';

/** Where a value stands in a mini template. In the source it takes as much room as `$v$`. */
export const VALUE = { kind: 'value' } as const;
export type Piece = string | typeof VALUE;

export type Value = string | number | bigint | boolean | undefined | { readonly json: string };

export interface Run {
  readonly violation: Violation | undefined;
  readonly places: readonly Place[];
  readonly warnings: readonly Violation[];
}

const tag = '$v$';

/** The source of a mini template, in which the ranges of violations lie. */
export function sourceOf(pieces: readonly Piece[]): string {
  return pieces.map(piece => (typeof piece === 'string' ? piece : tag)).join('');
}

/** Feeds a mini template through an automaton, as the walk over a real one does. */
export function runOutput<State>(output: Output<State>, pieces: readonly Piece[]): Run {
  const places: Place[] = [];
  const warnings: Violation[] = [];
  let state = output.start();
  let offset = 0;
  for (const [index, piece] of pieces.entries()) {
    if (typeof piece !== 'string') {
      const following = pieces.slice(index).filter(each => typeof each === 'string');
      const landing = output.place(state, following.join(''));
      if ('violation' in landing) {
        return {
          places,
          warnings,
          violation: { ...landing.violation, start: offset, end: offset + tag.length },
        };
      }
      places.push(landing.place);
      const range = { start: offset, end: offset + tag.length };
      warnings.push(...(landing.warnings ?? []).map(warning => ({ ...range, ...warning })));
      state = output.after(state, range);
      offset += tag.length;
    } else {
      const step = output.advance(state, piece, offset);
      if ('violation' in step) return { places, warnings, violation: step.violation };
      warnings.push(...(step.warnings ?? []));
      state = step.state;
      offset += piece.length;
    }
  }
  const end = output.end(state, offset);
  if (!end || catalogue[end.code].severity === 'error') return { places, warnings, violation: end };
  return { places, warnings: [...warnings, end], violation: undefined };
}

/** The place that the one value of a mini template gets. */
export function placeIn<State>(output: Output<State>, ...pieces: readonly Piece[]): string {
  const { violation, places } = runOutput(output, pieces);
  return violation?.code ?? places.map(place => place.name + (place.strict ? ' strict' : '')).join(', ');
}

/** The violation's code and the source text that it points at: `json-unexpected at }`. */
export function violationIn<State>(output: Output<State>, ...pieces: readonly Piece[]): string | undefined {
  const { violation } = runOutput(output, pieces);
  return violation && `${violation.code} at ${sourceOf(pieces).slice(violation.start, violation.end)}`;
}

/** The mini template with its values written by their places; throws what the places throw. */
export function fill(
  pieces: readonly Piece[],
  places: readonly Place[],
  valueAt: (index: number) => Value,
): string {
  let index = 0;
  return pieces
    .map(piece => {
      if (typeof piece === 'string') return piece;
      const place = places[index];
      if (!place) throw new Error('a value without a place');
      return write(place, valueAt(index++));
    })
    .join('');
}

export function write(place: Place, value: Value): string {
  if (value === undefined) return place.missing;
  if (typeof value === 'string') return place.text(value);
  if (typeof value === 'number' || typeof value === 'bigint') return place.number(value);
  return typeof value === 'boolean' ? place.boolean(value) : place.json(value.json);
}

/** The same template with its literal text cut at every place that `cuts` names. */
export function cutPieces(pieces: readonly Piece[], cuts: readonly number[]): Piece[] {
  return pieces.flatMap((piece): Piece[] => {
    if (typeof piece !== 'string') return [piece];
    const at = [0, ...cuts.map(cut => cut % (piece.length + 1)), piece.length].toSorted((a, b) => a - b);
    return at.slice(1).map((end, index) => piece.slice(at[index], end));
  });
}

/** The part that two runs of one template must share: whether, why and where it fails, and the places of its values. */
export function outcome({ violation, places }: Run): unknown {
  return { code: violation?.code, start: violation?.start, places };
}
