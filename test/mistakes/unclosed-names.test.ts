import { describe, expect, it } from 'vitest';
import { reservedNames } from '../../grammar/names.ts';
import { parseTemplate } from '../../grammar/parse-template.ts';
import { visit } from '../../grammar/visit.ts';
import { hasErrors } from '../../src/diagnostics/diagnostic.ts';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import type { OutputName } from '../../src/output/output.ts';
import { listOf, type VariableSchema } from '../../src/template/resolve/variables.ts';
import { validateTemplate } from '../../src/template/template.ts';
import { unmarkAll } from '../marked-source.ts';
import { foreignMistakes, variables as foreignVariables } from './foreign-mistakes.ts';
import { pastedMistakes, variables as pastedVariables } from './pasted-mistakes.ts';

const variables = {
  title: 'string',
  msg: 'string',
  host: 'string',
  state: 'string',
  isError: 'boolean',
  date: 'date',
  customer: { name: 'string' },
  items: listOf({ sku: 'string', count: 'number' }),
} as const;

const validate = (source: string, output: OutputName) => validateTemplate(source, { output, variables });

describe('names without a closing dollar, as shells write them', () => {
  it.each<[output: OutputName, marked: string, meant: string]>([
    ['text', '$msg$_«$title» is down', '$msg$_$title$ is down'],
    ['json', '{"t":"$msg$_«$title»"}', '{"t":"$msg$_$title$"}'],
    ['text', '$msg;format="upper"$/«$title» is down', '$msg;format="upper"$/$title$ is down'],
  ])('are told from names that are closed, in %s: %s', (output, marked, meant) => {
    const { source, ranges } = unmarkAll(marked);
    const found = validate(source, output);
    expect(found.map(({ code, range }) => [code, range])).toEqual(
      ranges.map(range => ['unclosed-tag', range]),
    );
    for (const { fixes } of found) expect(fixes[0] && applyFix(source, fixes[0])).toBe(meant);
  });

  it.each<[output: OutputName, marked: string, meant: string]>([
    ['text', '«$title» «$msg»', '$title$ $msg$'],
    ['text', 'Host «$host» «$state» now', 'Host $host$ $state$ now'],
    ['text', '«$title»\n«$msg»\n', '$title$\n$msg$\n'],
    ['text', '«$title»\t«$host» «$msg» «$state»', '$title$\t$host$ $msg$ $state$'],
    ['text', '«$title»: «$msg»', '$title$: $msg$'],
    ['text', '«$title»; «$msg».', '$title$; $msg$.'],
    ['text', '«$title». Please look at «$host».', '$title$. Please look at $host$.'],
    ['text', '«$host»/«$state»-«$title»', '$host$/$state$-$title$'],
    ['text', '«$host»="«$state»"', '$host$="$state$"'],
    ['text', '«$customer.name» «$title»', '$customer.name$ $title$'],
    ['json', '{"text":"«$title» «$msg»"}', '{"text":"$title$ $msg$"}'],
    ['json', '{"a":"«$title»","b":«$msg»,"c":"«$host»"}', '{"a":"$title$","b":$msg$,"c":"$host$"}'],
    ['json', '{"a":«$title», "b":«$msg»}', '{"a":$title$, "b":$msg$}'],
    ['json-lines', '{"a":"«$title»"}\n{"a":"«$msg»"}', '{"a":"$title$"}\n{"a":"$msg$"}'],
    ['xml', '<a b="«$title»">«$msg» «$host»</a>', '<a b="$title$">$msg$ $host$</a>'],
    ['url', 'https://h.example/«$date»?t=«$title»&m=«$msg»', 'https://h.example/$date$?t=$title$&m=$msg$'],
    ['form', 't=«$title»&m=«$msg»', 't=$title$&m=$msg$'],
    ['header', '«$title» «$msg»', '$title$ $msg$'],
    ['text', '«$title; format="upper"» «$msg»', '$title; format="upper"$ $msg$'],
    ['text', '«$title; max="3", null="-"» «$host»', '$title; max="3", null="-"$ $host$'],
    ['text', '«$title»_«$host»', '$title$_$host$'],
    ['text', '«$title»_$host$', '$title$_$host$'],
    ['text', '«$title»__«$host»_«$state»', '$title$__$host$_$state$'],
    ['json', '{"a":"«$title»_«$host»"}', '{"a":"$title$_$host$"}'],
    ['text', '«$title; format="upper"»: «$msg»', '$title; format="upper"$: $msg$'],
    ['text', '«$title;format="upper"», «$msg»', '$title;format="upper"$, $msg$'],
    ['text', '«$title;format="upper"»/«$msg» is down', '$title;format="upper"$/$msg$ is down'],
    ['text', '«$msg»-«$title;format="upper"» is down', '$msg$-$title;format="upper"$ is down'],
    ['form', 'a=«$title;format="upper"»&b=«$msg»', 'a=$title;format="upper"$&b=$msg$'],
    [
      'url',
      'https://h.example/?a=«$title;format="upper"»&b=«$msg»',
      'https://h.example/?a=$title;format="upper"$&b=$msg$',
    ],
    [
      'xml',
      '<a><b>«$title;format="upper"»</b><c>«$msg»</c></a>',
      '<a><b>$title;format="upper"$</b><c>$msg$</c></a>',
    ],
    [
      'json',
      '{"at":"«$date;format="HH:mm"»","host":"«$host»"}',
      '{"at":"$date;format="HH:mm"$","host":"$host$"}',
    ],
    [
      'json',
      '{"host":"«$host»","at":"«$date;format="HH:mm"»"}',
      '{"host":"$host$","at":"$date;format="HH:mm"$"}',
    ],
  ])('are each an error, and one fix closes them all, in %s: %s', (output, marked, meant) => {
    const { source, ranges } = unmarkAll(marked);
    const found = validate(source, output);
    expect(found.map(({ code, range }) => [code, range])).toEqual(
      ranges.map(range => ['unclosed-tag', range]),
    );
    for (const { fixes } of found) expect(fixes[0] && applyFix(source, fixes[0])).toBe(meant);
    expect(validate(meant, output)).toEqual([]);
  });

  it.each<[marked: string, meant: string]>([
    ['$if(isError)$«$title» «$endif»', '$if(isError)$$title$ $endif$'],
    ['«$if(isError)» «$title» «$else» «$msg» «$endif»', '$if(isError)$ $title$ $else$ $msg$ $endif$'],
    ['$if(isError)$failed«$else» «$title» $endif$', '$if(isError)$failed$else$ $title$ $endif$'],
    ['$for(i in items)$«$i.sku» «$i.count» $endfor$', '$for(i in items)$$i.sku$ $i.count$ $endfor$'],
    ['$for(i in items)$«$i.sku» «$i.count»$endfor$', '$for(i in items)$$i.sku$ $i.count$$endfor$'],
    ['«$for(i in items)» «$i.sku» «$endfor»', '$for(i in items)$ $i.sku$ $endfor$'],
    ['«$if(isError)» «$title»$endif$', '$if(isError)$ $title$$endif$'],
    ['«$for(i in items)» «$i.sku»$endfor$', '$for(i in items)$ $i.sku$$endfor$'],
  ])('may be keywords and names of items: %s', (marked, meant) => {
    const { source, ranges } = unmarkAll(marked);
    const found = validate(source, 'text');
    expect(found.map(({ code, range }) => [code, range])).toEqual(
      ranges.map(range => ['unclosed-tag', range]),
    );
    for (const { fixes } of found) expect(fixes[0] && applyFix(source, fixes[0])).toBe(meant);
    expect(validate(meant, 'text')).toEqual([]);
  });

  it('leave no fix behind that sends a name as text', () => {
    const sources: readonly (readonly [OutputName, string])[] = [
      ['text', '$title: $msg'],
      ['text', '$title, $msg'],
      ['text', '$title. $msg'],
      ['text', '$title $msg'],
      ['text', '$title and $msg'],
      ['text', '$title - $msg'],
      ['text', '$title $if'],
      ['text', '$title $else'],
      ['text', '$title $endif'],
      ['text', '$title $hosting$'],
      ['text', '$sep $title$'],
      ['text', '$title; max="3" $msg'],
      ['text', '$if(isError) $title$endif$'],
      ['text', '$for(i in items) $i.sku$endfor$'],
      ['form', '$title $msg'],
      ['form', 'a=$title $msg'],
    ];
    for (const [output, source] of sources) {
      const found = validate(source, output);
      expect([source, hasErrors(found)]).toEqual([source, true]);
      for (const { fixes } of found)
        for (const fix of fixes) {
          const fixed = applyFix(source, fix);
          const closes = fix.title.startsWith('Close') || fix.title === 'Write a plain dollar sign';
          const isRight = fixed.replaceAll('$', '') === source.replaceAll('$', '');
          expect([fixed, closes && (isRight || hasErrors(validate(fixed, output)))]).toEqual([fixed, true]);
        }
    }
  });
});

it.each<[marked: string, first: readonly (string | undefined)[]]>([
  [
    '{"a":"«$title»","b":"«$unknown»"}',
    ['{"a":"$title$","b":"$unknown"}', '{"a":"$title","b":"\\$unknown"}'],
  ],
  [
    '{"a":"«$unknown»","b":"«$title»"}',
    ['{"a":"\\$unknown","b":"$title"}', '{"a":"$unknown","b":"$title$"}'],
  ],
  ['{"a":"«$one»","b":"«$two»"}', ['{"a":"\\$one","b":"$two"}', '{"a":"$one","b":"\\$two"}']],
  ['{"a":"«$TITLE»","b":"«$msg»"}', ['{"a":"$title$","b":"$msg"}', '{"a":"$TITLE","b":"$msg$"}']],
  ['{"a":"«$title» «$hsot»"}', ['{"a":"$title$ $hsot"}', '{"a":"$title $host$"}']],
  ['{"a":"«$title» «$Msg» now"}', ['{"a":"$title$ $Msg now"}', '{"a":"$title $msg$ now"}']],
  ['{"a":"«$titel» «$stat», $msg$"}', ['{"a":"$title$ $stat, $msg$"}', '{"a":"$titel $state$, $msg$"}']],
])('a name that is no variable is one mistake beside others: %s', (marked, first) => {
  const { source, ranges } = unmarkAll(marked);
  const found = validate(source, 'json');
  expect(found.map(({ code, range }) => [code, range])).toEqual(ranges.map(range => ['unclosed-tag', range]));
  expect(found.map(({ fixes: [fix] }) => fix && applyFix(source, fix))).toEqual(first);
});

it.each([
  '$ title $ msg',
  '$ title $msg',
  '$title $ msg',
  '$title $message',
  '$title$msg',
  '$title$ msg $host$',
  '$title; null="$msg"$',
  '$title ; null = "$msg"$',
  '$customer . name$',
  '$ if (isError) $title$ endif $',
  '$title$ \\$msg',
  '$msg $, $title $.',
  '$title $tale',
])('a right tag may have white space before its closing dollar: %s', source => {
  expect(validate(source, 'text')).toEqual([]);
});

/** Underscores join words here, as in `$title_$host`. */
const words = /[A-Za-z](?:\w*[A-Za-z0-9])?/g;

/** How often a template sends a name as text, other than behind a visible dollar. */
function namesSent(source: string, isName: (name: string) => boolean): number {
  let count = 0;
  visit(parseTemplate(source).tree, node => {
    if (node.kind !== 'text') return;
    const { start, end } = node.range;
    for (const { 0: word, index } of source.slice(start, end).matchAll(words))
      if (isName(word) && !source.slice(0, start + index).endsWith('\\$')) count++;
  });
  return count;
}

/** How often a source has a name that stands behind no dollar. */
function namesAlone(source: string, isName: (name: string) => boolean): number {
  return Array.from(source.matchAll(words)).filter(
    ({ 0: word, index }) => isName(word) && source[index - 1] !== '$',
  ).length;
}

describe('a fix that leaves no error', () => {
  const option = ';format="upper"';
  const joints = [' ', ': ', ', ', '_', '-', ':', '=', '&', '|', '(', '/', ',', ';'];
  const plain = ['title', 'hsot', 'sep'].flatMap(first =>
    [' ', ': ', '_'].flatMap(joint =>
      ['host', 'hsot', 'hosting'].flatMap(second =>
        ['', '$', ' now', '_$msg$'].map(end => `$${first}${joint}$${second}${end}`),
      ),
    ),
  );
  const joined = ['title', `title${option}`, 'title$', `title${option}$`].flatMap(first =>
    joints.flatMap(joint => ['host', `host${option}`].map(second => `$${first}${joint}$${second} now`)),
  );
  const beside = ['$titles$host', '$hsot$title now', '$titles$host$'];
  const pairs = [...plain, ...joined, ...beside];
  const blocks = joints.flatMap(joint =>
    ['title', `title${option}`].flatMap(first => [
      `$if(isError)$$${first}${joint}$host$endif$`,
      `$for(i in items)$$${first}${joint}$i.sku$endfor$`,
    ]),
  );
  const opened = /(?:^|[^$\w]|(?<=\w\$?_)|(?<=^\$\w{0,9}))\$([A-Za-z]\w*?)(?=_*(?!\w))/g;
  const rows: readonly (readonly [string, readonly (readonly [OutputName, string])[], VariableSchema])[] = [
    ['pairs of names', pairs.map(source => ['text', source] as const), variables],
    ['pairs of names in blocks', blocks.map(source => ['text', source] as const), variables],
    [
      'mistakes of other languages',
      foreignMistakes().map(each => [each.output, each.wrong]),
      foreignVariables,
    ],
    ['pasted mistakes', pastedMistakes().map(each => [each.output, each.wrong]), pastedVariables],
  ];

  it.each(rows)('sends no name as text that stood behind an opening dollar: %s', (_, sources, declared) => {
    const options = (output: OutputName) => ({ output, variables: declared });
    const sending = sources.flatMap(([output, source]) => {
      const names = new Set(Array.from(source.matchAll(opened), ([, name = '']) => name));
      const isName = (name: string) =>
        names.has(name) && (Object.hasOwn(declared, name) || reservedNames.has(name));
      return validateTemplate(source, options(output))
        .flatMap(({ fixes }) => fixes.map(fix => applyFix(source, fix)))
        .filter(fixed => namesSent(fixed, isName) > namesAlone(source, isName))
        .filter(fixed => !hasErrors(validateTemplate(fixed, options(output))))
        .map(fixed => [source, fixed]);
    });
    expect(sending).toEqual([]);
  });
});
