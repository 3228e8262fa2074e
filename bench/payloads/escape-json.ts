// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON escapes
const needsEscaping = /["\\\u0000-\u001f\ud800-\udfff]/;

/** The escaping that a careful person writes for text inside a JSON string. */
export function escapeJson(text: string): string {
  return needsEscaping.test(text) ? JSON.stringify(text).slice(1, -1) : text;
}
