const longest = 60;
const unseen = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

/** A piece of a source for a message: on one line, shortened, with invisible characters spelled out. */
export function excerpt(source: string): string {
  // Later characters cannot matter: cutting first makes long pieces cheap.
  const text = source
    .slice(0, longest * 4)
    .trim()
    .replace(/\s+/g, ' ');
  const cut = source.length > longest * 4 || text.length > longest ? `${cutAt(text)}…` : text;
  return cut.replace(unseen, codePointOf);
}

/** An excerpt as code. */
export function quote(source: string): string {
  return `\`${excerpt(source)}\``;
}

function cutAt(text: string): string {
  const cut = text.slice(0, longest - 1);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

function codePointOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
