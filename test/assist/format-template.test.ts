import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { formatTemplate, type TemplateFormatOptions } from '../../src/assist/format-template.ts';
import { hasErrors } from '../../src/diagnostics/diagnostic.ts';
import { applyEdits } from '../../src/diagnostics/fixes/apply-fix.ts';
import { findMistakes } from '../../src/template/check.ts';
import { compileTemplate } from '../../src/template/template.ts';
import { runs } from '../properties.ts';
import { hostileContext } from '../template/promise/hostile-contexts.ts';
import { schema } from '../template/promise/tag-sources.ts';
import { templateSource } from '../template/promise/template-sources.ts';
import { receiverCases } from '../template/receiver-cases.ts';

function format(source: string, options: Partial<TemplateFormatOptions> = {}): string | undefined {
  const edits = formatTemplate(source, { output: 'json', ...options });
  return edits && applyEdits(source, edits);
}

it('gives each member a line where one line is too long, and keeps what is short and was on one', () => {
  expect(
    format(
      '{"text":"$profile$","blocks":[{"type":"section","text":{"type":"mrkdwn","text":"*$profile$* has come to its end"}},{"type":"divider"}],"n":[1,2 , 3],"none":[ ]}',
    ),
  ).toBe(`{
  "text": "$profile$",
  "blocks": [
    {
      "type": "section",
      "text": {"type": "mrkdwn", "text": "*$profile$* has come to its end"}
    },
    {"type": "divider"}
  ],
  "n": [1, 2, 3],
  "none": []
}`);
});

it('keeps a group on several lines where its author began one, and one empty line between members', () => {
  expect(format('{\n"a":1,\n\n\n\n  "b":{ "c":2 }}\n\n')).toBe('{\n  "a": 1,\n\n  "b": {"c": 2}\n}\n');
});

it('indents what is in a conditional or list, and leaves a short one on its line', () => {
  expect(
    format(
      '{"alerts":[$for(a in alerts)$\n{"name":"$a.name$"}$sep$,$endfor$],\n$if(isError)$\n"a":$if(dryRun)$1$else$0$endif$,$else$"b":2,$endif$"c":3$if(isError)$,"d":4$endif$}',
    ),
  ).toBe(`{
  "alerts": [
    $for(a in alerts)$
      {"name": "$a.name$"}$sep$,
    $endfor$
  ],
  $if(isError)$
    "a": $if(dryRun)$1$else$0$endif$,
  $else$
    "b": 2,
  $endif$
  "c": 3$if(isError)$, "d": 4$endif$
}`);
});

it('puts a comma with which a branch begins before its member', () => {
  expect(format('{"a":1\n$if(isError)$\n,"b":2,"c":3\n$endif$\n}')).toBe(`{
  "a": 1
  $if(isError)$
    , "b": 2,
    "c": 3
  $endif$
}`);
});

it('keeps tags, strings and comments as they are, byte for byte', () => {
  const tag = '$date;\n  format="yyyy,  MM : dd{"  $';
  const source = `{$!  a , b\n !$"x  ,":"a :  ${tag}\\$$if( isError )$ , $else$  $endif$",\n$! alone !$\n"y":${tag}}`;
  expect(format(source)).toBe(`{$!  a , b
 !$"x  ,": "a :  ${tag}\\$$if( isError )$ , $else$  $endif$",
  $! alone !$
  "y": ${tag}
}`);
});

it('never divides a number or a word that goes on in a branch', () => {
  for (const piece of [
    '1$if(isError)$0$endif$',
    '$if(isError)$-$endif$1',
    'tr$if(isError)$u$else$u$endif$e',
  ]) {
    const long = '"a":"and so on, and so on, and so on, and so on, and so on, and so on, and so on"';
    expect(format(`{${long},"b":${piece}}`)).toContain(`"b": ${piece}\n`);
  }
});

it('writes line ends and steps as the template has them, and as it is asked to', () => {
  expect(format('{\r\n"a":1}', { indent: '\t' })).toBe('{\r\n\t"a": 1\r\n}');
});

it('lays out elements of XML, and leaves alone those that have text', () => {
  expect(
    format(
      '<?xml version="1.0"?><a x="<$event$"><b> $profile$ </b>\n\n<c y="$if(isError)$>$endif$" />$if(isError)$<d><e/></d><d>more <e/> <f/></d>$endif$<g> </g><h xml:space="preserve"> <i/></h><![CDATA[ ]]></a>'.replace(
        '<![CDATA[ ]]>',
        '<!-- <j> -->',
      ),
      { output: 'xml' },
    ),
  ).toBe(`<?xml version="1.0"?>
<a x="<$event$">
  <b> $profile$ </b>

  <c y="$if(isError)$>$endif$" />
  $if(isError)$<d><e/></d><d>more <e/> <f/></d>$endif$
  <g> </g>
  <h xml:space="preserve"> <i/></h>
  <!-- <j> -->
</a>`);
});

it('lays out nothing where tags, strings or elements are not complete, and where the format has no layout', () => {
  for (const source of [
    '{"a": $if(isError)$1}',
    '{"a": $profile}',
    '{"a": "b',
    '{"a": $if(isError)$"b$endif$"}',
    "{'a': 1}",
    '{"a": 1} // b',
  ])
    expect(format(source), source).toBeUndefined();
  for (const source of ['<a>', '<a><b></a>x', '<a $if(isError)$>$endif$</a>', '$if(isError)$<a>$endif$</a>'])
    expect(format(source, { output: 'xml' }), source).toBeUndefined();
  for (const output of ['text', 'form', 'json-lines', 'url', 'header'] as const)
    expect(format('{"a":1}', { output })).toBeUndefined();
});

it('lays out messages to well-known receivers, and then leaves them as they are', () => {
  for (const { name, source, output } of receiverCases) {
    const formatted = format(source, { output });
    if (formatted !== undefined) expect(format(formatted, { output }), name).toBe(formatted);
    else if (output === 'json' || output === 'xml') expect(name).toBe('');
  }
});

/** JSON without the white space between its tokens. */
function jsonTokens(text: string): string {
  return text.replaceAll(/("(?:[^"\\]|\\[\s\S])*")|\s+/g, '$1');
}

interface XmlElement {
  readonly name: string;
  readonly attributes: unknown;
  readonly content: (string | XmlElement)[];
}

/** XML without the white space between its elements where there is no text. */
function xmlElements(text: string): unknown {
  const root: XmlElement = { name: '', attributes: {}, content: [] };
  const open = [root];
  const add = (content: string | XmlElement): void => {
    open.at(-1)?.content.push(content);
  };
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('opentag', ({ name, attributes }) => {
    const element: XmlElement = { name, attributes, content: [] };
    add(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    const { content } = open.pop() ?? root;
    const hasText = content.some(each => typeof each === 'string' && each.trim() !== '');
    if (hasText) return;
    content.splice(0, content.length, ...content.filter(each => typeof each !== 'string'));
  });
  parser.on('text', add);
  parser.on('cdata', content => add(content));
  parser.write(text).close();
  return root.content.filter(each => typeof each !== 'string');
}

describe('a template that is laid out', () => {
  it.each([
    ['json', jsonTokens],
    ['xml', xmlElements],
  ] as const)(
    'writes the same %s but for white space between tokens, and stays as it is',
    (output, tokensOf) => {
      const options = { output, variables: schema };
      let compared = 0;
      fc.assert(
        fc.property(templateSource(output), fc.nat(), (source, seed) => {
          const formatted = format(source, { output });
          if (formatted === undefined) return;
          expect(format(formatted, { output })).toBe(formatted);
          expect(formatted.replaceAll(/\s+/g, '')).toBe(source.replaceAll(/\s+/g, ''));
          if (hasErrors(findMistakes(source, options))) return;
          const [before, after] = [source, formatted].map(each => compileTemplate(each, options));
          for (let index = 0; index < 10; index++) {
            const [one, other] = [before, after].map(template => {
              try {
                // Values that are not what was declared are rejected, also while they are compared.
                return tokensOf(template?.render(hostileContext(seed + index) as never) ?? '');
              } catch (error) {
                return String(error);
              }
            });
            expect(other).toEqual(one);
            compared++;
          }
        }),
        { numRuns: runs(2000) },
      );
      expect(compared).toBeGreaterThan(runs(2000));
    },
  );
});
