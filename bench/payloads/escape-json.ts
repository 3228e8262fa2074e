const needsEscaping = /["\\\p{Cc}\p{Cs}]/u;

/** The escaping that a careful person writes for text inside a JSON string. */
export function escapeJson(text: string): string {
  return needsEscaping.test(text) ? JSON.stringify(text).slice(1, -1) : text;
}
