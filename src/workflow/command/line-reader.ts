/** A line that a program wrote. */
export interface OutputLine {
  /** In UTF-8; bytes that are not UTF-8 are replaced. Without its end. */
  readonly text: string;
  /** Whether it was longer, and the rest of it is lost. */
  readonly isCut: boolean;
}

/** Cuts bytes into lines. Of a line without an end it keeps the beginning alone, however many bytes come. */
export class LineReader {
  readonly #maxBytes: number;
  readonly #onLine: (line: OutputLine) => void;
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #isCut = false;

  constructor(maxBytes: number, onLine: (line: OutputLine) => void) {
    this.#maxBytes = maxBytes;
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      this.#keep(chunk.subarray(start, end));
      this.#finish();
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
  }

  /** The last line may have no end. */
  end(): void {
    if (this.#keptBytes > 0) this.#finish();
  }

  #keep(bytes: Buffer): void {
    const room = this.#maxBytes - this.#keptBytes;
    if (bytes.length > room) this.#isCut = true;
    const kept = bytes.subarray(0, room);
    if (kept.length === 0) return;
    this.#kept.push(kept);
    this.#keptBytes += kept.length;
  }

  #finish(): void {
    const text = Buffer.concat(this.#kept).toString('utf8').replace(/\r$/, '');
    const line = { text, isCut: this.#isCut };
    this.#kept = [];
    this.#keptBytes = 0;
    this.#isCut = false;
    this.#onLine(line);
  }
}

const lineFeed = 0x0a;
