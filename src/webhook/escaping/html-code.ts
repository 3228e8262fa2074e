import type { SourceRange } from '../../diagnostics/diagnostic.ts';

/** Whether what comes after a piece of HTML is code: a script, a style, or a tag outside the quotes of an attribute. */
export function endsInHtmlCode(text: string): boolean {
  return [...htmlCode(text)].at(-1)?.end === endless;
}

/** The end of what is not closed. */
const endless = Number.POSITIVE_INFINITY;

/**
 * Where HTML is code, in order: scripts, styles, what stands in a tag outside the quotes of an attribute, and where an
 * address begins, which may become `javascript:`. There a reference such as `&quot;` stops nothing.
 */
export function* htmlCode(text: string): Iterable<SourceRange> {
  const openings = /<!--|<(\/?[a-z\ufffc][^\s/>]*)/gi;
  for (let opening = openings.exec(text); opening; opening = openings.exec(text)) {
    const name = opening[1]?.toLowerCase();
    let end = opening.index;
    if (name === undefined) end = endOf(/-->/g, text, end);
    else end = yield* tagCode(text, end);
    if (name === 'script' || name === 'style') {
      const start = end;
      end = endOf(new RegExp(`(?=</${name})`, 'gi'), text, start);
      if (start < end) yield { start, end };
    }
    if (end === endless) return;
    openings.lastIndex = end;
  }
}

/** A tag without the quoted values of its attributes; gives where it ends. */
function* tagCode(text: string, from: number): Generator<SourceRange, number> {
  const stops = />|=\s*(["'])/g;
  stops.lastIndex = from;
  let start = from;
  for (let stop = stops.exec(text); stop; stop = stops.exec(text)) {
    const [, quote] = stop;
    if (quote === undefined) {
      yield { start, end: stops.lastIndex };
      return stops.lastIndex;
    }
    const end = stops.lastIndex;
    const closed = text.indexOf(quote, end);
    const attribute = text.slice(Math.max(start, stop.index - longestName), stop.index);
    const isAddress = takesAddress.test(attribute);
    if (!takesCode.test(attribute) && !(isAddress && isCodeAddress(text, end))) {
      yield { start, end };
      if (isAddress) yield { start: end, end: endOfBeginning(text, end) };
      if (closed === -1) return endless;
      start = closed;
    }
    if (closed === -1) break;
    stops.lastIndex = closed + 1;
  }
  yield { start, end: endless };
  return endless;
}

const longestName = 40;

/** What handles an event, and a style: their quotes hold code. */
const takesCode = /(?:^|[\s"'/])(?:on[a-z]+|style)\s*$/i;
/** What a browser opens, loads or sends a form to. */
const takesAddress = /(?:^|[\s"'/:])(?:href|src|action|formaction)\s*$/i;

function isCodeAddress(text: string, start: number): boolean {
  return /^\s*(?:javascript|vbscript):/i.test(text.slice(start, start + longestName));
}

/** Behind all values that an address begins with; endless where nothing of it is written yet. */
function endOfBeginning(text: string, start: number): number {
  const beginning = /[\s\ufffc]*/y;
  beginning.lastIndex = start;
  beginning.test(text);
  return beginning.lastIndex < text.length ? beginning.lastIndex : endless;
}

function endOf(end: RegExp, text: string, from: number): number {
  end.lastIndex = from;
  return end.test(text) ? end.lastIndex : endless;
}
