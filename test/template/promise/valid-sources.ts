import fc from 'fast-check';
import type { OutputName } from '../../../src/output/output.ts';
import { condition, mixedText, valueTag } from './tag-sources.ts';

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
function list(part: Sources): Sources {
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

const string = mixedText('\\n', '\\u0041', '{', ',').map(text => `"${text}"`);

const json = fc.letrec<{ value: string }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('1', '-1.5e+3', 'true', 'null', '[]', ' { } '),
    valueTag,
    string,
    list(tie('value')).map(values => `[${values}]`),
    optional(tie('value')).map(value => `[${value}]`),
    list(fc.tuple(fc.oneof(valueTag, string), tie('value')).map(([key, value]) => `${key}: ${value}`)).map(
      members => `{${members}}`,
    ),
    perhapsBetween('[', ']', tie('value')),
    perhapsBetween('[', ']', perhapsBetween('[', ']', tie('value'))),
  ),
})).value;

const jsonLine = fc.tuple(json, fc.constantFrom('\n', '\r\n')).map(parts => parts.join(''));

const jsonLines = fc
  .tuple(
    fc.array(
      fc.oneof(
        either(jsonLine),
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

const parameters = fc
  .tuple(parameter, fc.array(optional(parameter.map(source => `&${source}`)), { maxLength: 3 }))
  .map(([first, more]) => first + more.join(''));

const url = fc
  .tuple(
    fc.constantFrom('https://h.example', 'http://127.0.0.1:8080', ' HTTPS://u:p@h.example', 'http://[::1]'),
    fc.array(fc.oneof(mixedText('x', '%41'), optional(fc.constantFrom('x/', '/'))), { maxLength: 3 }),
    fc.oneof(
      fc.constant(''),
      parameters.map(query => `?${query}`),
      optional(parameters.map(query => `?${query}`)),
    ),
    fc.oneof(
      fc.constant(''),
      mixedText('/').map(text => `#${text}`),
    ),
  )
  .map(([origin, path, query, fragment]) => `${origin}/${path.join('/')}${query}${fragment}`);

/** Valid templates, with values and conditionals wherever the output lets them stand. */
export const validSources: Readonly<Record<OutputName, Sources>> = {
  json,
  'json-lines': jsonLines,
  xml,
  url,
  form: parameters,
  header: mixedText('"', ';', '%').map(text => text.replaceAll('é', 'e').replaceAll('\n', ' ')),
  text: fc.oneof(json, xml, mixedText('"', '\n')),
};
