/** A parsed Java `DecimalFormat` pattern. */
export interface DecimalPattern {
  readonly positive: Affixes;
  readonly negative: Affixes;
  /** The factor of a number: 100 for `%`, 1000 for `‰`. */
  readonly multiplier: number;
  readonly minInteger: number;
  /** Limited only if there is an exponent. */
  readonly maxInteger: number;
  readonly minFraction: number;
  readonly maxFraction: number;
  /** The number of digits between two commas; 0 without commas. */
  readonly groupSize: number;
  /** Whether the point is written even without digits before or after it. */
  readonly isPointKept: boolean;
  /** The minimum number of exponent digits; 0 without an exponent. */
  readonly exponentDigits: number;
  /** Whether it has a `#` or a `0`; Java prints whole numbers if it has none. */
  readonly hasDigits: boolean;
}

/** The texts around the digits. */
interface Affixes {
  readonly prefix: string;
  readonly suffix: string;
}

/** The reason why `DecimalFormat` refuses a pattern, and the offset of the character. */
export interface PatternMistake {
  readonly mistake:
    | 'zero-after-hash'
    | 'hash-after-zero'
    | 'second-point'
    | 'comma-after-point'
    | 'comma-at-end'
    | 'second-exponent'
    | 'exponent-without-digits'
    | 'second-percent'
    | 'semicolon'
    | 'unclosed-quote';
  readonly at: number;
}

/** Parses a pattern like the JDK's `DecimalFormat.applyPattern`. */
export function parseDecimalPattern(source: string): DecimalPattern | PatternMistake {
  return source === '' ? emptyPattern : new PatternReader(source).read();
}

export function isMistake(pattern: DecimalPattern | PatternMistake): pattern is PatternMistake {
  return 'mistake' in pattern;
}

/**
 * Whether a pattern formats every finite number as a JSON number (RFC 8259, section 6): at least one digit before the
 * point but no additional zeros, no groups, no point without digits, and nothing around it but the `-` of a negative
 * number.
 */
export function writesJsonNumbers(pattern: DecimalPattern): boolean {
  const { positive, negative, minInteger, maxFraction, groupSize, isPointKept, exponentDigits } = pattern;
  const isWhole = maxFraction === 0 && exponentDigits === 0;
  return (
    (minInteger === 1 || (minInteger === 0 && isWhole)) &&
    groupSize === 0 &&
    !isPointKept &&
    positive.prefix + positive.suffix + negative.suffix === '' &&
    negative.prefix === '-'
  );
}

const maxFractionDigits = 340;

const emptyPattern: DecimalPattern = {
  positive: { prefix: '', suffix: '' },
  negative: { prefix: '-', suffix: '' },
  multiplier: 1,
  minInteger: 0,
  maxInteger: Number.POSITIVE_INFINITY,
  minFraction: 0,
  maxFraction: maxFractionDigits,
  groupSize: 3,
  isPointKept: false,
  exponentDigits: 0,
  hasDigits: false,
};

class PatternReader {
  readonly #source: string;
  #at = 0;
  #mistake: PatternMistake | undefined;
  #multiplier = 1;
  // `#` before the first `0`, `0`, and `#` after the last.
  #hashesBefore = 0;
  #zeros = 0;
  #hashesAfter = 0;
  /** The number of digits before the point. */
  #point: number | undefined;
  /** The number of digits after the last comma. */
  #group: number | undefined;
  #commaAt = 0;
  #exponentDigits = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): DecimalPattern | PatternMistake {
    const positive = this.#part(false);
    const multiplier = this.#multiplier;
    this.#checkDigits();
    const negative = this.#at < this.#source.length ? this.#part(true) : positive;
    return this.#mistake ?? this.#pattern(positive, negative, multiplier);
  }

  #refuse(mistake: PatternMistake['mistake'], at = this.#at): void {
    this.#mistake ??= { mistake, at };
  }

  /** One side of the `;`: text, digits and text. Digits after text belong to the number again. */
  #part(isNegative: boolean): Affixes {
    const affixes = { prefix: '', suffix: '' };
    let affix: keyof Affixes = 'prefix';
    let isInDigits = false;
    let quoteAt = -1;
    this.#multiplier = 1;
    for (; this.#at < this.#source.length; this.#at++) {
      const character = this.#source.charAt(this.#at);
      if (quoteAt === -1 && isDigitMark(character)) {
        isInDigits = true;
        if (!isNegative) this.#digit(character);
      } else if (isInDigits && character === 'E') {
        if (isNegative) continue;
        this.#exponent();
        isInDigits = false;
        affix = 'suffix';
      } else {
        if (isInDigits) affix = 'suffix';
        isInDigits = false;
        if (character === "'") {
          if (this.#source[this.#at + 1] === "'") {
            affixes[affix] += "''";
            this.#at++;
          } else quoteAt = quoteAt === -1 ? this.#at : -1;
        } else if (quoteAt !== -1) affixes[affix] += character;
        else if (character === ';') {
          if (affix === 'prefix' || isNegative) this.#refuse('semicolon');
          this.#at++;
          return affixes;
        } else affixes[affix] += this.#symbol(character);
      }
    }
    if (quoteAt !== -1) this.#refuse('unclosed-quote', quoteAt);
    return affixes;
  }

  #digit(character: string): void {
    const digits = this.#hashesBefore + this.#zeros + this.#hashesAfter;
    if (character === ',') {
      this.#group = 0;
      this.#commaAt = this.#at;
    } else if (character === '.') {
      if (this.#point !== undefined) this.#refuse('second-point');
      this.#point = digits;
    } else {
      if (this.#group !== undefined && this.#point === undefined) this.#group++;
      if (character === '0') {
        if (this.#hashesAfter > 0) this.#refuse('zero-after-hash');
        this.#zeros++;
      } else if (this.#zeros > 0) this.#hashesAfter++;
      else this.#hashesBefore++;
    }
  }

  /** Leaves the position at the last zero. */
  #exponent(): void {
    if (this.#exponentDigits > 0) this.#refuse('second-exponent');
    this.#exponentDigits = /^0*/.exec(this.#source.slice(this.#at + 1))?.[0].length ?? 0;
    const isComplete = this.#exponentDigits > 0 && this.#hashesBefore + this.#zeros > 0;
    if (!isComplete) this.#refuse('exponent-without-digits');
    this.#at += this.#exponentDigits;
  }

  /** Text outside quotes; symbols are marked with a quote, so that they differ from quoted text. */
  #symbol(character: string): string {
    if (character === '%' || character === '‰') {
      if (this.#multiplier !== 1) this.#refuse('second-percent');
      this.#multiplier = character === '%' ? 100 : 1000;
      return `'${character}`;
    }
    if (character === '-') return "'-";
    if (character !== '¤') return character;
    if (this.#source[this.#at + 1] !== '¤') return "'¤";
    this.#at++;
    return "'¤¤";
  }

  #checkDigits(): void {
    const hasPointAlone = this.#zeros === 0 && this.#hashesBefore > 0 && this.#point !== undefined;
    if (hasPointAlone) {
      // `#.##` means `0.##`, and `.##` means `.0#`.
      const integer = Math.max(1, this.#point ?? 0);
      this.#hashesAfter = this.#hashesBefore - integer;
      this.#hashesBefore = integer - 1;
      this.#zeros = 1;
    }
    const isPointAmongZeros =
      this.#point === undefined
        ? this.#hashesAfter === 0
        : this.#point >= this.#hashesBefore && this.#point <= this.#hashesBefore + this.#zeros;
    if (this.#group === 0)
      this.#refuse(this.#point === undefined ? 'comma-at-end' : 'comma-after-point', this.#commaAt);
    else if (!isPointAmongZeros) this.#refuse('hash-after-zero', 0);
  }

  #pattern(positive: Affixes, negative: Affixes, multiplier: number): DecimalPattern {
    const digits = this.#hashesBefore + this.#zeros + this.#hashesAfter;
    const integer = this.#point ?? digits;
    const minInteger = integer - this.#hashesBefore;
    const isSame = positive.prefix === negative.prefix && positive.suffix === negative.suffix;
    const minus = isSame ? { ...positive, prefix: `'-${positive.prefix}` } : negative;
    return {
      positive: written(positive),
      negative: written(minus),
      multiplier,
      minInteger,
      maxInteger: this.#exponentDigits > 0 ? integer : Number.POSITIVE_INFINITY,
      minFraction: this.#hashesBefore + this.#zeros - integer,
      maxFraction: digits - integer,
      groupSize: this.#group ?? 0,
      isPointKept: this.#point === 0 || this.#point === digits,
      exponentDigits: this.#exponentDigits,
      hasDigits: digits > 0,
    };
  }
}

function isDigitMark(character: string): boolean {
  return character === '#' || character === '0' || character === ',' || character === '.';
}

function written({ prefix, suffix }: Affixes): Affixes {
  return { prefix: writtenAffix(prefix), suffix: writtenAffix(suffix) };
}

const currencies: ReadonlyMap<string, string> = new Map([
  ["'¤", '$'],
  ["'¤¤", 'USD'],
]);

function writtenAffix(marked: string): string {
  return marked.replace(/'(?:¤¤|[\s\S])/g, mark => currencies.get(mark) ?? mark.slice(1));
}
