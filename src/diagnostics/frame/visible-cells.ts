/** One character in the form in which a terminal shows it. */
export interface Cell {
  /** Its offset in the text, in UTF-16 code units. */
  readonly start: number;
  readonly text: string;
  /** The number of columns that it takes. */
  readonly width: number;
}

const tabWidth = 4;
/** Created on demand: the platform takes longer for it than for everything else in an import. */
let segmenter: Intl.Segmenter | undefined;
/** East Asian wide and full-width characters (Unicode Standard Annex 11), and emoji. */
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;
/** ASCII without control characters: dividing other text into characters is slow. */
const plain = /^[ -~]*$/;
const unseen = /^[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;
const controlPictures = 0x2400;

/**
 * A text divided into the cells of a terminal. Tabs become spaces, and control characters, which could steer a terminal
 * or change the direction of writing, become visible.
 */
export function visibleCells(text: string): Cell[] {
  if (isPlain(text)) return Array.from(text, (character, start) => ({ start, text: character, width: 1 }));
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment, index }) => {
    const shown = visible(segment);
    return { start: index, text: shown, width: shown === segment ? widthOf(segment) : shown.length };
  });
}

/** A text on a single line, as a terminal shows it. */
export function visibleText(text: string): string {
  if (isPlain(text)) return text;
  return visibleCells(text)
    .map(cell => cell.text)
    .join('');
}

/** Whether each character is shown unchanged, in one column. */
function isPlain(text: string): boolean {
  return plain.test(text);
}

/** The cost of dividing a text into cells, in units of a budget. */
export function cellUnits(text: string): number {
  return 100 + text.length * (isPlain(text) ? 1 : 20);
}

function visible(segment: string): string {
  if (segment === '\t') return ' '.repeat(tabWidth);
  if (!unseen.test(segment)) return segment;
  const code = segment.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(controlPictures + code) : '\ufffd';
}

function widthOf(segment: string): number {
  return wide.test(segment) || segment.includes('\ufe0f') ? 2 : 1;
}
