import type { Place } from '../output.ts';

// Everything but `"`, `\`, control characters and surrogates is written unchanged in a JSON string.
const needsEscaping = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

/**
 * The text between the quotes of a JSON string (RFC 8259, section 7). Lone surrogates become `\udxxx` escapes, so that
 * the output can be encoded as UTF-8 without changing its meaning.
 */
function escapeJson(text: string): string {
  return needsEscaping.test(text) ? JSON.stringify(text).slice(1, -1) : text;
}

function quoteJson(text: string): string {
  return needsEscaping.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** Infinity and NaN, which JSON lacks, become `null`, as in `JSON.stringify`. */
function writeNumber(number: number | bigint): string {
  return typeof number === 'bigint' || Number.isFinite(number) ? String(number) : 'null';
}

export const jsonString: Place = {
  name: 'json-string',
  strict: false,
  missing: '',
  text: escapeJson,
  number: String,
  boolean: String,
  json: escapeJson,
};

export const jsonValue: Place = {
  name: 'json-value',
  strict: false,
  missing: 'null',
  text: quoteJson,
  number: writeNumber,
  boolean: String,
  json: json => json,
  numeral: numeral => numeral,
};

export const jsonKey: Place = {
  name: 'json-key',
  strict: false,
  missing: '""',
  text: quoteJson,
  number: number => `"${number}"`,
  boolean: boolean => `"${boolean}"`,
  json: quoteJson,
};
