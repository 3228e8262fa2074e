import fc from 'fast-check';
import { xml } from '../../src/output/xml/output.ts';
import { fill, type Piece, runOutput, VALUE } from './run-output.ts';
import { wellFormedXml } from './xml-cases.ts';

export const xmlTokens = [
  ...[
    '<',
    '>',
    '</',
    '/>',
    '<a>',
    '</a>',
    '<b c="',
    '"',
    "'",
    '=',
    ' ',
    '\n',
    'a',
    'x:y',
    '1',
    '-',
    '.',
    '/',
  ],
  ...[
    '<!--',
    '-->',
    '--',
    '<![CDATA[',
    ']]>',
    ']]',
    ']',
    '<?',
    '?>',
    '<?p ',
    '?',
    'xml',
    '!',
    '&',
    '&amp;',
    '&#65;',
  ],
  ...[';', '#', 'é', '😀', '\ud83d', '\u0000', '\ufffe', ' c="d"', " e='f'", '<?xml version="1.0"?>', '<a/>'],
];

export const xmlish = fc.array(fc.constantFrom(...xmlTokens), { maxLength: 8 }).map(parts => parts.join(''));

/** A document in which text and attributes may hold values. */
export const xmlTemplate: fc.Arbitrary<Piece[]> = fc
  .letrec<{ element: Piece[]; part: Piece[] }>(tie => ({
    part: fc.array(fc.constantFrom<Piece>(VALUE, 'a', '&lt;', '&#xe4;', ' ', ']', '\r'), { maxLength: 4 }),
    element: fc
      .tuple(
        fc.constantFrom('a', 'b:c', 'é'),
        fc.uniqueArray(fc.constantFrom('d', 'e', 'f'), { maxLength: 2 }),
        tie('part'),
        fc.array(
          fc.oneof(
            { maxDepth: 3, withCrossShrink: true },
            tie('part'),
            fc.constantFrom<Piece[]>(['<!-- - -->'], ['<?p ?>'], ['<![CDATA[ ]] ]]>'], ['<a/>']),
            tie('element'),
          ),
          { maxLength: 3 },
        ),
      )
      .map(([name, attributes, value, children]) => [
        `<${name}`,
        ...attributes.flatMap((attribute): Piece[] => [` ${attribute}="`, ...value, '"']),
        '>',
        ...children.flat(),
        `</${name} >`,
      ]),
  }))
  .element.map(pieces => ['<r xmlns:b="urn:b">', ...pieces, '</r>']);

/** A valid document with a token put in, taken out, or put in place of other characters. */
export const mutatedXml = fc
  .tuple(
    fc.oneof(
      xmlTemplate,
      fc.constantFrom(...wellFormedXml).map(text => [text]),
    ),
    fc.nat(),
    fc.nat({ max: 3 }),
    fc.constantFrom('', ...xmlTokens),
  )
  .map(([pieces, at, length, token]) => {
    const text = fill(pieces, runOutput(xml, pieces).places, () => 'v');
    const start = at % (text.length + 1);
    return text.slice(0, start) + token + text.slice(start + length);
  });
