import { describe, expect, it } from 'vitest';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import type { OutputName } from '../../src/output/output.ts';
import { listOf } from '../../src/template/resolve/variables.ts';
import { validateTemplate } from '../../src/template/template.ts';
import { unmark } from '../marked-source.ts';

function mended(source: string, output: OutputName = 'text'): readonly string[] {
  return validateTemplate(source, { output }).map(({ code, fixes }) => {
    return `${code} → ${fixes[0] ? applyFix(source, fixes[0]) : 'no fix'}`;
  });
}

it.each([
  ['{{profile}} failed', '$profile$ failed'],
  ['{{ profile }}', '$profile$'],
  ['{{{profile}}}', '$profile$'],
  ['{{ .profile }}', '$profile$'],
  ['{{&profile}}', '$profile$'],
  ['{{this.profile}}', '$profile$'],
  ['by {profile}', 'by $profile$'],
  ['%profile% failed', '$profile$ failed'],
  ['<%= profile %>', '$profile$'],
  ['#{profile}', '$profile$'],
  ['by [profile].', 'by $profile$.'],
  ['{% if isError %}a{% endif %}', '$if(isError)$a$endif$'],
  ['{{#unless isError}}a{{/unless}}', '$if(!isError)$a$endif$'],
  ['{% if isError and errorCount > 3 %}a{% endif %}', '$if(isError && errorCount > 3)$a$endif$'],
  ['{% if not isError %}a{% endif %}', '$if(!isError)$a$endif$'],
  ['{% if not (isError or errorCount) %}a{% endif %}', '$if(!(isError || errorCount > 0))$a$endif$'],
  ['{{ if and .isError (gt .errorCount 3) }}a{{ end }}', '$if(isError && errorCount > 3)$a$endif$'],
  ['{{#isError}}a{{/isError}}', '$if(isError)$a$endif$'],
  ['{{^isError}}a{{/isError}}', '$if(!isError)$a$endif$'],
  ["{% if event == 'Errored' %}a{% else %}b{% endif %}", '$if(event == "Errored")$a$else$b$endif$'],
  ['<% if (isError) { %>a<% } else { %>b<% } %>', '$if(isError)$a$else$b$endif$'],
  ['##IFisError##a##ENDIFisError##', '$if(isError)$a$endif$'],
  ['{{! note }}a', '$! note !$a'],
  ['{# note #}a', '$! note !$a'],
  ['{{/* note */}}a', '$! note !$a'],
  ['{% comment %} note {% endcomment %}a', '$! note !$a'],
  ['{{ .Profile }}', '$profile$'],
  ['##profile##', '$profile$'],
  ['{{ profile | upcase | strip }}', '$profile; format="upper trim"$'],
  ["{{profile|default: 'nobody'}}", '$profile; default="nobody"$'],
  ["{{ profile | default('nobody') }}", '$profile; null="nobody"$'],
  ["{{ isError | default('no') }}", '$isError; null="no"$'],
  // Of 0 and `false`, other languages differ: Liquid keeps a 0, which replaces itself in the others.
  ['{{ errorCount | default: "none" }}', '$errorCount; default="none"$'],
  ['{{ .errorCount | default 0 }}', '$errorCount; default="0"$'],
  ['{{uppercase profile}}', '$profile; format="upper"$'],
  ['{{ printf "%q" .profile }}', '$profile$'],
  ["{{ date | date: '%Y-%m-%d' }}", '$date; format="yyyy-MM-dd"$'],
  ["{{ 'failed' if isError else profile }}", '$if(isError)$failed$else$$profile$$endif$'],
  ['{% if isError %}$profile\u0024{% else %}b{% endif %}', '$if(isError)$$profile$$else$b$endif$'],
  ['{{#if isError}}a{{else}}b{{/if}}', '$if(isError)$a$else$b$endif$'],
])('a placeholder of another language around a declared name: %s', (source, expected) => {
  expect(mended(source)).toEqual([`foreign-placeholder → ${expected}`]);
  expect(mended(expected)).toEqual([]);
});

it.each<[OutputName, string, string]>([
  ['json', '{"a":"{{profile}} [profile]"}', '{"a":"$profile$ [profile]"}'],
  ['url', 'https://h.example/{profile}?a=%profile%', 'https://h.example/$profile$?a=%profile%'],
  ['xml', '<a b="{profile}">[profile]</a>', '<a b="$profile$">[profile]</a>'],
])('is found inside what holds text in %s', (output, source, expected) => {
  const [first, second, ...more] = mended(source, output);
  expect(first).toBe(`foreign-placeholder → ${expected}`);
  expect([second?.split(' ')[0], more]).toEqual(['foreign-placeholder', []]);
});

it.each<[OutputName, string, string]>([
  ['json', '{"a":{{profile}}}', 'foreign-placeholder → {"a":$profile$}'],
  ['json', '{"a":{{ profile | json }}}', 'foreign-placeholder → {"a":$profile$}'],
  ['json', '{"a":{{ profile | tojson }}, "b":1}', 'foreign-placeholder → {"a":$profile$, "b":1}'],
  ['json', '{"a":{{ toJson .profile }}}', 'foreign-placeholder → {"a":$profile$}'],
  ['json', '{"a":{{ printf "%q" .profile }}}', 'foreign-placeholder → {"a":$profile$}'],
  ['json', '{"a":"{{ profile | default "x" }}"}', 'foreign-placeholder → {"a":"$profile; default="x"$"}'],
  ['json', '{"a":##profile##}', 'foreign-placeholder → {"a":$profile$}'],
  ['xml', '<a><%= profile %></a>', 'foreign-placeholder → <a>$profile$</a>'],
  ['text', '\u0024{ profile }', 'stray-dollar → $profile$'],
  ['text', '\u0024{profile}', 'stray-dollar → $profile$'],
  ['text', '$(profile)', 'stray-dollar → $profile$'],
  ['text', 'by \u0024{{ profile }}', 'stray-dollar → by $profile$'],
  ['text', '{{ upper $.profile }}', 'stray-dollar → $profile; format="upper"$'],
  ['text', '{{ printf "%s" $.profile }}', 'stray-dollar → $profile$'],
  ['text', '{{ $root.profile }}', 'unclosed-tag → $profile$'],
])('that breaks %s is one mistake: %s', (output, source, expected) => {
  expect(mended(source, output)).toEqual([expected]);
});

it('that breaks the output more than once is as many mistakes, each with its fix', () => {
  expect(mended('{"a":{{ profile }},"b":{{ errorCount | json }}}', 'json')).toEqual([
    'foreign-placeholder → {"a":$profile$,"b":{{ errorCount | json }}}',
    'foreign-placeholder → {"a":{{ profile }},"b":$errorCount$}',
  ]);
});

describe('around an undeclared name', () => {
  const found = (marked: string, output: OutputName = 'json') => {
    const { source, range } = unmark(marked);
    const [first, ...others] = validateTemplate(source, { output });
    expect([first?.code, first?.severity, first?.range, others]).toEqual([
      'foreign-placeholder',
      'error',
      range,
      [],
    ]);
    return { source, said: first?.message, fixes: first?.fixes ?? [] };
  };

  it.each<[marked: string, name: string, output?: OutputName]>([
    ['{"a":«{{ foo }}»}', 'foo'],
    ['{"a": «{{ foo | json }}»}', 'foo'],
    ['{"a": «{{ toJson .foo }}», "b": 1}', 'foo'],
    ['{"a": «{{ .foo.bar }}»}', 'foo.bar'],
    ['{"a":«<%= foo %>»}', 'foo'],
    ['{"a":«##foo##»}', 'foo'],
    ['{"a":«{{#if foo}}»1{{/if}}}', 'foo'],
    ['{"a":[«{{#each foos}}»{{ bar }},{{/each}}]}', 'foos'],
    ['{"a":«{{#if (eq foo "x")}}»1{{/if}}}', 'foo'],
    ['<a>«<%= foo %>»</a>', 'foo', 'xml'],
  ])('says so where that breaks the output, and has no fix that sends it: %s', (marked, name, output) => {
    const { said, fixes } = found(marked, output);
    expect(said).toContain(`is a placeholder of another language, and there is no variable \`${name}\``);
    expect(fixes).toEqual([]);
  });

  it.each([
    ['{"a":«{{ proflie }}»}', '{"a":$profile$}'],
    ['{"a": «{{ toJson .proflie }}»}', '{"a": $profile$}'],
    ['{"a": «{{ proflie | upcase }}»}', '{"a": $profile; format="upper"$}'],
  ])('that is misspelt is mended together with it: %s', (marked, meant) => {
    const { source, fixes } = found(marked);
    expect(fixes.map(fix => [fix.title, applyFix(source, fix)])).toEqual([
      [`Did you mean \`${/\$.*\$/.exec(meant)?.[0]}\`?`, meant],
    ]);
  });

  it('takes no fix from another placeholder', () => {
    const source = '{"b": {{ profile | json }}, "c": {{ foo | json }}, "d": "{{ bar }}"}';
    const both = validateTemplate(source, { output: 'json' });
    expect(both.map(({ code, fixes }) => [code, fixes.map(fix => applyFix(source, fix))])).toEqual([
      ['foreign-placeholder', ['{"b": $profile$, "c": {{ foo | json }}, "d": "{{ bar }}"}']],
      ['foreign-placeholder', []],
    ]);
    expect(both[1]?.message).toContain('there is no variable `foo`');
  });

  it.each([
    ['{"a":«{{ profile.length }}»}', 'profile'],
    ['{"a":«{{ profile.size }}»}', 'profile'],
    ['{"a":[«{{ errorCount.length }}»]}', 'errorCount'],
  ])('of a length that no value has says so where that breaks the output: %s', (marked, name) => {
    const { said, fixes } = found(marked);
    expect(said).toContain(`has no counterpart here, and \`$${name}$\` writes the value as it is`);
    expect(fixes).toEqual([]);
  });

  it('is told beside the length of a known one', () => {
    const both = validateTemplate('{"a":{{ foo }},"b":{{ profile.length }}}', { output: 'json' });
    expect(both.map(({ code, facts }) => [code, facts])).toMatchObject([
      ['foreign-placeholder', { unknown: 'foo' }],
      ['foreign-placeholder', { meant: '$profile$', isPart: true }],
    ]);
  });

  it('is an honest text where it stands in one, as the `{{ .Name }}` that Grafana fills in itself', () => {
    expect(mended('{"a":"{{ .Name }}"}', 'json')).toEqual([]);
    expect(mended('<a>{{ .Name }}</a>', 'xml')).toEqual([]);
  });

  it.each([
    ['{"a":"{{ foo }}","b":«{{ bar }}»}', 'bar'],
    ['{"a":"\\"{{ foo }}\\\\","b":«{{ bar }}»}', 'bar'],
    ['{"a":«{{ bar }}»,\n"b":"{{ foo }}"}', 'bar'],
  ])('is told apart from a text beside an error: %s', (marked, name) => {
    expect(found(marked).said).toContain(`\`${name}\``);
  });

  it('is looked for once along a line, however many stand on it', () => {
    const source = `{"x":{{ bar }},"t":"${'{{ foo }}'.repeat(100_000)}"}`;
    expect(
      validateTemplate(source, { output: 'json' }).map(({ code, range }) => [code, range.start]),
    ).toEqual([['foreign-placeholder', 5]]);
  });

  it.each(['{"a":{{"b":1}}}', '{"a":{{b:1}}}', '{"a":{{1}}}'])(
    'is not made up where braces are doubled: %s',
    source => {
      expect(validateTemplate(source, { output: 'json' }).map(({ code }) => code)).not.toContain(
        'foreign-placeholder',
      );
    },
  );
});

it.each<[OutputName, string]>([
  ['json', '{"profile":[1],"a":{"profile":"x"},"b":[true]}'],
  ['text', '{{user}} [1] {x} %d% [profile](https://h.example/) a[profile]=1 100%'],
  ['url', 'https://h.example/?f[profile]=1&[date]=2'],
  ['form', '[profile]=1'],
  ['text', '\\\u0024{profile}'],
  ['text', '{% if user %}{% endif %} {% else %}'],
  [
    'text',
    '{{uppercase user}} {{ user|length }} {{ .User }} {% if user and other %}{% endif %} {{ user["name"] }}',
  ],
  ['text', '## profile ## a ##user## {Profile} {PROFILE} ##Errors## # profile #'],
])('is not made up in %s: %s', (output, source) => {
  expect(mended(source, output)).toEqual([]);
});

it('behind an escaped dollar is meant as it stands, in one pair of braces or two', () => {
  expect(mended('\\\u0024{profile} \\\u0024{{ profile }} \\\u0024{{{profile}}}')).toEqual([]);
});

it.each(['{{ profile | sha256 }}', "{{profile|replace: 'a', 'b'}}", '{{ profile | json }}'])(
  'has no fix where that would leave out a filter: %s',
  source => {
    expect(mended(source)).toEqual(['foreign-placeholder → no fix']);
    expect(mended(source.replace('profile', 'user'))).toEqual([]);
  },
);

it.each<[marked: string, said: string]>([
  ['«{{ loop.index }}»', 'it has no counterpart here, so remove it'],
  ['«{{@index}}»', 'it has no counterpart here, so remove it'],
  ['«{{@root.other}}»', 'it has no counterpart here, so remove it'],
  ['«{% if loop.last %}»a{% endif %}', 'it has no counterpart here, so remove it'],
  [`«\${profile.slice(0, 3)}»`, 'it has no counterpart here, and `$profile$` writes the value as it is'],
  [`«\${errorCount.toFixed(2)}»`, 'it has no counterpart here, and `$errorCount$` writes the value as it is'],
  [`«\${profile.split(",")[0]}»`, 'it has no counterpart here, and `$profile$` writes the value as it is'],
  ['«{{ $.profile | sha256 }}»', 'it has no counterpart here, and `$profile$` writes the value as it is'],
  [
    `«\${profile.length}» characters`,
    'it has no counterpart here, and `$profile$` writes the value as it is',
  ],
  ['«{{ date | slice: 0, 10 }}»', 'it has no counterpart here, and `$date$` writes the value as it is'],
  ['«{{ errorCount | upcase }}»', 'it has no counterpart here, and `$errorCount$` writes the value as it is'],
  ['«{{ isError | truncate: 3 }}»', 'it has no counterpart here, and `$isError$` writes the value as it is'],
  ['«{{ profile | join: ", " }}»', 'it has no counterpart here, and `$profile$` writes the value as it is'],
  ['«{{ profile | date: "%Y" }}»', 'it has no counterpart here, and `$profile$` writes the value as it is'],
  [`«\${errorCount || "none"}»`, 'it has no counterpart here, and `$errorCount$` writes the value as it is'],
  [
    '«{{ isError | default: "no" }}»',
    'it has no counterpart here, and `$isError$` writes the value as it is',
  ],
  [
    '«{{ .errorCount | default "none" }}»',
    'it has no counterpart here, and `$errorCount$` writes the value as it is',
  ],
  [
    '«{{ default "none" .errorCount }}»',
    'it has no counterpart here, and `$errorCount$` writes the value as it is',
  ],
  [
    '«{{ errorCount | default("none", true) }}»',
    'it has no counterpart here, and `$errorCount$` writes the value as it is',
  ],
  ['«{{ profile | truncate: 0 }}»', 'it has no counterpart here, and `$profile$` writes the value as it is'],
  ['«{{ profile | truncate: -1 }}»', 'it has no counterpart here, and `$profile$` writes the value as it is'],
  [
    '«{{ profile | truncate: 20.5 }}»',
    'it has no counterpart here, and `$profile$` writes the value as it is',
  ],
  [
    '«{{ profile | truncate: "a" }}»',
    'it has no counterpart here, and `$profile$` writes the value as it is',
  ],
  [`«\${isError || "no"}»`, 'it has no counterpart here, and `$isError$` writes the value as it is'],
  ['«{{ $.errorCount || "-" }}»', 'it has no counterpart here, and `$errorCount$` writes the value as it is'],
  [
    '«{{ errorCount || "none" }}»',
    'it has no counterpart here, and `$errorCount$` writes the value as it is',
  ],
  ['«{{ profile | url_encode | truncate: 20 }}»', '`$profile$` writes the value as it is'],
  ['«{{#is_match profile "x"}}»a{{/is_match}}', 'conditions here compare whole values'],
  ['«{{#is_match "profile" "x"}}»a{{/is_match}}', 'conditions here compare whole values'],
  ['«{% if profile contains "x" %}»a{% endif %}', 'conditions here compare whole values'],
  ['«{{ if hasPrefix .profile "x" }}»a{{ end }}', 'conditions here compare whole values'],
])('has no fix where nothing here does the same, and says so: %s', (marked, said) => {
  const { source, range } = unmark(marked);
  const found = validateTemplate(source, { output: 'text' });
  expect(found.map(each => [each.code, each.range, each.fixes])).toEqual([
    ['foreign-placeholder', range, []],
  ]);
  expect(found[0]?.message).toContain(said);
});

it.each([
  '{{ $.profile }} {{ $.other }}',
  '{{ $.profile }} costs $5',
  '{{ $profile }}',
  '\u0024{profile} \u0024{other}',
  '\u0024\u0024{profile}',
  'by \u0024{profile',
  '\u0024{{ profile }} \u0024{{ other }}',
  'by \u0024{{ profile }}',
  'by \u0024\u0024{{ profile }}.',
  ')\u0024\u0024{{ profile }}/{{$note$$\u0024{profile}$x$',
  '{{ upper $.profile }}',
  '{{ printf "%s" $.profile }}',
  '{{ not $.isError }}',
  '{{if $.isError}}x{{end}}',
  '{{if eq $.profile "a"}}x{{end}}',
  '{{range $.profile}}x{{end}}',
  '{{with $.profile}}x{{end}}',
  '{% if $.isError %}x{% endif %}',
  '{{ $root.profile }}',
  '{{         $.profile }} {{ $.other }}',
  '{{$.Profile}} {{$.other}}',
  '\u0024{this.profile}',
  '\u0024{(profile)}',
  '\u0024{!isError ? "a" : "b"}',
  '$(profile)',
  '\u0024{         profile } \u0024{other}',
])('around a known name is sent as text by no fix: %s', source => {
  const found = validateTemplate(source);
  expect(found.map(({ code }) => code)).not.toEqual([]);
  const fixed = found.flatMap(({ fixes }) => fixes.map(fix => applyFix(source, fix)));
  const sent = /\\\$[^$\\]*(?:profile|isError)|(?<![${])\{\{? ?\.?profile/i;
  expect(fixed.filter(each => sent.test(each))).toEqual([]);
});

it('around a known name is told apart from one around another', () => {
  const source = '\u0024{{ profile }} \u0024{{ other }}';
  const found = validateTemplate(source);
  expect(found.map(({ fixes }) => fixes.map(fix => applyFix(source, fix)))).toEqual([
    ['$profile$ \u0024{{ other }}'],
    ['\u0024{{ profile }} \\\u0024{{ other }}'],
  ]);
});

it('is no amount of money in parentheses', () => {
  expect(mended('US$(5 for each profile)')).toEqual([String.raw`stray-dollar → US\$(5 for each profile)`]);
});

it.each([
  ['{{ $profile$ costs $5 }}', [String.raw`{{ $profile$ costs \$5 }}`]],
  ['{{ $profile$ $.event }}', []],
])('keeps the tag of this language that stands in it: %s', (source, mended) => {
  const found = validateTemplate(source);
  expect(found.flatMap(({ fixes }) => fixes.map(fix => applyFix(source, fix)))).toEqual(mended);
});

it('of a list is not advised an option that its tag does not take', () => {
  const variables = { items: listOf({ name: 'string' }) } as const;
  const said = (source: string, output: OutputName) =>
    validateTemplate(source, { output, variables }).map(({ code, facts, fixes }) => ({ code, facts, fixes }));
  expect(said('{{ items | slice(0, 20) | tojson }}', 'json')).toMatchObject([
    { code: 'foreign-placeholder', facts: { meant: '$items$', isPart: true }, fixes: [] },
  ]);
});

describe('of joined items', () => {
  const said = (source: string) =>
    validateTemplate(source, { variables: { names: listOf('string') } }).map(
      ({ code, facts, fixes: [fix] }) => [code, facts, fix && applyFix(source, fix)],
    );

  it.each([
    '{{ names | join: ", " | truncate: 20 }}',
    '{{ names | slice: 0, 10 | join: ", " }}',
    '{{ names | join: ", " | default: "none" }}',
    '{{ names | default: "none" | join: ", " }}',
    '{{ names | join: ", " | capitalize }}',
    '{{ names | join: ", " | strip }}',
  ])('has no counterpart where each item would be treated as the whole text: %s', source => {
    expect(said(source)).toEqual([['foreign-placeholder', { written: source }, undefined]]);
  });

  it('has none in JavaScript either', () => {
    const source = '\u0024{names.join(", ") || "none"}';
    expect(said(source)).toEqual([['foreign-placeholder', { written: source, breaks: true }, undefined]]);
  });

  it.each([
    ['{{ names | upcase | join: " and " }}', '$for(item in names)$$item; format="upper"$$sep$ and $endfor$'],
    ['{{ names | join: " and " | upcase }}', '$for(item in names)$$item; format="upper"$$sep$ AND $endfor$'],
    [
      '{{ names | join: ", " | url_encode }}',
      '$for(item in names)$$item; format="url-encode"$$sep$%2C+$endfor$',
    ],
  ])('acts on each letter of them, and of the text between them behind that: %s', (source, meant) => {
    expect(said(source)).toEqual([['foreign-placeholder', { written: source, meant }, meant]]);
  });
});

it('of data about a loop is left alone where a variable has that name', () => {
  const variables = { loop: { index: 'number' }, index: 'number' } as const;
  const found = validateTemplate('{{ loop.index }} {{@index}} loop.index @index', { variables });
  expect(found.map(({ fixes: [fix] }) => fix?.edits[0]?.text)).toEqual(['$loop.index$', undefined]);
});

it('has no fix where a part of the conditional is missing', () => {
  expect(mended('{% if isError %}a')).toEqual(['foreign-placeholder → no fix']);
  expect(mended('{% if isError %}a{% elif user %}b{% endif %}')).toEqual(['foreign-placeholder → no fix']);
});

it.each<[OutputName, string, string]>([
  ['url', 'https://h.example/?p=$profile; format="url-encode"$', 'https://h.example/?p=$profile$'],
  ['form', 'p=$profile; null="-", format="url-encode"$', 'p=$profile; null="-"$'],
  ['xml', '<a>$profile; format="xml-encode", null="-"$</a>', '<a>$profile; null="-"$</a>'],
])('double encoding in %s: %s', (output, source, expected) => {
  expect(mended(source, output)).toEqual([`double-encoding → ${expected}`]);
  expect(mended(expected, output)).toEqual([]);
});

it('a format of another language than the output is left alone', () => {
  expect(mended('<a>$profile; format="url-encode"$</a>', 'xml')).toEqual([]);
  expect(mended('"$profile; format="xml-encode"$"', 'json')).toEqual([]);
});

it('of a list is not sent to a tag that takes none, and a conditional asks for it', () => {
  const variables = { words: listOf('string') };
  expect(validateTemplate('{{ words }} [words] %words%', { variables })).toEqual([]);
  expect(validateTemplate('{% if words %}a{% endif %}', { variables })).toMatchObject([
    { code: 'foreign-placeholder', fixes: [{ title: 'Write `$if(words)$`' }] },
  ]);
});

it.each<[source: string, written: string | undefined]>([
  ['{{ words.count }}', '$words.count$'],
  ['{ group.words.count }', '$group.words.count$'],
  ['$for(item in items)$ {{ item.number }}$endfor$', '$item.number$'],
  ['$for(item in items)$$for(tag in item.tags)$[item.number]$endfor$$endfor$', '$item.number$'],
  ['$for(item in items)$%item.tags.count%$endfor$', '$item.tags.count$'],
  ['$for(item in items)$ {{ this.tags.count }}$endfor$', '$item.tags.count$'],
  ['$for(x in data)$ {{ x.number }}$endfor$', '$x.number$'],
  ['{{ words.size }}', '$words.count$'],
  ['{{ words|length }}', '$words.count$'],
  ['{{ len .group.words }}', '$group.words.count$'],
  ['{{ name.count }} {{ group.count }} {{ count }} {{ name.size }}', undefined],
  // Outside the body, and as a part of something else, it is no number of an item.
  ['$for(item in items)$a$sep$ {{ item.number }}$endfor$', undefined],
  ['$for(item in items)$ {{ number }} {{ name.number }} {{ item.tags.number }}$endfor$', undefined],
  ['$for(x in data)$ {{ number }}$endfor$', undefined],
])('counts and numbers of items have names too: %s', (source, written) => {
  const variables = {
    name: 'string',
    words: listOf('string'),
    group: { words: listOf('string') },
    items: listOf({ tags: listOf('string') }),
    data: listOf('json'),
  } as const;
  const found = validateTemplate(source, { variables });
  expect(found.map(({ code, fixes }) => [code, fixes.map(({ title }) => title)])).toEqual(
    written === undefined ? [] : [['foreign-placeholder', [`Write \`${written}\``]]],
  );
});

describe('a list of another language', () => {
  const variables = {
    words: listOf('string'),
    items: listOf({ name: 'string', isOn: 'boolean' }),
    rows: listOf({ cells: listOf('string') }),
  } as const;
  const mendedList = (source: string) =>
    validateTemplate(source, { variables }).map(({ code, fixes }) => {
      return `${code} → ${fixes[0] ? applyFix(source, fixes[0]) : 'no fix'}`;
    });

  it.each([
    [
      '{{#each items}}{{name}}, {{ this.name }}{{/each}}',
      '$for(item in items)$$item.name$, $item.name$$endfor$',
    ],
    ['{{#each words as |w|}}{{w}},{{/each}}', '$for(w in words)$$w$,$endfor$'],
    ['{{#each words}}{{this}}{{else}}none{{/each}}', '$for(item in words)$$item$$else$none$endfor$'],
    ['{% for x in items %}{{ x.name }} {% endfor %}', '$for(x in items)$$x.name$ $endfor$'],
    ['{{#each rows}}{{ cells.count }}{{/each}}', '$for(item in rows)$$item.cells.count$$endfor$'],
    [
      '{% for x in items %}{% if x.isOn %}a{% endif %}{% endfor %}',
      '$for(x in items)$$if(x.isOn)$a$endif$$endfor$',
    ],
    [
      '{% for x in items %}{{ x.name | upcase }}{% endfor %}',
      '$for(x in items)$$x.name; format="upper"$$endfor$',
    ],
    ['{{ range .words }}{{ . }} {{ end }}', '$for(item in words)$$item$ $endfor$'],
    ['{{#words}}{{.}}{{/words}}', '$for(item in words)$$item$$endfor$'],
    [
      '{% for x in words %}{{ x }}{% if not loop.last %}, {% endif %}{% endfor %}',
      '$for(x in words)$$x$$sep$, $endfor$',
    ],
    ['##FOREACHitems####name####ENDFOREACHitems##', '$for(item in items)$$item.name$$endfor$'],
    ['{%- for x in words -%}{{x}}{% else %}none{%- endfor -%}', '$for(x in words)$$x$$else$none$endfor$'],
  ])('is warned of once, with all that belongs to it: %s', (source, expected) => {
    expect(mendedList(source)).toEqual([`foreign-placeholder → ${expected}`]);
    expect(mendedList(expected)).toEqual([]);
  });

  it.each([
    '{% for x in items %}{{ x.name }}',
    '{% for x in items %}{{ x.nam }}{% endfor %}',
    '{% for x in items %}{{ x }}{% endfor %}',
    '{% for x in items %}{% if x.isOf %}a{% endif %}{% endfor %}',
    '{% for x in items %}{{ x.name | sha256 }}{% endfor %}',
    '{% for x in items limit: 3 %}{{ x.name }}{% endfor %}',
    '{% for x in items %}{% assign y = x.name %}{% endfor %}',
    '{{#each items}}{{@index}}{{/each}}',
    '{{#each items as |x|}}{{name}}{{/each}}',
    '{{#each items}}{{name}}{{/if}}',
  ])('has no fix where something else would be left of it: %s', source => {
    expect(mendedList(source)).toEqual(['foreign-placeholder → no fix']);
  });

  it.each([
    '{% for x in nope %}{{ x }}{% endfor %}',
    '{{#each items.name}}a{{/each}}',
    '{% endfor %}{{/each}}',
  ])('is not made up: %s', source => expect(mendedList(source)).toEqual([]));
});

it.each([
  ['[$for(row in rows)$"{{row.name}}"$sep$,$endfor$]', '[$for(row in rows)$"$row.name$"$sep$,$endfor$]'],
  ['[$for(row in rows)$"%row.name%"$sep$,$endfor$]', '[$for(row in rows)$"$row.name$"$sep$,$endfor$]'],
  ['[$for(x in words)$"{{x}}"$sep$,$endfor$]', '[$for(x in words)$"$x$"$sep$,$endfor$]'],
  ['[$for(row in rows)$"{{name}}"$sep$,$endfor$]', '[$for(row in rows)$"$row.name$"$sep$,$endfor$]'],
  ['[$for(row in rows)$"{{this.name}}"$sep$,$endfor$]', '[$for(row in rows)$"$row.name$"$sep$,$endfor$]'],
  ['[$for(x in words)$"{{this}}"$sep$,$endfor$]', '[$for(x in words)$"$x$"$sep$,$endfor$]'],
  [
    '[$for(x in words)$$for(row in rows)$"{{x}}"$sep$,$endfor$$sep$,$endfor$]',
    '[$for(x in words)$$for(row in rows)$"$x$"$sep$,$endfor$$sep$,$endfor$]',
  ],
  [
    '$for(row in rows)$ {% if row.name %}x{% endif %}$sep$,$endfor$',
    '$for(row in rows)$ $if(row.name)$x$endif$$sep$,$endfor$',
  ],
  [
    '$for(row in rows)$ {{#each row.tags}}{{this}},{{/each}}$endfor$',
    '$for(row in rows)$ $for(item in row.tags)$$item$,$endfor$$endfor$',
  ],
])('is found around an item in the body of its list: %s', (source, expected) => {
  const variables = {
    rows: listOf({ name: 'string', tags: listOf('string') }),
    words: listOf('string'),
  } as const;
  const [found, ...more] = validateTemplate(source, { variables });
  expect(more).toEqual([]);
  expect(found?.code).toBe('foreign-placeholder');
  expect(found?.fixes[0] && applyFix(source, found.fixes[0])).toBe(expected);
  const outside = '$for(x in words)$a$sep$;$else$no {{x}}$endfor$ {{x}}';
  expect(validateTemplate(outside, { variables })).toEqual([]);
});
