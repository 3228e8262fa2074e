import fc from 'fast-check';
import type { OutputName } from '../../../src/output/output.ts';
import { condition, type ListParts, list, listTags, mixedText, valueTag, wholeTag } from './tag-sources.ts';

type Sources = fc.Arbitrary<string>;

/** Something optional: alone, in a chain, or inside nested conditions. */
function optional(source: Sources): Sources {
  return fc.oneof(
    fc.tuple(condition, source).map(([a, x]) => `$if(${a})$${x}$endif$`),
    fc
      .tuple(condition, source, condition, source)
      .map(([a, x, b, y]) => `$if(${a})$${x}$elseif(${b})$${y}$endif$`),
    fc
      .tuple(condition, condition, source)
      .map(([a, b, x]) => `$if(${a})$ $if(${b})$${x}$else$${x}$endif$ $endif$`),
    fc
      .tuple(condition, condition, condition, source, source)
      .map(([a, b, c, x, y]) => `$if(${a})$$elseif(${b})$${x}$elseif(${c})$ $else$${y}$endif$`),
  );
}

/** Something that stands in one way or another. */
function either(source: Sources): Sources {
  return fc.oneof(
    source,
    fc.tuple(condition, source, source).map(([a, x, y]) => `$if(${a})$${x}$else$${y}$endif$`),
    fc.tuple(source, source).map(([x, y]) => `$if(dryRun)$${x}$endif$$if(!dryRun)$${y}$endif$`),
  );
}

/** One part that is always there, and optional ones with the comma on their side: after them, or before them. */
function members(part: Sources): Sources {
  const before = optional(part.map(source => `${source}, `));
  const behind = optional(part.map(source => `, ${source}`));
  return fc
    .tuple(fc.array(before, { maxLength: 2 }), either(part), fc.array(behind, { maxLength: 2 }))
    .map(([first, middle, last]) => [...first, middle, ...last].join(''));
}

/** Something between brackets that stand under one condition, told in the same way twice or in two ways. */
function perhapsBetween(open: string, close: string, inside: Sources): Sources {
  return fc
    .tuple(
      condition,
      inside,
      fc.constantFrom(
        (a: string) => `$if(${a})$${close}$endif$`,
        (a: string) => `$if(!(${a}))$$else$${close}$endif$`,
        (a: string) => `$if(isError && (${a}))$${close}$elseif(${a})$${close}$endif$`,
      ),
    )
    .map(([a, x, end]) => `$if(${a})$${open}$endif$${x}${end(a)}`);
}

/** One of the lists, whose items are written between two texts. */
function anyList(inside: (value: Sources) => Sources, parts: ListParts): Sources {
  return fc.oneof(...listTags.map(tag => list(tag, inside, parts)));
}

/** Items as elements of an array, as members of an object, and after another element. */
const jsonItems = fc.oneof(
  anyList(value => value, {
    before: '[',
    after: ']',
    between: ', ',
    empty: '',
    isBlankBetween: true,
    nests: true,
  }).map(items => `[${items}]`),
  anyList(value => value.map(each => `${each}: ${each}`), {
    before: '{',
    after: '}',
    between: ',',
    empty: '"none"',
    nests: false,
  }).map(items => `[${items}]`),
  anyList(value => value, { before: ', [', after: ']', between: '', empty: '', nests: false }).map(
    items => `[0${items}]`,
  ),
  anyList(value => value.map(each => `(${each})`), {
    before: ' ',
    after: ' ',
    between: ', ',
    empty: 'none',
    nests: true,
  }).map(items => `"${items}"`),
  anyList(value => value, { before: '[', after: ']', between: ',', empty: '', nests: true }).map(
    items => `[$if(dryRun)$1$if(alerts)$$endif$, $endif$[${items}]]`,
  ),
);
const xmlItems = anyList(value => value.map(each => `<i e:f="${each}">${each}</i>`), {
  before: '<a>',
  after: '</a>',
  between: ' ',
  isBlankBetween: true,
  empty: '<e/>',
  nests: true,
});

const string = mixedText('\\n', '\\u0041', '{', ',').map(text => `"${text}"`);

/** JSON whose values, besides others, are these. */
function jsonWith(tag: Sources): Sources {
  return fc.letrec<{ value: string }>(tie => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('1', '-1.5e+3', 'true', 'null', '[]', ' { } '),
      tag,
      string,
      jsonItems,
      members(tie('value')).map(values => `[${values}]`),
      optional(tie('value')).map(value => `[${value}]`),
      members(
        fc.tuple(fc.oneof(valueTag, string), tie('value')).map(([key, value]) => `${key}: ${value}`),
      ).map(inside => `{${inside}}`),
      perhapsBetween('[', ']', tie('value')),
      perhapsBetween('[', ']', perhapsBetween('[', ']', tie('value'))),
    ),
  })).value;
}

const json = jsonWith(fc.oneof({ weight: 3, arbitrary: valueTag }, wholeTag));

const jsonLine = fc.tuple(json, fc.constantFrom('\n', '\r\n')).map(parts => parts.join(''));

/** A line for each item, or several; or one for all, and more between them. */
const lineItems = fc.oneof(
  anyList(value => value, { before: '[', after: ']\n', between: '', empty: '{}\n', nests: false }),
  anyList(value => value.map(each => `{"index": {}}\n{"item": ${each}}`), {
    before: '',
    after: '\r\n',
    between: '"and"\n',
    empty: '',
    nests: false,
  }),
  anyList(value => value, { before: '[', after: ']', between: '\n', empty: '0', nests: false }).map(
    lines => `${lines}\n`,
  ),
);

const jsonLines = fc
  .tuple(
    fc.array(
      fc.oneof(
        either(jsonLine),
        lineItems,
        fc.tuple(condition, jsonLine).map(([a, line]) => `$if(${a})$${line}$endif$`),
      ),
      { maxLength: 3 },
    ),
    fc.oneof(fc.constant(''), either(json)),
  )
  .map(([lines, last]) => lines.join('') + last);

const xmlText = mixedText('&lt;', '&#xe4;', ']', '\n', "'", '"');
const attributeText = mixedText('&lt;', '&#xe4;', ']', '\n', '>');

const section = mixedText(']', ']]', '<', '\n').map(text => `<![CDATA[${text}]]>`);

const attributes = fc
  .tuple(
    ...['d', 'e:f', 'g'].map(name =>
      fc.oneof(
        fc.constant(''),
        attributeText.map(text => ` ${name}="${text}"`),
        optional(attributeText.map(text => ` ${name} = '${text}'`)),
      ),
    ),
  )
  .map(parts => parts.join(''));

const xmlNode = fc.letrec<{ element: string; node: string }>(tie => ({
  element: fc
    .tuple(fc.constantFrom('a', 'b:c', 'é'), attributes, fc.array(tie('node'), { maxLength: 3 }))
    .map(([name, some, nodes]) => `<${name}${some}>${nodes.join('')}</${name}>`),
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    xmlText,
    attributes.map(some => `<e${some}/>`),
    fc.constantFrom('<!-- x -->', '<![CDATA[ ]] ]]>', '<?p q?>'),
    section,
    tie('element'),
    xmlItems,
    optional(tie('element')),
    perhapsBetween('<a>', '</a>', tie('node')),
  ),
}));

const xml = fc
  .tuple(fc.constantFrom('', '<?xml version="1.0" encoding="UTF-8"?>\n', '<!-- x -->'), xmlNode.element)
  // Namespaces must be declared: around everything, so that elements may be cut out of it.
  .map(([before, element]) => `${before}<r xmlns:b="urn:b" xmlns:e="urn:e">${element}</r>`);

const parameter = fc
  .tuple(fc.constantFrom('a', 'b%20', 'c='), mixedText(), mixedText('+', '%41', '=', '.'))
  .map(([name, more, value]) => `${name}${more}=${value}`);

const moreParameters = anyList(value => value.map(each => `=${each}`), {
  before: '&n',
  after: '',
  between: '',
  empty: '',
  nests: true,
});

const parameters = fc
  .tuple(
    parameter,
    fc.array(fc.oneof(optional(parameter.map(source => `&${source}`)), moreParameters), { maxLength: 3 }),
  )
  .map(([first, more]) => first + more.join(''));

const morePath = anyList(value => value.map(each => `x${each}`), {
  before: 'a',
  after: '/',
  between: 'b/',
  empty: 'none/',
  nests: true,
});

const moreFragment = anyList(value => value, {
  before: '(',
  after: ')',
  between: ',',
  isBlankBetween: true,
  empty: '-',
  nests: true,
});

const url = fc
  .tuple(
    fc.constantFrom('https://h.example', 'http://127.0.0.1:8080', ' HTTPS://u:p@h.example', 'http://[::1]'),
    fc.array(fc.oneof(mixedText('x', '%41'), optional(fc.constantFrom('x/', '/')), morePath), {
      maxLength: 3,
    }),
    fc.oneof(
      fc.constant(''),
      parameters.map(query => `?${query}`),
      optional(parameters.map(query => `?${query}`)),
    ),
    fc.oneof(
      fc.constant(''),
      fc.oneof(mixedText('/'), moreFragment).map(text => `#${text}`),
    ),
  )
  .map(([origin, path, query, fragment]) => `${origin}/${path.join('/')}${query}${fragment}`);

/** Valid templates, with values and conditionals wherever the output lets them stand. */
/** Where JSON wants a value, a number can be written by patterns of numbers alone. */
function withJsonNumbers(source: string): string {
  return source.replaceAll(/"#,##0(\.0+);\(#\)"/g, '"0$1"').replaceAll(`"0E0 '<]]'"`, '"0E0"');
}

export const validSources: Readonly<Record<OutputName, Sources>> = {
  json: json.map(withJsonNumbers),
  'json-lines': jsonLines.map(withJsonNumbers),
  xml,
  url,
  form: parameters,
  header: fc
    .tuple(
      mixedText('"', ';', '%'),
      anyList(value => value, { before: ' ', after: '', between: ',', empty: '-', nests: true }),
    )
    .map(parts => parts.join(''))
    .map(text => text.replaceAll('é', 'e').replaceAll('\n', ' ')),
  // Only JSON takes lists and groups whole.
  text: fc.oneof(jsonWith(valueTag), xml, mixedText('"', '\n')),
};
