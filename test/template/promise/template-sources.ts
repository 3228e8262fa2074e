import fc from 'fast-check';
import type { OutputName } from '../../../src/output/output.ts';
import { condition, mixedText, perhapsConditional, valueTag, wholeTag } from './tag-sources.ts';
import { validSources } from './valid-sources.ts';

const string = mixedText('\\n', '\\u0041', '{').map(text => `"${text}"`);

const json = fc.letrec<{ value: string }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('1', '-1.5e+3', 'null', '[]', '{}'),
    valueTag,
    wholeTag,
    string,
    fc.array(perhapsConditional(tie('value')), { maxLength: 3 }).map(list => `[${list.join(', ')}]`),
    fc
      .tuple(tie('value'), condition, tie('value'))
      .map(([first, when, second]) => `[${first}$if(${when})$, ${second}$endif$]`),
    fc
      .array(fc.tuple(fc.oneof(valueTag, string), perhapsConditional(tie('value'))), { maxLength: 3 })
      .map(members => `{${members.map(([key, value]) => `${key}: ${value}`).join(',\n')}}`),
    fc
      .tuple(condition, tie('value'))
      .map(([when, value]) => `$if(${when})$[$endif$${value}$if(${when})$]$endif$`),
  ),
})).value;

const xmlText = mixedText('&lt;', '&#xe4;', ']', ']]', '\n');

const jsonLine = fc
  .tuple(json, fc.constantFrom('\n', '\n', '\n', '\r\n', ' ', '\n\n'))
  .map(parts => parts.join(''));

const jsonLines = fc
  .tuple(
    fc.array(perhapsConditional(jsonLine), { maxLength: 3 }),
    fc.oneof(fc.constant(''), perhapsConditional(json)),
  )
  .map(([lines, last]) => lines.join('') + last);

const section = mixedText(']', ']]', '>', '<', '\n').map(text => `<![CDATA[${text}]]>`);

const xml = fc
  .letrec<{ element: string }>(tie => ({
    element: fc
      .tuple(
        fc.constantFrom('a', 'b:c'),
        perhapsConditional(xmlText.map(text => ` d="${text}"`)),
        xmlText,
        fc.array(
          fc.oneof(
            { maxDepth: 2, withCrossShrink: true },
            fc.constantFrom('<!-- x -->', '<![CDATA[ ]] ]]>', '<?p q?>', '<e/>'),
            section,
            perhapsConditional(tie('element')),
            xmlText,
          ),
          { maxLength: 2 },
        ),
      )
      .map(([name, attribute, text, rest]) => `<${name}${attribute}>${text}${rest.join('')}</${name}>`),
  }))
  .element.map(element => `<r xmlns:b="urn:b">${element}</r>`);

const parameter = fc
  .tuple(fc.constantFrom('a', 'b%20', 'c'), mixedText(), mixedText('+', '%41', '=', '.'))
  .map(([name, more, value]) => `${name}${more}=${value}`);

const parameters = fc.array(perhapsConditional(parameter), { maxLength: 3 }).map(list => list.join('&'));

const url = fc
  .tuple(
    fc.constantFrom('https://h.example', 'http://127.0.0.1:8080', 'https://u:p@h.example'),
    fc.array(perhapsConditional(mixedText('.', 'x', '%2e')), { maxLength: 3 }),
    fc.oneof(
      fc.constant(''),
      parameters.map(query => `?${query}`),
    ),
    fc.oneof(
      fc.constant(''),
      mixedText('%').map(text => `#${text}`),
    ),
  )
  .map(([origin, path, query, fragment]) => `${origin}/${path.join('/')}${query}${fragment}`);

/** Templates that are valid, or nearly so. */
const documents = {
  json,
  'json-lines': jsonLines,
  xml,
  url,
  form: parameters,
  header: mixedText('"', ';', '\t'),
} as const satisfies Partial<Record<OutputName, fc.Arbitrary<string>>>;

/** A value after text that opens something on some paths, and closes it on some. */
function perhapsInside(before: string, open: string, close: string, after: string): fc.Arbitrary<string> {
  return fc
    .tuple(condition, valueTag, condition)
    .map(
      ([opens, value, closes]) =>
        `${before}$if(${opens})$${open}$endif$${value}$if(${closes})$${close}$endif$${after}`,
    );
}

const element = fc.constantFrom('', '', ' ', '1', ',', '1,', ',1');

/** A list with a filter between the items of another, with elements and commas anywhere. */
const listInSeparator = fc
  .tuple(fc.constantFrom('words', 'alerts'), condition, fc.array(element, { minLength: 7, maxLength: 7 }))
  .map(
    ([list, when, [first, item, before, taken, none, after, last]]) =>
      `[${first}$for(x in ${list})$${item}$sep$${before}$for(other in alerts if other.firing || ${when})$${taken}$else$${none}$endfor$${after}$endfor$${last}]`,
  );

/** Templates in which a value stands in one place on some paths, and in another on the rest. */
const astride = {
  json: fc.oneof(listInSeparator, perhapsInside('[', '"', '"', ']'), perhapsInside('{"a": ', '"', '"', '}')),
  'json-lines': perhapsInside('{}\n', '"', '"', '\n'),
  xml: fc.oneof(perhapsInside('<a>', '<b c="', '"/>', '</a>'), perhapsInside('<a>', '<!--', '-->', '</a>')),
  url: fc.oneof(
    perhapsInside('https://h.example/', 'x', '', '/y'),
    perhapsInside('https://h.example/a', '/', '', ''),
    perhapsInside('https://h.example/', '?q=', '&r', ''),
  ),
  form: perhapsInside('a', '=', '&b=', ''),
  header: perhapsInside('a', '\r\n', 'é', ''),
} as const satisfies Readonly<Record<keyof typeof documents, unknown>>;

/** The output formats that the promise says something of. */
export type ProvedOutput = keyof typeof documents;

const tags = [
  '$for(word in words)$',
  '$for(word in words if word != "x" && !isError)$',
  '$for(word in words; max="1")$',
  '$word$',
  '$word.number$',
  '$if(word.number > 1)$',
  '$for(alert in alerts if alert.firing || alert.level <= 2)$',
  '$for(note in alert.notes)$',
  '$alert.name$',
  '$note$',
  '$sep$',
  '$endfor$',
  '$if(isError)$',
  '$if(count > 0)$',
  '$if(words || event == "Started")$',
  '$elseif(dryRun)$',
  '$else$',
  '$endif$',
  '$profile$',
  '$count$',
  '$words$',
  '$order$',
  '$',
  '\\$',
];

const tokens: Readonly<Record<ProvedOutput, readonly string[]>> = {
  json: [...'[]{},:"\\- 1e.\u0000', 'true', '\\u', '"a":', '\ud800'],
  'json-lines': [...'[]{},:"1 ', '\n', '\r', '\r\n', '\n\n', 'true', '"a":'],
  xml: [...'<>/="\'&;]- ?!\u0000', '<a>', '</a>', ']]>', '<!--', '-->', '<![CDATA[', '&amp;', '\ud83d'],
  url: [...'/?#&=.%:@\\ \n', 'https://', 'h.example', '%2', '..'],
  form: [...'&=+%\n ', '%2'],
  header: [' ', '\n', '\r\n', '\u0000', 'é', '\u007f'],
};

/** The document with a token put in, taken out, or put in place of something else. */
function mutate(document: fc.Arbitrary<string>, extra: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(document, fc.nat(), fc.nat({ max: 3 }), fc.constantFrom('', ...extra))
    .map(([source, at, length, token]) => {
      const start = at % (source.length + 1);
      return source.slice(0, start) + token + source.slice(start + length);
    });
}

/** Templates for one output: valid ones, broken ones, and heaps of pieces. */
export function templateSource(output: ProvedOutput): fc.Arbitrary<string> {
  const pieces = [...tokens[output], ...tags];
  return fc.oneof(
    { weight: 3, arbitrary: documents[output] },
    { weight: 3, arbitrary: mutate(documents[output], pieces) },
    { weight: 3, arbitrary: validSources[output] },
    { weight: 2, arbitrary: mutate(validSources[output], pieces) },
    astride[output],
    fc.array(fc.constantFrom(...pieces), { maxLength: 10 }).map(parts => parts.join('')),
  );
}
