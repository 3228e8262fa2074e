import type { SourceRange } from '../../diagnostics/diagnostic.ts';

/** Where a value of HTML needs more than `xml-encode`. */
export interface HtmlRange extends SourceRange {
  /** An address, which becomes code where a value begins it: `javascript:`. Everything in the other ranges is code. */
  readonly isAddress: boolean;
}

/** What the end of a piece of HTML stands in. */
export function lastHtmlCode(text: string): HtmlRange | undefined {
  const last = [...htmlCode(text)].at(-1);
  return last?.end === endless ? last : undefined;
}

/** The end of what is not closed. */
const endless = Number.POSITIVE_INFINITY;

/**
 * Where HTML is code, in order: scripts, styles, and what stands in a tag outside the quotes of an attribute; and where it has
 * addresses. There a reference such as `&quot;` stops nothing.
 */
export function* htmlCode(text: string): Iterable<HtmlRange> {
  const openings = /<!--|<(\/?[a-z\ufffc][^\s/>]*)/gi;
  for (let opening = openings.exec(text); opening; opening = openings.exec(text)) {
    const name = opening[1]?.toLowerCase();
    let end = opening.index;
    if (name === undefined) end = endOf(/-->/g, text, end);
    else end = yield* tagCode(text, end, name);
    if (name === 'script' || name === 'style') {
      const start = end;
      end = endOf(new RegExp(`(?=</${name})`, 'gi'), text, start);
      if (start < end) yield { start, end, isAddress: false };
    }
    if (end === endless) return;
    openings.lastIndex = end;
  }
}

/** A tag without the quoted values of its attributes; gives where it ends. */
function* tagCode(text: string, from: number, name: string): Generator<HtmlRange, number> {
  const stops = />|=\s*(["'])/g;
  stops.lastIndex = from;
  let start = from;
  for (let stop = stops.exec(text); stop; stop = stops.exec(text)) {
    const [, quote] = stop;
    if (quote === undefined) {
      yield { start, end: stops.lastIndex, isAddress: false };
      return stops.lastIndex;
    }
    const end = stops.lastIndex;
    const closed = text.indexOf(quote, end);
    const attribute = text.slice(Math.max(start, stop.index - longestName), stop.index);
    const value = text.slice(end, end + longestName);
    const isAddress = takesAddress.test(attribute) || leads(name, attribute, value);
    if (!takesCode.test(attribute) && !(isAddress && codeAddress.test(value))) {
      yield { start, end, isAddress: false };
      if (isAddress) yield { start: end, end: closed === -1 ? endless : closed, isAddress };
      if (closed === -1) return endless;
      start = closed;
    }
    if (closed === -1) break;
    stops.lastIndex = closed + 1;
  }
  yield { start, end: endless, isAddress: false };
  return endless;
}

const longestName = 40;

/** What handles an event, a style, and a page: their quotes hold code. */
const takesCode = /(?:^|[\s"'/])(?:on[a-z]+|style|srcdoc)\s*$/i;
/** What a browser opens, loads or sends a form to. */
const takesAddress = /(?:^|[\s"'/:])(?:href|src|action|formaction)\s*$/i;
const codeAddress = /^\s*(?:javascript|vbscript):/i;
const refresh = /^[\s\d.\ufffc]*[;,]\s*url\s*=/i;

/** Whether an attribute is an address in this tag alone: the data of an object, and where a page is led to after a while. */
function leads(tag: string, attribute: string, value: string): boolean {
  if (tag === 'object') return /[\s"'/]data\s*$/i.test(attribute);
  return tag === 'meta' && /[\s"'/]content\s*$/i.test(attribute) && refresh.test(value);
}

function endOf(end: RegExp, text: string, from: number): number {
  end.lastIndex = from;
  return end.test(text) ? end.lastIndex : endless;
}
