import { tokenPattern } from './field-syntax.ts';

export interface MediaTypeParameter {
  readonly name: string;
  /** Without quotes and escapes. */
  readonly value: string;
  /** The range of the value, between its quotes. */
  readonly range: { readonly start: number; readonly end: number };
}

const quoted = '"(?:[\\t !#-[\\]-~]|\\\\[\\t -~])*"';
/** RFC 9110, sections 8.3.1 and 5.6.6. */
const mediaType = new RegExp(
  `^${tokenPattern}/${tokenPattern}(?:[ \\t]*;(?:[ \\t]*${tokenPattern}=(?:${tokenPattern}|${quoted}))?)*$`,
);
const parameter = new RegExp(`;[ \\t]*(${tokenPattern})=(${tokenPattern}|${quoted})`, 'g');

export function isMediaType(text: string): boolean {
  return mediaType.test(text);
}

/** The type and subtype of a media type, without its parameters. */
export function essenceOf(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim();
}

/** The parameters of a media type, in order. */
export function parametersOf(mediaType: string): readonly MediaTypeParameter[] {
  return [...mediaType.matchAll(parameter)].map(({ 0: whole, 1: name = '', 2: written = '', index }) => {
    const quote = written.startsWith('"') ? 1 : 0;
    const end = index + whole.length;
    const range = { start: end - written.length + quote, end: end - quote };
    return { name, value: written.replace(/\\(.)|"/g, '$1'), range };
  });
}
