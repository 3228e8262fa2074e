import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compileTextFormat,
  formatsFor,
  isEncoder,
  maxWritten,
  textFormatNames,
} from '../../../src/template/resolve/text-format.ts';
import { anyString } from '../../any-string.ts';
import { runs } from '../../properties.ts';

const encoders = textFormatNames.filter(isEncoder);

function written(format: string, text: string): string {
  return compileTextFormat(format, undefined)?.(text) ?? text;
}

/** Strings in which most characters mean something to some syntax. */
const specialString = fc
  .array(fc.oneof(fc.constantFrom(...'\\\\\\,= "\'&<>#;_*[]()~`+-|{}.!\r\n\tab1'), anyString), {
    maxLength: 20,
  })
  .map(parts => parts.join(''));

const texts = fc.oneof(anyString, specialString);

/** Reads character references as browsers do, knowing only those names. */
function decodeReferences(text: string, names: Readonly<Record<string, string>>): string {
  return text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code?: string, name?: string) =>
    code === undefined ? (names[name ?? ''] ?? whole) : String.fromCodePoint(Number(code)),
  );
}

/** Reads a backslash before one of these characters as that character, from left to right. */
function decodeBackslashes(text: string, escapable: RegExp): string {
  let decoded = '';
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\' && escapable.test(text[at + 1] ?? '')) at++;
    decoded += text[at];
  }
  return decoded;
}

/** The characters that no backslash stands before, read from left to right. */
function unescaped(text: string): string {
  return text.replace(/\\./gsu, '');
}

describe('what a receiver of an inner syntax reads', () => {
  const references = { amp: '&', lt: '<', gt: '>' };

  it('is the value itself in Slack, without a control character of mrkdwn', () => {
    fc.assert(
      fc.property(texts, text => {
        const escaped = written('slack-escape', text);
        expect(escaped).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
        expect(decodeReferences(escaped, references)).toBe(text);
      }),
    );
    expect(written('slack-escape', `<!channel> "a" & 'é'`)).toBe(`&lt;!channel&gt; "a" &amp; 'é'`);
  });

  it('is the value itself in the text and in the attributes of HTML', () => {
    fc.assert(
      fc.property(texts, text => {
        const escaped = written('html-escape', text);
        expect(escaped).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/);
        expect(decodeReferences(escaped, { ...references, quot: '"' })).toBe(text);
      }),
    );
    expect(written('html-escape', `<b> "a" & 'é'`)).toBe('&lt;b&gt; &quot;a&quot; &amp; &#39;é&#39;');
  });

  // core.telegram.org/bots/api#markdownv2-style: these must be escaped, and any character from 1 to 126 can be.
  it('is the value itself in MarkdownV2 of Telegram', () => {
    fc.assert(
      fc.property(texts, text => {
        const escaped = written('telegram-markdown', text);
        expect(unescaped(escaped)).not.toMatch(/[_*[\]()~`>#+\-=|{}.!\\]/);
        expect(decodeBackslashes(escaped, /^(?!\0|\x7f)\p{ASCII}$/u)).toBe(text);
      }),
    );
    expect(written('telegram-markdown', 'v1.2 [ok](a\\b) #3, "é"')).toBe(
      'v1\\.2 \\[ok\\]\\(a\\\\b\\) \\#3, "é"',
    );
  });

  // docs.influxdata.com, "Line protocol": string fields have two escapes.
  it('is the value itself in a field of InfluxDB, but for line breaks', () => {
    fc.assert(
      fc.property(texts, text => {
        const escaped = written('influx-text', text);
        expect(escaped).not.toMatch(/[\r\n]/);
        expect(unescaped(escaped)).not.toMatch(/["\\]/);
        expect(decodeBackslashes(escaped, /["\\]/)).toBe(text.replace(/\r\n|\r|\n/g, ' '));
      }),
    );
  });

  /** How version 2 reads a tag: a backslash is one, unless a comma, a space or an equal sign follows. */
  const inVersion2 = (tag: string) => decodeBackslashes(tag, /[,= ]/);
  /** How version 3 reads it: two backslashes are one, too. */
  const inVersion3 = (tag: string) => decodeBackslashes(tag, /[,= \\]/);

  it('is the value itself in a tag of InfluxDB, but for control characters and backslashes without an escape', () => {
    fc.assert(
      fc.property(texts, text => {
        const escaped = written('influx-tag', text);
        const [...characters] = text.replace(/\p{Cc}/gu, ' ');
        const expected = characters.map((character, index) =>
          character === '\\' && ['\\', ',', '=', ' ', undefined].includes(characters[index + 1])
            ? '\ufffd'
            : character,
        );
        expect(inVersion2(escaped)).toBe(expected.join(''));
        expect(inVersion3(escaped)).toBe(expected.join(''));
      }),
    );
  });

  it('ends no tag and no line of InfluxDB', () => {
    fc.assert(
      fc.property(texts, text => {
        const escaped = written('influx-tag', text);
        expect(escaped).not.toMatch(/\p{Cc}/u);
        expect(escaped.replace(/\\[,= ]/g, '')).not.toMatch(/[,= ]/);
        expect(escaped).not.toMatch(/\\\\|\\$/);
      }),
    );
    expect(written('influx-tag', 'C:\\a dir\\,x=1\n')).toBe('C:\\a\\ dir\ufffd\\,x\\=1\\ ');
  });
});

describe('maxWritten', () => {
  it.each([
    ['slack-escape', 5, 5],
    ['html-escape', 6, 6],
    ['markdown-escape', 2, 2],
    ['telegram-markdown', 2, 2],
    ['influx-tag', 2, 2],
    ['influx-text', 2, 2],
    ['json-encode', 6, 6],
    ['url-encode', 9, 12],
    ['xml-encode', 8, 10],
    ['upper trim', 1, 1],
    ['one-line slack-escape markdown-escape', 7, 7],
    ['json-encode url-encode', 9, 12],
  ])('of %s is %d for a unit and %d for a code point', (format, perUnit, perCodePoint) => {
    expect(maxWritten(format)).toEqual({ perUnit, perCodePoint });
  });

  /** Single encoders, and each after another. */
  const formats = encoders.flatMap(first => [first, ...encoders.map(second => `${first} ${second}`)]);

  it('is a bound that each encoder, and each after another, reaches and none exceeds', () => {
    for (const format of formats) {
      const encode = compileTextFormat(format, undefined);
      if (!encode) throw new Error(`${format} changes nothing`);
      const bound = maxWritten(format);
      let perUnit = 0;
      let perCodePoint = 0;
      // All of the first characters, and some of all others.
      for (let point = 0; point <= 0x10ffff; point += point < 0x1000 ? 1 : point < 0x1_0000 ? 7 : 997) {
        const character = String.fromCodePoint(point);
        const { length } = encode(character);
        perUnit = Math.max(perUnit, length / character.length);
        perCodePoint = Math.max(perCodePoint, length);
      }
      expect({ format, perUnit, perCodePoint }).toEqual({ format, ...bound });
    }
  });

  it('bounds whole texts, in units and in code points, and with `max`', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...formats),
        texts,
        fc.integer({ min: 1, max: 30 }),
        (format, text, max) => {
          const { perUnit, perCodePoint } = maxWritten(format);
          const whole = written(format, text);
          expect(whole.length).toBeLessThanOrEqual(text.length * perUnit);
          expect([...whole].length).toBeLessThanOrEqual([...text].length * perCodePoint);
          const cut = compileTextFormat(`${format} upper`, max)?.(text) ?? '';
          expect(cut.length).toBeLessThanOrEqual(max * perUnit);
        },
      ),
      { numRuns: runs(5000) },
    );
  });
});

it('each inner syntax has a format that escapes for it, and nothing else has one', () => {
  expect(
    [
      'slack-mrkdwn',
      'html',
      'telegram-html',
      'markdown',
      'telegram-markdown',
      'influx-tag',
      'influx-text',
    ].map(syntax => formatsFor(syntax)[0]),
  ).toEqual([
    'slack-escape',
    'html-escape',
    'html-escape',
    'markdown-escape',
    'telegram-markdown',
    'influx-tag',
    'influx-text',
  ]);
  for (const format of formatsFor('html')) expect(encoders).toContain(format);
  expect(formatsFor('toString')).toEqual([]);
});
