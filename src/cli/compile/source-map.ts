import { SourceLines } from '../../diagnostics/frame/source-lines.ts';

/** A place in a source, for a line of what was written. */
export interface MappedLine {
  /** The line of the code, from 0. */
  readonly line: number;
  /** In the source, in UTF-16 code units. */
  readonly offset: number;
}

interface MappedFile {
  /** The name of the file with the code. */
  readonly file: string;
  /** The path of the source from there, with slashes. */
  readonly source: string;
  readonly text: string;
  /** In the order of the lines. */
  readonly mapped: readonly MappedLine[];
}

/** A source map (ECMA-426) of whole lines, without the contents of the source, which may have secrets. */
export function writeSourceMap({ file, source, text, mapped }: MappedFile): string {
  const lines = new SourceLines(text);
  const groups: string[] = [];
  const last = { line: 0, column: 0 };
  for (const { line, offset } of mapped) {
    while (groups.length < line) groups.push('');
    const at = lines.lineAt(offset);
    const column = offset - lines.rangeOf(at).start;
    // The column of the code and the index of the source are 0.
    groups.push(`AA${digits(at - last.line)}${digits(column - last.column)}`);
    Object.assign(last, { line: at, column });
  }
  const sources = [source.split('/').map(encodeURIComponent).join('/')];
  return `${JSON.stringify({ version: 3, file, sources, names: [], mappings: groups.join(';') })}\n`;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** A number in base 64, five bits a digit, the lowest first; the sign is its last bit. */
function digits(number: number): string {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = '';
  do {
    const digit = rest & 31;
    rest >>>= 5;
    text += alphabet[rest > 0 ? digit | 32 : digit];
  } while (rest > 0);
  return text;
}
