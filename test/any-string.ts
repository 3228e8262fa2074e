import fc from 'fast-check';

export const hostileStrings = [
  '',
  '"',
  '\\',
  '\\"',
  '\u0000',
  '\r\n',
  '\t',
  '\u007f\u0085\u009f',
  '\ud800',
  '\udc00x',
  'a\ud83d',
  '😀',
  '\u2028\u2029',
  '</script>',
  ']]>',
  ']',
  ']]',
  '>',
  '--',
  '<!--',
  '?>',
  '&amp;',
  '&#0;',
  '$if(',
  '.',
  '..',
  '%2e',
  '%',
  '41',
  '2e',
  '/',
  '/../',
  '?a=b&c#d',
  '@evil.example',
  '=',
  '&',
  ' ',
  '+',
  '\ufeff',
  '\ufffe\uffff',
  'ü',
  "'",
];

/** Strings of every kind, also such as no encoding can write. */
export const anyString: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostileStrings),
  fc.array(fc.constantFrom(...hostileStrings), { maxLength: 4 }).map(parts => parts.join('')),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code)) }),
);

/** Strings that UTF-8 can write. */
export const wellFormedString = anyString.map(text => text.replace(/\p{Surrogate}/gu, '\ufffd'));
